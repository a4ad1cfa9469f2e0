"""What the compiled engines share before their kernels run."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from core.storage.relation_graph import FloatArray, RelationGraph, build_graph
from core.storage.walk_arrays import Components


def seed_arrays(graph: RelationGraph, seeds: Mapping[int, float]) -> tuple[NDArray[np.uint32], FloatArray]:
    """Ranks and shares of usable seeds, ascending by rank."""
    ranks = graph.walk.rank_of[list(seeds)].astype(np.uint32)
    order = np.argsort(ranks)
    return ranks[order], np.array(list(seeds.values()))[order]


def example_graph(edge_types: int = 2) -> RelationGraph:
    """A path of three nodes, 0 to 2, and one of two, 3 and 4, with arrays of the same types as those of a graph with
    ``edge_types``, to compile kernels with; of one type alone no influence could differ."""
    last_type = edge_types - 1
    source, target = np.array([0, 1, 3]), np.array([1, 2, 4])
    graph = build_graph(5, 0, 3, source, target, np.ones(3), np.array([0, last_type, 0]))
    of = (graph.walk.node_at > 2).astype(np.int32)
    vars(graph.walk)["components"] = Components(of, np.array([4, 2]))  # finding them takes a library of 13 MB
    return graph
