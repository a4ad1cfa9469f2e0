"""Ownership among a million holdings: a company's whole tree, and the integrated shares of all its owners.

Most companies have one to four holders nearer to the top, some are held by a few large funds, and some groups hold
shares of one another in circles.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core.dossier.ownership.control import ControlLinks
from core.dossier.ownership.holdings import Holdings
from core.dossier.ownership.shares import shares_in, shares_of
from core.storage.relation_facts import RelationFacts
from tests.ownership_graphs import TODAY

pytestmark = pytest.mark.benchmark
NODES, HOLDINGS, FUNDS = 500_000, 1_000_000, 1_000
ASKED = 200


def market() -> Holdings:
    random = np.random.default_rng(7)
    held = random.integers(FUNDS, NODES, HOLDINGS)
    level = np.floor(np.log2(held)).astype(np.int64)
    parent = (2 ** np.maximum(level - 1, 10)) + random.integers(0, 2 ** np.maximum(level - 1, 10))
    group = np.clip(held + random.integers(-3, 4, HOLDINGS), FUNDS, NODES - 1)
    kind = random.random(HOLDINGS)
    owner = np.where(kind < 0.25, random.zipf(1.3, HOLDINGS) % FUNDS, np.where(kind < 0.85, parent, group))
    kept = owner != held
    owner, held = owner[kept], held[kept]
    part = random.random(len(owner))
    share = 95.0 * part / np.bincount(held, part, NODES)[held]
    zero = np.zeros(len(owner), dtype=np.int32)
    facts = RelationFacts(zero, zero, zero, zero.astype(np.uint8), share, share)
    return Holdings.of(NODES, owner, held, np.zeros((len(owner), 2)), np.zeros(len(owner), dtype=bool), facts)


def timed(work: Callable[..., Any], *arguments: object) -> tuple[float, Any]:
    """Milliseconds of processor time, and what came of it."""
    begun = time.process_time()
    found = work(*arguments)
    return 1_000 * (time.process_time() - begun), found


def test_a_million_holdings() -> None:
    begun = time.process_time()
    holdings = market()
    print(f"\n{len(holdings.owner):,} holdings arranged in {time.process_time() - begun:.1f} s")
    holdings.owners_of(0, TODAY)  # compiled, and the day's holdings known
    took: dict[str, list[float]] = {"tree": [], "owners": [], "holdings": [], "control": []}
    sizes = []
    for company in np.random.default_rng(8).integers(FUNDS, NODES, ASKED).tolist():
        above, up = timed(holdings.owners_of, company, TODAY)
        below, down = timed(holdings.held_by, company, TODAY)
        took["tree"].append(above + below)
        took["owners"].append(timed(shares_in, up)[0])
        took["holdings"].append(timed(shares_of, down)[0])
        took["control"].append(timed(ControlLinks, up)[0])
        sizes.append((len(up), len(down)))
    print(f"stakes above, below: median {np.median(sizes, axis=0)}, most {np.max(sizes, axis=0)}")
    for name, each in took.items():
        print(f"{name}: median {np.median(each):.1f}, 95 % {np.quantile(each, 0.95):.1f}, most {max(each):.1f} ms")
    assert max(size for pair in sizes for size in pair) > 100
