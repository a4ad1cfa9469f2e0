"""What a shared version consists of: its pointer, and the list of its files with their digests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from core.storage.object_store import ObjectStore, SharedDamagedError

VERSIONS, SOURCES, TABLES = "versions", "sources", "tables"
LIST = "files.json"


class SharedFile(BaseModel):
    """A file by its path below the knowledge base folder."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    bytes: int = Field(ge=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")

    @field_validator("path")
    @classmethod
    def _below(cls, path: str) -> str:
        """Whoever can write there must not be able to write anywhere else here."""
        parts = path.split("/")
        if len(parts) < 3 or parts[0] not in (VERSIONS, SOURCES) or {"", ".", ".."} & set(parts) or "\\" in path:
            raise ValueError(f"no file of a version: {path}")
        return path

    @property
    def kind(self) -> str:
        """Whether it belongs to the version or to a source."""
        return self.path.split("/")[0]

    @property
    def is_table(self) -> bool:
        """Whether it belongs to a LanceDB table."""
        return self.kind == VERSIONS and self.path.split("/")[2] == TABLES


class FileList(BaseModel):
    """All files of a version, those of its sources included."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    files: tuple[SharedFile, ...]


class Pointer(BaseModel):
    """Which version serves. ``list_sha256`` is of its ``files.json``: what that lists is what was published."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    build_id: str = Field(pattern=r"^[0-9A-Za-z][0-9A-Za-z-]*$")
    list_sha256: str


def read_pointer(store: ObjectStore, name: str) -> tuple[Pointer, str] | None:
    """The pointer and its tag; None if nothing was ever shared. Raises SharedDamagedError if it is no pointer."""
    found = store.read(name)
    if found is None:
        return None
    try:
        return Pointer.model_validate_json(found[0]), found[1]
    except ValidationError as error:
        raise SharedDamagedError(uri=store.uri, detail=f"{name} is no pointer") from error


def list_name(build_id: str) -> str:
    """The name of the list of files of a version."""
    return f"{VERSIONS}/{build_id}/{LIST}"


def read_list(store: ObjectStore, pointer: Pointer) -> FileList:
    """The files of the version that ``pointer`` names. Raises SharedDamagedError if the list is not what it says."""
    name = list_name(pointer.build_id)
    found = store.read(name)
    if found is None or hashlib.sha256(found[0]).hexdigest() != pointer.list_sha256:
        raise SharedDamagedError(uri=store.uri, detail=f"{name} is missing or was changed")
    try:
        return FileList.model_validate_json(found[0])
    except ValidationError as error:
        raise SharedDamagedError(uri=store.uri, detail=f"{name}: {error}"[:300]) from error


def files_below(folder: Path, path: str) -> Iterator[tuple[SharedFile, Path]]:
    """Every file in ``folder`` as it will be listed below ``path``, and where it is now."""
    for place in sorted(each for each in folder.rglob("*") if each.is_file()):
        with place.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        name = PurePosixPath(path, *place.relative_to(folder).parts)
        yield SharedFile(path=str(name), bytes=place.stat().st_size, sha256=digest), place


def download(store: ObjectStore, file: SharedFile, target: Path) -> None:
    """Bring a file here. It is at ``target`` whole or not at all, and not brought again if it is there.

    Raises SharedDamagedError if it is missing or is not what was published.
    """
    if target.is_file():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.partial")
    digest = hashlib.sha256()
    with partial.open("wb") as written:
        for piece in store.pieces(file.path, file.bytes):
            digest.update(piece)
            written.write(piece)
    if digest.hexdigest() != file.sha256:
        partial.unlink()
        raise SharedDamagedError(uri=store.uri, detail=f"{file.path} is not what was published")
    partial.replace(target)
