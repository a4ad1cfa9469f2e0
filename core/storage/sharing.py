"""A knowledge base shared by several machines: whole versions on object storage, one pointer object written last.

<uri>/CURRENT                           which version serves
<uri>/versions/<build id>/files.json    every file of the version and of its sources: name, bytes, SHA-256
<uri>/versions/<build id>/…             the version as it lies in a local folder (docs/storage.md)
<uri>/sources/<source id>/…             imported sources

Each machine keeps a local copy of the version that serves and maps that: docs/scale.md says why.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from core.errors import KnowledgeBaseCorruptError
from core.settings import Settings
from core.storage.manifest import Manifest
from core.storage.object_store import ObjectStore, SharedDamagedError
from core.storage.publishing import (
    KEPT_VERSIONS,
    POINTER,
    KnowledgeBaseMissingError,
    build_lock,
    current_version,
    serve,
)
from core.storage.shared_files import (
    SOURCES,
    TABLES,
    VERSIONS,
    FileList,
    Pointer,
    SharedFile,
    download,
    files_below,
    list_name,
    read_list,
    read_pointer,
)
from core.storage.table_location import leave_tables_at

_DOWNLOADS = "downloads"
_AT_ONCE = 8  # files on their way at a time
Item = TypeVar("Item")


class Sharing:
    """The shared place of a knowledge base ``folder``. With an empty URI there is none, and everything does nothing.

    ``bring`` and ``offer`` are to be called under the build lock, ``look`` takes it. All of them may raise a
    SharedError; what served in ``folder`` before serves on then.
    """

    def __init__(self, folder: Path, uri: str, *, remote_tables: bool = False, kept: int = KEPT_VERSIONS) -> None:
        self._folder = folder
        self._uri = uri
        self._remote_tables = remote_tables
        self._kept = kept
        self._seen: tuple[Pointer, str] | None = None

    def look(self, *, wait: bool) -> None:
        """Bring the version that is shared now, if it is not here. Raises BuildRunningError if that has to wait for
        another process and ``wait`` is not set."""
        if not self._uri:
            return
        found = read_pointer(ObjectStore(self._uri), POINTER)
        if found and not self._serves(found[0]):
            with build_lock(self._folder, wait=wait):
                self.bring()

    def bring(self) -> None:
        """Make the folder serve what is shared, and remember what that was: it is what ``offer`` builds upon.

        What was brought whole before a killed or failed attempt is not brought again.
        """
        if not self._uri:
            return
        store = ObjectStore(self._uri)
        self._seen = read_pointer(store, POINTER)
        if self._seen is None or self._serves(self._seen[0]):
            return
        pointer = self._seen[0]
        if not (self._folder / VERSIONS / pointer.build_id / "manifest.json").is_file():
            self._download(store, pointer)
        serve(self._folder / VERSIONS / pointer.build_id, self._kept)

    def bring_anew(self) -> None:
        """The same where the local copy turned out to be damaged. Takes the build lock."""
        with build_lock(self._folder, wait=True):
            found = read_pointer(ObjectStore(self._uri), POINTER)
            if found is not None:
                shutil.rmtree(self._folder / VERSIONS / found[0].build_id, ignore_errors=True)
            self.bring()

    def _serves(self, pointer: Pointer) -> bool:
        try:
            return current_version(self._folder).name == pointer.build_id
        except (KnowledgeBaseMissingError, KnowledgeBaseCorruptError):
            return False

    def _download(self, store: ObjectStore, pointer: Pointer) -> None:
        files = read_list(store, pointer).files
        downloads = self._folder / _DOWNLOADS
        for other in downloads.glob("*"):
            if other.name != pointer.build_id:
                shutil.rmtree(other, ignore_errors=True)
        place = downloads / pointer.build_id
        wanted = [file for file in files if not self._is_not_needed(file)]
        _together(lambda file: download(store, file, place / file.path), wanted)
        if self._remote_tables:
            leave_tables_at(f"{store.uri}/{VERSIONS}/{pointer.build_id}/{TABLES}", place / VERSIONS / pointer.build_id)
        for kind in (SOURCES, VERSIONS):  # a version comes last: what it needs is there then
            for brought in sorted((place / kind).glob("*")):
                target = self._folder / kind / brought.name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.rmtree(target, ignore_errors=True)
                brought.rename(target)
        shutil.rmtree(downloads, ignore_errors=True)

    def _is_not_needed(self, file: SharedFile) -> bool:
        here = self._folder.joinpath(*file.path.split("/")[:2])
        return (self._remote_tables and file.is_table) or (file.kind == SOURCES and here.is_dir())

    def offer(self, version: Path, manifest: Manifest) -> None:
        """Upload a finished version and make it the shared one; to be called before it serves locally.

        Raises SharedChangedError, and shares nothing, if somebody else has shared a version since ``bring``.
        """
        if not self._uri:
            return
        store = ObjectStore(self._uri)
        there = self._shared_already(store)
        folders = [(version, f"{VERSIONS}/{manifest.build_id}")]
        folders += [(self._folder / SOURCES / source, f"{SOURCES}/{source}") for source in manifest.sources]
        found = [pair for folder, path in folders for pair in files_below(folder, path)]
        _together(
            lambda pair: store.write(pair[0].path, pair[1]), [each for each in found if each[0].path not in there]
        )
        listed = FileList(files=tuple(file for file, _ in found)).model_dump_json().encode()
        store.write(list_name(manifest.build_id), listed)
        pointer = Pointer(build_id=manifest.build_id, list_sha256=hashlib.sha256(listed).hexdigest())
        store.switch(POINTER, pointer.model_dump_json().encode(), self._seen[1] if self._seen else None)
        _forget_old(store, self._kept, serving=manifest)

    def _shared_already(self, store: ObjectStore) -> set[str]:
        """Sources that lie there need not be uploaded again, unless who knows what of them is there."""
        try:
            return {file.path for file in read_list(store, self._seen[0]).files} if self._seen else set()
        except SharedDamagedError:
            return set()


def sharing(settings: Settings) -> Sharing:
    """As the settings say."""
    remote = settings.knowledge_base_tables == "remote"
    return Sharing(
        settings.knowledge_base_folder,
        settings.knowledge_base_uri,
        remote_tables=remote,
        kept=settings.kept_versions,
    )


def _together(work: Callable[[Item], None], items: Iterable[Item]) -> None:
    with ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="sharing") as pool:
        for future in [pool.submit(work, item) for item in items]:
            future.result()


def _forget_old(store: ObjectStore, kept_versions: int, serving: Manifest) -> None:
    """Remove all versions but the last ones, and the sources that no list of those names."""
    names = store.names(VERSIONS)
    versions = sorted({name.split("/")[1] for name in names})
    kept = {*versions[-kept_versions:], serving.build_id}
    lists = [found[0] for build_id in kept if (found := store.read(list_name(build_id)))]
    listed = {file.path for each in lists for file in FileList.model_validate_json(each).files}
    unused = [name for name in names if name.split("/")[1] not in kept]
    unused += [name for name in store.names(SOURCES) if name not in listed]
    store.remove(unused)
