"""Ownership of one company among a million holdings in shapes that are hard for it: a deep chain, a star, loops of
cross-holdings, one random tree of most of them. Beside them the plain sparse system of scipy over the same tree.

The plain system counts loops through the owner itself, which integrated shares leave out; where recorded shares of a
loop come to everything it has no answer. So it is a peer for the time only. In large loops its factors are nearly full.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csc_array, eye_array
from scipy.sparse.linalg import spsolve

from core.dossier.ownership.holdings import Holdings, Stakes
from core.dossier.ownership.shares import shares_in
from core.storage.relation_facts import RelationFacts
from core.storage.relation_graph import IntArray
from tests.ownership_graphs import TODAY

pytestmark = pytest.mark.benchmark
NODES, HOLDINGS = 500_000, 1_000_000
Ends = tuple[IntArray, IntArray]


def pairs(random: np.random.Generator, count: int, first: int = 0) -> Ends:
    """Random holdings between the companies from ``first`` on."""
    return random.integers(first, NODES, count), random.integers(first, NODES, count)


def random_tree(random: np.random.Generator) -> Ends:
    return pairs(random, HOLDINGS)


def deep_chain(random: np.random.Generator) -> Ends:
    """200,000 companies, each held by the next and by the one after it."""
    chain = np.arange(200_000)
    others = pairs(random, HOLDINGS - 2 * len(chain), len(chain) + 2)
    return np.concatenate([chain + 1, chain + 2, others[0]]), np.concatenate([chain, chain, others[1]])


def dense_loop(random: np.random.Generator) -> Ends:
    """400 companies, each of which holds all others."""
    owner, held = (each.ravel() for each in np.meshgrid(np.arange(400), np.arange(400)))
    others = pairs(random, HOLDINGS - len(owner), 400)
    return np.concatenate([owner, others[0]]), np.concatenate([held, others[1]])


def sparse_loop(random: np.random.Generator) -> Ends:
    """1,300 companies, each held by nine others of them."""
    held = np.repeat(np.arange(1_300), 9)
    owner = random.integers(0, 1_300, len(held))
    others = pairs(random, HOLDINGS - len(held), 1_300)
    return np.concatenate([owner, others[0]]), np.concatenate([held, others[1]])


def long_loop(random: np.random.Generator) -> Ends:
    """20,000 companies, each held by ten others of them."""
    held = np.repeat(np.arange(20_000), 10)
    owner = random.integers(0, 20_000, len(held))
    others = pairs(random, HOLDINGS - len(held), 20_000)
    return np.concatenate([owner, others[0]]), np.concatenate([held, others[1]])


def star(random: np.random.Generator) -> Ends:
    """One company with 200,000 owners, and those with none."""
    owners = np.arange(1, 200_001)
    others = pairs(random, HOLDINGS - len(owners), 200_001)
    return np.concatenate([owners, others[0]]), np.concatenate([np.zeros_like(owners), others[1]])


def holdings_between(ends: Ends, random: np.random.Generator) -> Holdings:
    """Holdings whose recorded shares of each company come to 95 percent."""
    kept = ends[0] != ends[1]
    owner, held = ends[0][kept], ends[1][kept]
    part = random.random(len(owner))
    share = 95.0 * part / np.bincount(held, part, NODES)[held]
    zero = np.zeros(len(owner), dtype=np.int32)
    facts = RelationFacts(zero, zero, zero, zero.astype(np.uint8), share, share)
    return Holdings.of(NODES, owner, held, np.zeros((len(owner), 2)), np.zeros(len(owner), dtype=bool), facts)


def plain(stakes: Stakes) -> Any:
    """The sum over all chains, as one sparse system of scipy."""
    count = len(stakes.nodes)
    direct = csc_array((stakes.low, (stakes.owner, stakes.held)), shape=(count, count))
    root = np.zeros(count)
    root[stakes.root] = 1.0
    return spsolve(csc_array(eye_array(count, format="csc") - direct), root)


def timed(work: Callable[..., Any], *arguments: object) -> tuple[float, Any]:
    """Milliseconds of processor time, of two runs the least, and what came of it."""
    took = []
    for _ in range(2):
        begun = time.process_time()
        found = work(*arguments)
        took.append(1_000 * (time.process_time() - begun))
    return min(took), found


@pytest.mark.parametrize("shape", [deep_chain, star, dense_loop, sparse_loop, long_loop, random_tree])
def test_a_hard_shape(shape: Callable[[np.random.Generator], Ends]) -> None:
    random = np.random.default_rng(7)
    holdings = holdings_between(shape(random), random)
    holdings.owners_of(0, TODAY)  # compiled, and the day's holdings known
    tree, up = timed(holdings.owners_of, 0, TODAY)
    took, (low, _) = timed(shares_in, up)
    peer = "not tried" if shape in (long_loop, random_tree) else f"{timed(plain, up)[0]:,.0f} ms"
    print(f"\n{shape.__name__}: {len(up):,} stakes of {len(up.nodes):,} entities; tree {tree:,.1f} ms,", end=" ")
    print(f"integrated shares {took:,.1f} ms, plain sparse system {peer}")
    assert np.all((low >= 0.0) & (low <= 1.0))
