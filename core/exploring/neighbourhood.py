"""The picture around a company: the strongest nodes within one or two hops, and how many were left out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.exploring.drawing import Drawing
from core.exploring.drawn_passages import drawn_passages
from core.exploring.gathering import drawn_entities, relations_between
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
    wanted: Sequence[str] = (),
    max_nodes: int = 80,
    passages: bool = False,
) -> Drawing:
    """Entities within ``hops`` of the centres, plus the direct neighbours of every ``expanded`` entity.

    Nodes are ordered by Personalized PageRank from the centres and the expanded entities, and cut at ``max_nodes``;
    all centres stay, however many; expanded entities come right after them, then those ``wanted``, within reach or
    not. Unknown ids are ignored. ``passages``: with those that name the centres.
    """
    known = knowledge_base.node_of
    centre_nodes = [known[entity_id] for entity_id in dict.fromkeys(centres) if entity_id in known]
    opened = [known[entity_id] for entity_id in expanded if entity_id in known]
    before_others = [known[entity_id] for entity_id in wanted if entity_id in known]
    reach = np.union1d(_within(knowledge_base, centre_nodes, hops), _within(knowledge_base, opened, 1))
    reach = np.union1d(reach, np.array(before_others, dtype=np.int64))
    if not len(reach):
        return Drawing()
    graph = knowledge_base.graph
    first = list(dict.fromkeys([*centre_nodes, *opened]))
    parameters = WalkParameters(max_hops=max(hops, 1))
    walk = engine.walk(graph, uniform_influence(graph), dict.fromkeys(first, 1.0), parameters).scores
    leading = list(dict.fromkeys([*first, *before_others]))
    others = np.setdiff1d(reach, leading)
    strongest = others[np.argsort(-walk[others], kind="stable")].tolist()
    drawn = [*leading, *strongest][: max(max_nodes, len(centre_nodes))]
    roots = {knowledge_base.entity_ids[node] for node in centre_nodes}
    shares = {node: min(1.0, float(walk[node])) for node in drawn}
    entities = drawn_entities(knowledge_base, drawn, drawn, roots=roots, walk=shares)
    relations, _ = relations_between(knowledge_base, drawn)
    picture = Drawing(entities=entities, relations=relations, left_out=len(reach) - len(drawn))
    if not passages:
        return picture
    named = drawn_passages(knowledge_base, sorted(roots), {entity.id for entity in entities})
    return picture.model_copy(update={"passages": named})


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
