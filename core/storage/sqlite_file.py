"""One table in one SQLite file beside the versions of the knowledge base: what people keep survives rebuilds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Literal

from core.errors import GuanxiError, first_line

_WAIT = 5.0  # seconds for another process that is writing


class SqliteFile:
    """The file ``path`` with the table that ``create`` makes, made by the first one who writes. Thread-safe, and shared
    between processes.

    Every method raises ``unavailable`` with folder and detail if the file cannot be read or written, is damaged, is a
    file of another kind, has a newer ``file_format`` (it is then left as it is), or stays locked by another process for
    5 seconds.
    """

    def __init__(self, path: Path, create: str, file_format: int, unavailable: type[GuanxiError]) -> None:
        self._path = path
        self._create = create
        self._format = file_format
        self._unavailable = unavailable
        self._lock = Lock()

    def exists(self) -> bool:
        """Whether anybody has written."""
        try:
            self._path.stat()
        except FileNotFoundError:
            return False  # reading and withdrawing create nothing
        except OSError as error:
            raise self.unavailable(first_line(error)) from error
        return True

    def ensure_table(self, database: sqlite3.Connection) -> None:
        """Make the table where there is none yet."""
        if not self.has_table(database):
            database.execute(self._create)
            database.execute(f"PRAGMA user_version = {self._format}")

    def has_table(self, database: sqlite3.Connection) -> bool:
        """False for an empty file."""
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        if version == self._format:
            return True
        if version == 0 and database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
            return False
        raise self.unavailable(f"{self._path.name}: format {version}, expected {self._format}")

    @contextmanager
    def transaction(self, begin: Literal["BEGIN", "BEGIN IMMEDIATE"]) -> Iterator[sqlite3.Connection]:
        """A connection for one transaction, rolled back unless its end is reached.

        Who writes begins IMMEDIATE: two that had both begun to read could not wait for each other.
        """
        try:
            if begin == "BEGIN IMMEDIATE":
                self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._lock, closing(sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)) as database:
                database.execute(begin)
                yield database
                database.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            raise self.unavailable(first_line(error)) from error

    def unavailable(self, detail: str) -> GuanxiError:
        """What to raise."""
        return self._unavailable(folder=str(self._path.parent), detail=detail)
