"""The graph as the compiled walks read it: both directions of every edge, few bytes each, busiest nodes first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LARGEST_BYTE = 255


@dataclass(frozen=True, eq=False)
class Components:
    """Connected components: row k belongs to number ``of[k]``, whose rows have ``entries[number]`` entries in all."""

    of: NDArray[np.int32]
    entries: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class WalkArrays:
    """Compressed sparse rows over *ranks*: rank 0 is the node with the most edges, ties in node order.

    Busy nodes are looked up most, and side by side they stay in the processor's cache (measured: 1.2 to 1.5 times
    faster on graphs with hubs). Row ``rank`` is entries ``indptr[rank]``…``indptr[rank + 1] - 1``, ascending by
    neighbour; those from ``upper[rank]`` on lead to higher ranks, those before it to lower ones. Entry k leads to
    ``neighbour[k]`` over an edge of ``weight[k]`` and ``edge_type[k]``. An edge from a node to itself leads nowhere
    and is left out. Index types are unsigned, because compiled code then needs no check for negative positions. All
    arrays are read-only.
    """

    node_at: NDArray[np.int32]  # shape (nodes,): rank → node
    rank_of: NDArray[np.int32]  # shape (nodes,): node → rank
    indptr: NDArray[np.uint64]  # shape (nodes + 1,)
    upper: NDArray[np.uint64]  # shape (nodes,)
    neighbour: NDArray[np.uint32]  # shape (entries,), ranks; two entries per edge
    weight: NDArray[np.float32]  # shape (entries,)
    edge_type: NDArray[np.uint8] | NDArray[np.uint16]  # shape (entries,)
    type_strength: NDArray[np.float32]  # shape (nodes, types): summed weight of a row's entries by type
    type_volume: NDArray[np.float64]  # shape (types,): type_strength summed over all rows

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.node_at)

    @property
    def types(self) -> int:
        """Number of edge types (highest code in use + 1)."""
        return int(self.type_strength.shape[1])

    @cached_property
    def components(self) -> Components:
        """Which rows can reach one another over edges of any type; found once, on first use."""
        from scipy.sparse import csr_array  # 13 MB, and walks that are limited to some hops never come here
        from scipy.sparse.csgraph import connected_components

        links = np.ones(len(self.neighbour), dtype=np.int8)
        entries = (links, self.neighbour.view(np.int32), self.indptr.astype(np.int64))
        # every edge goes both ways, so strong components are the connected ones, and cheaper to find
        count, of = connected_components(csr_array(entries, (self.nodes, self.nodes)), connection="strong")
        return Components(of, np.bincount(of, np.diff(self.indptr), count).astype(np.int64))

    def fits(self, nodes: int, edges: int) -> bool:
        """Whether the arrays belong to a graph of this size and point nowhere else."""
        entries = len(self.neighbour)
        return (
            self.node_at.shape == self.rank_of.shape == self.upper.shape == (nodes,)
            and self.indptr.shape == (nodes + 1,)
            and int(self.indptr[-1]) == entries <= 2 * edges
            and bool((self.indptr[:-1] <= self.upper).all() and (self.upper <= self.indptr[1:]).all())
            and self.weight.shape == self.edge_type.shape == (entries,)
            and self.type_strength.ndim == 2
            and len(self.type_strength) == nodes
            and self.type_volume.shape == (self.types,)
            and all(_below(array, nodes) for array in (self.node_at, self.rank_of, self.neighbour))
            and _below(self.edge_type, self.types)
        )


def _below(numbers: NDArray[np.integer[Any]], limit: int) -> bool:
    return not len(numbers) or bool(numbers.min() >= 0 and numbers.max() < limit)


def arrange_for_walks(
    nodes: int,
    source: NDArray[np.integer[Any]],
    target: NDArray[np.integer[Any]],
    weight: NDArray[np.float64],
    edge_type: NDArray[np.integer[Any]],
) -> WalkArrays:
    """Lay edges (see RelationGraph) out by rank of their ends."""
    types = int(edge_type.max()) + 1 if len(edge_type) else 1
    edge = np.flatnonzero(source != target)
    ends, others = np.concatenate([source[edge], target[edge]]), np.concatenate([target[edge], source[edge]])
    entries_of = np.bincount(ends, minlength=nodes)
    node_at = np.argsort(-entries_of, kind="stable").astype(np.int32)
    rank_of = np.empty(nodes, dtype=np.int32)
    rank_of[node_at] = np.arange(nodes, dtype=np.int32)
    row, neighbour = rank_of[ends].astype(np.int64), rank_of[others]
    order = np.argsort(row * nodes + neighbour, kind="stable")
    row, neighbour, edge = row[order], neighbour[order], np.concatenate([edge, edge])[order]
    indptr = np.concatenate([[0], np.cumsum(entries_of[node_at])]).astype(np.uint64)
    lower = np.bincount(row[neighbour < row], minlength=nodes).astype(np.uint64)
    strength = np.bincount(row * types + edge_type[edge], weight[edge], nodes * types).reshape(nodes, types)
    arrays = WalkArrays(
        node_at=node_at,
        rank_of=rank_of,
        indptr=indptr,
        upper=indptr[:-1] + lower,
        neighbour=neighbour.astype(np.uint32),
        weight=weight[edge].astype(np.float32),
        edge_type=smallest_code_type(edge_type[edge], types),
        type_strength=strength.astype(np.float32),
        type_volume=strength.sum(axis=0, dtype=np.float64),
    )
    for array in vars(arrays).values():
        array.setflags(write=False)
    return arrays


def smallest_code_type(codes: NDArray[np.integer[Any]], types: int) -> NDArray[np.uint8] | NDArray[np.uint16]:
    """Type codes in one byte each, or in two where there are more than 255 types."""
    return codes.astype(np.uint8) if types <= _LARGEST_BYTE else codes.astype(np.uint16)
