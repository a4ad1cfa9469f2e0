"""A knowledge base for each public set: built once, and again when what it is made of changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path

from core.discovery.pipeline import DiscoveryPipeline
from core.errors import DataUnreadableError, KnowledgeBaseCorruptError
from core.evaluation.experiment import AskedBase
from core.evaluation.tasks import TaskSet
from core.ingestion.building.build import publish_data_set
from core.ingestion.progress import ProgressListener, ProgressReporter
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.data_folder import remember_data_folder
from core.storage.embeddings import EmbeddingModelMismatchError, load_encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.manifest import KnowledgeBaseOutdatedError
from core.storage.publishing import KnowledgeBaseMissingError
from tests.research.public_sets import READERS, read_public_set

_READERS = Path(__file__).parent / "public_sets"


def public_bases(
    folder: Path, names: Iterable[str], settings: Settings, ontology: Ontology, listener: ProgressListener | None
) -> list[AskedBase]:
    """The sets ``names`` below ``folder``, all if none is named. Raises DataUnreadableError; nothing is built before it
    is opened."""
    return [
        AskedBase(_tasks(folder, name), _opener(folder, name, settings, ontology, listener))
        for name in dict.fromkeys(names) or READERS
    ]


def _tasks(folder: Path, name: str) -> TaskSet:
    found = read_public_set(folder, name)
    try:
        return TaskSet(found.questions, found.universes)
    except ValueError as error:
        raise DataUnreadableError(file=name, detail=str(error)) from error


def _opener(
    folder: Path, name: str, settings: Settings, ontology: Ontology, listener: ProgressListener | None
) -> Callable[[], DiscoveryPipeline]:
    return lambda: open_public_set(folder, name, settings, ontology, listener)


def open_public_set(
    folder: Path, name: str, settings: Settings, ontology: Ontology, listener: ProgressListener | None = None
) -> DiscoveryPipeline:
    """Open the knowledge base of a public set, ``evaluation/<name>`` beside the configured one.

    Built first if there is none, or if the set's files, its reader, the schema or the embedding model are others now.
    Raises DataUnreadableError, BuildRunningError, BuildFailedError, EmbeddingModelUnavailableError.
    """
    own = settings.model_copy(
        update={"knowledge_base_folder": settings.knowledge_base_folder.parent / "evaluation" / name}
    )
    seen = _fingerprint(folder, name)
    knowledge_base = _built_from(seen, own)
    if knowledge_base is None:
        progress = ProgressReporter(listener)
        progress.report("read", 0, 1)
        records = read_public_set(folder, name).records
        encoder = load_encoder(own.embedding_model, batch_size=own.embedding_batch_size, threads=own.embedding_threads)
        publish_data_set(records, seen, own, encoder, ontology, progress)
        remember_data_folder(own.knowledge_base_folder, folder / name)
        knowledge_base = open_knowledge_base(own.knowledge_base_folder, embedding_model=own.embedding_model)
    return DiscoveryPipeline(Base.over(knowledge_base, ontology, own))


def _built_from(seen: str, settings: Settings) -> KnowledgeBase | None:
    """What is published, if it can be used and was built from ``seen``."""
    try:
        found = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    except (
        KnowledgeBaseMissingError,
        KnowledgeBaseCorruptError,
        KnowledgeBaseOutdatedError,
        EmbeddingModelMismatchError,
    ):
        return None
    return found if found.manifest.data_fingerprint == seen else None


def _fingerprint(folder: Path, name: str) -> str:
    """SHA-256 over the files of a set and the source of its reader. Raises DataUnreadableError."""
    digest = hashlib.sha256()
    try:
        for path in (*sorted((folder / name).iterdir()), _READERS / "reading.py", _READERS / f"{name}.py"):
            digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    except OSError as error:
        raise DataUnreadableError(file=name, detail=str(error)) from error
    return digest.hexdigest()
