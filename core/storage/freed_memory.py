"""Memory that questions have freed goes back to the system."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable

_PAUSE = 0.2  # seconds; giving back takes some six milliseconds


class FreedMemory:
    """Lets go of what was freed but kept for later use: some 80 MB after a question about a large graph.

    Only glibc can be told to (malloc_trim(3)); elsewhere nothing is done.
    """

    def __init__(self, trim: Callable[[int], int] | None) -> None:
        self._trim = trim
        self._given_back = -_PAUSE

    def give_back(self) -> None:
        """Give it back now, unless that was just done."""
        now = time.monotonic()
        if self._trim is not None and now - self._given_back >= _PAUSE:
            self._given_back = now
            self._trim(0)


def glibc_trim() -> Callable[[int], int] | None:
    """The function that gives freed memory back, where there is one."""
    if not sys.platform.startswith("linux"):
        return None
    found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
    return found


FREED_MEMORY = FreedMemory(glibc_trim())
"""Of this process."""
