"""Compiled: which rows lie within some hops of the seeds, and the graph cut down to them. Rows are ranks."""
# mypy: disable-error-code="no-untyped-def,assignment"
# numba infers the types of the arguments

from __future__ import annotations

import numpy as np

from core.runtime.compiling import compiled

_ONE = np.uint64(1)
UNSEEN = np.uint8(255)
_MANY = 16  # when one row in so many is new, it pays to ask the unseen rows instead


@compiled
def _step_from_last(graph, influence, hops, step, order, start, seen):
    """See the unseen neighbours of rows ``order[start:seen]``; how many rows are seen then."""
    indptr, neighbour, edge_type = graph
    for place in range(start, seen):
        row = np.uint64(order[place])
        for entry in range(indptr[row], indptr[row + _ONE]):
            other = np.uint64(neighbour[entry])
            if hops[other] == UNSEEN and influence[np.uint64(edge_type[entry])] > 0:
                hops[other] = step + 1
                order[seen] = other
                seen += 1
    return seen


@compiled
def _step_from_unseen(graph, influence, hops, step, order, seen):
    """The same, asked the other way round: each unseen row looks for a neighbour seen last, and one is enough."""
    indptr, neighbour, edge_type = graph
    for row in range(np.uint64(len(hops))):
        if hops[row] != UNSEEN:
            continue
        for entry in range(indptr[row], indptr[row + _ONE]):
            if hops[np.uint64(neighbour[entry])] == step and influence[np.uint64(edge_type[entry])] > 0:
                hops[row] = step + 1
                order[seen] = row
                seen += 1
                break
    return seen


@compiled
def hops_from(graph, influence, seed_rows, limit):
    """Edges from the nearest seed per row, shape (rows,), UNSEEN beyond ``limit`` < 255; and how many were seen.

    ``graph`` is (indptr, neighbour, edge_type), see WalkArrays; only edges of a type whose ``influence`` is positive
    lead anywhere. Breadth first, in the cheaper direction at each step (Beamer, Asanović and Patterson 2012).
    """
    hops = np.full(len(graph[0]) - 1, UNSEEN, np.uint8)
    order = np.empty(len(hops), np.uint32)
    start, seen = 0, 0
    for place in range(len(seed_rows)):
        hops[seed_rows[place]] = 0
        order[seen] = seed_rows[place]
        seen += 1
    for step in range(limit):
        before = seen
        if (seen - start) * _MANY < len(hops):
            seen = _step_from_last(graph, influence, hops, step, order, start, seen)
        else:
            seen = _step_from_unseen(graph, influence, hops, step, order, seen)
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
def _places(hops, seen):
    """The rows with known ``hops``, and by row its place among them."""
    rows, place_of = np.empty(seen, np.uint32), np.empty(len(hops), np.uint32)
    place = np.uint64(0)
    for row in range(np.uint64(len(hops))):
        if hops[row] != UNSEEN:
            rows[place], place_of[row] = row, place
            place += _ONE
    return rows, place_of


@compiled
def cut_out(graph, influence, hops, seen):
    """The ``seen`` rows with known ``hops``, none of which has a neighbour that is not seen, as a graph of their own.

    ``graph`` is (indptr, upper, neighbour, weight, edge_type), see WalkArrays. Returns which rows, the first four of
    these arrays for them alone, in the same order, the weights under ``influence``, and their weighted degrees.
    """
    indptr, upper, neighbour, weight, edge_type = graph
    rows, place_of = _places(hops, seen)
    own_indptr, own_upper = np.zeros(seen + 1, np.uint64), np.empty(seen, np.uint64)
    for place in range(np.uint64(seen)):
        row, first = np.uint64(rows[place]), own_indptr[place]
        own_upper[place] = first + upper[row] - indptr[row]
        own_indptr[place + _ONE] = first + indptr[row + _ONE] - indptr[row]
    own_neighbour, own_weight = np.empty(own_indptr[seen], np.uint32), np.empty(own_indptr[seen], np.float32)
    degree = np.empty(seen, np.float32)
    for place in range(np.uint64(seen)):
        start, first = indptr[np.uint64(rows[place])], own_indptr[place]
        total = 0.0  # in double: a row can be long
        for offset in range(own_indptr[place + _ONE] - first):
            influenced = weight[start + offset] * influence[np.uint64(edge_type[start + offset])]
            own_neighbour[first + offset] = place_of[np.uint64(neighbour[start + offset])]
            own_weight[first + offset] = influenced
            total += influenced
        degree[place] = total
    return rows, (own_indptr, own_upper, own_neighbour, own_weight), degree


