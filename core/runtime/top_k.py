"""Choosing among many numbers without sorting them all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray


def not_among(nodes: NDArray[np.integer[Any]], few: Iterable[int]) -> NDArray[np.bool_]:
    """Which of ``nodes`` are none of a ``few``, shape (nodes,): numpy.isin sorts, or tabulates, all of them."""
    kept = np.ones(len(nodes), dtype=bool)
    for node in few:
        kept &= nodes != node
    return kept


def places_of_largest(values: NDArray[np.floating[Any]], limit: int) -> NDArray[np.intp]:
    """Places of the ``limit`` largest of ``values`` (of equal ones the first), all of them if they are no more.

    In no particular order; ``limit`` ≥ 1.
    """
    if len(values) <= limit:
        return np.arange(len(values))
    least = np.partition(values, -limit)[-limit]
    return np.concatenate([np.flatnonzero(values > least), np.flatnonzero(values == least)])[:limit]
