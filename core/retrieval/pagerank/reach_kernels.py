"""Compiled: which rows lie within some hops of the seeds, and the graph cut down to them. Rows are ranks."""
# mypy: disable-error-code="no-untyped-def,assignment"
# numba infers the types of the arguments

from __future__ import annotations

import numpy as np

from core.compiling import compiled

_ONE = np.uint64(1)
UNSEEN = np.uint8(255)
_MANY = 16  # when one row in so many is new, it pays to ask the unseen rows instead


@compiled
def _step_from_last(indptr, neighbour, hops, step, order, start, seen):
    """See the unseen neighbours of rows ``order[start:seen]``; how many rows are seen then."""
    for place in range(start, seen):
        row = np.uint64(order[place])
        for entry in range(indptr[row], indptr[row + _ONE]):
            other = np.uint64(neighbour[entry])
            if hops[other] == UNSEEN:
                hops[other] = step + 1
                order[seen] = other
                seen += 1
    return seen


@compiled
def _step_from_unseen(indptr, neighbour, hops, step, order, seen):
    """The same, asked the other way round: each unseen row looks for a neighbour seen last, and one is enough."""
    for row in range(np.uint64(len(hops))):
        if hops[row] != UNSEEN:
            continue
        for entry in range(indptr[row], indptr[row + _ONE]):
            if hops[np.uint64(neighbour[entry])] == step:
                hops[row] = step + 1
                order[seen] = row
                seen += 1
                break
    return seen


@compiled
def hops_from(indptr, neighbour, seed_rows, limit):
    """Edges from the nearest seed per row, shape (rows,), UNSEEN beyond ``limit`` < 255; and how many were seen.

    Breadth first, in the cheaper direction at each step (Beamer, Asanović and Patterson 2012).
    """
    hops = np.full(len(indptr) - 1, UNSEEN, np.uint8)
    order = np.empty(len(hops), np.uint32)
    start, seen = 0, 0
    for place in range(len(seed_rows)):
        hops[seed_rows[place]] = 0
        order[seen] = seed_rows[place]
        seen += 1
    for step in range(limit):
        before = seen
        if (seen - start) * _MANY < len(hops):
            seen = _step_from_last(indptr, neighbour, hops, step, order, start, seen)
        else:
            seen = _step_from_unseen(indptr, neighbour, hops, step, order, seen)
        start = before
        if seen == before:
            break
    return hops, seen


@compiled
def degrees_inside(graph, influence, hops, rows):
    """Per row of ``rows``, the summed weight under ``influence`` of its edges to rows with known ``hops``.

    ``graph`` is (indptr, neighbour, weight, edge_type), see WalkArrays.
    """
    indptr, neighbour, weight, edge_type = graph
    degrees = np.zeros(len(rows))
    for place in range(len(rows)):
        row = np.uint64(rows[place])
        for entry in range(indptr[row], indptr[row + _ONE]):
            if hops[np.uint64(neighbour[entry])] != UNSEEN:
                degrees[place] += weight[entry] * influence[np.uint64(edge_type[entry])]
    return degrees


@compiled
def cut_down(graph, influence, hops, seen):
    """The rows with known ``hops`` as a graph of their own, in the same order.

    ``graph`` is (indptr, upper, neighbour, weight, edge_type), see WalkArrays. Returns which rows, the first four of
    these arrays for them alone, the weights under ``influence``, and their weighted degrees.
    """
    indptr, _, neighbour, weight, edge_type = graph
    rows, place_of = np.empty(seen, np.uint32), np.empty(len(hops), np.uint32)
    place, most = np.uint64(0), np.uint64(0)
    for row in range(np.uint64(len(hops))):
        if hops[row] != UNSEEN:
            rows[place], place_of[row] = row, place
            most += indptr[row + _ONE] - indptr[row]
            place += _ONE
    own_indptr, own_upper = np.zeros(seen + 1, np.uint64), np.zeros(seen, np.uint64)
    own_neighbour, own_weight = np.empty(most, np.uint32), np.empty(most, np.float32)
    degree = np.zeros(seen, np.float32)
    kept = np.uint64(0)
    for place in range(np.uint64(seen)):
        row = np.uint64(rows[place])
        own_upper[place] = kept
        total = 0.0  # in double: a row can be long
        for entry in range(indptr[row], indptr[row + _ONE]):
            other = np.uint64(neighbour[entry])
            if hops[other] == UNSEEN:
                continue
            influenced = weight[entry] * influence[np.uint64(edge_type[entry])]
            own_neighbour[kept], own_weight[kept] = place_of[other], influenced
            total += influenced
            kept += _ONE
            if other < row:
                own_upper[place] = kept
        own_indptr[place + _ONE] = kept
        degree[place] = total
    return rows, (own_indptr, own_upper, own_neighbour[:kept], own_weight[:kept]), degree
