"""Answers of language models kept on disk: the same question to the same model is asked once."""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock

_log = logging.getLogger("guanxi")
_SCHEMA = "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, text TEXT NOT NULL, used REAL NOT NULL)"
_WAIT = 5.0  # seconds for another process that is writing


class AnswerCache:
    """At most ``limit`` answers in one SQLite file, those used last. Thread-safe, and shared between processes.

    What cannot be read or written is not cached: a full disk costs time, not the answer.
    """

    def __init__(self, path: Path, limit: int = 10_000) -> None:
        self._path = path
        self._limit = limit
        self._lock = Lock()

    def get(self, key: str) -> str | None:
        """The answer kept under ``key``, if any."""
        try:
            with self._open() as database:
                row = database.execute("SELECT text FROM answers WHERE key = ?", (key,)).fetchone()
                if row is None:
                    return None
                database.execute("UPDATE answers SET used = ? WHERE key = ?", (time.time(), key))
                return str(row[0])
        except (sqlite3.Error, OSError):
            _log.warning("the kept answers of the model cannot be read", exc_info=True)
            return None

    def put(self, key: str, text: str) -> None:
        """Keep an answer; beyond the limit, the one not used for longest is forgotten."""
        try:
            with self._open() as database:
                database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", (key, text, time.time()))
                database.execute(
                    "DELETE FROM answers WHERE key NOT IN (SELECT key FROM answers ORDER BY used DESC LIMIT ?)",
                    (self._limit,),
                )
        except (sqlite3.Error, OSError):
            _log.warning("an answer of the model cannot be kept", exc_info=True)

    def count(self) -> int | None:
        """How many answers are kept; None where that cannot be read."""
        if not self._path.exists():
            return 0
        try:
            with self._open() as database:
                return int(database.execute("SELECT COUNT(*) FROM answers").fetchone()[0])
        except (sqlite3.Error, OSError):
            _log.warning("the kept answers of the model cannot be counted", exc_info=True)
            return None

    def clear(self) -> None:
        """Forget all answers."""
        if not self._path.exists():
            return
        try:
            with self._open() as database:
                database.execute("DELETE FROM answers")
        except (sqlite3.Error, OSError):
            _log.warning("the kept answers of the model cannot be forgotten", exc_info=True)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._path, timeout=_WAIT)) as database, database:
                database.execute(_SCHEMA)
                yield database


def cache_key(**parts: object) -> str:
    """One key for everything that went into an answer."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
