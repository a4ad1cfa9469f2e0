"""The workspace of a knowledge base as a whole: mended, saved to one file, loaded from one."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Any

from core.errors import GuanxiError, RefusedError, first_line
from core.ingestion.mapping.saved_mappings import IMPORT_CHOICES
from core.storage.data_folder import BUILT_FROM
from core.storage.publishing import build_lock
from core.storage.restoring import RESTORED
from core.workspace.copies import backup, free, last_whole, overwrite
from core.workspace.decisions import DECISIONS
from core.workspace.judgements import JUDGEMENTS
from core.workspace.linking_rules import LINKING
from core.workspace.mending import ALL_PARTS, SetAside, forget_all, forget_part, mend_workspace, require_whole
from core.workspace.opening import FAULTS, opened
from core.workspace.own_types import OWN_TYPES
from core.workspace.parts import Part
from core.workspace.presets import PRESETS
from core.workspace.removals import REMOVED
from core.workspace.saved_views import SAVED
from core.workspace.text_reviews import READING_RULES, READING_THRESHOLDS, TEXT_REVIEWS
from core.workspace.unlinked_sources import UNLINKED_SOURCES
from core.workspace.verdicts import COLLECTED_VERDICTS, SAME_COMPANIES
from core.workspace.workspace import FILE_NAME, Workspace, WorkspaceUnavailableError

PARTS: tuple[Part[Any], ...] = (
    DECISIONS,
    JUDGEMENTS,
    *SAVED.values(),
    PRESETS,
    SAME_COMPANIES,
    COLLECTED_VERDICTS,
    TEXT_REVIEWS,
    READING_RULES,
    READING_THRESHOLDS,
    REMOVED,
    OWN_TYPES,
    LINKING,
    UNLINKED_SOURCES,
    IMPORT_CHOICES,
    RESTORED,
    BUILT_FROM,
)
"""Everything that is kept in it."""


class WorkspaceFileInvalidError(RefusedError):
    """A file that is to be loaded is no whole workspace."""


class WorkspaceUnwritableError(GuanxiError):
    """A workspace cannot be saved to a file, or put in the place of the one that is there."""


def mend(folder: Path, *, copies: bool = True) -> tuple[SetAside, ...]:
    """Mend the workspace of the knowledge base ``folder``: core/workspace/mending.py."""
    return mend_workspace(folder, PARTS, copies=copies)


def forget(folder: Path, part: str) -> SetAside:
    """Go on without what the part of this name says, or ALL_PARTS; what was found there is set aside.

    Raises WorkspaceUnavailableError, and WorkspaceUnreadableError where only all parts can be forgotten.
    """
    try:
        if part == ALL_PARTS:
            return forget_all(folder)
        (found,) = (each for each in PARTS if each.name == part)
        return forget_part(folder, found)
    except FAULTS as error:
        raise WorkspaceUnavailableError(part=part, folder=str(folder), detail=first_line(error)) from error


def counted(folder: Path) -> dict[str, int]:
    """How many values each part has. Raises WorkspaceUnavailableError."""
    workspace = Workspace.beside(folder)
    return {part.name: len(workspace.rows(part)) for part in PARTS}


def save_workspace(folder: Path, target: Path) -> None:
    """Write everything to the one file ``target``. Raises WorkspaceUnavailableError, WorkspaceUnwritableError."""
    counted(folder)  # a backup of what is damaged is none
    try:
        if not target.parent.is_dir():  # SQLite says only that it cannot open the file
            raise FileNotFoundError(os.strerror(errno.ENOENT))
        folder.mkdir(parents=True, exist_ok=True)
        with opened(folder / FILE_NAME):  # where nothing was decided there is a file from now on
            backup(folder / FILE_NAME, target)
    except FAULTS as error:
        raise WorkspaceUnwritableError(file=str(target), detail=first_line(error)) from error


def load_workspace(folder: Path, source: Path) -> Path | None:
    """Put a saved workspace in the place of that of ``folder``; returns what the file that was there is called now.

    What was removed or merged takes effect with the next build. Raises WorkspaceFileInvalidError for a file that is no
    whole workspace, BuildRunningError, WorkspaceUnwritableError.
    """
    file = folder / FILE_NAME
    brought = folder / f"loading-{FILE_NAME}"
    with build_lock(folder, wait=False):
        try:
            _copy(source, brought)
            _require_whole(brought, source)
            return _in_its_place(brought, file)
        finally:
            brought.unlink(missing_ok=True)


def _copy(source: Path, brought: Path) -> None:
    try:
        backup(source, brought)
    except FAULTS as error:
        _require_whole(source, source)  # what cannot be copied may be whole: the disk may be full
        raise WorkspaceUnwritableError(file=str(brought), detail=first_line(error)) from error


def _require_whole(file: Path, source: Path) -> None:
    """``source``: the file that a person named, of which ``file`` may be a copy. Raises WorkspaceFileInvalidError."""
    try:
        require_whole(file, PARTS)
    except FAULTS as error:
        raise WorkspaceFileInvalidError(file=str(source), detail=first_line(error)) from error


def _in_its_place(brought: Path, file: Path) -> Path | None:
    """What the file that was there is called now. Raises WorkspaceUnwritableError."""
    try:
        before = free(file.with_name(f"{FILE_NAME}.before-load")) if file.exists() else None
        if before is not None:
            _keep_as_it_is(file, before)
        for target in (file, last_whole(file)):
            overwrite(brought, target)
    except FAULTS as error:
        raise WorkspaceUnwritableError(file=str(file), detail=first_line(error)) from error
    return before


def _keep_as_it_is(file: Path, target: Path) -> None:
    """Damaged or not."""
    try:
        backup(file, target)
    except FAULTS:
        shutil.copyfile(file, target)
