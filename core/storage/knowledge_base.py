"""One published version, opened for reading. Safe to share between threads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from math import inf
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.domain.fact_sources import FactSource
from core.domain.records import CrossLink, Entity, Mention, Passage, Relation
from core.errors import GuanxiError, KnowledgeBaseCorruptError, first_line
from core.names.normalise import legal_form
from core.names.territories import same_country
from core.runtime.top_k import places_of_largest
from core.storage.checksums import damaged_files
from core.storage.embeddings import EmbeddingModelMismatchError
from core.storage.index_sessions import open_tables
from core.storage.lexical_index import map_lexical_index
from core.storage.link_files import map_links
from core.storage.manifest import Manifest, read_manifest
from core.storage.mapped_files import TextColumn, map_array, map_columns, map_row_numbers
from core.storage.merged_companies import load_merged
from core.storage.name_files import map_names
from core.storage.newer_ends import Ends, NewerEnds
from core.storage.one_relation import is_closed_by
from core.storage.publishing import current_version
from core.storage.readers import hold
from core.storage.record_files import RecordFile
from core.storage.relation_facts import map_relation_facts
from core.storage.relation_graph import IntArray, RelationGraph, load_graph
from core.storage.stored_vectors import StoredVectors
from core.storage.table_search import SearchTable
from core.storage.tables import TABLE_FIELDS

_CACHED_RECORDS = 2_000
_CACHED_HUBS = 1_000
CHECKED_AT_OPENING = 200.0  # megabytes: a fraction of a second, while the system holds the files in memory


class KnowledgeBase:
    """Names, ids, vectors and graph arrays mapped from files, records read by row, LanceDB tables open for searches.

    Nothing is held per row: what a question touches is read when it is touched. Node numbers are positions: entity i
    is row i of the entities, passage j is node ``entities + j``; edge ``relations + m`` is mention m.
    """

    def __init__(self, folder: Path, manifest: Manifest, graph: RelationGraph) -> None:
        self.folder = folder
        self._in_use = hold(folder)  # released with this object
        self.manifest = manifest
        self.graph = graph
        self._entities = RecordFile(Entity, folder / "records" / "entities")
        self._relations = RecordFile(Relation, folder / "records" / "relations")
        self._passages = RecordFile(Passage, folder / "records" / "passages")
        self._fact_sources = RecordFile(FactSource, folder / "records" / "sources")
        self.entity_ids = TextColumn(map_columns(folder / "ids" / "entities.arrow")["id"])
        self.passage_ids = TextColumn(map_columns(folder / "ids" / "passages.arrow")["id"])
        self.entity = lru_cache(maxsize=_CACHED_RECORDS)(self._entity)
        self.relation = lru_cache(maxsize=_CACHED_RECORDS)(self._relation)
        self.strongest_relations = lru_cache(maxsize=_CACHED_HUBS)(self._strongest_relations)
        self.merged = load_merged(folder / "companies")
        former = {company.id: company.into for company in self.merged}  # is still looked up: links, notes, imports
        self.node_of = map_row_numbers(self.entity_ids.__getitem__, folder / "row_numbers" / "entities", former)
        self._passage_row = map_row_numbers(self.passage_ids.__getitem__, folder / "row_numbers" / "passages")
        self._relation_row = map_row_numbers(lambda row: self.relation(row).id, folder / "row_numbers" / "relations")
        self._fact_source_row = map_row_numbers(
            lambda row: self._fact_sources[row].id, folder / "row_numbers" / "sources"
        )
        self.relation_facts = map_relation_facts(folder)
        self.is_company: NDArray[np.bool_] = map_array(folder / "companies" / "flags.npy")
        self._tickers: NDArray[np.int32] = map_array(folder / "companies" / "tickers.npy")
        self.sizes: NDArray[np.float32] = map_array(folder / "companies" / "sizes.npy")
        self.entity_vectors = StoredVectors(folder / "vectors" / "entities")
        self.relation_vectors = StoredVectors(folder / "vectors" / "relations")
        self.passage_vectors = StoredVectors(folder / "vectors" / "passages")
        self._links = map_links(folder / "links")
        self.mention_scores = map_array(folder / "mentions" / "scores.npy")
        self.names = map_names(folder / "names")
        self.words = map_lexical_index(folder / "words")

    @cached_property
    def _tables(self) -> dict[str, SearchTable]:
        stored = {"entities": self.entity_vectors, "relations": self.relation_vectors, "passages": self.passage_vectors}
        vectors = {name: len(each.rows) for name, each in stored.items()}
        return open_tables(self.folder, self.manifest.embedding_dimension, vectors)

    def table(self, name: str) -> SearchTable:
        """The LanceDB table ``name``, for searches."""
        return self._tables[name]

    @property
    def row_counts(self) -> dict[str, tuple[int, ...]]:
        """Per table, how many rows each of its files holds: the same number, if the version is whole."""
        return {
            "entities": (
                len(self._entities),
                len(self.entity_ids),
                len(self.node_of),
                len(self.is_company),
                len(self._tickers),
                len(self.sizes),
            ),
            "relations": (len(self._relations), len(self._relation_row), len(self.relation_facts)),
            "passages": (len(self._passages), len(self.passage_ids), len(self._passage_row)),
            "links": (len(self._links),),
            "fact sources": (len(self._fact_sources), len(self._fact_source_row)),
        }

    def _entity(self, entity_id: str) -> Entity:
        """The entity with this id. Raises KeyError if there is none."""
        return self._entities[self.node_of[entity_id]]

    def entity_at(self, node: int) -> Entity:
        """The entity of a graph node (node < entities)."""
        try:
            return self.entity(self.entity_ids[node])
        except (LookupError, ValueError) as error:  # an id that no row bears, or bytes that are no text
            detail = f"ids/entities.arrow, row_numbers/entities, row {node}: {first_line(error)}"
            raise KnowledgeBaseCorruptError(folder=str(self.folder), detail=detail) from error

    def all_entities(self) -> list[Entity]:
        """Every entity, by row: read at once, not cached."""
        return self._entities.all()

    def has_relations(self, entity_id: str) -> bool:
        """Whether any relation (not only a mention) touches this entity."""
        return bool((self.graph.edges_of(self.node_of[entity_id]) < self.graph.relations).any())

    def relations_of(self, node: int) -> tuple[IntArray, IntArray]:
        """Rows and other ends of the relations (not mentions) that touch ``node``."""
        rows, others = self.graph.edges_of(node), self.graph.neighbours_of(node)
        recorded = rows < self.graph.relations
        return rows[recorded], others[recorded]

    def _strongest_relations(self, node: int, limit: int) -> tuple[IntArray, IntArray]:
        """As ``relations_of``, but only the ``limit`` of greatest weight (of equal ones the first)."""
        rows, others = self.relations_of(node)
        kept = places_of_largest(self.graph.weight[rows], limit)
        return rows[kept], others[kept]

    def _relation(self, row: int) -> Relation:
        """The relation of edge number ``row`` (row < relations)."""
        return self._relations[row]

    def relation_row(self, relation_id: str) -> int:
        """Edge number of a relation id. Raises KeyError if there is none."""
        return self._relation_row[relation_id]

    def fact_source(self, source_id: str) -> FactSource:
        """What relations with this ``source_id`` are taken from. Raises KeyError if there is none."""
        return self._fact_sources[self._fact_source_row[source_id]]

    def fact_sources(self) -> list[FactSource]:
        """Every source of relations: read at once, not cached."""
        return self._fact_sources.all()

    def passage(self, passage_id: str) -> Passage:
        """The passage with this id. Raises KeyError if there is none."""
        return self._passages[self._passage_row[passage_id]]

    def has_relation(self, relation_id: str) -> bool:
        """Whether there is a relation with this id."""
        return relation_id in self._relation_row

    def has_passage(self, passage_id: str) -> bool:
        """Whether there is a passage with this id."""
        return passage_id in self._passage_row

    @cached_property
    def company_nodes(self) -> IntArray:
        """Node numbers of the companies."""
        return np.flatnonzero(self.is_company)

    @cached_property
    def prominence(self) -> NDArray[np.float64]:
        """How much is recorded of each entity: ln(1 + relations and mentions) + ln(1 + tickers), shape (entities,)."""
        degree = np.diff(self.graph.indptr[: self.graph.entities + 1])
        return np.asarray(np.log1p(degree) + np.log1p(self._tickers), dtype=np.float64)

    def best_connected_companies(self, limit: int) -> list[int]:
        """Nodes of the ``limit`` companies with the most relations, most first (of equal ones the first)."""
        relations = self.relation_counts[self.company_nodes]
        best: list[int] = self.company_nodes[np.argsort(-relations, kind="stable")[:limit]].tolist()
        return best

    @cached_property
    def relation_counts(self) -> IntArray:
        """How many ends of relations each entity is, shape (entities,)."""
        graph = self.graph
        ends = np.concatenate([graph.source[: graph.relations], graph.target[: graph.relations]])
        return np.bincount(ends, minlength=graph.entities)

    @cached_property
    def founded(self) -> NDArray[np.int32]:
        """The year in which each entity was founded by node, shape (entities,); 0 where it is not known."""
        read = [pa.Table.from_batches([batch]) for batch in self.table("entities").batches(("id", "founded"))]
        table = pa.concat_tables(
            [pa.table({"id": pa.array([], pa.string()), "founded": pa.array([], pa.int32())}), *read]
        )
        nodes = pc.index_in(pa.array(self.entity_ids[:], pa.string()), table["id"])
        return np.asarray(pc.fill_null(table["founded"].take(nodes), 0).to_numpy().astype(np.int32))

    @cached_property
    def newer_ends(self) -> NewerEnds:
        """The relations that say of others that they have ended."""
        graph = self.graph
        ends = Ends(graph.source, graph.target, graph.edge_type, graph.entities)
        return NewerEnds.of(ends, self.relation_facts, self.is_closed_by)

    def is_closed_by(self, row: int, other: int) -> bool:
        """Whether a relation has its end in another row of one type between the same two."""
        relation = self.relation(row)
        return is_closed_by(relation, self.relation(other), relation.as_of or self.day_of_source(relation))

    def day_of_source(self, relation: Relation) -> str:
        """The date of what a relation is taken from; empty where it is not known."""
        return self.fact_source(relation.source_id).date if relation.source_id else ""

    @cached_property
    def sharing_a_name(self) -> frozenset[str]:
        """Companies that may have namesakes."""
        return frozenset(self.entity_ids[node] for node in np.unique(self.names.namesakes.member).tolist())

    def namesakes(self, entity_id: str) -> frozenset[str]:
        """Other companies with the same normalised Chinese or English name (unmerged duplicates)."""
        if entity_id not in self.sharing_a_name:
            return frozenset()
        entity = self.entity(entity_id)
        same = {self.entity_ids[node] for node in self.names.namesakes.of(self.node_of[entity_id])}
        return frozenset(other for other in same - {entity_id} if not _told_apart(entity, self.entity(other)))

    def mention_edges(self, node: int) -> tuple[IntArray, IntArray]:
        """Edges of the mentions of an entity or in a passage (by its node), and the nodes at their other ends."""
        edges, others = self.graph.edges_of(node), self.graph.neighbours_of(node)
        mentions = edges >= self.graph.relations
        return edges[mentions], others[mentions]

    def mentions_in(self, passage_id: str) -> list[Mention]:
        """Mentions of entities in a passage. Raises KeyError if there is no such passage."""
        edges, entities = self.mention_edges(self.graph.entities + self._passage_row[passage_id])
        pairs = zip(edges.tolist(), entities.tolist(), strict=True)
        return [self._mention(edge, self.entity_ids[entity], passage_id) for edge, entity in pairs]

    def mentions_of(self, entity_id: str) -> list[Mention]:
        """Mentions of an entity in passages. Raises KeyError if there is no such entity."""
        return self._mentions(entity_id, *self.mention_edges(self.node_of[entity_id]))

    def strongest_mentions(self, entity_id: str, limit: int) -> list[Mention]:
        """The ``limit`` mentions of an entity of greatest weight, strongest first (of equal ones by the passage).

        Raises KeyError if there is no such entity.
        """
        edges, passages = self.mention_edges(self.node_of[entity_id])
        weight = self.mention_scores[edges - self.graph.relations].mean(axis=1, dtype=np.float64)
        kept = np.lexsort((passages, -weight))[:limit]
        return self._mentions(entity_id, edges[kept], passages[kept])

    def _mentions(self, entity_id: str, edges: IntArray, passages: IntArray) -> list[Mention]:
        pairs = zip(edges.tolist(), (passages - self.graph.entities).tolist(), strict=True)
        return [self._mention(edge, entity_id, self.passage_ids[passage]) for edge, passage in pairs]

    def _mention(self, edge: int, entity_id: str, passage_id: str) -> Mention:
        role, similarity, position = self.mention_scores[edge - self.graph.relations].tolist()
        return Mention(
            passage_id=passage_id,
            entity_id=entity_id,
            role=self.manifest.edge_types[self.graph.edge_type[edge]],
            role_score=role,
            similarity_score=similarity,
            position_score=position,
        )

    def links(self) -> Iterator[CrossLink]:
        """All cross-links, in the order of the passages that they start at."""
        return (self._links.link(number, self.passage_ids) for number in range(len(self._links)))

    def links_of(self, passage_id: str) -> list[CrossLink]:
        """Cross-links that start or end at a passage. Raises KeyError if there is no such passage."""
        numbers = self._links.of(self._passage_row[passage_id])
        return [self._links.link(number, self.passage_ids) for number in numbers]

    def passage_node(self, passage_id: str) -> int:
        """The graph node of a passage. Raises KeyError if there is none."""
        return self.graph.entities + self._passage_row[passage_id]

    def passage_at(self, node: int) -> Passage:
        """The passage of a graph node (node ≥ entities)."""
        return self._passages[node - self.graph.entities]


def _told_apart(first: Entity, second: Entity) -> bool:
    """Whether two companies of one name are two: under different tickers, of different countries, or of different
    legal forms."""
    if first.tickers and second.tickers and not set(first.tickers) & set(second.tickers):
        return True
    if first.country and second.country and not same_country(first.country, second.country):
        return True
    forms = [{legal_form(name) for name in (each.name_zh, each.name_en)} - {""} for each in (first, second)]
    return bool(forms[0] and forms[1] and not forms[0] & forms[1])


def open_knowledge_base(
    folder: Path, *, embedding_model: str, check_megabytes: float = CHECKED_AT_OPENING
) -> KnowledgeBase:
    """Open the serving version of ``folder``.

    Of its files ``check_megabytes`` are compared with their checksums, the smallest first; of the others the sizes are,
    and ``core.curation.checking`` compares them when it is asked to.

    Raises KnowledgeBaseMissingError, KnowledgeBaseOutdatedError (other schema), EmbeddingModelMismatchError
    (built with another model) or KnowledgeBaseCorruptError (changed since it was written, unreadable, or counts differ
    from the manifest).
    """
    version = current_version(folder)
    manifest = read_manifest(version)
    if manifest.embedding_model != embedding_model:
        raise EmbeddingModelMismatchError(built_with=manifest.embedding_model, configured=embedding_model)
    check_files(version, manifest, read=check_megabytes * 1e6)
    return open_version(version, manifest)


def open_version(version: Path, manifest: Manifest) -> KnowledgeBase:
    """Open a version whose checksums need not be compared. Raises KnowledgeBaseCorruptError."""
    try:
        graph = load_graph(version / "graph")
        knowledge_base = KnowledgeBase(version, manifest, graph)
        _check_counts(knowledge_base)
    except GuanxiError:
        raise
    except Exception as error:
        detail = f"{type(error).__name__}: {first_line(error)}"
        raise KnowledgeBaseCorruptError(folder=str(version), detail=detail) from error
    return knowledge_base


def check_files(version: Path, manifest: Manifest, *, read: float = inf) -> None:
    """Compare the files of a version with what they were when they were written, ``read`` bytes of them by content.

    Raises KnowledgeBaseCorruptError naming the first that is missing or differs.
    """
    for name in damaged_files(version, manifest.files, read=read):
        raise KnowledgeBaseCorruptError(folder=str(version), detail=name)


def _check_counts(knowledge_base: KnowledgeBase) -> None:
    counts, graph = knowledge_base.manifest.counts, knowledge_base.graph
    found = {
        "entity rows": (*knowledge_base.row_counts["entities"], graph.entities, counts.entities),
        "relation rows": (*knowledge_base.row_counts["relations"], graph.relations, counts.relations),
        "passage rows": (*knowledge_base.row_counts["passages"], graph.nodes - graph.entities, counts.passages),
        "mention rows": (len(knowledge_base.mention_scores), len(graph.source) - graph.relations, counts.mentions),
        "link rows": (*knowledge_base.row_counts["links"], counts.links),
        "fact source rows": knowledge_base.row_counts["fact sources"],
        "companies": (len(knowledge_base.company_nodes), counts.companies),
        **{name: (_searchable_rows(knowledge_base, name), getattr(counts, name)) for name in TABLE_FIELDS},
        "dimension": (
            knowledge_base.table("entities").dimension(),
            knowledge_base.manifest.embedding_dimension,
        ),
    }
    for name, numbers in found.items():
        if len(set(numbers)) != 1:
            raise KnowledgeBaseCorruptError(folder=str(knowledge_base.folder), detail=f"{name}: {numbers}")


def _searchable_rows(knowledge_base: KnowledgeBase, name: str) -> int:
    """Rows of a LanceDB table, of which the first is read: a damaged file must be noticed now."""
    table = knowledge_base.table(name)
    table.first(next(iter(TABLE_FIELDS[name])))
    return table.count()
