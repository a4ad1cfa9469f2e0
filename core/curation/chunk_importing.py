"""Chunks of another program, taken in as a source like any other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.curation.import_plans import ImportPlan
from core.curation.importing import ImportCheck, check_import, run_import
from core.curation.open_or_build import Started
from core.domain.records import Passage
from core.errors import RefusedError
from core.ingestion.building.embedded_texts import passage_text
from core.ingestion.checking.chunks import Chunk, chunk_raw_records
from core.ingestion.checking.import_choices import Choices
from core.ingestion.formats.reading import ReadFile
from core.ingestion.mapping.saved_mappings import load_mappings
from core.ingestion.progress import ProgressListener
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Vectors
from core.storage.knowledge_base import KnowledgeBase


class NothingAdmittedError(RefusedError):
    """Of what was to be taken in, every part was refused."""


@dataclass(frozen=True)
class ChunkOptions:
    """What the source is called; whether what chunks are about becomes entities and what they state is proposed as
    relations; whether their passages are linked to those of other kinds at once, or when ``link_passages`` is
    called."""

    name: str
    extract_entities: bool = True
    create_cross_links: bool = True


def check_chunks(
    chunks: Sequence[Chunk], options: ChunkOptions, base: KnowledgeBase, settings: Settings, ontology: Ontology
) -> tuple[ImportPlan, ImportCheck]:
    """What would come in, and what is refused why; nothing has been written."""
    raw_records = chunk_raw_records(chunks, base.all_entities(), extract_entities=options.extract_entities)
    said = Choices(entity_types=load_mappings(settings.knowledge_base_folder).entity_types)
    plan = ImportPlan(options.name, (ReadFile(options.name, "json", raw_records=(raw_records,)),), {}, said)
    return plan, check_import(plan, base, ontology)


def import_chunks(
    chunks: Sequence[Chunk],
    options: ChunkOptions,
    checked: tuple[ImportPlan, ImportCheck],
    settings: Settings,
    ontology: Ontology,
    listener: ProgressListener | None = None,
) -> Started:
    """Take in what was ``checked``, with the vectors that chunks bring; the others are made. A text that is known
    already keeps its vector. Raises NothingAdmittedError and what ``run_import`` does.
    """
    plan, check = checked
    if not check.valid.data.passages:
        raise NothingAdmittedError(name=options.name)
    vectors = _vectors(chunks, check.valid.data.passages)
    return run_import(
        plan,
        check,
        settings,
        ontology,
        listener,
        vectors=vectors,
        link_later=not options.create_cross_links,
        read_relations=options.extract_entities,
    )


def _vectors(chunks: Sequence[Chunk], passages: Sequence[Passage]) -> tuple[tuple[str, ...], Vectors] | None:
    """Texts and unit vectors of the passages whose chunk has one."""
    given = {chunk.id: chunk.embedding for chunk in reversed(chunks) if chunk.embedding}
    some = [passage for passage in passages if passage.id in given]
    if not some:
        return None
    vectors = np.array([given[passage.id] for passage in some], dtype=np.float64)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return tuple(passage_text(passage) for passage in some), vectors.astype(np.float32)
