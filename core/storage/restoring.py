"""Versions that are kept: which there are, and the way back to one of them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from core.errors import DataUnwritableError, GuanxiError, RefusedError
from core.storage.embeddings import EmbeddingModelMismatchError
from core.storage.knowledge_base import check_files
from core.storage.manifest import Manifest, read_manifest
from core.storage.publishing import POINTER, all_versions, build_lock, current_version
from core.storage.sharing import Sharing
from core.workspace.parts import value_part
from core.workspace.workspace import Workspace


class VersionUnknownError(RefusedError):
    """There is no kept version of this id."""


@dataclass(frozen=True)
class KeptVersion:
    """A version on disk; ``usable`` where this program and its embedding model can serve it."""

    manifest: Manifest
    serving: bool
    usable: bool
    megabytes: float


class _Restored(BaseModel):
    """Which version was restored, and what the data files looked like then: it serves until they change again."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    build_id: str
    seen: str


RESTORED = value_part("restored", _Restored.model_validate_json)


def kept_versions(folder: Path, *, embedding_model: str) -> list[KeptVersion]:
    """All versions below ``folder`` whose manifest this program can read, newest first."""
    serving = _serving(folder)
    found = []
    for version in all_versions(folder):
        try:
            manifest = read_manifest(version)
        except GuanxiError:
            continue
        files = (entry for entry in version.rglob("*") if entry.is_file())
        size = sum(file.stat().st_size for file in files) / 1_000_000
        usable = manifest.embedding_model == embedding_model
        found.append(KeptVersion(manifest, version.name == serving, usable, size))
    return found


def _serving(folder: Path) -> str:
    try:
        return current_version(folder).name
    except GuanxiError:
        return ""


def restore_version(folder: Path, build_id: str, *, embedding_model: str, seen: str, shared: Sharing) -> None:
    """Let a kept version serve again, here and where it is shared; ``seen`` is the fingerprint of the data files as
    they are now.

    Raises VersionUnknownError, KnowledgeBaseOutdatedError or KnowledgeBaseCorruptError for one that cannot be served,
    EmbeddingModelMismatchError for one of another model, BuildRunningError while a build runs, SharedError if it cannot
    be shared.
    """
    version = folder / "versions" / build_id
    if version.parent != folder / "versions" or not (version / "manifest.json").is_file():
        raise VersionUnknownError(version=build_id)
    manifest = read_manifest(version)
    if manifest.embedding_model != embedding_model:
        raise EmbeddingModelMismatchError(built_with=manifest.embedding_model, configured=embedding_model)
    check_files(version, manifest)
    with build_lock(folder, wait=False):
        shared.bring()
        shared.offer(version, manifest)
        Workspace.beside(folder).put(RESTORED, _Restored(build_id=build_id, seen=seen).model_dump_json())
        _put(folder / POINTER, build_id)


def _put(file: Path, text: str) -> None:
    """Written aside and put in place in one step. Raises DataUnwritableError."""
    partial = file.with_name(f"putting-{file.name}-{os.getpid()}")
    try:
        with partial.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(file)
    except OSError as error:
        raise DataUnwritableError(file=str(file), detail=str(error.strerror or error)) from error


def is_restored(folder: Path, manifest: Manifest, seen: str) -> bool:
    """Whether a person chose this version although the data files, which look like ``seen``, would make another.

    Raises WorkspaceUnavailableError.
    """
    return Workspace.beside(folder).value(RESTORED) == _Restored(build_id=manifest.build_id, seen=seen)
