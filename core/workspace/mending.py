"""Repair of a damaged workspace: the file as a whole, or one part of it, is set aside and its last whole copy takes its
place; without a copy, the rows that can be read stay and the program goes on without the others. Both are reported.

A required part whose content is unknown is refused by its reader.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import RefusedError, first_line
from core.messages import LANGUAGES, Language, translate
from core.workspace.copies import (
    PUT_BACK,
    backup,
    copy_part,
    free,
    is_whole,
    keep_part,
    last_whole,
    put_back,
    replace_damaged,
    set_aside,
)
from core.workspace.old_files import bring_old_files
from core.workspace.opening import FAULTS, UnreadableError, is_busy, opened
from core.workspace.parts import Part, checksum, dumped, fault_of, note_checksum, put, rows_of
from core.workspace.workspace import FILE_NAME

ALL_PARTS = "all"
"""What is named where a workspace file is meant as a whole."""
_DAMAGED, _FORGOTTEN = "damaged", "forgotten"
"""What a file ends in that holds what was set aside; the second, what was whole and a person goes on without."""
_log = logging.getLogger(__name__)


class WorkspaceUnreadableError(RefusedError):
    """One part is to be forgotten of a workspace file that cannot be read at all."""


@dataclass(frozen=True)
class SetAside:
    """Damage: what ``part``, or all parts, held is in the file ``aside``; ``replaced`` by what it held when it was last
    whole. ``lost``: the workspace file was not there; ``aside`` is the empty file that says so until a person deletes
    it.
    """

    folder: Path
    part: str
    aside: str
    replaced: bool
    lost: bool = False

    def message(self, language: Language) -> str:
        """What happened, what that changes, what to do."""
        what = translate(f"workspace.part.{self.part}", language)
        key = "workspace.put_back" if self.lost else "workspace.replaced" if self.replaced else "workspace.left_out"
        return translate(key, language, file=FILE_NAME, folder=str(self.folder), aside=self.aside, what=what)


def mend_workspace(folder: Path, parts: Iterable[Part[Any]], *, copies: bool = True) -> tuple[SetAside, ...]:
    """Set aside what is damaged in the workspace of a knowledge base ``folder``, put back what was lost, keep a copy of
    what is whole.

    ``copies``: False for whoever only reads; then nothing is written unless something is damaged or lost.
    """
    file = folder / FILE_NAME
    found: list[SetAside] = []
    try:
        found += _file_mended(file)
        found += (SetAside(folder, part, aside.name, replaced=False) for part, aside in bring_old_files(file))
        if file.exists():
            found += _parts_mended(file, tuple(parts))
            if copies:
                _keep(file, tuple(parts))
    except FAULTS as error:
        _log.warning("%s: %s", file, first_line(error))  # reported by whoever needs it
    for each in found:
        _log.warning("%s", each.message("en"))
    return tuple(found)


def forget_all(folder: Path) -> SetAside:
    """Go on without everything: the workspace file is set aside, and its copy deleted."""
    file = folder / FILE_NAME
    aside = set_aside(file, _FORGOTTEN if is_whole(file) else _DAMAGED)
    last_whole(file).unlink(missing_ok=True)  # else it would take the place of the file
    return SetAside(folder, ALL_PARTS, aside.name, replaced=False)


def forget_part(folder: Path, part: Part[Any]) -> SetAside:
    """Go on without what ``part`` says: that is set aside.

    Raises WorkspaceUnreadableError where the file cannot be read at all, and so nothing of it by itself.
    """
    file = folder / FILE_NAME
    if not is_whole(file):
        raise WorkspaceUnreadableError(part=part.name, file=str(file))
    with opened(file) as database:
        aside = _written_out(database, part, folder, _FORGOTTEN if _fault(database, part) is None else _DAMAGED)
        database.execute("BEGIN IMMEDIATE")
        put(database, part, None)
        note_checksum(database, part.name)
        database.execute("COMMIT")
    keep_part(file, part.name)
    return SetAside(folder, part.name, aside.name, replaced=False)


def require_whole(file: Path, parts: Iterable[Part[Any]]) -> None:
    """Raises sqlite3.Error or UnreadableError for a file that is no workspace, or holds a part that is damaged."""
    if not is_whole(file):
        raise UnreadableError("no whole workspace file")
    with opened(file) as database:
        for part in parts:
            rows_of(database, part)


def set_aside_there(folder: Path) -> tuple[str, ...]:
    """Names of the files with what was damaged that are still there."""
    return tuple(sorted(file.name for file in folder.glob("*.damaged*") if not file.name.endswith("-journal")))


def put_back_there(folder: Path) -> tuple[str, ...]:
    """Names of the files that say that something lost was put back, until a person deletes them."""
    return tuple(sorted(file.name for file in folder.glob(f"*{PUT_BACK}")))


def all_messages(found: tuple[SetAside, ...]) -> list[str]:
    """What happened, in every language."""
    return [each.message(language) for each in found for language in LANGUAGES]


def _file_mended(file: Path) -> Iterable[SetAside]:
    if (said := put_back(file)) is not None:
        yield SetAside(file.parent, ALL_PARTS, said.name, replaced=True, lost=True)
    elif file.exists() and last_whole(file).exists() and not is_whole(file) and is_whole(last_whole(file)):
        yield SetAside(file.parent, ALL_PARTS, replace_damaged(file).name, replaced=True)


def _parts_mended(file: Path, parts: tuple[Part[Any], ...]) -> list[SetAside]:
    found = []
    with opened(file) as database:
        for part in parts:
            if _fault(database, part) is None:
                continue
            known = _is_known(last_whole(file), part)
            if part.needed and not known:
                continue
            aside = _written_out(database, part, file.parent)
            if known:
                copy_part(last_whole(file), database, part.name)
            else:
                _keep_what_reads(database, part)
            found.append(SetAside(file.parent, part.name, aside.name, known))
    return found


def _fault(database: sqlite3.Connection, part: Part[Any]) -> str | None:
    """Raises sqlite3.Error if another process holds the file."""
    try:
        rows_of(database, part)
    except FAULTS as error:
        if is_busy(error):
            raise
        return fault_of(error)
    return None


def _is_known(copy: Path, part: Part[Any]) -> bool:
    if not is_whole(copy):
        return False
    with opened(copy) as database:
        return _fault(database, part) is None


def _written_out(database: sqlite3.Connection, part: Part[Any], folder: Path, ending: str = _DAMAGED) -> Path:
    aside = free(folder / f"{part.name}.{ending}")
    aside.write_bytes(dumped(database, part.name))
    return aside


def _keep_what_reads(database: sqlite3.Connection, part: Part[Any]) -> None:
    """Leave out the rows that cannot be read."""
    database.execute("BEGIN IMMEDIATE")
    for row in database.execute(f"SELECT rowid FROM {part.name}").fetchall():  # noqa: S608 - constants
        try:
            rows_of(database, part, "WHERE rowid = ?", row)
        except FAULTS:
            database.execute(f"DELETE FROM {part.name} WHERE rowid = ?", row)  # noqa: S608
    note_checksum(database, part.name)
    database.execute("COMMIT")


def _keep(file: Path, parts: tuple[Part[Any], ...]) -> None:
    copy = last_whole(file)
    if not is_whole(copy):
        backup(file, copy)
        return
    with opened(file) as database, opened(copy) as kept:
        stale = [part.name for part in parts if _fault(database, part) is None and _differs(database, kept, part.name)]
        for part in stale:
            copy_part(file, kept, part)


def _differs(database: sqlite3.Connection, kept: sqlite3.Connection, part: str) -> bool:
    return checksum(database, part) != checksum(kept, part)
