"""One published version, opened for reading. Safe to share between threads."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import lancedb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pydantic import BaseModel, ValidationError

from core.domain.names import normalise_name
from core.domain.records import Entity, Mention, Passage, Relation
from core.errors import (
    EmbeddingModelMismatchError,
    KnowledgeBaseCorruptError,
    KnowledgeBaseOutdatedError,
)
from core.storage.manifest import SCHEMA_VERSION, Manifest
from core.storage.publishing import current_version
from core.storage.readers import hold
from core.storage.relation_graph import IntArray, RelationGraph, load_graph
from core.storage.tables import TABLE_FIELDS


class KnowledgeBase:
    """Entities, relations, passages and mentions in memory (without vectors), graph arrays mapped, tables open.

    Node numbers are positions: entity i is row i of the entities table, passage j is node ``entities + j``.
    """

    def __init__(self, folder: Path, manifest: Manifest, graph: RelationGraph, database: Any) -> None:
        self.folder = folder
        self._in_use = hold(folder)  # released with this object
        self.manifest = manifest
        self.graph = graph
        self._database = database
        self.entities: pa.Table = self._columns("entities")
        self.relations: pa.Table = self._columns("relations")
        self.passages: pa.Table = self._columns("passages")
        self.mentions: pa.Table = self._columns("mentions")
        self.entity_ids: list[str] = self.entities["id"].to_pylist()
        self.passage_ids: list[str] = self.passages["id"].to_pylist()
        self.node_of = {entity_id: node for node, entity_id in enumerate(self.entity_ids)}
        self._passage_row = {passage_id: row for row, passage_id in enumerate(self.passage_ids)}
        self._relation_row = {relation_id: row for row, relation_id in enumerate(self.relations["id"].to_pylist())}
        self.entity = lru_cache(maxsize=20_000)(self._entity)
        self.relation = lru_cache(maxsize=20_000)(self._relation)

    def table(self, name: str) -> Any:
        """The LanceDB table ``name``, for searches."""
        return self._database.open_table(name)

    def _columns(self, name: str) -> pa.Table:
        table = self.table(name)
        rows = table.search().select(list(TABLE_FIELDS[name])).limit(max(1, table.count_rows()))
        return rows.to_arrow().combine_chunks()

    def _entity(self, entity_id: str) -> Entity:
        """The entity with this id. Raises KeyError if there is none."""
        return Entity.model_validate(self.entities.slice(self.node_of[entity_id], 1).to_pylist()[0])

    def entity_at(self, node: int) -> Entity:
        """The entity of a graph node (node < entities)."""
        return self.entity(self.entity_ids[node])

    def has_relations(self, entity_id: str) -> bool:
        """Whether any relation (not only a mention) touches this entity."""
        return bool((self.graph.edges_of(self.node_of[entity_id]) < self.graph.relations).any())

    def _relation(self, row: int) -> Relation:
        """The relation of edge number ``row`` (row < relations)."""
        return Relation.model_validate(self.relations.slice(row, 1).to_pylist()[0])

    def relation_row(self, relation_id: str) -> int:
        """Edge number of a relation id. Raises KeyError if there is none."""
        return self._relation_row[relation_id]

    def passage(self, passage_id: str) -> Passage:
        """The passage with this id. Raises KeyError if there is none."""
        return Passage.model_validate(self.passages.slice(self._passage_row[passage_id], 1).to_pylist()[0])

    @cached_property
    def company_nodes(self) -> IntArray:
        """Node numbers of the companies."""
        return np.flatnonzero(pc.equal(self.entities["type"], "company").to_numpy(zero_copy_only=False))

    @cached_property
    def is_company(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Per entity node, whether it is a company."""
        flags = np.zeros(self.graph.entities, dtype=bool)
        flags[self.company_nodes] = True
        return flags

    @cached_property
    def _companies_by_name(self) -> dict[str, set[str]]:
        named: dict[str, set[str]] = {}
        for column in ("name_zh", "name_en"):
            names = self.entities[column].take(self.company_nodes).to_pylist()
            for node, name in zip(self.company_nodes.tolist(), names, strict=True):
                named.setdefault(normalise_name(name), set()).add(self.entity_ids[node])
        return {name: ids for name, ids in named.items() if name and len(ids) > 1}

    @cached_property
    def _sharing_a_name(self) -> frozenset[str]:
        return frozenset().union(*self._companies_by_name.values())

    def namesakes(self, entity_id: str) -> frozenset[str]:
        """Other companies with the same normalised Chinese or English name (unmerged duplicates)."""
        if entity_id not in self._sharing_a_name:
            return frozenset()
        entity = self.entity(entity_id)
        same: set[str] = set()
        for name in (entity.name_zh, entity.name_en):
            same |= self._companies_by_name.get(normalise_name(name), set())
        return frozenset(other for other in same - {entity_id} if not _told_apart(entity, self.entity(other)))

    @cached_property
    def mentions_by_passage(self) -> dict[str, list[Mention]]:
        """Passage id → its mentions."""
        grouped: dict[str, list[Mention]] = {}
        for row in self.mentions.to_pylist():
            grouped.setdefault(row["passage_id"], []).append(Mention.model_validate(row))
        return grouped

    @cached_property
    def mentions_by_entity(self) -> dict[str, list[Mention]]:
        """Entity id → its mentions."""
        grouped: dict[str, list[Mention]] = {}
        for mentions in self.mentions_by_passage.values():
            for mention in mentions:
                grouped.setdefault(mention.entity_id, []).append(mention)
        return grouped


