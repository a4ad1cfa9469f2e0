"""What is drawn around a company: the strongest nodes within one or two hops, and how many were left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from core.domain.records import EntityType
from core.retrieval.pagerank.contract import PersonalizedPageRank, WalkParameters, uniform_influence
from core.storage.knowledge_base import KnowledgeBase


class DrawnNode(BaseModel):
    """An entity in the picture; ``hidden`` counts its further neighbours that are not drawn."""

    model_config = ConfigDict(frozen=True)

    id: str
    type: EntityType
    name_zh: str
    name_en: str
    country: str
    centre: bool
    score: float = Field(ge=0.0, le=1.0)
    hidden: int = Field(ge=0)


class DrawnEdge(BaseModel):
    """A relation in the picture, from ``source`` to ``target``."""

    model_config = ConfigDict(frozen=True)

    id: str
    source: str
    target: str
    type: str
    weight: float
    year: int | None
    evidence_zh: str
    evidence_en: str


class Neighbourhood(BaseModel):
    """A drawable part of the graph, strongest nodes first; ``left_out`` nodes in reach were not drawn."""

    model_config = ConfigDict(frozen=True)

    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    left_out: int = Field(ge=0)


def neighbourhood(
    knowledge_base: KnowledgeBase,
    engine: PersonalizedPageRank,
    centres: Sequence[str],
    *,
    hops: int,
    expanded: Sequence[str] = (),
    max_nodes: int = 80,
) -> Neighbourhood:
    """Entities within ``hops`` of the centres, plus the direct neighbours of every ``expanded`` entity.

    Nodes are ordered by Personalized PageRank from the centres and the expanded entities, and cut at ``max_nodes``;
    all centres stay, however many, and expanded entities come right after them. Unknown ids are ignored.
    """
    known = knowledge_base.node_of
    centre_nodes = [known[entity_id] for entity_id in dict.fromkeys(centres) if entity_id in known]
    opened = [known[entity_id] for entity_id in expanded if entity_id in known]
    reach = _within(knowledge_base, centre_nodes, hops) | _within(knowledge_base, opened, 1)
    if not reach:
        return Neighbourhood(nodes=(), edges=(), left_out=0)
    graph = knowledge_base.graph
    seeds = dict.fromkeys([*centre_nodes, *opened], 1.0)
    walk = engine.walk(graph, uniform_influence(graph), seeds, WalkParameters(max_hops=max(hops, 1))).scores
    first = {node: place for place, node in enumerate(dict.fromkeys([*centre_nodes, *opened]))}
    ordered = sorted(reach, key=lambda node: (first.get(node, len(first)), -walk[node], node))
    kept = max(max_nodes, len(centre_nodes))
    drawn = set(ordered[:kept])
    nodes = tuple(
        _node(knowledge_base, node, drawn, node in centre_nodes, float(walk[node])) for node in ordered[:kept]
    )
    return Neighbourhood(nodes=nodes, edges=_edges(knowledge_base, drawn), left_out=len(ordered) - len(drawn))


def _relation_neighbours(knowledge_base: KnowledgeBase, node: int) -> set[int]:
    graph = knowledge_base.graph
    rows, others = graph.edges_of(node), graph.neighbours_of(node)
    return set(others[rows < graph.relations].tolist())


def _within(knowledge_base: KnowledgeBase, starts: Sequence[int], hops: int) -> set[int]:
    seen, frontier = set(starts), set(starts)
    for _ in range(hops):
        nearby = [_relation_neighbours(knowledge_base, node) for node in frontier]
        frontier = set().union(*nearby) - seen
        seen |= frontier
    return seen


def _node(knowledge_base: KnowledgeBase, node: int, drawn: set[int], centre: bool, score: float) -> DrawnNode:
    entity = knowledge_base.entity_at(node)
    return DrawnNode(
        id=entity.id,
        type=entity.type,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        country=entity.country,
        centre=centre,
        score=min(1.0, score),
        hidden=len(_relation_neighbours(knowledge_base, node) - drawn),
    )


def _edges(knowledge_base: KnowledgeBase, drawn: set[int]) -> tuple[DrawnEdge, ...]:
    graph = knowledge_base.graph
    members = np.zeros(graph.nodes, dtype=bool)
    members[list(drawn)] = True
    touching = np.unique(np.concatenate([graph.edges_of(node) for node in drawn]))
    inside = members[graph.source[touching]] & members[graph.target[touching]] & (touching < graph.relations)
    edges = []
    for row in touching[inside].tolist():
        relation = knowledge_base.relation(row)
        edges.append(
            DrawnEdge(
                id=relation.id,
                source=relation.source,
                target=relation.target,
                type=relation.type,
                weight=float(graph.weight[row]),
                year=relation.year,
                evidence_zh=relation.evidence("zh"),
                evidence_en=relation.evidence("en"),
            )
        )
    return tuple(edges)
