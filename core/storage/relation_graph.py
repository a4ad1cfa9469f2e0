"""The graph as plain arrays: memory-mapped at start, shared between threads, never modified."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core.storage.walk_arrays import WalkArrays, arrange_for_walks, smallest_code_type

if TYPE_CHECKING:
    import igraph

IntArray = NDArray[np.integer[Any]]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RelationGraph:
    """Nodes 0…entities-1 are entities in table order, the rest are passages.

    Edge k runs from ``source[k]`` to ``target[k]`` with ``weight[k]`` = weight × confidence in (0, 1] and
    ``edge_type[k]`` = position in the manifest's ``edge_types``. The first ``relations`` edges are the relations
    in table order, the rest are mentions (entity → passage). ``indptr``/``adjacent``/``incident`` list, for each
    node, its neighbours and the edges to them, both directions (compressed sparse rows). ``walk`` holds the same
    rows as the compiled walks read them. Numbers of nodes and edges take four bytes, so a graph may have at most
    2³¹ - 1 edges. All arrays are read-only.
    """

    size: IntArray  # shape (3,): entities, passages, relations
    source: IntArray
    target: IntArray
    weight: FloatArray
    edge_type: IntArray
    indptr: IntArray
    adjacent: IntArray
    incident: IntArray
    walk: WalkArrays

    @property
    def entities(self) -> int:
        """Number of entity nodes."""
        return int(self.size[0])

    @property
    def nodes(self) -> int:
        """Number of entity and passage nodes."""
        return int(self.size[0] + self.size[1])

    @property
    def relations(self) -> int:
        """Number of relation edges."""
        return int(self.size[2])

    def edges_of(self, node: int) -> IntArray:
        """Edges that touch ``node``."""
        return self.incident[self.indptr[node] : self.indptr[node + 1]]

    def neighbours_of(self, node: int) -> IntArray:
        """The other ends of ``edges_of(node)``, in the same order."""
        return self.adjacent[self.indptr[node] : self.indptr[node + 1]]

    def entries_of(self, nodes: IntArray) -> tuple[IntArray, IntArray]:
        """Places in ``adjacent`` and ``incident`` of all that touches ``nodes``, and to which of them, by its place in
        ``nodes``, each belongs."""
        firsts = self.indptr[nodes]
        counts = self.indptr[nodes + 1] - firsts
        before = np.cumsum(counts) - counts
        return np.arange(counts.sum()) + np.repeat(firsts - before, counts), np.repeat(np.arange(len(nodes)), counts)

    @cached_property
    def igraph(self) -> igraph.Graph:
        """The same graph for igraph, undirected (walks go both ways), edge order kept; built on first use."""
        import igraph

        return igraph.Graph(n=self.nodes, edges=list(zip(self.source.tolist(), self.target.tolist(), strict=True)))

    @cached_property
    def strength(self) -> FloatArray:
        """Sum of incident edge weights per node, shape (nodes,)."""
        total = np.bincount(self.source, self.weight, self.nodes) + np.bincount(self.target, self.weight, self.nodes)
        return np.asarray(total, dtype=np.float64)


def build_graph(
    entities: int,
    passages: int,
    relations: int,
    source: IntArray,
    target: IntArray,
    weight: FloatArray,
    edge_type: IntArray,
) -> RelationGraph:
    """Arrange edges into a RelationGraph (sorts incident edges by node)."""
    nodes, edges = entities + passages, len(source)
    ends = np.concatenate([source, target])
    others = np.concatenate([target, source])
    numbers = np.concatenate([np.arange(edges), np.arange(edges)])
    order = np.argsort(ends, kind="stable")
    indptr = np.concatenate([[0], np.cumsum(np.bincount(ends, minlength=nodes))]).astype(np.int64)
    types = int(edge_type.max()) + 1 if edges else 1
    graph = RelationGraph(
        size=np.array([entities, passages, relations], dtype=np.int64),
        source=source.astype(np.int32),
        target=target.astype(np.int32),
        weight=weight.astype(np.float64),
        edge_type=smallest_code_type(edge_type, types),
        indptr=indptr,
        adjacent=others[order].astype(np.int32),
        incident=numbers[order].astype(np.int32),
        walk=arrange_for_walks(nodes, source, target, weight, edge_type),
    )
    for array in _arrays(graph).values():
        array.setflags(write=False)
    return graph


def _arrays(graph: RelationGraph) -> dict[str, NDArray[Any]]:
    """Every array by the name of its file."""
    own = {field.name: getattr(graph, field.name) for field in fields(graph) if field.name != "walk"}
    return own | {f"walk_{field.name}": getattr(graph.walk, field.name) for field in fields(WalkArrays)}


def save_graph(graph: RelationGraph, folder: Path) -> None:
    """Write one ``.npy`` file per array into ``folder``."""
    folder.mkdir(parents=True)
    for name, array in _arrays(graph).items():
        np.save(folder / f"{name}.npy", array)


def _within(numbers: IntArray, limit: int) -> bool:
    return not len(numbers) or bool(numbers.min() >= 0 and numbers.max() < limit)


def _mapped(folder: Path, name: str) -> NDArray[Any]:
    return np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r"))


def load_graph(folder: Path) -> RelationGraph:
    """Map the arrays of ``folder`` into memory, read-only. Raises OSError or ValueError if they do not fit."""
    try:
        walk = WalkArrays(**{field.name: _mapped(folder, f"walk_{field.name}") for field in fields(WalkArrays)})
        own = [field.name for field in fields(RelationGraph) if field.name != "walk"]
        graph = RelationGraph(**{name: _mapped(folder, name) for name in own}, walk=walk)
    except (EOFError, BadZipFile) as error:
        raise ValueError(f"an array of the graph is empty or no array: {error}") from error
    edges = len(graph.source)
    whole = (
        graph.size.shape == (3,)
        and len(graph.target) == len(graph.weight) == len(graph.edge_type) == edges
        and len(graph.indptr) == graph.nodes + 1
        and len(graph.adjacent) == len(graph.incident) == graph.indptr[-1] == 2 * edges
        and all(_within(array, graph.nodes) for array in (graph.source, graph.target, graph.adjacent))
        and _within(graph.incident, edges)
        and graph.walk.fits(graph.nodes, edges)
    )
    if not whole:
        raise ValueError("the arrays of the graph do not fit one another")
    return graph
