from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from core.storage.relation_graph import RelationGraph, build_graph, load_graph, save_graph

NAMES = [field.name for field in fields(RelationGraph)]


@pytest.fixture
def graph() -> RelationGraph:
    """Three entities and a passage: 0→1, 1→2, 1→0 (a second edge), 2→3 (a mention)."""
    return build_graph(
        3, 1, 3, np.array([0, 1, 1, 2]), np.array([1, 2, 0, 3]), np.array([1.0, 0.5, 0.25, 0.5]), np.array([0, 1, 0, 2])
    )


@pytest.fixture
def saved(graph: RelationGraph, tmp_path: Path) -> Path:
    save_graph(graph, tmp_path / "graph")
    return tmp_path / "graph"


def test_nodes_are_entities_then_passages(graph: RelationGraph) -> None:
    assert (graph.entities, graph.nodes, graph.relations) == (3, 4, 3)


def test_edges_are_listed_at_both_ends(graph: RelationGraph) -> None:
    assert [graph.edges_of(node).tolist() for node in range(4)] == [[0, 2], [1, 2, 0], [3, 1], [3]]
    assert [graph.neighbours_of(node).tolist() for node in range(4)] == [[1, 1], [2, 0, 0], [3, 1], [2]]


def test_strength_adds_the_weights_of_both_directions(graph: RelationGraph) -> None:
    assert graph.strength.tolist() == [1.25, 1.75, 1.0, 0.5]


def test_igraph_sees_the_same_edges_in_the_same_order(graph: RelationGraph) -> None:
    assert graph.igraph.get_edgelist() == [(0, 1), (1, 2), (0, 1), (2, 3)]
    assert not graph.igraph.is_directed()
    assert graph.igraph.vcount() == 4


def test_a_graph_without_edges_has_nodes_without_neighbours() -> None:
    nothing = np.array([], dtype=np.int64)
    graph = build_graph(2, 0, 0, nothing, nothing, np.array([]), nothing)
    assert graph.edges_of(0).tolist() == graph.neighbours_of(1).tolist() == []
    assert graph.strength.tolist() == [0.0, 0.0]


def test_a_graph_without_nodes_is_a_graph(tmp_path: Path) -> None:
    nothing = np.array([], dtype=np.int64)
    save_graph(build_graph(0, 0, 0, nothing, nothing, np.array([]), nothing), tmp_path / "graph")
    assert load_graph(tmp_path / "graph").nodes == 0


def test_a_saved_graph_reads_back_the_same(graph: RelationGraph, saved: Path) -> None:
    loaded = load_graph(saved)
    for name in NAMES:
        assert getattr(loaded, name).tolist() == getattr(graph, name).tolist()
        assert getattr(loaded, name).dtype == getattr(graph, name).dtype


def test_a_loaded_graph_is_mapped_and_cannot_be_changed(saved: Path) -> None:
    loaded = load_graph(saved)
    assert isinstance(loaded.weight.base, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        loaded.weight[0] = 9.0


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_array_is_noticed(saved: Path, name: str) -> None:
    (saved / f"{name}.npy").unlink()
    with pytest.raises(OSError, match=name):
        load_graph(saved)


@pytest.mark.parametrize("kept", [7, 20, 100, -4])
@pytest.mark.parametrize("name", NAMES)
def test_a_truncated_array_is_noticed(saved: Path, name: str, kept: int) -> None:
    array = saved / f"{name}.npy"
    array.write_bytes(array.read_bytes()[:kept])
    with pytest.raises((OSError, ValueError)):
        load_graph(saved)


@pytest.mark.parametrize(
    "content",
    [
        b"no array at all",
        pytest.param(
            b"",
        ),
        pytest.param(
            b"PK\x03\x04",
        ),
    ],
)
def test_a_file_that_is_no_array_is_noticed(saved: Path, content: bytes) -> None:
    (saved / "weight.npy").write_bytes(content)
    with pytest.raises((OSError, ValueError)):
        load_graph(saved)


@pytest.mark.parametrize("name", NAMES)
def test_arrays_that_do_not_fit_one_another_are_noticed(saved: Path, name: str) -> None:
    array = np.load(saved / f"{name}.npy")
    np.save(saved / f"{name}.npy", np.concatenate([array, array[:1]]))
    with pytest.raises(ValueError, match="do not fit"):
        load_graph(saved)


@pytest.mark.parametrize("name", ["source", "target", "adjacent", "incident", "indptr"])
def test_numbers_of_nodes_that_do_not_exist_are_noticed(saved: Path, name: str) -> None:
    np.save(saved / f"{name}.npy", np.load(saved / f"{name}.npy") + 1000)
    with pytest.raises(ValueError, match="do not fit"):
        load_graph(saved)