@compiled
def _edges_inside(graph, influence, hops, seen, rim):
    """The rows with known ``hops``, and the edges between them that lead anywhere, once each.

    Returns the rows; per edge the places of its ends among them, the busier end first, and its weight under
    ``influence``. Rows nearer than ``rim`` hops have in reach whatever their edges lead to, and their entries stand
    side by side. Of a row at the rim, which stands anywhere, only the neighbours are read that are at the rim as well.
    """
    indptr, upper, neighbour, weight, edge_type = graph
    rows, place_of = _places(hops, seen)
    most = np.uint64(0)
    for row in rows:
        most += (indptr[np.uint64(row) + _ONE] if hops[row] < rim else upper[row]) - indptr[row]
    busier, other, influenced = np.empty(most, np.uint32), np.empty(most, np.uint32), np.empty(most, np.float32)
    found = np.uint64(0)
    for place in range(np.uint64(seen)):
        row = np.uint64(rows[place])
        inner = hops[row] < rim
        for entry in range(indptr[row], upper[row]):
            end = np.uint64(neighbour[entry])
            if inner or hops[end] == rim:
                heavy = weight[entry] * influence[np.uint64(edge_type[entry])]
                if heavy > 0:
                    busier[found], other[found], influenced[found] = place_of[end], place, heavy
                    found += _ONE
        if not inner:
            continue
        for entry in range(upper[row], indptr[row + _ONE]):
            end = np.uint64(neighbour[entry])
            if hops[end] == rim:
                heavy = weight[entry] * influence[np.uint64(edge_type[entry])]
                if heavy > 0:
                    busier[found], other[found], influenced[found] = place, place_of[end], heavy
                    found += _ONE
    return rows, busier[:found], other[:found], influenced[:found]


@compiled
def cut_down(graph, influence, hops, seen, rim):
    """The same of rows of which those at ``rim`` hops may have neighbours that are not seen.

    Within a row the entries to busier ones come before the others, in no particular order otherwise.
    """
    rows, busier, other, influenced = _edges_inside(graph, influence, hops, seen, rim)
    indptr, upper = np.zeros(seen + 1, np.uint64), np.zeros(seen, np.uint64)
    for edge in range(np.uint64(len(busier))):
        indptr[np.uint64(busier[edge]) + _ONE] += _ONE
        upper[np.uint64(other[edge])] += _ONE
    for place in range(np.uint64(seen)):
        indptr[place + _ONE] += indptr[place] + upper[place]
    free_below, free_above = np.empty(seen, np.uint64), np.empty(seen, np.uint64)
    for place in range(np.uint64(seen)):
        upper[place] += indptr[place]
        free_below[place], free_above[place] = indptr[place], upper[place]
    neighbour, weight = np.empty(2 * len(busier), np.uint32), np.empty(2 * len(busier), np.float32)
    degree = np.zeros(seen)  # in double: a row can be long
    for edge in range(np.uint64(len(busier))):
        low, high = np.uint64(busier[edge]), np.uint64(other[edge])
        neighbour[free_above[low]], neighbour[free_below[high]] = high, low
        weight[free_above[low]] = weight[free_below[high]] = influenced[edge]
        degree[low] += influenced[edge]
        degree[high] += influenced[edge]
        free_above[low] += _ONE
        free_below[high] += _ONE
    return rows, (indptr, upper, neighbour, weight), degree.astype(np.float32)
