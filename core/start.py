"""Have a knowledge base to serve: open what is there, build it from the data folder where that is the remedy."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import (
    BuildRunningError,
    GuanxiError,
    KnowledgeBaseCorruptError,
    KnowledgeBaseMissingError,
    KnowledgeBaseOutdatedError,
)
from core.ingestion.build import SourceChange, build_knowledge_base
from core.ingestion.csv_files import fingerprint
from core.ingestion.problems import RowProblem, load_problems
from core.ingestion.progress import ProgressListener
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import load_encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.publishing import wait_for_build
from core.storage.restoring import is_restored


@dataclass(frozen=True)
class Started:
    """An open knowledge base.

    ``rebuilt_because`` is the code of the fault that made a rebuild necessary. ``stale_because`` is why the data
    files, which have changed, could not be built: the knowledge base from before still serves.
    """

    knowledge_base: KnowledgeBase
    problems: tuple[RowProblem, ...] = ()
    rebuilt_because: str = ""
    stale_because: GuanxiError | None = None


def open_or_build(settings: Settings, ontology: Ontology, listener: ProgressListener | None = None) -> Started:
    """Open the published knowledge base; build it first if there is none, it is damaged or outdated, or the data
    files have changed since.

    Raises EmbeddingModelMismatchError without building: which of the two models is meant is for a person to say.
    """
    try:
        opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
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


def _built(settings: Settings, ontology: Ontology, listener: ProgressListener | None, *, because: str) -> Started:
    """Build, or wait for the process that is building already and open what it publishes."""
    try:
        return rebuild(settings, ontology, listener, because=because)
    except BuildRunningError:
        wait_for_build(settings.knowledge_base_folder)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    return Started(opened, load_problems(opened.folder))


def rebuild(
    settings: Settings,
    ontology: Ontology,
    listener: ProgressListener | None = None,
    *,
    because: str = "",
    change: SourceChange | None = None,
) -> Started:
    """Build from the data folder and the imported sources with the configured embedding model, publish, and open the
    result."""
    encoder = load_encoder(
        settings.embedding_model, batch_size=settings.embedding_batch_size, threads=settings.embedding_threads
    )
    report = build_knowledge_base(settings, encoder, ontology, listener, change)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    return Started(opened, report.problems, because)
