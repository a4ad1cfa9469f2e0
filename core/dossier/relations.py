"""Relations of one entity, as they read from it: by type and direction, strongest first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from core.domain.partial_dates import today
from core.domain.records import Attribute
from core.domain.results import RecordedFacts, Result, Tense
from core.errors import EntityUnknownError
from core.ontology import Ontology
from core.retrieval.citations import recorded_facts
from core.retrieval.tenses import TENSES, tense_codes
from core.retrieval.terms import label_in_tense
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray


class Neighbour(Result):
    """An entity at the other end of one relation; two relations to it make it stand there twice.

    ``weight`` in (0, 1] is the relation's weight × confidence, as walks count it. ``passage_id`` is the passage that
    the relation was read from and ``origin`` the file and row it came from, where that is known; ``recorded`` are the
    share and the dates that the row says, ``attributes`` what it says besides.
    """

    entity_id: str
    entity_type: str
    name_zh: str
    name_en: str
    relation_id: str
    weight: float = Field(gt=0.0, le=1.0)
    year: int | None
    evidence_zh: str
    evidence_en: str
    passage_id: str
    origin: str
    recorded: RecordedFacts | None
    attributes: tuple[Attribute, ...]


class NeighbourGroup(Result):
    """Relations of one type in one direction: away from the entity where ``forward``, always so for symmetric types.

    ``tense``: those that are not so now stand apart from those in force. ``label_zh`` and ``label_en`` say how they
    read from the entity (supplies, is supplied by; supplies (ended)). ``relations`` and ``entities`` count all of them
    and the different entities at their other ends; ``strongest`` lists the first by weight.
    """

    relation_type: str
    forward: bool
    tense: Tense = "now"
    label_zh: str
    label_en: str
    relations: int = Field(ge=1)
    entities: int = Field(ge=1)
    strongest: tuple[Neighbour, ...]


def relation_groups(base: KnowledgeBase, ontology: Ontology, node: int, *, limit: int) -> tuple[NeighbourGroup, ...]:
    """All groups of the entity of this node as of today, those that are in force first, of these the largest; each
    lists its ``limit`` ≥ 1 strongest relations."""
    rows, others = _relations_by_row(base, node)
    codes = base.graph.edge_type[rows].astype(np.int64)
    backward, tenses = ~leads_away(base, ontology, node, rows), tense_codes(base, ontology, rows, today())
    kinds, group = np.unique((2 * codes + backward) * len(TENSES) + tenses, return_inverse=True)
    types = base.manifest.edge_types
    groups = [
        _group(base, ontology, Kind(types[way // 2], not way & 1, TENSES[tense]), rows[mine], others[mine], limit)
        for number, kind in enumerate(kinds.tolist())
        for way, tense in [divmod(kind, len(TENSES))]
        for mine in [group == number]
    ]
    return tuple(sorted(groups, key=lambda each: (TENSES.index(each.tense), -each.relations)))


class Kind(NamedTuple):
    """What the relations of a group have in common, as in ``NeighbourGroup``."""

    relation_type: str
    forward: bool
    tense: Tense = "now"


def relation_group(
    base: KnowledgeBase, ontology: Ontology, entity_id: str, kind: Kind, *, limit: int
) -> NeighbourGroup | None:
    """One of these groups; None where the entity has no such relation. Raises EntityUnknownError."""
    node = base.node_of.get(entity_id)
    if node is None:
        raise EntityUnknownError(entity=entity_id)
    if kind.relation_type not in base.manifest.edge_types:
        return None
    rows, others = _relations_by_row(base, node)
    wanted = base.graph.edge_type[rows] == base.manifest.edge_types.index(kind.relation_type)
    wanted &= leads_away(base, ontology, node, rows) == kind.forward
    wanted &= tense_codes(base, ontology, rows, today()) == TENSES.index(kind.tense)
    if not wanted.any():
        return None
    return _group(base, ontology, kind, rows[wanted], others[wanted], limit)


def leads_away(base: KnowledgeBase, ontology: Ontology, node: int, rows: IntArray) -> NDArray[np.bool_]:
    """Which of these relations of ``node`` read forward from it, shape (len(rows),): symmetric ones always do."""
    symmetric = np.array([ontology[name].symmetric for name in base.manifest.edge_types], dtype=bool)
    return np.asarray((base.graph.source[rows] == node) | symmetric[base.graph.edge_type[rows]])


def neighbour(base: KnowledgeBase, row: int, other: int) -> Neighbour:
    """The entity of node ``other`` as the other end of relation ``row``."""
    relation, entity = base.relation(row), base.entity_at(other)
    return Neighbour(
        entity_id=entity.id,
        entity_type=entity.type,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        relation_id=relation.id,
        weight=float(base.graph.weight[row]),
        year=relation.year,
        evidence_zh=relation.evidence("zh"),
        evidence_en=relation.evidence("en"),
        passage_id=relation.passage_id,
        origin=relation.origin,
        recorded=recorded_facts(base, relation),
        attributes=relation.attributes,
    )


def _relations_by_row(base: KnowledgeBase, node: int) -> tuple[IntArray, IntArray]:
    rows, others = base.relations_of(node)
    stored = np.argsort(rows)
    return rows[stored], others[stored]


def _group(
    base: KnowledgeBase,
    ontology: Ontology,
    kind: Kind,
    rows: IntArray,
    others: IntArray,
    limit: int,
) -> NeighbourGroup:
    words, weight = ontology[kind.relation_type], base.graph.weight[rows]
    listed = places_of_largest(weight, limit)
    strongest = listed[np.lexsort((rows[listed], -weight[listed]))]
    return NeighbourGroup(
        relation_type=kind.relation_type,
        forward=kind.forward,
        tense=kind.tense,
        label_zh=label_in_tense(words.reads("zh", forward=kind.forward), kind.tense, "zh"),
        label_en=label_in_tense(words.reads("en", forward=kind.forward), kind.tense, "en"),
        relations=len(rows),
        entities=len(np.unique(others)),
        strongest=tuple(neighbour(base, int(rows[place]), int(others[place])) for place in strongest.tolist()),
    )
