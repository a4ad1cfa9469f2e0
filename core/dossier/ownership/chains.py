"""How one owns another: the chains of holdings between them, with the product of the shares."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np

from core.dossier.ownership.holdings import Stakes

_MOST_STEPS = 50_000


@dataclass(frozen=True)
class Chain:
    """Stakes from the owner down; ``low`` and ``high``: the products of their shares, fractions of 1."""

    stakes: tuple[int, ...]
    low: float
    high: float


@dataclass(frozen=True)
class Chains:
    """Chains without a circle, the largest share that is possible first; ``complete``: there are no others."""

    found: tuple[Chain, ...]
    complete: bool


def chains(stakes: Stakes, owner: int, *, most: int, most_steps: int = _MOST_STEPS) -> Chains:
    """From ``owner``, a place in ``stakes.nodes``, down to the root of a tree of owners, at most ``most`` of them.

    Best first: a product never grows with a further stake, so that the first to arrive is the largest.
    """
    leading: dict[int, list[int]] = {}
    for stake in np.lexsort((stakes.held, -stakes.low, -stakes.high)).tolist():
        leading.setdefault(int(stakes.owner[stake]), []).append(stake)
    waiting: list[tuple[float, float, int, tuple[int, ...], tuple[int, ...]]] = [(-1.0, -1.0, 0, (), (owner,))]
    found: list[Chain] = []
    for _ in range(most_steps):
        if not waiting:
            return Chains(tuple(found), complete=True)
        high, low, length, followed, nodes = heappop(waiting)
        if nodes[-1] == stakes.root and followed:
            if len(found) == most:
                return Chains(tuple(found), complete=False)
            found.append(Chain(followed, -low, -high))
            continue
        for stake in leading.get(nodes[-1], ()):
            held = int(stakes.held[stake])
            if held not in nodes:
                products = high * float(stakes.high[stake]), low * float(stakes.low[stake])
                heappush(waiting, (*products, length + 1, (*followed, stake), (*nodes, held)))
    return Chains(tuple(found), complete=False)
