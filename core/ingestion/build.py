"""Build a knowledge base from a data folder and publish it in one step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.index import FTS, Bitmap, IvfFlat, IvfSq

from core.domain.entity_names import entity_names
from core.domain.name_finder import NameFinder
from core.domain.records import CrossLink, Entity, Mention, MentionRole, Passage, Relation
from core.errors import BuildFailedError
from core.ingestion.cross_links import find_cross_links
from core.ingestion.csv_files import DataSet, fingerprint, read_data_set
from core.ingestion.embedded_texts import entity_text, passage_text, triplet_text
from core.ingestion.mentions import find_mentions
from core.ingestion.problems import RowProblem, save_problems
from core.ingestion.profiles import bridge_names, profiles
from core.ingestion.progress import ProgressListener, ProgressReporter, Stage
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.lexical_index import lexical_index, save_lexical_index
from core.storage.manifest import SCHEMA_VERSION, Counts, Manifest
from core.storage.name_files import save_names
from core.storage.publishing import building, publish
from core.storage.relation_graph import RelationGraph, build_graph, save_graph
from core.storage.rows import save_companies, save_mention_scores, save_rows
from core.storage.tables import records_table, with_vectors

MENTION_ROLES: tuple[MentionRole, ...] = get_args(MentionRole)


@dataclass(frozen=True)
class BuildReport:
    """What a finished build published, and which rows it left out."""

    manifest: Manifest
    version: Path
    problems: tuple[RowProblem, ...]


def build_knowledge_base(
    settings: Settings, encoder: Encoder, ontology: Ontology, listener: ProgressListener | None = None
) -> BuildReport:
    """Read ``settings.data_folder``, write a new version below ``settings.knowledge_base_folder``, publish it.

    Raises DataUnreadableError for an unusable file, BuildRunningError if another build runs, BuildFailedError if
    writing fails (disk full, no permission). After any of these, what served before still serves.
    """
    progress = ProgressReporter(listener)
    progress.report("read", 0, 1)
    seen = fingerprint(settings.data_folder)  # before reading: a change during the build must be noticed afterwards
    return publish_data_set(read_data_set(settings.data_folder, ontology), seen, settings, encoder, ontology, progress)


def publish_data_set(
    data: DataSet,
    seen: str,
    settings: Settings,
    encoder: Encoder,
    ontology: Ontology,
    progress: ProgressReporter,
) -> BuildReport:
    """Write validated records as a new version and publish it; ``seen`` is the fingerprint of their source.

    Raises BuildRunningError and BuildFailedError as ``build_knowledge_base`` does.
    """
    progress.expect(len(data.entities) + len(data.relations) + len(data.passages))
    try:
        with building(settings.knowledge_base_folder) as partial:
            manifest = _write(partial, data, seen, settings, encoder, ontology, progress)
            save_problems(partial, data.problems)
            version = publish(partial, manifest)
    except (OSError, RuntimeError, ValueError, ArithmeticError, MemoryError, pa.ArrowException) as error:
        raise BuildFailedError(detail=str(error).splitlines()[0][:300] if str(error) else repr(error)) from error
    progress.report("publish", 1, 1)
    return BuildReport(manifest, version, data.problems)


def _write(
    folder: Path,
    data: DataSet,
    seen: str,
    settings: Settings,
    encoder: Encoder,
    ontology: Ontology,
    progress: ProgressReporter,
) -> Manifest:
    entities = {entity.id: entity for entity in data.entities}
    bridges = bridge_names(data.relations, entities, ontology)
    texts: dict[Stage, list[str]] = {
        "entities": [entity_text(entity, bridges.get(entity.id, ())) for entity in data.entities],
        "relations": [triplet_text(relation, entities, ontology) for relation in data.relations],
        "passages": [passage_text(passage) for passage in data.passages],
    }
    vectors = {stage: _embed(stage, stage_texts, encoder, settings, progress) for stage, stage_texts in texts.items()}
    progress.report("mentions", 0, len(data.passages))
    entity_vectors = {entity.id: vectors["entities"][row] for row, entity in enumerate(data.entities)}
    names = entity_names(data.entities)
    finder = NameFinder(names.folded, [entity.id for entity in data.entities])
    described = profiles(data.entities)
    own = np.array([entity_vectors[owner] for owner in described.owners], dtype=np.float32)
    vectors["passages"] = np.concatenate([vectors["passages"], own.reshape(len(own), encoder.dimension)])
    texts["passages"] += [passage_text(passage) for passage in described.passages]
    passages = (*data.passages, *described.passages)
    stated = (*data.stated_mentions, *zip((item.id for item in described.passages), described.owners, strict=True))
    mentions = find_mentions(finder, passages, vectors["passages"], entity_vectors, stated)
    named: dict[str, set[str]] = {}
    for mention in mentions:
        named.setdefault(mention.passage_id, set()).add(mention.entity_id)
    links = find_cross_links(
        data.passages, vectors["passages"][: len(data.passages)], {key: frozenset(ids) for key, ids in named.items()}
    )
    progress.report("publish", 0, 1)
    save_rows(folder, "entities", data.entities, vectors["entities"])
    save_rows(folder, "relations", data.relations, vectors["relations"])
    save_rows(folder, "passages", passages, vectors["passages"])
    save_companies(data.entities, folder)
    save_mention_scores(mentions, folder)
    save_names(names, folder / "names")
    company_texts = [
        text for text, entity in zip(texts["entities"], data.entities, strict=True) if entity.type == "company"
    ]
    save_lexical_index(lexical_index(company_texts), folder / "words")
    tables = {
        "entities": with_vectors(records_table(Entity, data.entities), texts["entities"], vectors["entities"]),
        "relations": with_vectors(records_table(Relation, data.relations), texts["relations"], vectors["relations"]),
        "passages": with_vectors(records_table(Passage, passages), texts["passages"], vectors["passages"]),
        "mentions": records_table(Mention, mentions),
        "links": records_table(CrossLink, links),
    }
    _write_tables(folder / "tables", tables, settings)
    save_graph(_graph(data, passages, mentions, ontology), folder / "graph")
    return Manifest(
        schema_version=SCHEMA_VERSION,
        build_id=folder.name.removesuffix(".partial"),
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        embedding_model=encoder.name,
        embedding_dimension=encoder.dimension,
        edge_types=(*ontology.types, *MENTION_ROLES),
        data_fingerprint=seen,
        counts=Counts(
            entities=len(data.entities),
            companies=sum(entity.type == "company" for entity in data.entities),
            relations=len(data.relations),
            passages=len(passages),
            mentions=len(mentions),
            links=len(links),
            skipped_rows=len({(problem.file, problem.line) for problem in data.problems}),
        ),
    )


def _embed(
    stage: Stage, texts: Sequence[str], encoder: Encoder, settings: Settings, progress: ProgressReporter
) -> Vectors:
    """Vectors of ``texts``, shape (len(texts), dimension); an empty text gets a zero vector (stored as null)."""
    vectors = np.zeros((len(texts), encoder.dimension), dtype=np.float32)
    size = settings.embedding_batch_size
    for start in range(0, len(texts), size):
        progress.report(stage, start, len(texts))
        rows = [row for row in range(start, min(start + size, len(texts))) if texts[row]]
        if rows:
            vectors[rows] = encoder.encode([texts[row] for row in rows])
    progress.report(stage, len(texts), len(texts))
    progress.finish(len(texts))
    return vectors


def _write_tables(folder: Path, tables: dict[str, pa.Table], settings: Settings) -> None:
    database = lancedb.connect(str(folder))
    for name, rows in tables.items():
        table = database.create_table(name, rows, on_bad_vectors="null")  # its own name for "nulls are meant"
        if name == "passages" and rows.num_rows:
            # the default tokenizer finds no Chinese words; icu does
            table.create_index("embedded_text", config=FTS(base_tokenizer="icu/split"))
        if (
            "vector" in rows.column_names
            and rows.num_rows - rows["vector"].null_count >= settings.vector_index_min_rows
        ):
            # the exact vectors of what is found in the others are compared once more
            kind = IvfFlat if name == "relations" else IvfSq
            table.create_index("vector", config=kind("cosine", num_partitions=settings.vector_index_partitions))
            if "type" in rows.column_names:
                table.create_index("type", config=Bitmap())  # or filtering by type costs more than the search


def _graph(
    data: DataSet, passages: Sequence[Passage], mentions: Sequence[Mention], ontology: Ontology
) -> RelationGraph:
    node = {entity.id: row for row, entity in enumerate(data.entities)}
    passage = {item.id: len(node) + row for row, item in enumerate(passages)}
    codes = ontology.codes
    roles = {role: len(codes) + number for number, role in enumerate(MENTION_ROLES)}
    source = [node[relation.source] for relation in data.relations] + [node[item.entity_id] for item in mentions]
    target = [node[relation.target] for relation in data.relations] + [passage[item.passage_id] for item in mentions]
    weight = [relation.weight * relation.confidence for relation in data.relations] + [item.weight for item in mentions]
    kinds = [codes[relation.type] for relation in data.relations] + [roles[item.role] for item in mentions]
    return build_graph(
        len(node), len(passage), len(data.relations),
        np.array(source, dtype=np.int64), np.array(target, dtype=np.int64),
        np.array(weight, dtype=np.float64), np.array(kinds, dtype=np.int64),
    )  # fmt: skip
