"""The largest of many numbers, without sorting them all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def places_of_largest(values: NDArray[np.floating[Any]], limit: int) -> NDArray[np.intp]:
    """Places of the ``limit`` largest of ``values`` (of equal ones the first), all of them if they are no more.

    In no particular order; ``limit`` ≥ 1.
    """
    if len(values) <= limit:
        return np.arange(len(values))
    least = np.partition(values, -limit)[-limit]
    return np.concatenate([np.flatnonzero(values > least), np.flatnonzero(values == least)])[:limit]
