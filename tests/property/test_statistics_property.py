"""The shape of a graph against plain Python and igraph."""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass

import igraph
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.statistics.graph_shape import components_and_density, degree_distribution, relation_degrees
from core.storage.relation_graph import RelationGraph, build_graph


@dataclass(frozen=True)
class Drawn:
    graph: RelationGraph
    relations: list[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn) -> Drawn:
    """Relations between any entities, themselves included, any number of times; then mentions in passages."""
    entities, passages = draw(st.integers(0, 12)), draw(st.integers(0, 4))
    entity = st.integers(0, max(entities - 1, 0))
    relations = draw(st.lists(st.tuples(entity, entity), max_size=30 if entities else 0))
    passage = st.integers(entities, entities + max(passages - 1, 0))
    mentions = draw(st.lists(st.tuples(entity, passage), max_size=10 if entities and passages else 0))
    edges = np.array([*relations, *mentions], dtype=np.int64).reshape(-1, 2)
    ones = np.ones(len(edges))
    kinds = np.zeros(len(edges), dtype=np.int64)
    return Drawn(build_graph(entities, passages, len(relations), edges[:, 0], edges[:, 1], ones, kinds), relations)


def by_igraph(drawn: Drawn) -> igraph.Graph:
    return igraph.Graph(n=drawn.graph.entities, edges=drawn.relations)


@given(graphs())
def test_degrees_count_the_ends_of_relations_and_no_mentions(drawn: Drawn) -> None:
    ends = Counter(node for pair in drawn.relations for node in pair)
    assert relation_degrees(drawn.graph).tolist() == [ends[node] for node in range(drawn.graph.entities)]
    assert relation_degrees(drawn.graph).tolist() == by_igraph(drawn).degree()


@given(graphs())
def test_components_are_those_of_igraph(drawn: Drawn) -> None:
    sizes = by_igraph(drawn).connected_components(mode="weak").sizes()
    components, _ = components_and_density(drawn.graph)
    assert (components.number, components.single) == (len(sizes), sizes.count(1))
    assert components.largest == max(sizes, default=0)
    assert components.largest_share == pytest.approx(max(sizes, default=0) / max(1, drawn.graph.entities))


@given(graphs())
def test_density_is_that_of_the_simple_graph(drawn: Drawn) -> None:
    joined = {frozenset(pair) for pair in drawn.relations if pair[0] != pair[1]}
    entities = drawn.graph.entities
    _, density = components_and_density(drawn.graph)
    assert 0.0 <= density <= 1.0
    assert density == pytest.approx(2 * len(joined) / (entities * (entities - 1)) if entities > 1 else 0.0)
    if entities > 1:
        assert density == pytest.approx(by_igraph(drawn).simplify().density())


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=60))
def test_the_distribution_is_that_of_the_degrees(degrees: list[int]) -> None:
    found = degree_distribution(np.array(degrees, dtype=np.int64))
    assert (found.minimum, found.maximum) == (min(degrees), max(degrees))
    assert found.mean == pytest.approx(statistics.fmean(degrees))
    assert found.median == pytest.approx(statistics.median(degrees))
    if len(degrees) > 1:
        assert found.percentile_95 == pytest.approx(statistics.quantiles(degrees, n=20, method="inclusive")[-1])
    for low, high, companies in ((each.low, each.high, each.companies) for each in found.histogram):
        assert companies == sum(low <= degree <= high for degree in degrees)


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=60))
def test_the_bins_have_powers_of_two_as_limits_and_leave_nobody_out(degrees: list[int]) -> None:
    bins = degree_distribution(np.array(degrees, dtype=np.int64)).histogram
    assert [(each.low, each.high) for each in bins] == [
        (0, 0),
        *((2**power, 2 ** (power + 1) - 1) for power in range(len(bins) - 1)),
    ]
    assert sum(each.companies for each in bins) == len(degrees)
    assert bins[-1].companies > 0


def test_no_companies_have_no_distribution() -> None:
    assert degree_distribution(np.array([], dtype=np.int64)).histogram == ()
