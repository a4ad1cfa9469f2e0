"""Companies that hold shares of themselves through others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from core.dossier.ownership.holdings import Stakes
from core.dossier.ownership.walk_sums import components, loops_of
from core.storage.relation_graph import IntArray

MOST_CYCLES, LONGEST_CYCLE = 100, 12
_MOST_STEPS = 50_000
"""Of a search for cycles in one component: dense ones have more cycles than anybody reads."""


@dataclass(frozen=True)
class Circular:
    """``components``: the nodes of each strongly connected component that holds a loop. ``cycles``: simple cycles in
    them, the shortest first, each from its smallest node on, an owner before what it holds; ``complete``: whether
    these are all of them."""

    components: tuple[tuple[int, ...], ...]
    cycles: tuple[tuple[int, ...], ...]
    complete: bool


def circular_holdings(
    stakes: Stakes, *, most: int = MOST_CYCLES, longest: int = LONGEST_CYCLE, most_steps: int = _MOST_STEPS
) -> Circular:
    """Of the stakes of a tree; nodes are places in ``stakes.nodes``."""
    direct = _direct(stakes)
    loops = loops_of(direct, components(direct))
    cycles: list[tuple[int, ...]] = []
    complete = True
    for nodes in loops:
        found, whole = _cycles(_edges(direct, nodes), longest, most_steps)
        cycles += found
        complete &= whole
    cycles.sort(key=lambda each: (len(each), each))
    return Circular(
        components=tuple(tuple(nodes.tolist()) for nodes in loops),
        cycles=tuple(cycles[:most]),
        complete=complete and len(cycles) <= most,
    )


def circle_of_each(stakes: Stakes) -> IntArray:
    """The strongly connected component of each node, shape (nodes,)."""
    return components(_direct(stakes))


def _direct(stakes: Stakes) -> csr_array:
    count = len(stakes.nodes)
    return csr_array((np.ones(len(stakes)), (stakes.owner, stakes.held)), shape=(count, count))


def _edges(direct: csr_array, nodes: IntArray) -> dict[int, list[int]]:
    inside = set(nodes.tolist())
    return {
        node: sorted(inside.intersection(direct.indices[direct.indptr[node] : direct.indptr[node + 1]].tolist()))
        for node in sorted(inside)
    }


def _cycles(edges: dict[int, list[int]], longest: int, most_steps: int) -> tuple[list[tuple[int, ...]], bool]:
    """Every simple cycle of at most ``longest`` nodes, from its smallest node on; whether none was passed over."""
    found: list[tuple[int, ...]] = []
    steps, complete = 0, True
    for begin, first in edges.items():
        stack = [(begin, iter(first))]
        path = [begin]
        while stack:
            steps += 1
            if steps > most_steps:
                return found, False
            following = next(stack[-1][1], None)
            if following is None:
                stack.pop()
                path.pop()
            elif following == begin:
                found.append(tuple(path))
            elif following > begin and following not in path:
                if len(path) == longest:
                    complete = False
                    continue
                path.append(following)
                stack.append((following, iter(edges[following])))
    return found, complete
