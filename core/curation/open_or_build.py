"""Have a knowledge base to serve: open what is there, build it from the data folder where that is the remedy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from core.curation.workspace_parts import mend
from core.errors import GuanxiError, KnowledgeBaseCorruptError
from core.ingestion.building.build import SourceChange, build_knowledge_base
from core.ingestion.progress import ProgressListener
from core.ingestion.records.csv_files import fingerprint
from core.ingestion.records.problems import RowProblem, load_problems
from core.ingestion.records.sources import sources_of_current
from core.ontology import Ontology
from core.settings import Settings
from core.storage.data_folder import remember_data_folder, require_built_from
from core.storage.embeddings import Encoder, LateEncoder, load_encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.manifest import KnowledgeBaseOutdatedError, read_manifest
from core.storage.object_store import SharedError
from core.storage.publishing import BuildRunningError, KnowledgeBaseMissingError, current_version, wait_for_build
from core.storage.restoring import is_restored
from core.storage.sharing import sharing

RebuildReason = Literal[
    "knowledge_base_missing",
    "knowledge_base_corrupt",
    "knowledge_base_outdated",
    "data_changed",
    "imported",
    "deleted",
    "removed",
    "linked",
    "ontology_changed",
    "same_companies",
    "texts_reviewed",
    "",
]
"""Why a version was built: a fault found at the start, or a change of the data; empty where a person asked for it.
Below ``system.base.rebuilt.`` the catalogue has each in words."""


@dataclass(frozen=True)
class Started:
    """An open knowledge base.

    ``rebuilt_because`` is why it was built just now; empty where it was there. ``stale_because`` is why the data
    files, which have changed, could not be built, or why what is shared could not be brought here: the knowledge base
    from before still serves.
    """

    knowledge_base: KnowledgeBase
    problems: tuple[RowProblem, ...] = ()
    rebuilt_because: RebuildReason = ""
    stale_because: GuanxiError | None = None


def open_or_build(settings: Settings, ontology: Ontology, listener: ProgressListener | None = None) -> Started:
    """Open the published knowledge base; build it first if there is none, it is damaged or outdated, or the data
    files have changed since.

    Of a shared knowledge base the version that serves there is brought here and opened, whatever the data files say;
    only where nothing was ever shared it is built.

    Raises EmbeddingModelMismatchError without building: which of the two models is meant is for a person to say.
    """
    if settings.knowledge_base_uri:
        return _open_shared(settings, ontology, listener)
    try:
        opened = _open(settings)
    except (KnowledgeBaseMissingError, KnowledgeBaseCorruptError, KnowledgeBaseOutdatedError) as error:
        return _built(settings, ontology, listener, because=error.code)
    try:
        seen = fingerprint(settings.data_folder, ontology)
        if opened.manifest.data_fingerprint == seen or is_restored(
            settings.knowledge_base_folder, opened.manifest, seen
        ):
            return Started(opened, load_problems(opened.folder))
        return rebuild(settings, ontology, listener, because="data_changed")
    except GuanxiError as error:
        return Started(opened, load_problems(opened.folder), stale_because=error)


def _open_shared(settings: Settings, ontology: Ontology, listener: ProgressListener | None) -> Started:
    """Raises a SharedError only if there is nothing here that could serve instead."""
    missed: SharedError | None = None
    try:
        sharing(settings).look(wait=True)
    except SharedError as error:
        missed = error
    try:
        opened = _open(settings)
    except KnowledgeBaseMissingError as error:
        if missed is not None:
            raise missed from error
        return _built(settings, ontology, listener, because=error.code)
    except KnowledgeBaseCorruptError:
        sharing(settings).bring_anew()
        opened = _open(settings)
    return Started(opened, load_problems(opened.folder), stale_because=missed)


def newly_published(settings: Settings, serving: KnowledgeBase) -> Started | None:
    """The version that is published now, here by another process or where it is shared, if it is another than
    ``serving``; None also while another process builds.

    Raises what opening does, and a SharedError; ``serving`` is not touched.
    """
    if settings.knowledge_base_uri:
        try:
            sharing(settings).look(wait=False)
        except BuildRunningError:
            return None
    if current_version(settings.knowledge_base_folder) == serving.folder:
        return None
    opened = _open(settings)
    return Started(opened, load_problems(opened.folder))


def _open(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(
        settings.knowledge_base_folder,
        embedding_model=settings.embedding_model,
        check_megabytes=settings.check_at_opening_megabytes,
    )


def _built(
    settings: Settings, ontology: Ontology, listener: ProgressListener | None, *, because: RebuildReason
) -> Started:
    """Build, or wait for the process that is building already and open what it publishes."""
    try:
        return rebuild(settings, ontology, listener, because=because)
    except BuildRunningError:
        wait_for_build(settings.knowledge_base_folder)
    opened = _open(settings)
    return Started(opened, load_problems(opened.folder))


def rebuild(
    settings: Settings,
    ontology: Ontology,
    listener: ProgressListener | None = None,
    *,
    because: RebuildReason = "",
    change: SourceChange | None = None,
) -> Started:
    """Build from the data folder and the imported sources with the configured embedding model, publish, and open the
    result.

    ``because`` says why; empty where a person asked for it. Raises what ``require_built_from`` does, unless a person
    did, and what ``build_knowledge_base`` raises.
    """
    folder = settings.knowledge_base_folder
    if because and not _is_of_this_data(settings, ontology):
        require_built_from(folder, settings.data_folder, has_sources=bool(sources_of_current(folder)))
    mend(folder)
    report = build_knowledge_base(settings, _encoder(settings), ontology, listener, change)
    remember_data_folder(folder, settings.data_folder)
    opened = _open(settings)
    return Started(opened, report.problems, because)


def _is_of_this_data(settings: Settings, ontology: Ontology) -> bool:
    """Whether the serving version was built from the data files as they are now, wherever that was."""
    try:
        manifest = read_manifest(current_version(settings.knowledge_base_folder))
    except (KnowledgeBaseMissingError, KnowledgeBaseCorruptError, KnowledgeBaseOutdatedError):
        return False
    return manifest.data_fingerprint == fingerprint(settings.data_folder, ontology)


def _encoder(settings: Settings) -> Encoder:
    """The configured model; not loaded yet where the version that serves says how long its vectors are."""
    load = partial(
        load_encoder,
        settings.embedding_model,
        batch_size=settings.embedding_batch_size,
        threads=settings.embedding_threads,
    )
    try:
        manifest = read_manifest(current_version(settings.knowledge_base_folder))
    except (KnowledgeBaseMissingError, KnowledgeBaseCorruptError, KnowledgeBaseOutdatedError):
        return load()
    if manifest.embedding_model != settings.embedding_model:
        return load()
    return LateEncoder(manifest.embedding_model, manifest.embedding_dimension, load)
