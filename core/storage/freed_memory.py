"""Memory that questions have freed goes back to the system."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from threading import Lock, Timer

_PAUSE = 0.2  # seconds; giving back takes some six milliseconds


class FreedMemory:
    """Lets go of what was freed but kept for later use: some 80 MB after a question about a large graph.

    Only glibc can be told to (malloc_trim(3)); elsewhere nothing is done. Thread-safe.
    """

    def __init__(self, trim: Callable[[int], int] | None, pause: float = _PAUSE) -> None:
        self._trim = trim
        self._pause = pause
        self._planned = False
        self._planning = Lock()

    def give_back_soon(self) -> None:
        """Give it back after a pause, beside whatever goes on then; once, however often this is asked for meanwhile."""
        with self._planning:
            if self._trim is None or self._planned:
                return
            self._planned = True
        timer = Timer(self._pause, self._give_back, (self._trim,))
        timer.daemon = True
        timer.start()

    def _give_back(self, trim: Callable[[int], int]) -> None:
        with self._planning:
            self._planned = False
        trim(0)


def glibc_trim() -> Callable[[int], int] | None:
    """The function that gives freed memory back, where there is one."""
    if not sys.platform.startswith("linux"):
        return None
    found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
    return found


FREED_MEMORY = FreedMemory(glibc_trim())
"""Of this process."""
