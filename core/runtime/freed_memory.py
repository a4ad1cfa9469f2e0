"""Memory that is not needed any more goes back to the system."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from threading import Lock, Timer

_PAUSE = 1.0  # seconds; giving back takes some six milliseconds, and having it anew five a question


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
    if not sys.platform.startswith("linux"):
        return None
    found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
    return found


FREED_MEMORY = FreedMemory(glibc_trim())
"""Of this process."""
