"""Imported sources whose passages are not to be linked until somebody asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from core.workspace.parts import value_part
from core.workspace.workspace import Workspace

_IDS = TypeAdapter(tuple[str, ...])
UNLINKED_SOURCES = value_part("unlinked_sources", _IDS.validate_json)


def unlinked_sources(folder: Path) -> tuple[str, ...]:
    """Their ids. Raises WorkspaceUnavailableError if they cannot be read."""
    return Workspace.beside(folder).value(UNLINKED_SOURCES) or ()


def save_unlinked_sources(folder: Path, ids: Sequence[str]) -> None:
    """Write them, whole or not at all."""
    if tuple(ids) != unlinked_sources(folder):
        Workspace.beside(folder).put(UNLINKED_SOURCES, _IDS.dump_json(tuple(ids)).decode())
