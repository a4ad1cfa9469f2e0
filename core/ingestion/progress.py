"""How far a build has come."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Stage = Literal["read", "entities", "relations", "passages", "mentions", "publish"]
STAGES: tuple[Stage, ...] = ("read", "entities", "relations", "passages", "mentions", "publish")


@dataclass(frozen=True)
class BuildProgress:
    """``done`` of ``total`` texts of this stage, those whose vectors were known counted too; ``fraction`` of the whole
    build in [0, 1].

    ``seconds_left`` is extrapolated from the texts embedded so far, ``texts_per_second`` is how fast they were; both
    are None until there is something to go by.
    """

    stage: Stage
    done: int
    total: int
    fraction: float
    seconds_left: float | None
    texts_per_second: float | None = None

    @property
    def published(self) -> bool:
        """Whether the new version serves from now on."""
        return self.stage == "publish" and self.done == self.total


ProgressListener = Callable[[BuildProgress], None]
"""What it raises ends the build, unless that is published by then: what served before goes on serving."""


class ProgressReporter:
    """Turns counts into BuildProgress and hands them to a listener."""

    def __init__(self, listener: ProgressListener | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._listener = listener
        self._clock = clock
        self._start: float | None = None
        self._embedded = 0
        self._all = 0

    def expect(self, texts: int) -> None:
        """Say how many texts are to be embedded in all: those that are there and have no vector yet. The clock for the
        time left starts here."""
        self._all = texts
        self._start = self._clock()

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Tell the listener that ``done`` of ``total`` items of ``stage`` are finished."""
        if self._listener is None:
            return
        left: float | None = None
        rate: float | None = None
        if self._start is not None and self._embedded:
            seconds = self._clock() - self._start
            left = seconds / self._embedded * (self._all - self._embedded)
            rate = self._embedded / seconds if seconds else None
        fraction = 0.95 * self._embedded / self._all if self._all else 0.0
        if stage == "publish":
            fraction = 1.0 if total and done == total else 0.97
        self._listener(BuildProgress(stage, done, total, fraction, left, rate))

    def embedded(self, texts: int) -> None:
        """Count so many more of the expected texts."""
        self._embedded += texts
