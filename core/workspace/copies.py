"""Copies of a workspace file: the one of the last whole state, which is kept part by part after each change."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from core.errors import first_line
from core.workspace.opening import (
    FAULTS,
    OtherProgramError,
    UnreadableError,
    is_busy,
    opened,
    tables_as_made,
    tables_of,
)

LAST_WHOLE = "workspace.last_whole.sqlite3"
"""Beside the workspace file."""
PUT_BACK = ".put-back"
_log = logging.getLogger(__name__)


def last_whole(file: Path) -> Path:
    """The copy of the workspace file ``file``."""
    return file.with_name(LAST_WHOLE)


def backup(source: Path, target: Path) -> None:
    """Copy a workspace file that may be in use; ``target`` is replaced, whole or not at all.

    Raises sqlite3.Error, OSError, UnreadableError for an empty file.
    """
    if source.stat().st_size == 0:
        raise UnreadableError("empty")
    partial = target.with_name(f"putting-{target.name}-{os.getpid()}")
    partial.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source)) as given, closing(sqlite3.connect(partial)) as written:
            given.backup(written)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def overwrite(source: Path, target: Path) -> None:
    """The same for a ``target`` that other processes may have open: they see the one or the other."""
    with contextlib.suppress(UnreadableError):  # a newer format
        if is_whole(target):
            with closing(sqlite3.connect(source)) as given, opened(target) as written:
                given.backup(written)
            return
    _replace(target, source)


def copy_part(source: Path, database: sqlite3.Connection, part: str) -> None:
    """Make ``part`` what it is in the workspace file ``source``."""
    database.execute("ATTACH ? AS other", (str(source),))
    try:
        database.execute("BEGIN IMMEDIATE")
        database.execute(f"DELETE FROM main.{part}")  # noqa: S608 - names of tables are constants
        database.execute(f"INSERT INTO main.{part} SELECT * FROM other.{part}")  # noqa: S608
        database.execute("DELETE FROM main.checksums WHERE part = ?", (part,))
        database.execute("INSERT INTO main.checksums SELECT * FROM other.checksums WHERE part = ?", (part,))
        database.execute("COMMIT")
    finally:
        if database.in_transaction:
            database.execute("ROLLBACK")
        database.execute("DETACH other")


def keep_part(file: Path, part: str) -> None:
    """Bring the copy up to date after a change of ``part``. Where that fails, the next start does it."""
    copy = last_whole(file)
    try:
        if not copy.exists():
            backup(file, copy)
            return
        with opened(copy) as database:
            database.execute("PRAGMA synchronous = OFF")  # where the machine stops, the file itself is whole
            copy_part(file, database, part)
    except FAULTS as error:
        _log.warning("no copy of %s (%s): %s", file, part, first_line(error))


def is_whole(file: Path) -> bool:
    """Whether ``file`` is a workspace file whose structure is sound; what its parts hold is another question.

    Raises sqlite3.Error if another process holds it, UnreadableError for a newer format.
    """
    if not file.is_file() or file.stat().st_size == 0:
        return False
    try:
        with opened(file) as database:
            database.text_factory = bytes
            sound = database.execute("PRAGMA integrity_check(1)").fetchone() == (b"ok",)
            return bool(sound and tables_of(database) == tables_as_made())
    except (sqlite3.DatabaseError, UnicodeDecodeError, OtherProgramError) as error:
        if is_busy(error):
            raise
        return False


def put_back(file: Path) -> Path | None:
    """Put the copy in the place of a workspace file that is not there; returns the empty file that marks this.

    A copy that is damaged itself takes the place too: unknown content is not taken for none.
    """
    copy = last_whole(file)
    if file.exists() or not copy.is_file():
        return None
    if not is_whole(copy):
        copy.replace(file)
        return None
    said = file.with_name(f"{file.name}{PUT_BACK}")
    said.touch()
    _replace(file, copy)
    return said


def set_aside(file: Path, ending: str = "damaged") -> Path:
    """Rename a file, with the journal that belongs to it."""
    aside = free(file.with_name(f"{file.name}.{ending}"))
    file.rename(aside)
    journal = _journal(file)
    if journal.exists():
        journal.rename(_journal(aside))
    return aside


def replace_damaged(file: Path) -> Path:
    """Set a damaged workspace file aside and put the copy in its place; returns what it is called now."""
    aside = set_aside(file)
    _replace(file, last_whole(file))
    return aside


def free(file: Path) -> Path:
    """``file`` if there is none, else a name with a number that no other has."""
    number, found = 1, file
    while found.exists():
        number += 1
        found = file.with_name(f"{file.name}-{number}")
    return found


def _replace(file: Path, copy: Path) -> None:
    _journal(file).unlink(missing_ok=True)  # of what was there before: SQLite would play it into the copy
    backup(copy, file)


def _journal(file: Path) -> Path:
    return file.with_name(f"{file.name}-journal")
