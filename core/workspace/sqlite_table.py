"""One table in one SQLite file, with what every file that people's verdicts are kept in needs: faults told, files of
another kind left as they are, threads and processes kept apart."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from core.errors import GuanxiError, first_line

_FORMAT = 1
_WAIT = 5.0  # seconds for another process that is writing


class SqliteTable:
    """The file ``path``, which the first row creates by the statement ``create``. Thread-safe, and shared between
    processes.

    Every method raises what ``unavailable`` makes of a detail if the file cannot be read or written, is damaged, is a
    file of another kind, has a newer format (it is then left as it is), or stays locked by another process for 5
    seconds.
    """

    def __init__(self, path: Path, create: str, unavailable: Callable[[str], GuanxiError]) -> None:
        self._path = path
        self._create = create
        self._unavailable = unavailable
        self._lock = Lock()

    def insert(self, statement: str, values: dict[str, Any]) -> None:
        """Run an inserting ``statement``, having created the table if need be. It is on disk when this returns."""
        with self._transaction("BEGIN IMMEDIATE") as database:
            if not self._is_there(database):
                database.execute(self._create)
                database.execute(f"PRAGMA user_version = {_FORMAT}")
            database.execute(statement, values)

    def delete(self, statement: str, values: tuple[str, ...]) -> None:
        """Run a deleting ``statement``, if there is a table."""
        if self._exists():
            with self._transaction("BEGIN IMMEDIATE") as database:
                if self._is_there(database):
                    database.execute(statement, values)

    def select(self, statement: str, values: tuple[str, ...] = ()) -> list[tuple[Any, ...]]:
        """The rows of a ``statement``; none where there is no table. Creates nothing."""
        if not self._exists():
            return []
        with self._transaction("BEGIN") as database:
            return database.execute(statement, values).fetchall() if self._is_there(database) else []

    def _exists(self) -> bool:
        try:
            self._path.stat()
        except FileNotFoundError:
            return False  # reading and deleting create nothing
        except OSError as error:
            raise self._unavailable(f"{self._path.name}: {first_line(error)}") from error
        return True

    def _is_there(self, database: sqlite3.Connection) -> bool:
        """False for an empty file. Raises for a file of another kind or format."""
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        if version == _FORMAT:
            return True
        if version == 0 and database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
            return False
        raise self._unavailable(f"{self._path.name}: format {version}, expected {_FORMAT}")

    @contextmanager
    def _transaction(self, begin: Literal["BEGIN", "BEGIN IMMEDIATE"]) -> Iterator[sqlite3.Connection]:
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
            raise self._unavailable(f"{self._path.name}: {first_line(error)}") from error
