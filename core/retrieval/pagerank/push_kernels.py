"""Compiled local push: probability is moved along edges only where enough of it waits. Rows are ranks.

``graph`` is (indptr, upper, neighbour, weight, edge_type), see WalkArrays. ``hops`` and ``limit`` say which rows
may be used: those with ``hops`` ≤ limit, or all where the limit is negative. ``state`` is what a walk keeps:
(waiting, settled, degree), one float32 per row in whole blocks, and (blocks, regions), one byte per block of 16 rows
and per region of 64 blocks; all zero at first. A degree of 0 has not been looked up yet.
"""
# mypy: disable-error-code="no-untyped-def,assignment"
# numba infers the types of the arguments

from __future__ import annotations

import numpy as np

from core.retrieval.pagerank.compiling import compiled, inlined

_ONE = np.uint64(1)
BLOCK_ROWS = 16  # of float32: one cache line
BLOCK_SHIFT = np.uint64(4)
REGION_SHIFT = np.uint64(6)
_REACHED = np.uint8(1)  # a block that something was handed to
_DEGREES_KNOWN = np.uint8(2)
FIRST_FACTOR, NEXT_FACTOR = 64.0, 0.125
NO_EDGES = np.float32(np.inf)  # as a degree: whatever waits there is never enough to be pushed


@compiled
def _rim_degree(row, indptr, neighbour, weight, edge_type, influence, hops, limit):
    """Summed weight of the edges of ``row`` that stay within ``limit`` hops."""
    total = 0.0  # in double: a row can be long
    for entry in range(indptr[row], indptr[row + _ONE]):
        if hops[np.uint64(neighbour[entry])] <= limit:
            total += weight[entry] * influence[np.uint64(edge_type[entry])]
    return np.float32(total) if total > 0 else NO_EDGES


@inlined
def _look_up_degrees(first, type_strength, influence, hops, limit, degree):
    """Degrees of the rows of a block; those at the rim stay 0 until something waits there."""
    for row in range(first, min(first + np.uint64(BLOCK_ROWS), np.uint64(type_strength.shape[0]))):
        total = np.float32(0)
        for kind in range(type_strength.shape[1]):
            total += type_strength[row, kind] * influence[kind]
        degree[row] = total if total > 0 else NO_EDGES
        if limit >= 0 and hops[row] == limit:
            degree[row] = np.float32(0)


@inlined
def _excess(first, enough, waiting, degree):
    """Summed excess over ``enough`` × degree in a block: 0 if no row of it is to be pushed."""
    excess = np.float32(0)
    for offset in range(BLOCK_ROWS):  # a fixed number of rows, so that they are compared at once
        row = first + np.uint64(offset)
        excess += max(waiting[row] - enough * degree[row], np.float32(0))
    return excess


@inlined
def _hand_on(row, share, indptr, neighbour, weight, edge_type, influence, hops, limit, waiting, blocks, regions):
    """Give every neighbour ``share`` per unit of edge weight and mark its block as reached."""
    for entry in range(indptr[row], indptr[row + _ONE]):
        other = np.uint64(neighbour[entry])
        if limit >= 0 and hops[other] > limit:
            continue
        waiting[other] += share * (weight[entry] * influence[np.uint64(edge_type[entry])])
        blocks[other >> BLOCK_SHIFT] |= _REACHED
        regions[other >> (BLOCK_SHIFT + REGION_SHIFT)] = _REACHED


@inlined
def _sweep_block(
    first, enough, damping, indptr, neighbour, weight, edge_type, influence, hops, limit, waiting, settled, degree,
    blocks, regions,
):  # fmt: skip
    """Push the rows of a block where more than ``enough`` × degree waits; whether there was one."""
    moved = False
    for row in range(first, first + np.uint64(BLOCK_ROWS)):
        amount = waiting[row]
        if degree[row] == 0 and amount > 0:
            degree[row] = _rim_degree(row, indptr, neighbour, weight, edge_type, influence, hops, limit)
        if amount > enough * degree[row]:
            moved = True
            settled[row] += (np.float32(1) - damping) * amount
            waiting[row] = 0
            share = damping * amount / degree[row]
            _hand_on(row, share, indptr, neighbour, weight, edge_type, influence, hops, limit, waiting, blocks, regions)
    return moved


