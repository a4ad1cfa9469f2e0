"""How far a build has come."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from core.ingestion.recent_rate import RecentRate

Stage = Literal["read", "entities", "relations", "passages", "mentions", "publish", "texts"]
STAGES: tuple[Stage, ...] = ("read", "entities", "relations", "passages", "mentions", "publish")
"""Of a build; after one that brought texts, those are read for relations."""
_EMBEDDING: tuple[Stage, ...] = ("entities", "relations", "passages")


@dataclass(frozen=True)
class BuildProgress:
    """``done`` of ``total`` texts of this stage, those whose vectors were known counted too; ``fraction`` of the whole
    build in [0, 1].

    ``seconds_left`` until all texts are embedded is extrapolated from the characters embedded lately: an encoder takes
    so long for a text as that is long. ``texts_per_second`` is how many texts that were. Both are None until there is
    something to go by, and the first after the texts: how long the rest takes is not known.
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
        self._texts, self._characters = 0, 0
        self._all = 0  # characters
        self._text_rate, self._character_rate = RecentRate(), RecentRate()

    def expect(self, characters: int) -> None:
        """Say how many characters are to be embedded in all: those of the texts that have no vector yet."""
        self._all = characters

    def expect_less(self, characters: int) -> None:
        """So many of them have a vector by now."""
        self._all -= characters

    def embedded(self, texts: int, characters: int) -> None:
        """Count so many more of the expected texts and their characters."""
        self._texts += texts
        self._characters += characters
        if self._listener is not None:
            now = self._clock()
            self._text_rate.note(now, self._texts)
            self._character_rate.note(now, self._characters)

    def report(self, stage: Stage, done: int, total: int) -> None:
        """Tell the listener that ``done`` of ``total`` items of ``stage`` are finished."""
        if self._listener is None:
            return
        fraction = 0.95 * self._characters / self._all if self._all else 0.0
        if stage == "publish":
            fraction = 1.0 if total and done == total else 0.97
        embedding = stage in _EMBEDDING
        left = self._character_rate.seconds_for(self._all - self._characters) if embedding else None
        rate = self._text_rate.per_second if embedding else None
        self._listener(BuildProgress(stage, done, total, fraction, left, rate))
