"""Which data folder a knowledge base was built from: another one is not built over it unasked."""

from __future__ import annotations

import csv
import filecmp
from pathlib import Path

import pyarrow as pa

from core.errors import KnowledgeBaseCorruptError, RefusedError
from core.settings import BUNDLED_DATA
from core.storage.local_lancedb import lancedb
from core.storage.publishing import KnowledgeBaseMissingError, current_version
from core.storage.table_location import table_location
from core.workspace.parts import as_text, value_part
from core.workspace.workspace import Workspace

BUILT_FROM = value_part("built_from", lambda content: Path(as_text(content).strip()))
"""Of this machine only."""
_SHARE_OF_THE_SAMPLE = 0.5
"""A version that holds this share of the bundled companies was built from the sample, perhaps from an older one."""


class DataFolderDiffersError(RefusedError):
    """What serves was built from another data folder."""


class NotTheSampleError(RefusedError):
    """The bundled sample would replace a knowledge base that was built from something else."""


def remember_data_folder(folder: Path, data_folder: Path) -> None:
    """Note what was built from."""
    if noted_data_folder(folder) != data_folder.resolve():
        Workspace.beside(folder).put(BUILT_FROM, str(data_folder.resolve()))


def require_built_from(folder: Path, data_folder: Path, *, has_sources: bool) -> None:
    """Refuse to build from ``data_folder`` over what ``folder`` holds where that was built from something else.

    Raises DataFolderDiffersError if it was built from another folder that is still there and holds other files, unless
    that is the bundled sample and nothing was imported (``has_sources``). Raises NotTheSampleError if ``data_folder``
    is the bundled sample and ``folder`` holds something else, such as an evaluation set or the copy of a knowledge base
    of another machine.
    """
    built_from = noted_data_folder(folder)
    if built_from == data_folder.resolve():
        return
    if built_from is not None and built_from.is_dir():
        if _hold_the_same(built_from, data_folder):
            return
        if built_from != BUNDLED_DATA or has_sources:
            raise DataFolderDiffersError(built_from=str(built_from), configured=str(data_folder))
    elif data_folder.resolve() == BUNDLED_DATA and not _holds_the_sample(folder):
        raise NotTheSampleError(folder=str(folder))


def _hold_the_same(one: Path, other: Path) -> bool:
    """Whether both folders hold the same files, byte by byte; of folders in them nothing is read."""
    try:
        names = [sorted(file.name for file in folder.iterdir() if file.is_file()) for folder in (one, other)]
        return names[0] == names[1] and filecmp.cmpfiles(one, other, names[0], shallow=False)[0] == names[0]
    except OSError:
        return False  # what cannot be read is not known to be the same


def noted_data_folder(folder: Path) -> Path | None:
    """What ``folder`` was last built from; None where nothing says so. Raises WorkspaceUnavailableError."""
    return Workspace.beside(folder).value(BUILT_FROM)


def _holds_the_sample(folder: Path) -> bool:
    """Whether the version that serves, or else the newest, holds the bundled companies; so does nothing at all, which
    anything may replace. Its schema may be another: only the ids of its entities are read."""
    version = _version(folder)
    if version is None:
        return True
    with (BUNDLED_DATA / "companies.csv").open(encoding="utf-8", newline="") as file:
        ids = [row["id"].replace("'", "''") for row in csv.DictReader(file)]
    listed = ", ".join(f"'{each}'" for each in ids)
    try:
        entities = lancedb.connect(table_location(version)).open_table("entities")
        return entities.count_rows(f"id IN ({listed})") >= _SHARE_OF_THE_SAMPLE * len(ids)
    except (OSError, ValueError, RuntimeError, pa.ArrowException):
        return False  # an unknown state is not replaced without a request


def _version(folder: Path) -> Path | None:
    try:
        return current_version(folder)
    except (KnowledgeBaseMissingError, KnowledgeBaseCorruptError):
        manifests = sorted((folder / "versions").glob("*/manifest.json"))
        return manifests[-1].parent if manifests else None
