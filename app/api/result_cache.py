"""Answers kept for whoever asks the same of the same version, and computed once for all who ask at the same time."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

from cachetools import TTLCache

from app.runtime.api_status import CacheFigures

Answer = TypeVar("Answer")


@dataclass
class Computation(Generic[Answer]):
    """An answer that is there, is being computed, or is to be computed by whoever got it with ``mine`` set.

    ``waiting`` counts those who still want it; ``begun`` says that it is being computed by now.
    """

    version: str
    request: str
    result: Future[Answer] = field(default_factory=Future)
    waiting: int = 1
    begun: bool = False


class ResultCache(Generic[Answer]):
    """At most ``entries`` answers, none older than ``seconds``, all of one version of the knowledge base. Thread-safe.

    ``clock`` counts seconds.
    """

    def __init__(self, entries: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._kept: TTLCache[str, Computation[Answer]] = TTLCache(max(entries, 1), seconds, timer=clock)
        self._off = entries == 0
        self._running: dict[tuple[str, str], Computation[Answer]] = {}
        self._version = ""
        self._lock = Lock()
        self._asked = self._hits = self._shared = 0

    def begin(self, version: str, request: str) -> tuple[Computation[Answer], bool]:
        """The computation for a request, and whether the caller is to do it and to tell ``done`` or ``failed``.

        Another ``version`` than before empties the cache.
        """
        with self._lock:
            self._asked += 1
            if version != self._version:
                self._version = version
                self._kept.clear()
            kept = self._kept.get(request)
            if kept is not None:
                self._hits += 1
                kept.waiting += 1
                return kept, False
            running = self._running.get((version, request))
            if running is not None and running.waiting:
                self._shared += 1
                running.waiting += 1
                return running, False
            mine: Computation[Answer] = Computation(version, request)
            self._running[version, request] = mine
            return mine, True

    def leave(self, computation: Computation[Answer]) -> None:
        """Somebody does not wait any more."""
        with self._lock:
            computation.waiting -= 1

    def done(self, computation: Computation[Answer], answer: Answer, *, keep: bool) -> None:
        """Give everybody who waits the answer, and keep it for others, unless another version has come meanwhile."""
        with self._lock:
            self._forget(computation)
            if keep and not self._off and computation.version == self._version:
                self._kept[computation.request] = computation
        computation.result.set_result(answer)

    def failed(self, computation: Computation[Answer], error: BaseException) -> None:
        """Everybody who waits is told; nothing is kept."""
        with self._lock:
            self._forget(computation)
        computation.result.set_exception(error)

    def _forget(self, computation: Computation[Answer]) -> None:
        place = (computation.version, computation.request)
        if self._running.get(place) is computation:
            del self._running[place]

    def figures(self) -> CacheFigures:
        """What happened so far."""
        with self._lock:
            return CacheFigures(self._asked, self._hits, self._shared, len(self._kept))
