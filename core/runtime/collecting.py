"""The collector of reference cycles while very many records are made, none of which is part of a cycle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_RARELY = (200_000, 20, 100)
_lock = Lock()
_within = 0
_usual = gc.get_threshold()


@contextmanager
def rarely_collecting() -> Iterator[None]:
    """Look for cycles some three hundred times less often: looking takes a fifth of the time of a build.

    Not never: other threads of this process go on meanwhile, for minutes where texts are embedded. The last of several
    that overlap puts back what was before the first: else a server would hardly collect any more.
    """
    global _usual, _within  # noqa: PLW0603 - the collector is one for the process
    with _lock:
        if _within == 0:
            _usual = gc.get_threshold()
        _within += 1
        gc.set_threshold(*_RARELY)
    try:
        yield
    finally:
        with _lock:
            _within -= 1
            if _within == 0:
                gc.set_threshold(*_usual)
