"""Compiled local push: probability is moved along edges only where enough of it waits. Rows are ranks.

``graph`` is (indptr, upper, neighbour, weight, edge_type), see WalkArrays. ``hops`` and ``limit`` say which rows
may be used: those with ``hops`` ≤ limit, or all where the limit is negative. ``state`` is what a walk keeps:
(waiting, settled, degree), one float32 per row, and (touched, known), one byte per block of 16 rows: whether something
was handed to the block since it was last looked at, and whether its degrees are known. All are zero at first, and long
enough for whole words of eight blocks. A degree of 0 has not been looked up yet.
"""
# mypy: disable-error-code="no-untyped-def,assignment"
# numba infers the types of the arguments

from __future__ import annotations

import numpy as np

from core.runtime.compiling import compiled, inlined

_ONE = np.uint64(1)
BLOCK_ROWS = 16  # of float32: one cache line
BLOCK_SHIFT = np.uint64(4)
WORD_BLOCKS = 8
_WORD_SHIFT = np.uint64(3)
_YES = np.uint8(1)
FIRST_FACTOR, NEXT_FACTOR = 64.0, 0.125
REFINED_ROWS = 150
_BUCKET_SHIFT = np.uint32(20)  # of a float32's bits: its exponent and the first three binary digits after the point
NO_EDGES = np.float32(np.inf)  # as a degree: whatever waits there is never enough to be pushed


@compiled
def _rim_degree(row, indptr, neighbour, weight, edge_type, influence, hops, limit):
    """Summed weight of the edges of ``row`` that stay within ``limit`` hops."""
    total = 0.0  # in double: a row can be long
    for entry in range(indptr[row], indptr[row + _ONE]):
        if hops[np.uint64(neighbour[entry])] <= limit:
            total += weight[entry] * influence[np.uint64(edge_type[entry])]
    return np.float32(total) if total > 0 else NO_EDGES


@compiled
def _look_up_degrees(first, end, type_strength, influence, degree):
    """Degrees of rows ``first``…``end - 1``. (On its own, not inlined: the loop over types is vectorised only so.)"""
    for row in range(first, end):
        total = np.float32(0)
        for kind in range(type_strength.shape[1]):
            total += type_strength[row, kind] * influence[kind]
        degree[row] = total if total > 0 else NO_EDGES


@inlined
def _excess(first, enough, waiting, degree):
    """Summed excess over ``enough`` × degree in a block: 0 if no row of it is to be pushed."""
    excess = np.float32(0)
    for offset in range(BLOCK_ROWS):  # a fixed number of rows, so that they are compared at once
        row = first + np.uint64(offset)
        excess += max(waiting[row] - enough * degree[row], np.float32(0))
    return excess


@inlined
def _hand_on(row, share, indptr, neighbour, weight, edge_type, influence, hops, limit, waiting, touched):
    """Give every neighbour ``share`` per unit of edge weight and mark its block as touched."""
    for entry in range(indptr[row], indptr[row + _ONE]):
        other = np.uint64(neighbour[entry])
        if limit >= 0 and hops[other] > limit:
            continue
        waiting[other] += share * (weight[entry] * influence[np.uint64(edge_type[entry])])
        touched[other >> BLOCK_SHIFT] = _YES


@inlined
def _sweep_block(
    first,
    enough,
    damping,
    indptr,
    neighbour,
    weight,
    edge_type,
    influence,
    hops,
    limit,
    waiting,
    settled,
    degree,
    touched,
):
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
            _hand_on(row, share, indptr, neighbour, weight, edge_type, influence, hops, limit, waiting, touched)
    return moved


@compiled
def _sweep(enough, fallen, damping, graph, influence, type_strength, hops, limit, state):
    """One pass over the blocks touched since the last, or over all reached if ``enough`` has ``fallen``; whether
    anything was pushed.

    (Arrays go one by one from here on: taking them out of a tuple costs as much as pushing a small row.)
    """
    indptr, _, neighbour, weight, edge_type = graph
    waiting, settled, degree, touched, known = state
    touched_words, known_words = touched.view(np.uint64), known.view(np.uint64)
    moved = False
    for word in range(np.uint64(len(touched_words))):
        if touched_words[word] == 0 and not (fallen and known_words[word] != 0):
            continue
        for block in range(word << _WORD_SHIFT, (word + _ONE) << _WORD_SHIFT):
            if touched[block] == 0 and not (fallen and known[block] != 0):
                continue
            touched[block] = 0
            first = block << BLOCK_SHIFT
            if known[block] == 0:
                known[block] = _YES
                end = min(first + np.uint64(BLOCK_ROWS), np.uint64(len(type_strength)))
                _look_up_degrees(first, end, type_strength, influence, degree)
                for row in range(first, end if limit >= 0 else first):
                    if hops[row] == limit:  # at the rim: looked up once something waits there
                        degree[row] = np.float32(0)
            if _excess(first, enough, waiting, degree) > 0:
                moved |= _sweep_block(
                    first,
                    enough,
                    damping,
                    indptr,
                    neighbour,
                    weight,
                    edge_type,
                    influence,
                    hops,
                    limit,
                    waiting,
                    settled,
                    degree,
                    touched,
                )
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
    waiting, touched = state[0], state[3]
    for place in range(len(seed_rows)):
        row = np.uint64(seed_rows[place])
        waiting[row] += np.float32(seed_shares[place])
        touched[row >> BLOCK_SHIFT] = _YES
    factor, sweeps, moved = FIRST_FACTOR, 0, True
    while moved or factor > 1.0:
        if sweeps == most:
            return sweeps + 1
        fallen = sweeps > 0 and factor > 1.0
        if fallen:
            factor = max(1.0, factor * NEXT_FACTOR)
        enough = np.float32(threshold * factor)
        moved = _sweep(enough, fallen, np.float32(damping), graph, influence, type_strength, hops, limit, state)
        sweeps += 1
    return sweeps


