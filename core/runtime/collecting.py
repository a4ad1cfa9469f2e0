"""The collector of reference cycles while very many records are made, none of which is part of a cycle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_RARELY = (200_000, 20, 100)


@contextmanager
def rarely_collecting() -> Iterator[None]:
    """Look for cycles some three hundred times less often: looking takes a fifth of the time of a build.

    Not never: other threads of this process go on meanwhile, for minutes where texts are embedded.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
