from __future__ import annotations

import numpy as np
import pytest

from core.retrieval.pagerank.attribution import NodeShares, ScoreAttribution, TypeShare
from core.retrieval.pagerank.contract import PersonalizedPageRank, WalkParameters
from core.storage.relation_graph import RelationGraph
from tests.graphs import ENGINES, graph_of, random_graph

STAR = [(0, 1, 1.0, 0), (0, 2, 1.0, 1), (1, 2, 0.5, 2), (2, 3, 1.0, 0)]


def explained(
    graph: RelationGraph,
    seeds: dict[int, float],
    *,
    influence: list[float] | None = None,
    max_hops: int | None = None,
    engine: PersonalizedPageRank | None = None,
) -> ScoreAttribution:
    multiplier = np.ones(graph.walk.types) if influence is None else np.array(influence)
    parameters = WalkParameters(max_hops=max_hops)
    walk = (engine or ENGINES["igraph"]()).walk(graph, multiplier, seeds, parameters)
    return ScoreAttribution(graph, multiplier, seeds, parameters, walk)


def test_one_edge_is_the_whole_reason() -> None:
    assert explained(graph_of(2, [(0, 1, 0.4, 3)]), {0: 1.0}).shares(1) == NodeShares(0.0, (TypeShare(3, 1.0),))


def test_a_seed_owes_a_part_to_the_restart() -> None:
    attribution = explained(graph_of(2, [(0, 1, 0.4)]), {0: 1.0})
    assert attribution.shares(0).restart == pytest.approx(0.15 / attribution.walk.scores[0])


@pytest.mark.parametrize("max_hops", [1, 2, 3, None])
@pytest.mark.parametrize("influence", [[1.0, 1.0, 1.0, 1.0], [0.3, 2.0, 0.0, 1.0]])
def test_the_terms_add_up_to_the_score(max_hops: int | None, influence: list[float]) -> None:
    """Against the definition, summed edge by edge over the allowed part of the graph."""
    graph, seeds = random_graph(80, 160), {3: 1.0, 7: 2.0}
    attribution = explained(graph, seeds, influence=influence, max_hops=max_hops)
    scores = attribution.walk.scores
    inside = scores > 0
    weight = graph.weight * np.array(influence)[graph.edge_type]
    weight = np.where(inside[graph.source] & inside[graph.target], weight, 0.0)
    degree = np.bincount(graph.source, weight, graph.nodes) + np.bincount(graph.target, weight, graph.nodes)
    for node in range(graph.nodes):
        arriving = np.zeros(4)
        for edge in graph.edges_of(node).tolist():
            other = int(graph.source[edge] + graph.target[edge]) - node
            if weight[edge] > 0:
                arriving[graph.edge_type[edge]] += 0.85 * scores[other] * weight[edge] / degree[other]
        found = attribution.shares(node)
        shares = {each.edge_type: each.share for each in found.by_type}
        assert shares == pytest.approx({kind: arriving[kind] / scores[node] for kind in shares}, rel=1e-4)
        assert set(shares) == set(np.flatnonzero(arriving).tolist())
        if scores[node] > 0:
            assert found.restart + sum(shares.values()) == pytest.approx(1.0)


def test_the_largest_share_comes_first() -> None:
    shares = [each.share for each in explained(graph_of(4, STAR), {0: 1.0}).shares(2).by_type]
    assert len(shares) == 3
    assert shares == sorted(shares, reverse=True)


def test_a_type_without_influence_has_no_share() -> None:
    found = explained(graph_of(4, STAR), {0: 1.0}, influence=[1.0, 0.0, 1.0]).shares(2)
    assert {each.edge_type for each in found.by_type} == {0, 2}


@pytest.mark.parametrize("max_hops", [1, None])
def test_a_node_the_walk_does_not_reach_has_no_shares(max_hops: int | None) -> None:
    graph = graph_of(5, STAR)
    nothing = NodeShares(0.0, ())
    assert explained(graph, {0: 1.0}, max_hops=max_hops).shares(4) == nothing
    assert explained(graph, {0: 1.0}, max_hops=1).shares(3) == nothing
    assert explained(graph, {}, max_hops=max_hops).shares(1) == nothing


@pytest.mark.parametrize("name", list(ENGINES))
@pytest.mark.parametrize("max_hops", [2, None])
def test_every_engine_explains_alike(name: str, max_hops: int | None) -> None:
    graph = random_graph(80, 160)
    reference = explained(graph, {3: 1.0}, max_hops=max_hops)
    found = explained(graph, {3: 1.0}, max_hops=max_hops, engine=ENGINES[name]())
    for node in np.flatnonzero(reference.walk.scores > 1e-4).tolist():
        expected = {each.edge_type: each.share for each in reference.shares(node).by_type}
        assert {each.edge_type: each.share for each in found.shares(node).by_type} == pytest.approx(expected, abs=0.01)
