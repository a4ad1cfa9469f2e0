"""Companies that a version holds under another id: what they were called, and where they went."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

_FILE = "merged.json"


class MergedCompany(BaseModel):
    """``id`` went into ``into``, which is an id of this version."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    into: str
    name_zh: str
    name_en: str


_ALL = TypeAdapter(tuple[MergedCompany, ...])


def save_merged(merged: Sequence[MergedCompany], folder: Path) -> None:
    """Write them into a version's ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _FILE).write_bytes(_ALL.dump_json(tuple(merged)))


def load_merged(folder: Path) -> tuple[MergedCompany, ...]:
    """Read them. Raises OSError or ValueError if that cannot be done."""
    return _ALL.validate_json((folder / _FILE).read_bytes())
