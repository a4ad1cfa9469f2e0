"""The picture around a company: the strongest nodes within one or two hops, and how many were left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.exploring.drawing import Drawing
from core.exploring.drawn_passages import drawn_passages
from core.exploring.gathering import Members, drawn_edges, drawn_entity, members_of, relations_between
from core.retrieval.pagerank.contract import PersonalizedPageRank, WalkParameters, uniform_influence
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

_FEW = 1_000


def neighbourhood(
    knowledge_base: KnowledgeBase,
    engine: PersonalizedPageRank,
    centres: Sequence[str],
    *,
    hops: int,
    expanded: Sequence[str] = (),
    max_nodes: int = 80,
    passages: bool = False,
) -> Drawing:
    """Entities within ``hops`` of the centres, plus the direct neighbours of every ``expanded`` entity.

    Nodes are ordered by Personalized PageRank from the centres and the expanded entities, and cut at ``max_nodes``;
    all centres stay, however many, and expanded entities come right after them. Unknown ids are ignored. ``passages``:
    with those that name the centres.
    """
    known = knowledge_base.node_of
    centre_nodes = [known[entity_id] for entity_id in dict.fromkeys(centres) if entity_id in known]
    opened = [known[entity_id] for entity_id in expanded if entity_id in known]
    reach = np.union1d(_within(knowledge_base, centre_nodes, hops), _within(knowledge_base, opened, 1))
    if not len(reach):
        return Drawing()
    graph = knowledge_base.graph
    first = list(dict.fromkeys([*centre_nodes, *opened]))
    parameters = WalkParameters(max_hops=max(hops, 1))
    walk = engine.walk(graph, uniform_influence(graph), dict.fromkeys(first, 1.0), parameters).scores
    others = np.setdiff1d(reach, first)
    strongest = others[np.argsort(-walk[others], kind="stable")].tolist()
    drawn = [*first, *strongest][: max(max_nodes, len(centre_nodes))]
    members = members_of(knowledge_base, drawn)
    entities = tuple(
        drawn_entity(knowledge_base, node, members, root=node in centre_nodes, walk=min(1.0, float(walk[node])))
        for node in drawn
    )
    picture = Drawing(
        entities=entities,
        relations=drawn_edges(knowledge_base, relations_between(knowledge_base, members)),
        left_out=len(reach) - len(drawn),
    )
    if not passages:
        return picture
    roots = [entity.id for entity in entities if entity.root]
    naming = drawn_passages(knowledge_base, roots, {entity.id for entity in entities})
    return picture.model_copy(update={"passages": naming})


def _within(knowledge_base: KnowledgeBase, starts: Sequence[int], hops: int) -> IntArray:
    """Entities at most ``hops`` relations from any of ``starts``, ascending."""
    seen = members_of(knowledge_base, starts)
    frontier = np.flatnonzero(seen)
    for _ in range(hops):
        nearby = _beside(knowledge_base, frontier)
        frontier = np.flatnonzero(nearby & ~seen)
        seen |= nearby
    return np.flatnonzero(seen)


def _beside(knowledge_base: KnowledgeBase, nodes: IntArray) -> Members:
    """Per entity, whether a relation joins it to any of ``nodes``; of many nodes in one pass over all relations."""
    graph = knowledge_base.graph
    found = members_of(knowledge_base, ())
    if len(nodes) <= _FEW:
        for node in nodes.tolist():
            found[knowledge_base.relations_of(node)[1]] = True
        return found
    chosen = members_of(knowledge_base, nodes)
    source, target = graph.source[: graph.relations], graph.target[: graph.relations]
    found[target[chosen[source]]] = True
    found[source[chosen[target]]] = True
    return found