@compiled
def _sweep(enough, damping, graph, influence, type_strength, hops, limit, state):
    """One pass over the blocks reached; whether anything was pushed.

    (Arrays go one by one from here on: taking them out of a tuple costs as much as pushing a small row.)
    """
    indptr, _, neighbour, weight, edge_type = graph
    waiting, settled, degree, blocks, regions = state
    moved = False
    for region in range(np.uint64(len(regions))):
        if regions[region] == 0:
            continue
        end = min((region + _ONE) << REGION_SHIFT, np.uint64(len(blocks)))
        for block in range(region << REGION_SHIFT, end):
            if blocks[block] == 0:
                continue
            first = block << BLOCK_SHIFT
            if blocks[block] == _REACHED:
                blocks[block] |= _DEGREES_KNOWN
                _look_up_degrees(first, type_strength, influence, hops, limit, degree)
            if _excess(first, enough, waiting, degree) > 0:
                moved |= _sweep_block(
                    first, enough, damping, indptr, neighbour, weight, edge_type, influence, hops, limit,
                    waiting, settled, degree, blocks, regions,
                )  # fmt: skip
    return moved


@compiled
def push(graph, influence, type_strength, hops, limit, seed_rows, seed_shares, damping, threshold, most, state):
    """Push (Andersen, Chung and Lang 2006) until no row holds more than ``threshold`` × its degree.

    A push at a row settles 1 - damping of what waits there and hands the rest to its neighbours in proportion to
    their edges. The threshold falls from 64 times its value to an eighth at a time, so that much is collected at a row
    before it is handed on. Only blocks that something was handed to are swept, so the work is proportional to the
    edges of the rows pushed: at most 1 / (threshold · (1 - damping)) in units of edge weight, whatever the size of
    the graph. Returns the sweeps done; more than ``most`` if some were left to do.
    """
    waiting, _, _, blocks, regions = state
    for place in range(len(seed_rows)):
        row = np.uint64(seed_rows[place])
        waiting[row] += np.float32(seed_shares[place])
        blocks[row >> BLOCK_SHIFT] |= _REACHED
        regions[row >> (BLOCK_SHIFT + REGION_SHIFT)] = _REACHED
    factor, sweeps, moved = FIRST_FACTOR, 0, True
    while moved or factor > 1.0:
        if sweeps == most:
            return sweeps + 1
        if sweeps > 0:
            factor = max(1.0, factor * NEXT_FACTOR)
        enough = np.float32(threshold * factor)
        moved = _sweep(enough, np.float32(damping), graph, influence, type_strength, hops, limit, state)
        sweeps += 1
    return sweeps


@compiled
def spread_rest(damping, volume, node_at, state, scores):
    """Write into ``scores`` (zeros on entry, per node) what is settled plus what waits, scaled to sum to 1.

    Of what waits, 1 - damping stays where it is. The remainder is spread in proportion to degree, which is what an
    undirected walk tends to in the long run (Lovász 1993, section 1), at the density it would have over the whole
    graph of ``volume``; but only rows that were reached receive it, so nothing leaks into another component.
    Leaves the state as it was at first, all zero, for the next walk.
    """
    waiting, settled, degree, blocks, regions = state
    rows = np.uint64(len(node_at))
    reached = np.flatnonzero(blocks)
    rest, total = 0.0, 0.0
    for block in reached:
        first = np.uint64(block) << BLOCK_SHIFT
        for row in range(first, first + np.uint64(BLOCK_ROWS)):
            rest += waiting[row] if degree[row] < NO_EDGES else np.float32(0)
    stay, density = np.float32(1.0 - damping), np.float32(damping * rest / volume if volume > 0 else 0.0)
    for block in reached:
        first = np.uint64(block) << BLOCK_SHIFT
        for row in range(first, first + np.uint64(BLOCK_ROWS)):
            if waiting[row] + settled[row] > 0:
                own = degree[row] if degree[row] < NO_EDGES else np.float32(0)
                settled[row] += stay * waiting[row] + density * own
                total += settled[row]
    for block in reached:
        first = np.uint64(block) << BLOCK_SHIFT
        for row in range(first, min(first + np.uint64(BLOCK_ROWS), rows)):
            if settled[row] > 0:
                scores[node_at[row]] = settled[row] / total
            waiting[row], settled[row], degree[row] = 0, 0, 0
        blocks[block] = 0
        regions[np.uint64(block) >> REGION_SHIFT] = 0
