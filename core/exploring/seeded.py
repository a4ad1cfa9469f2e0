"""Chance that repeats: igraph draws its random numbers from one generator of the whole process."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_SEED = 7
_ONE_AT_A_TIME = Lock()


@contextmanager
def seeded() -> Iterator[None]:
    """Inside, igraph draws the same numbers every time. One thread at a time."""
    import igraph

    with _ONE_AT_A_TIME:
        igraph.set_random_number_generator(random.Random(_SEED))
        try:
            yield
        finally:
            igraph.set_random_number_generator(random)
