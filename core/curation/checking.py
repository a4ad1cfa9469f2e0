"""Look for damage: all bytes of every kept version and of every imported source against their checksums."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.errors import GuanxiError
from core.ingestion.records.sources import FOLDER, check_source, sources_of_current
from core.settings import Settings
from core.storage.checksums import damaged_files
from core.storage.knowledge_base import open_version
from core.storage.manifest import KnowledgeBaseOutdatedError, read_manifest
from core.storage.publishing import POINTER, all_versions, current_version

State = Literal["whole", "damaged", "outdated", "whole_as_far_as_known"]


@dataclass(frozen=True)
class Checked:
    """What was found of a version or a source. ``damaged``: files that are missing or are not what was written, or what
    is wrong with it. ``whole_as_far_as_known``: it opens, and has no checksums."""

    id: str
    state: State
    damaged: tuple[str, ...] = ()


def check_versions(settings: Settings) -> tuple[Checked, ...]:
    """Every kept version, newest first; before them the pointer, where it is not sound."""
    folder = settings.knowledge_base_folder
    return (*_pointer(folder), *(_version(version) for version in all_versions(folder)))


def check_sources(settings: Settings) -> tuple[Checked, ...]:
    """Every imported source that is on disk, or that what serves was built from, oldest first."""
    folder = settings.knowledge_base_folder
    sources = {place.name for place in (folder / FOLDER).glob("*")} | {*sources_of_current(folder)}
    return tuple(_source(folder, each) for each in sorted(sources))


def _pointer(folder: Path) -> Iterator[Checked]:
    try:
        if all_versions(folder):
            current_version(folder)
    except GuanxiError as error:
        yield Checked(POINTER, "damaged", (_detail(error),))


def _version(version: Path) -> Checked:
    try:
        manifest = read_manifest(version)
    except KnowledgeBaseOutdatedError:
        return Checked(version.name, "outdated")
    except GuanxiError as error:
        return Checked(version.name, "damaged", (_detail(error),))
    damaged = tuple(sorted(damaged_files(version, manifest.files)))
    if damaged or manifest.files:
        return Checked(version.name, "damaged" if damaged else "whole", damaged)
    try:
        open_version(version, manifest)
    except GuanxiError as error:
        return Checked(version.name, "damaged", (_detail(error),))
    return Checked(version.name, "whole_as_far_as_known")


def _source(folder: Path, source_id: str) -> Checked:
    try:
        check_source(folder, source_id)
    except GuanxiError as error:
        return Checked(source_id, "damaged", (_detail(error),))
    return Checked(source_id, "whole")


def _detail(error: GuanxiError) -> str:
    return str(error.parameters.get("detail", error))
