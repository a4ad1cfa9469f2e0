"""Open a workspace file in the newest format: scripts in ``migrations/`` are numbered, ``PRAGMA user_version`` says how
many of them have run."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

_SCRIPTS = sorted(Path(__file__).with_name("migrations").glob("[0-9][0-9][0-9]_*.sql"))
NEWEST = len(_SCRIPTS)
_APPLICATION = 0x47585753  # GXWS, as the first script writes it
_WAIT = 5.0  # seconds for another process that is writing
_BUSY, _LOCKED = 5, 6


class UnreadableError(Exception):
    """What a file of the workspace holds cannot be taken for what this program writes; the text says why."""


class OtherProgramError(UnreadableError):
    """A database of another program, unless the first bytes of the file are damaged."""


FAULTS = (sqlite3.Error, OSError, UnreadableError, UnicodeDecodeError)
"""What reading or writing a workspace file may raise; the last where SQLite quotes damaged bytes."""


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to ``file``, which is created if it is not there, and brought to the newest format.

    Raises sqlite3.Error, UnreadableError for a newer format, OtherProgramError for the database of another program.
    """
    with closing(sqlite3.connect(file, timeout=_WAIT, isolation_level=None)) as database:
        _migrate(database)
        yield database


def tables_of(database: sqlite3.Connection) -> frozenset[tuple[bytes, bytes]]:
    """Names of the tables and their columns, as the file describes them: a damaged byte may rename one of them."""
    named = "SELECT CAST(m.name AS BLOB), CAST(c.name AS BLOB) FROM sqlite_master AS m, pragma_table_info(m.name) AS c"
    return frozenset(database.execute(f"{named} WHERE m.type = 'table'"))


@cache
def tables_as_made() -> frozenset[tuple[bytes, bytes]]:
    """The same of a new file."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        _migrate(database)
        return tables_of(database)


def is_busy(error: Exception) -> bool:
    """Whether another process holds the file."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF in (_BUSY, _LOCKED)


def _migrate(database: sqlite3.Connection) -> None:
    if _format(database) == NEWEST:
        return
    database.execute("BEGIN IMMEDIATE")
    for script in _SCRIPTS[_format(database) :]:
        for statement in script.read_text(encoding="utf-8").split(";\n"):
            database.execute(statement)
    database.execute(f"PRAGMA user_version = {NEWEST}")
    database.execute("COMMIT")


def _format(database: sqlite3.Connection) -> int:
    """0 for an empty database."""
    version = int(database.execute("PRAGMA user_version").fetchone()[0])
    ours = database.execute("PRAGMA application_id").fetchone()[0] == _APPLICATION
    if not ours and (version or database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None):
        raise OtherProgramError(f"format {version} of another program")
    if not 0 <= version <= NEWEST:
        raise UnreadableError(f"format {version}, expected {NEWEST}")
    return version
