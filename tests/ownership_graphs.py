"""Small ownership graphs for tests, and what plain enumeration says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.dossier.ownership.holdings import Holdings
from core.storage.relation_facts import STATUSES, RelationFacts

TODAY = 20260101


@dataclass(frozen=True)
class Row:
    """One relation; shares in percent, NaN where none is recorded."""

    owner: int
    held: int
    low: float = float("nan")
    high: float = float("nan")
    start: int = 0
    end: int = 0
    as_of: int = 0
    status: str = ""
    control: bool = False


def holdings(rows: Sequence[Row], nodes: int) -> Holdings:
    facts = RelationFacts(
        start=np.array([row.start for row in rows], dtype=np.int32),
        end=np.array([row.end for row in rows], dtype=np.int32),
        as_of=np.array([row.as_of for row in rows], dtype=np.int32),
        status=np.array([STATUSES.index(row.status) for row in rows], dtype=np.uint8),
        share_low=np.array([row.low for row in rows], dtype=np.float64),
        share_high=np.array([row.high for row in rows], dtype=np.float64),
    )
    bounds = np.array([(0.5 if row.control else 0.0, 1.0) for row in rows], dtype=np.float64).reshape(-1, 2)
    owner, held = (np.array([getattr(row, end) for row in rows], dtype=np.int64) for end in ("owner", "held"))
    return Holdings.of(nodes, owner, held, bounds, np.array([row.control for row in rows], dtype=bool), facts)


def by_walks(direct: np.ndarray, owner: int) -> np.ndarray:
    """Integrated shares of an owner by the sum over walks that never come back to it, of length 1, 2, 4, 8 … 2⁶⁰; a sum
    without end becomes very large."""
    begins = direct[owner].astype(float).copy()
    begins[owner] = 0.0
    power = direct.astype(float).copy()
    power[owner] = 0.0
    power[:, owner] = 0.0
    walks = np.eye(len(direct))
    for _ in range(60):
        walks = np.minimum(walks + power @ walks, 1e60)
        power = np.minimum(power @ power, 1e60)
        if power.max(initial=0.0) < 1e-30:
            break
    return np.asarray(begins @ walks)
