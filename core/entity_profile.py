"""Everything that is recorded of one company, or of any other entity: who it is, whom it relates to, what names it."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from core.domain.records import Entity, MentionRole, Passage
from core.domain.results import Result
from core.domain.selection import places_of_largest
from core.errors import EntityUnknownError
from core.ontology import Ontology
from core.retrieval.linked_passages import LinkedPassage, linked_passages
from core.storage.knowledge_base import KnowledgeBase
from core.storage.merged_companies import MergedCompany
from core.storage.relation_graph import IntArray


class Neighbour(Result):
    """An entity at the other end of one relation; two relations to it make it stand there twice.

    ``weight`` in (0, 1] is the relation's weight × confidence, as walks count it. ``passage_id`` is the passage that
    the relation was read from and ``origin`` the file and row it came from, where that is known.
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


class NeighbourGroup(Result):
    """Relations of one type in one direction: away from the entity where ``forward``, always so for symmetric types.

    ``label_zh`` and ``label_en`` say how they read from the entity (supplies, is supplied by). ``relations`` and
    ``entities`` count all of them and the different entities at their other ends; ``strongest`` lists the first by
    weight.
    """

    relation_type: str
    forward: bool
    label_zh: str
    label_en: str
    relations: int = Field(ge=1)
    entities: int = Field(ge=1)
    strongest: tuple[Neighbour, ...]


class NamingPassage(Result):
    """A passage that names the entity, in which role, and the weight of that mention in [0, 1]."""

    passage: Passage
    role: MentionRole
    weight: float = Field(ge=0.0, le=1.0)


class EntityProfile(Result):
    """What is recorded of an entity.

    ``merged``: companies of other ids that went into it. ``groups``: its relations by type and direction, the largest
    group first; ``relations`` and ``neighbours`` count all relations and all different entities related to it.
    ``mentions`` counts the passages that name it, of which ``passages`` are those of the strongest mentions, strongest
    first. ``links``: what is linked to these passages across source kinds.
    """

    entity: Entity
    is_company: bool
    merged: tuple[MergedCompany, ...]
    groups: tuple[NeighbourGroup, ...]
    relations: int = Field(ge=0)
    neighbours: int = Field(ge=0)
    passages: tuple[NamingPassage, ...]
    mentions: int = Field(ge=0)
    links: tuple[LinkedPassage, ...]


def entity_profile(
    base: KnowledgeBase, ontology: Ontology, entity_id: str, *, neighbours_per_type: int = 20, passages: int = 10
) -> EntityProfile:
    """The profile of an entity by its id, or by the id of a company that was merged into it.

    ``neighbours_per_type`` ≥ 1 and ``passages`` ≥ 1 limit what is listed, never what is counted: what is read grows
    with them, not with the number of relations. Raises EntityUnknownError.
    """
    node = base.node_of.get(entity_id)
    if node is None:
        raise EntityUnknownError(entity=entity_id)
    entity = base.entity_at(node)
    rows, others = base.relations_of(node)
    stored = np.argsort(rows)
    mentions = base.strongest_mentions(entity.id, passages)
    naming = [
        NamingPassage(passage=base.passage(each.passage_id), role=each.role, weight=each.weight) for each in mentions
    ]
    return EntityProfile(
        entity=entity,
        is_company=bool(base.is_company[node]),
        merged=tuple(company for company in base.merged if company.into == entity.id),
        groups=_groups(base, ontology, node, rows[stored], others[stored], neighbours_per_type),
        relations=len(rows),
        neighbours=len(np.unique(others)),
        passages=tuple(naming),
        mentions=len(base.mention_edges(node)[0]),
        links=tuple(linked_passages(base, [each.passage.id for each in naming])),
    )


def _groups(
    base: KnowledgeBase, ontology: Ontology, node: int, rows: IntArray, others: IntArray, limit: int
) -> tuple[NeighbourGroup, ...]:
    types = base.manifest.edge_types
    symmetric = np.array([ontology[name].symmetric for name in types], dtype=bool)
    codes = base.graph.edge_type[rows].astype(np.int64)
    forward = (base.graph.source[rows] == node) | symmetric[codes]
    kinds, group = np.unique(2 * codes + ~forward, return_inverse=True)  # forward before backward
    groups = [
        _group(base, ontology, types[kind // 2], not kind % 2, rows[group == number], others[group == number], limit)
        for number, kind in enumerate(kinds.tolist())
    ]
    return tuple(sorted(groups, key=lambda each: -each.relations))


def _group(
    base: KnowledgeBase,
    ontology: Ontology,
    relation_type: str,
    forward: bool,
    rows: IntArray,
    others: IntArray,
    limit: int,
) -> NeighbourGroup:
    kind, weight = ontology[relation_type], base.graph.weight[rows]
    listed = places_of_largest(weight, limit)
    strongest = listed[np.lexsort((rows[listed], -weight[listed]))]
    return NeighbourGroup(
        relation_type=relation_type,
        forward=forward,
        label_zh=kind.reads("zh", forward=forward),
        label_en=kind.reads("en", forward=forward),
        relations=len(rows),
        entities=len(np.unique(others)),
        strongest=tuple(_neighbour(base, int(rows[place]), int(others[place])) for place in strongest.tolist()),
    )


def _neighbour(base: KnowledgeBase, row: int, other: int) -> Neighbour:
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
    )