@inlined
def _spread_block(first, stay, density, waiting, settled, degree):
    """Settle in a block what stays and its part of what is spread, where it was reached; the sum of the block."""
    total = np.float32(0)
    for offset in range(BLOCK_ROWS):
        row = first + np.uint64(offset)
        own = degree[row] if degree[row] < NO_EDGES else np.float32(0)
        value = settled[row] + stay * waiting[row] + density * own
        settled[row] = value if settled[row] + waiting[row] > 0 else np.float32(0)
        total += settled[row]
    return total


@compiled
def _least_of_best(reached, settled):
    """About the score that ``REFINED_ROWS`` rows reach, by counting scores that begin with the same binary digits."""
    bits, counts = settled.view(np.uint32), np.zeros(1 << 12, np.int64)
    for block in reached:
        first = np.uint64(block) << BLOCK_SHIFT
        for row in range(first, first + np.uint64(BLOCK_ROWS)):
            counts[np.uint64(bits[row] >> _BUCKET_SHIFT)] += 1
    bucket, best = len(counts) - 1, counts[-1]
    while best < REFINED_ROWS and bucket > 1:
        bucket -= 1
        best += counts[bucket]
    least = np.empty(1, np.uint32)
    least[0] = np.uint32(bucket) << _BUCKET_SHIFT
    return least.view(np.float32)[0]


@compiled
def _arriving(row, indptr, neighbour, weight, edge_type, influence, waiting, degree):
    """What the neighbours of ``row`` would hand to it if each were pushed once, before damping."""
    total = np.float32(0)
    for entry in range(indptr[row], indptr[row + _ONE]):
        other = np.uint64(neighbour[entry])
        if waiting[other] > 0:
            total += weight[entry] * influence[np.uint64(edge_type[entry])] * waiting[other] / degree[other]
    return total


@compiled
def _refine(reached, graph, influence, damping, density, state):
    """Look once more at the best rows: what they get of the rest in one more step is known exactly, instead of being in
    proportion to their degree. Returns the sum of the changes."""
    indptr, _, neighbour, weight, edge_type = graph
    waiting, settled, degree = state[0], state[1], state[2]
    least, changed = _least_of_best(reached, settled), 0.0
    for block in reached:
        first, best = np.uint64(block) << BLOCK_SHIFT, np.float32(0)
        for offset in range(BLOCK_ROWS):
            best = max(best, settled[first + np.uint64(offset)])
        if best < least:
            continue
        for row in range(first, first + np.uint64(BLOCK_ROWS)):
            if settled[row] >= least and 0 < degree[row] < NO_EDGES:
                arriving = _arriving(row, indptr, neighbour, weight, edge_type, influence, waiting, degree)
                change = (np.float32(1) - damping) * (damping * arriving - density * degree[row])
                settled[row] += change
                changed += change
    return changed


@compiled
def spread_rest(graph, influence, damping, volume, node_at, state, scores):
    """Write into ``scores`` (zeros on entry, per node) what is settled plus what waits, scaled to sum to 1.

    Of what waits, 1 - damping stays where it is. The remainder is spread in proportion to degree, which is what an
    undirected walk tends to in the long run (Lovász 1993, section 1), at the density it would have over the whole
    graph of ``volume``; but only rows that were reached receive it, so nothing leaks into another component. For the
    best rows the next step of what waits is worked out before the remainder of that is spread.
    Leaves the state as it was at first, all zero, for the next walk.
    """
    waiting, settled, degree, touched, known = state
    rows = np.uint64(len(node_at))
    reached = np.flatnonzero(known)
    rest, total = 0.0, 0.0
    for block in reached:
        first, left = np.uint64(block) << BLOCK_SHIFT, np.float32(0)
        for offset in range(BLOCK_ROWS):
            row = first + np.uint64(offset)
            left += waiting[row] if degree[row] < NO_EDGES else np.float32(0)
        rest += left
    stay, density = np.float32(1.0 - damping), np.float32(damping * rest / volume if volume > 0 else 0.0)
    for block in reached:
        total += _spread_block(np.uint64(block) << BLOCK_SHIFT, stay, density, waiting, settled, degree)
    total += _refine(reached, graph, influence, np.float32(damping), density, state)
    for block in reached:
        first = np.uint64(block) << BLOCK_SHIFT
        for row in range(first, min(first + np.uint64(BLOCK_ROWS), rows)):
            if settled[row] > 0:
                scores[node_at[row]] = settled[row] / total
        for offset in range(BLOCK_ROWS):
            row = first + np.uint64(offset)
            waiting[row], settled[row], degree[row] = np.float32(0), np.float32(0), np.float32(0)
        known[block], touched[block] = 0, 0
