"""Reading what is drawn from a knowledge base: entities, and the relations between them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from core.exploring.drawing import DrawnEdge, DrawnEntity
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

Members = NDArray[np.bool_]


def members_of(base: KnowledgeBase, nodes: Collection[int]) -> Members:
    """Per entity, whether it is one of ``nodes``."""
    members = np.zeros(base.graph.entities, dtype=bool)
    members[list(nodes)] = True
    return members


def relations_between(base: KnowledgeBase, members: Members) -> IntArray:
    """Rows of the relations whose ends are both among ``members``, ascending."""
    touching = (base.relations_of(node) for node in np.flatnonzero(members).tolist())
    inside = [rows[members[others]] for rows, others in touching]
    return np.unique(np.concatenate(inside)) if inside else np.zeros(0, dtype=np.int64)


def drawn_edges(base: KnowledgeBase, rows: IntArray) -> tuple[DrawnEdge, ...]:
    """The relations of ``rows``, in their order."""
    relations = ((base.relation(row), float(base.graph.weight[row])) for row in rows.tolist())
    return tuple(
        DrawnEdge(
            id=relation.id,
            source=relation.source,
            target=relation.target,
            type=relation.type,
            weight=weight,
            year=relation.year,
            evidence_zh=relation.evidence("zh"),
            evidence_en=relation.evidence("en"),
        )
        for relation, weight in relations
    )


def drawn_entity(
    base: KnowledgeBase,
    node: int,
    there: Members,
    *,
    root: bool,
    walk: float,
    pinned: bool = False,
    community: int | None = None,
) -> DrawnEntity:
    """The entity of ``node``; its neighbours that are not ``there`` are counted."""
    entity = base.entity_at(node)
    rows, others = base.relations_of(node)
    return DrawnEntity(
        id=entity.id,
        type=entity.type,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        country=entity.country,
        root=root,
        pinned=pinned,
        relations=len(rows),
        further=len(np.unique(others[~there[others]])),
        walk=walk,
        community=community,
    )