def _told_apart(first: Entity, second: Entity) -> bool:
    """Whether two companies of one name are certainly two: both are listed, under different tickers."""
    return bool(first.tickers and second.tickers and not set(first.tickers) & set(second.tickers))


class _SchemaOnly(BaseModel):
    """The one field that every schema of a manifest has."""

    schema_version: int


def read_manifest(version: Path) -> Manifest:
    """The manifest of a version folder.

    Raises KnowledgeBaseOutdatedError if it has another schema, KnowledgeBaseCorruptError if it cannot be read.
    """
    try:
        text = (version / "manifest.json").read_text(encoding="utf-8")
        found = _SchemaOnly.model_validate_json(text).schema_version
        if found != SCHEMA_VERSION:
            raise KnowledgeBaseOutdatedError(found=found, expected=SCHEMA_VERSION)
        return Manifest.model_validate_json(text)
    except (OSError, ValidationError, ValueError) as error:
        raise KnowledgeBaseCorruptError(folder=str(version), detail=str(error)[:300]) from error


def open_knowledge_base(folder: Path, *, embedding_model: str) -> KnowledgeBase:
    """Open the serving version of ``folder``.

    Raises KnowledgeBaseMissingError, KnowledgeBaseOutdatedError (other schema), EmbeddingModelMismatchError
    (built with another model) or KnowledgeBaseCorruptError (unreadable, or counts differ from the manifest).
    """
    version = current_version(folder)
    manifest = read_manifest(version)
    if manifest.embedding_model != embedding_model:
        raise EmbeddingModelMismatchError(built_with=manifest.embedding_model, configured=embedding_model)
    try:
        graph = load_graph(version / "graph")
        knowledge_base = KnowledgeBase(version, manifest, graph, lancedb.connect(str(version / "tables")))
        _check_counts(knowledge_base)
    except (OSError, ValueError, RuntimeError, KeyError, pa.ArrowException) as error:
        raise KnowledgeBaseCorruptError(folder=str(version), detail=str(error)[:300]) from error
    return knowledge_base


def _check_counts(knowledge_base: KnowledgeBase) -> None:
    counts, graph = knowledge_base.manifest.counts, knowledge_base.graph
    found = {
        "entities": (knowledge_base.entities.num_rows, graph.entities, counts.entities),
        "relations": (knowledge_base.relations.num_rows, graph.relations, counts.relations),
        "passages": (knowledge_base.passages.num_rows, graph.nodes - graph.entities, counts.passages),
        "mentions": (knowledge_base.mentions.num_rows, len(graph.source) - graph.relations, counts.mentions),
        "companies": (len(knowledge_base.company_nodes), counts.companies),
        "links": (knowledge_base.table("links").count_rows(), counts.links),
        "dimension": (
            knowledge_base.table("entities").schema.field("vector").type.list_size,
            knowledge_base.manifest.embedding_dimension,
        ),
    }
    for name, numbers in found.items():
        if len(set(numbers)) != 1:
            raise KnowledgeBaseCorruptError(folder=str(knowledge_base.folder), detail=f"{name}: {numbers}")
