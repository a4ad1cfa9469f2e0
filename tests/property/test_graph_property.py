from __future__ import annotations

from collections import Counter
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.storage.relation_graph import RelationGraph, build_graph, load_graph, save_graph


@st.composite
def graphs(draw: st.DrawFn) -> RelationGraph:
    """Any multigraph, edges from a node to itself included."""
    entities, passages = draw(st.integers(1, 12)), draw(st.integers(0, 5))
    nodes = st.integers(0, entities + passages - 1)
    edges = draw(st.lists(st.tuples(nodes, nodes, st.floats(1e-6, 1.0), st.integers(0, 20)), max_size=60))
    relations = draw(st.integers(0, len(edges)))
    columns = [np.array([edge[column] for edge in edges]) for column in range(4)]
    source, target, weight, kind = columns
    return build_graph(
        entities, passages, relations, source.astype(np.int64), target.astype(np.int64), weight, kind.astype(np.int64)
    )


@given(graphs())
def test_every_edge_is_listed_exactly_twice(graph: RelationGraph) -> None:
    listed = Counter(edge for node in range(graph.nodes) for edge in graph.edges_of(node).tolist())
    assert listed == Counter(dict.fromkeys(range(len(graph.source)), 2))


@given(graphs())
def test_every_listed_edge_leads_from_its_node_to_its_other_end(graph: RelationGraph) -> None:
    for node in range(graph.nodes):
        for neighbour, edge in zip(graph.neighbours_of(node), graph.edges_of(node), strict=True):
            assert {node, int(neighbour)} == {int(graph.source[edge]), int(graph.target[edge])}


@given(graphs())
def test_strengths_add_up_to_twice_the_weights(graph: RelationGraph) -> None:
    assert graph.strength.shape == (graph.nodes,)
    assert graph.strength.sum() == pytest.approx(2 * graph.weight.sum())


@given(graphs())
def test_a_nodes_strength_is_the_sum_over_its_edges(graph: RelationGraph) -> None:
    sums = [graph.weight[graph.edges_of(node)].sum() for node in range(graph.nodes)]
    assert graph.strength == pytest.approx(np.array(sums))


@given(graphs())
def test_igraph_agrees_about_degrees_and_strengths(graph: RelationGraph) -> None:
    assert graph.igraph.degree() == [len(graph.edges_of(node)) for node in range(graph.nodes)]
    assert graph.igraph.strength(weights=graph.weight.tolist()) == pytest.approx(graph.strength.tolist())


@given(graphs())
@settings(max_examples=25)
def test_a_saved_graph_reads_back_the_same(graph: RelationGraph) -> None:
    with TemporaryDirectory() as folder:
        save_graph(graph, Path(folder) / "graph")
        loaded = load_graph(Path(folder) / "graph")
        for part, again in ((graph, loaded), (graph.walk, loaded.walk)):
            for name in [field.name for field in fields(part) if field.name != "walk"]:
                assert np.array_equal(getattr(again, name), getattr(part, name))


@given(graphs())
def test_the_walk_has_the_same_edges_but_those_to_oneself(graph: RelationGraph) -> None:
    walk = graph.walk
    row = np.repeat(np.arange(graph.nodes), np.diff(walk.indptr.astype(np.int64)))
    entries = zip(walk.node_at[row], walk.node_at[walk.neighbour], walk.edge_type, strict=True)
    seen = Counter((int(a), int(b), int(kind)) for a, b, kind in entries)
    edges = list(zip(graph.source.tolist(), graph.target.tolist(), graph.edge_type.tolist(), strict=True))
    expected = Counter((a, b, kind) for a, b, kind in edges if a != b)
    assert seen == expected + Counter((b, a, kind) for a, b, kind in edges if a != b)


@given(graphs())
def test_the_walk_knows_which_entries_lead_up(graph: RelationGraph) -> None:
    walk = graph.walk
    for row in range(graph.nodes):
        first, upper, last = (int(each) for each in (walk.indptr[row], walk.upper[row], walk.indptr[row + 1]))
        assert (walk.neighbour[first:upper] < row).all()
        assert (walk.neighbour[upper:last] > row).all()
