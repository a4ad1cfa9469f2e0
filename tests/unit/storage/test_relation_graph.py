from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from core.storage.relation_graph import RelationGraph, build_graph, load_graph, save_graph
from core.storage.walk_arrays import WalkArrays

OWN = [field.name for field in fields(RelationGraph) if field.name != "walk"]
WALK = [field.name for field in fields(WalkArrays)]
NAMES = [*OWN, *(f"walk_{name}" for name in WALK)]


def array_of(graph: RelationGraph, name: str) -> np.ndarray:
    """The array of a file."""
    return getattr(graph, name) if name in OWN else getattr(graph.walk, name.removeprefix("walk_"))


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


@pytest.mark.parametrize("nodes", [[], [0], [3, 0, 3], [3, 2, 1]])
def test_what_touches_several_nodes_is_found_at_once(graph: RelationGraph, nodes: list[int]) -> None:
    places, owners = graph.entries_of(np.array(nodes, dtype=np.int64))
    expected = [(place, edge) for place, node in enumerate(nodes) for edge in graph.edges_of(node).tolist()]
    assert [*zip(owners.tolist(), graph.incident[places].tolist(), strict=True)] == expected


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
        assert array_of(loaded, name).tolist() == array_of(graph, name).tolist()
        assert array_of(loaded, name).dtype == array_of(graph, name).dtype


@pytest.mark.parametrize("name", NAMES)
def test_no_array_can_be_changed(graph: RelationGraph, saved: Path, name: str) -> None:
    assert not array_of(graph, name).flags.writeable
    assert not array_of(load_graph(saved), name).flags.writeable


def test_the_walk_sees_the_busiest_node_first(graph: RelationGraph) -> None:
    assert graph.walk.node_at.tolist() == [1, 0, 2, 3]
    assert graph.walk.rank_of.tolist() == [1, 0, 2, 3]


def test_the_walk_sees_both_directions_ascending(graph: RelationGraph) -> None:
    rows = [slice(int(a), int(b)) for a, b in zip(graph.walk.indptr[:-1], graph.walk.indptr[1:], strict=True)]
    assert [graph.walk.neighbour[row].tolist() for row in rows] == [[1, 1, 2], [0, 0], [0, 3], [2]]
    assert [sorted(graph.walk.weight[row].tolist()) for row in rows] == [
        [0.25, 0.5, 1.0],
        [0.25, 1.0],
        [0.5, 0.5],
        [0.5],
    ]
    assert (graph.walk.upper - graph.walk.indptr[:-1]).tolist() == [0, 2, 1, 1]


def test_the_walk_knows_the_strength_of_each_type(graph: RelationGraph) -> None:
    assert graph.walk.type_strength.tolist() == [[1.25, 0.5, 0.0], [1.25, 0.0, 0.0], [0.0, 0.5, 0.5], [0.0, 0.0, 0.5]]
    assert graph.walk.type_volume.tolist() == [2.5, 1.0, 1.0]


def test_the_walk_leaves_edges_to_oneself_out() -> None:
    graph = build_graph(2, 0, 2, np.array([0, 0]), np.array([0, 1]), np.array([1.0, 0.5]), np.array([0, 0]))
    assert graph.walk.neighbour.tolist() == [1, 0]
    assert graph.walk.type_strength.tolist() == [[0.5], [0.5]]


@pytest.mark.parametrize(("highest", "size"), [(254, 1), (255, 2)])
def test_types_take_one_byte_where_they_can(highest: int, size: int) -> None:
    graph = build_graph(2, 0, 1, np.array([0]), np.array([1]), np.array([1.0]), np.array([highest]))
    assert graph.edge_type.itemsize == graph.walk.edge_type.itemsize == size
    assert graph.edge_type.tolist() == [highest]


def test_a_loaded_graph_is_mapped_and_cannot_be_changed(saved: Path) -> None:
    loaded = load_graph(saved)
    assert isinstance(loaded.weight.base, np.memmap)
    assert isinstance(loaded.walk.neighbour.base, np.memmap)
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


@pytest.mark.parametrize(
    "name",
    [
        "source",
        "target",
        "adjacent",
        "incident",
        "indptr",
        "walk_node_at",
        "walk_rank_of",
        "walk_neighbour",
        "walk_upper",
    ],
)
def test_numbers_of_nodes_that_do_not_exist_are_noticed(saved: Path, name: str) -> None:
    np.save(saved / f"{name}.npy", np.load(saved / f"{name}.npy") + 1000)
    with pytest.raises(ValueError, match="do not fit"):
        load_graph(saved)


def test_components_are_what_edges_connect() -> None:
    ends = np.array([0, 1, 4]), np.array([1, 2, 5])  # 0-1-2, 4-5, and 3 alone
    components = build_graph(6, 0, 3, *ends, np.ones(3), np.array([0, 1, 0])).walk.components
    rank = build_graph(6, 0, 3, *ends, np.ones(3), np.array([0, 1, 0])).walk.rank_of
    of = components.of[rank]
    assert of[0] == of[1] == of[2] != of[3]
    assert of[4] == of[5]
    assert len(set(of.tolist())) == 3
    assert [int(components.entries[number]) for number in of[[0, 3, 4]]] == [4, 0, 2]
