"""The collector of reference cycles while very many objects are made, none of which is part of a cycle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_RARELY = (200_000, 20, 100)
_LOCK = Lock()
_BEFORE: list[tuple[int, int, int]] = []
"""The threshold to restore, once for each piece of work that is going on: they overlap in threads."""


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Look for cycles some three hundred times less often: looking takes a fifth of the time of a build, and a quarter
    of a start.

    Not never: other threads of this process go on meanwhile, for minutes where texts are embedded. The threshold is
    as it was when the last piece of such work ends.
    """
    with _LOCK:
        _BEFORE.append(_BEFORE[0] if _BEFORE else gc.get_threshold())
        gc.set_threshold(*_RARELY)
    try:
        yield
    finally:
        with _LOCK:
            before = _BEFORE.pop()
            if not _BEFORE:
                gc.set_threshold(*before)
