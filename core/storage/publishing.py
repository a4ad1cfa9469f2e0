"""Versions of a knowledge base: written aside, published by one atomic switch, old ones kept for their readers.

<folder>/versions/<build id>/   manifest.json · tables/ (LanceDB) · graph/ · records/ · vectors/ · names/ …
                                (what each holds: docs/storage.md)
<folder>/CURRENT                the build id that serves
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar, Literal
from uuid import uuid4

from filelock import FileLock, Timeout

from core.errors import DataUnwritableError, GuanxiError, KnowledgeBaseCorruptError, RefusedError
from core.storage.checksums import marks_of
from core.storage.manifest import Manifest, write_manifest
from core.storage.readers import is_read

POINTER = "CURRENT"
LOCK = "build.lock"
KEPT_VERSIONS = 3


class KnowledgeBaseMissingError(GuanxiError):
    """Nothing was ever published in this folder."""

    code: ClassVar[Literal["knowledge_base_missing"]]


class BuildRunningError(RefusedError):
    """Another process is building into the same folder."""


def new_build_id() -> str:
    """Sortable by time, unique across processes."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{uuid4().hex[:8]}"


def current_version(folder: Path) -> Path:
    """The folder of the serving version.

    Raises KnowledgeBaseMissingError if nothing was published, KnowledgeBaseCorruptError if the pointer dangles or is
    gone.
    """
    pointer = folder / POINTER
    if not pointer.exists():
        if published_versions(folder) and not list(folder.glob(f"{POINTER}.*")):  # those of a build that was killed
            raise KnowledgeBaseCorruptError(folder=str(folder), detail=f"{POINTER} is missing")
        raise KnowledgeBaseMissingError(folder=str(folder))
    try:
        version = folder / "versions" / pointer.read_text(encoding="utf-8").strip()
        whole = (version / "manifest.json").is_file()
    except (OSError, ValueError) as error:
        raise KnowledgeBaseCorruptError(folder=str(folder), detail=f"{POINTER}: {error}"[:300]) from error
    if not whole:
        raise KnowledgeBaseCorruptError(folder=str(folder), detail=f"{POINTER} → {version.name}")
    return version


def pointer_mark(folder: Path) -> tuple[int, int, int] | None:
    """What changes whenever a version is published or restored: one stat, of some microseconds. None: no pointer."""
    try:
        seen = os.stat(f"{folder}/{POINTER}")  # noqa: PTH116 - before every request
    except OSError:
        return None
    return seen.st_ino, seen.st_mtime_ns, seen.st_size


def published_versions(folder: Path) -> tuple[Path, ...]:
    """Whole versions that are kept, the newest first. To be called under the build lock: none is removed meanwhile."""
    return tuple(sorted((found.parent for found in (folder / "versions").glob("*/manifest.json")), reverse=True))


def all_versions(folder: Path) -> tuple[Path, ...]:
    """Versions that are kept, whole or not, the newest first."""
    found = (folder / "versions").glob("*") if (folder / "versions").is_dir() else ()
    return tuple(sorted((each for each in found if each.is_dir() and each.suffix != ".partial"), reverse=True))


@contextmanager
def building(folder: Path) -> Iterator[Path]:
    """A fresh folder to write a version into, under the build lock; removed again if the build fails.

    Leftovers of killed builds are swept first. Raises BuildRunningError if another build holds the lock.
    """
    versions = folder / "versions"
    with build_lock(folder, wait=False):
        versions.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        partial = versions / f"{new_build_id()}.partial"
        partial.mkdir()
        try:
            yield partial
        finally:
            shutil.rmtree(partial, ignore_errors=True)


@contextmanager
def build_lock(folder: Path, *, wait: bool) -> Iterator[None]:
    """Only one process at a time. Raises BuildRunningError if another one is at it and ``wait`` is not set, and
    DataUnwritableError where nothing can be written there."""
    lock = FileLock(folder / LOCK, timeout=-1 if wait else 0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        raise BuildRunningError(folder=str(folder)) from error
    except OSError as error:
        raise DataUnwritableError(file=str(folder), detail=str(error.strerror or error)) from error
    try:
        yield
    finally:
        lock.release()


def _sweep(folder: Path) -> None:
    """Remove what killed or failed builds left: unfinished versions, and pointers that were never switched to."""
    for leftover in (folder / "versions").glob("*.partial"):
        shutil.rmtree(leftover, ignore_errors=True)
    for leftover in folder.glob("putting-*"):
        leftover.unlink()
    for pointer in folder.glob(f"{POINTER}.*"):
        shutil.rmtree(folder / "versions" / pointer.name.removeprefix(f"{POINTER}."), ignore_errors=True)
        pointer.unlink()


def wait_for_build(folder: Path) -> None:
    """Return when no build holds the lock any more."""
    with build_lock(folder, wait=True):
        pass


def publish(
    partial: Path,
    manifest: Manifest,
    kept: int = KEPT_VERSIONS,
    before: Callable[[Path, Manifest], None] = lambda *_: None,
) -> Path:
    """Complete ``partial`` with its manifest and make it the serving version; returns its final folder.

    The newest ``kept`` versions stay, and those that are read. ``before`` is called with the complete version before it
    serves; what it raises leaves what served serving.
    """
    described = write_manifest(partial, manifest.model_copy(update={"files": marks_of(partial)}))
    before(partial, described)
    version = partial.with_name(manifest.build_id)
    partial.rename(version)
    serve(version, kept)
    return version


def serve(version: Path, kept: int = KEPT_VERSIONS) -> None:
    """Make a complete version the serving one, and remove those that are too old. To be called under the build lock.

    The switch is one ``os.replace`` of the pointer file: a reader sees the old version or the new, never a mix.
    """
    folder = version.parents[1]
    switch = folder / f"{POINTER}.{version.name}"
    with switch.open("w", encoding="utf-8") as file:
        file.write(version.name)
        file.flush()
        os.fsync(file.fileno())
    switch.replace(folder / POINTER)
    _forget_old(folder, kept, serving=version)


def _forget_old(folder: Path, kept: int, serving: Path) -> None:
    versions = sorted(entry for entry in (folder / "versions").iterdir() if entry.is_dir())
    for version in versions[:-kept]:
        if version != serving and not is_read(version):
            shutil.rmtree(version, ignore_errors=True)
