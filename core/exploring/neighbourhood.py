"""What is drawn around a company: the strongest nodes within one or two hops, and how many were left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from core.retrieval.pagerank.contract import PersonalizedPageRank, WalkParameters, uniform_influence
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

_FEW = 1_000


class DrawnNode(BaseModel):
    """An entity in the picture; ``hidden`` counts its further neighbours that are not drawn."""

    model_config = ConfigDict(frozen=True)

    id: str
    type: str
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
    reach = np.union1d(_within(knowledge_base, centre_nodes, hops), _within(knowledge_base, opened, 1))
    if not len(reach):
        return Neighbourhood(nodes=(), edges=(), left_out=0)
    graph = knowledge_base.graph
    first = list(dict.fromkeys([*centre_nodes, *opened]))
    parameters = WalkParameters(max_hops=max(hops, 1))
    walk = engine.walk(graph, uniform_influence(graph), dict.fromkeys(first, 1.0), parameters).scores
    others = np.setdiff1d(reach, first)
    strongest = others[np.argsort(-walk[others], kind="stable")].tolist()
    drawn = [*first, *strongest][: max(max_nodes, len(centre_nodes))]
    members = np.zeros(graph.entities, dtype=bool)
    members[drawn] = True
    nodes = tuple(_node(knowledge_base, node, members, node in centre_nodes, float(walk[node])) for node in drawn)
    return Neighbourhood(nodes=nodes, edges=_edges(knowledge_base, drawn, members), left_out=len(reach) - len(drawn))


def _within(knowledge_base: KnowledgeBase, starts: Sequence[int], hops: int) -> IntArray:
    """Entities at most ``hops`` relations from any of ``starts``, ascending."""
    seen = np.zeros(knowledge_base.graph.entities, dtype=bool)
    frontier = np.array(starts, dtype=np.int64)
    seen[frontier] = True
    for _ in range(hops):
        nearby = _beside(knowledge_base, frontier)
        frontier = np.flatnonzero(nearby & ~seen)
        seen |= nearby
    return np.flatnonzero(seen)


def _beside(knowledge_base: KnowledgeBase, nodes: IntArray) -> NDArray[np.bool_]:
    """Per entity, whether a relation joins it to any of ``nodes``; of many nodes in one pass over all relations."""
    graph = knowledge_base.graph
    found = np.zeros(graph.entities, dtype=bool)
    if len(nodes) <= _FEW:
        for node in nodes.tolist():
            found[knowledge_base.relations_of(node)[1]] = True
        return found
    chosen = np.zeros(graph.entities, dtype=bool)
    chosen[nodes] = True
    source, target = graph.source[: graph.relations], graph.target[: graph.relations]
    found[target[chosen[source]]] = True
    found[source[chosen[target]]] = True
    return found


def _node(knowledge_base: KnowledgeBase, node: int, drawn: NDArray[np.bool_], centre: bool, score: float) -> DrawnNode:
    entity = knowledge_base.entity_at(node)
    neighbours = knowledge_base.relations_of(node)[1]
    return DrawnNode(
        id=entity.id,
        type=entity.type,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        country=entity.country,
        centre=centre,
        score=min(1.0, score),
        hidden=len(np.unique(neighbours[~drawn[neighbours]])),
    )


def _edges(knowledge_base: KnowledgeBase, drawn: Sequence[int], members: NDArray[np.bool_]) -> tuple[DrawnEdge, ...]:
    graph = knowledge_base.graph
    touching = (knowledge_base.relations_of(node) for node in drawn)
    inside = np.unique(np.concatenate([rows[members[others]] for rows, others in touching]))
    edges = []
    for row in inside.tolist():
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
