"""Checksums of the files of a version, kept in its manifest: damage is found, and damaged files are named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from math import inf
from pathlib import Path
from typing import Any

import xxhash
from pydantic import BaseModel, ConfigDict, Field

from core.storage.table_location import has_tables_elsewhere

MANIFEST = "manifest.json"
SEAL = "checksum"
"""The field of a manifest that holds the checksum of all its other fields."""
_TABLES = "tables/"
_BLOCK = 1 << 20  # bytes read at a time: what is checked must not count as memory of this process


class FileMark(BaseModel):
    """What a file was when it was written: its size, and its XXH3 in 128 bits."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    bytes: int = Field(ge=0)
    xxh3: str = Field(pattern=r"^[0-9a-f]{32}$")


def marks_of(version: Path) -> dict[str, FileMark]:
    """Of every file below ``version`` but its manifest, by its path there with slashes. Raises OSError."""
    files = sorted(place for place in version.rglob("*") if place.is_file())
    names = {place.relative_to(version).as_posix(): place for place in files}
    return {name: _mark(place) for name, place in names.items() if name != MANIFEST}


def _mark(place: Path) -> FileMark:
    digest, size = xxhash.xxh3_128(), 0
    with place.open("rb", buffering=0) as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            size += len(block)
    return FileMark(bytes=size, xxh3=digest.hexdigest())


def damaged_files(
    version: Path, marks: Mapping[str, FileMark], *, read: float = inf, below: tuple[str, ...] = ("",)
) -> Iterator[str]:
    """Names of the files that are missing or are not what they were; of all whose names begin as ``below`` says.

    ``read``: so many bytes are read and compared, the smallest files first; of the files beyond only the sizes are.
    Tables that stay where they are shared are left out.
    """
    elsewhere, seen = has_tables_elsewhere(version), 0
    for name, mark in sorted(marks.items(), key=lambda each: each[1].bytes):
        if name.startswith(below) and not (elsewhere and name.startswith(_TABLES)):
            seen += mark.bytes
            if not _is_whole(version / name, mark, read=seen <= read):
                yield name


def _is_whole(file: Path, mark: FileMark, *, read: bool) -> bool:
    try:
        return _mark(file) == mark if read else file.stat().st_size == mark.bytes
    except OSError:
        return False


def sealed(content: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a manifest with their checksum."""
    return {**content, SEAL: _seal(content)}


def is_sealed(content: Mapping[str, Any]) -> bool:
    """Whether the checksum of a manifest is that of its other fields."""
    return content.get(SEAL) == _seal(content)


def _seal(content: Mapping[str, Any]) -> str:
    rest = {name: value for name, value in content.items() if name != SEAL}
    return xxhash.xxh3_128_hexdigest(json.dumps(rest, sort_keys=True).encode())
