"""The shape of the graph of relations, from its arrays: a few arrays of the size of the graph, no object per row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.statistics.figures import Components, DegreeBin, Degrees
from core.storage.relation_graph import IntArray, RelationGraph


def relation_degrees(graph: RelationGraph) -> NDArray[np.int64]:
    """How many relations touch each entity, shape (entities,); one from an entity to itself counts twice."""
    starts, ends = (
        np.bincount(column[: graph.relations], minlength=graph.entities) for column in (graph.source, graph.target)
    )
    return np.asarray(starts + ends, dtype=np.int64)


def degree_distribution(degrees: IntArray) -> Degrees:
    """Spread and histogram of ``degrees``, shape (companies,)."""
    if not len(degrees):
        return Degrees()
    median, percentile_95 = np.percentile(degrees, [50, 95]).tolist()
    return Degrees(
        minimum=int(degrees.min()),
        median=median,
        mean=float(degrees.mean()),
        percentile_95=percentile_95,
        maximum=int(degrees.max()),
        histogram=_histogram(degrees),
    )


def _histogram(degrees: IntArray) -> tuple[DegreeBin, ...]:
    """Bin b > 0 holds 2^(b−1) to 2^b − 1: what has b binary digits, which is the exponent that frexp gives."""
    companies = np.bincount(np.frexp(degrees.astype(np.float64))[1])
    return tuple(
        DegreeBin(low=2 ** (digits - 1) if digits else 0, high=2**digits - 1, companies=count)
        for digits, count in enumerate(companies.tolist())
    )


def components_and_density(graph: RelationGraph) -> tuple[Components, float]:
    """How the relations hold the entities together, and the share of pairs of entities that they join."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    count = graph.entities
    if not count:
        return Components(number=0, single=0, largest=0, largest_share=0.0), 0.0
    source, target = graph.source[: graph.relations], graph.target[: graph.relations]
    different = source != target
    pairs = np.minimum(source, target)[different], np.maximum(source, target)[different]
    joined = coo_array((np.ones(len(pairs[0]), dtype=bool), pairs), shape=(count, count)).tocsr()  # each pair once
    number, member_of = connected_components(joined, directed=False)
    sizes = np.bincount(member_of, minlength=number)
    largest = int(sizes.max())
    single = int((sizes == 1).sum())
    possible = count * (count - 1) / 2
    density = joined.nnz / possible if possible else 0.0
    return Components(number=int(number), single=single, largest=largest, largest_share=largest / count), density
