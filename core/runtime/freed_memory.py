"""Memory that is not needed any more goes back to the system."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable
from threading import Lock, Timer

_PAUSE = 1.0  # seconds; giving back takes some six milliseconds, and having it anew five a question
_ARENA_MAX, _HEAPS = -8, 2  # M_ARENA_MAX of malloc.h


class FreedMemory:
    """Lets go of what was freed but kept for later use: some 30 MB after a question about a large graph.

    Only glibc can be told to (malloc_trim(3)); elsewhere nothing is done. Thread-safe.
    """

    def __init__(self, trim: Callable[[int], int] | None, pause: float = _PAUSE) -> None:
        self._trim = trim
        self._pause = pause
        self._due = 0.0
        self._planned = False
        self._planning = Lock()

    def give_back_soon(self) -> None:
        """Give it back when this was not asked for again for a pause: between questions, not during them."""
        if self._trim is None:
            return
        with self._planning:
            self._due = time.monotonic() + self._pause
            planned, self._planned = self._planned, True
        if not planned:
            self._give_back_in(self._pause, self._trim)

    def _give_back_in(self, seconds: float, trim: Callable[[int], int]) -> None:
        timer = Timer(seconds, self._give_back, (trim,))
        timer.daemon = True
        timer.start()

    def _give_back(self, trim: Callable[[int], int]) -> None:
        with self._planning:
            left = self._due - time.monotonic()
            self._planned = left > 0
        if left > 0:
            self._give_back_in(left, trim)
        else:
            trim(0)


def glibc_trim() -> Callable[[int], int] | None:
    """The function that gives freed memory back, where there is one."""
    return _of_glibc("malloc_trim")


def share_heaps() -> None:
    """Have the threads of this process share two heaps, as ``MALLOC_ARENA_MAX=2`` does, unless that variable says how
    many: with one for each thread, a server takes 100 MB more with every import, up to twice its size."""
    set_option = _of_glibc("mallopt")
    if set_option is not None and "MALLOC_ARENA_MAX" not in os.environ:
        set_option(_ARENA_MAX, _HEAPS)


def _of_glibc(name: str) -> Callable[..., int] | None:
    """A function of the C library, where that is glibc."""
    if not sys.platform.startswith("linux"):
        return None
    found: Callable[..., int] | None = getattr(ctypes.CDLL(None), name, None)  # musl has none
    return found


FREED_MEMORY = FreedMemory(glibc_trim())
"""Of this process."""
