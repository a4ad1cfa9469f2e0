"""The strongest short paths between the query and a result, for "Why?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.results import GraphPath, PathStep
from core.storage.knowledge_base import KnowledgeBase

MAX_PATHS = 3
_WIDEST = 200


@dataclass(frozen=True)
class _Walk:
    nodes: tuple[int, ...]
    rows: tuple[int, ...]
    strength: float


def strongest_paths(knowledge_base: KnowledgeBase, query_ids: Sequence[str], company_id: str) -> tuple[GraphPath, ...]:
    """At most three simple paths of at most three relations, strongest first.

    The strength of a path is the probability that a walk starting at the query takes exactly these steps: the
    product of edge weight over the summed edge weights of the node left. At a node with more than 200 relations
    only the 200 strongest are followed.
    """
    target = knowledge_base.node_of[company_id]
    walks: list[_Walk] = []
    for query_id in query_ids:
        start = _Walk((knowledge_base.node_of[query_id],), (), 1.0)
        walks += _walks_to(knowledge_base, start, target)
    best: dict[tuple[int, ...], _Walk] = {}
    for walk in sorted(walks, key=lambda found: (-found.strength, found.rows)):
        best.setdefault(walk.nodes, walk)
    return tuple(_path(knowledge_base, walk) for walk in list(best.values())[:MAX_PATHS])


def _walks_to(knowledge_base: KnowledgeBase, start: _Walk, target: int) -> list[_Walk]:
    """Walks of one, two and – where these are fewer than three – three steps from ``start`` to ``target``."""
    nearby = set(_strongest_steps(knowledge_base, target)[1].tolist())
    found: list[_Walk] = []
    frontier = [start]
    for length in (1, 2, 3):
        following = [step for walk in frontier for step in _extensions(knowledge_base, walk)]
        found += [walk for walk in following if walk.nodes[-1] == target]
        if length == 2 and len(found) >= MAX_PATHS:
            break
        onward = [walk for walk in following if walk.nodes[-1] != target]
        frontier = [walk for walk in onward if walk.nodes[-1] in nearby] if length == 2 else onward
    return found


def _strongest_steps(knowledge_base: KnowledgeBase, node: int) -> tuple[np.ndarray, np.ndarray]:
    graph = knowledge_base.graph
    rows, others = graph.edges_of(node), graph.neighbours_of(node)
    relations = rows < graph.relations
    rows, others = rows[relations], others[relations]
    if len(rows) > _WIDEST:
        strongest = np.argsort(-graph.weight[rows], kind="stable")[:_WIDEST]
        rows, others = rows[strongest], others[strongest]
    return rows, others


def _extensions(knowledge_base: KnowledgeBase, walk: _Walk) -> list[_Walk]:
    graph = knowledge_base.graph
    node = walk.nodes[-1]
    rows, others = _strongest_steps(knowledge_base, node)
    shares = graph.weight[rows] / graph.strength[node] if len(rows) else graph.weight[rows]
    return [
        _Walk((*walk.nodes, other), (*walk.rows, row), walk.strength * share)
        for row, other, share in zip(rows.tolist(), others.tolist(), shares.tolist(), strict=True)
        if other not in walk.nodes
    ]


def _path(knowledge_base: KnowledgeBase, walk: _Walk) -> GraphPath:
    graph, ids = knowledge_base.graph, knowledge_base.entity_ids
    steps = []
    for position, row in enumerate(walk.rows):
        node = walk.nodes[position]
        steps.append(
            PathStep(
                from_id=ids[node],
                to_id=ids[walk.nodes[position + 1]],
                relation_id=knowledge_base.relation(row).id,
                relation_type=knowledge_base.manifest.edge_types[graph.edge_type[row]],
                forward=int(graph.source[row]) == node,
            )
        )
    return GraphPath(steps=tuple(steps), strength=min(1.0, walk.strength))
