"""How long each stage of an answer takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from core.domain.results import StageTiming


@dataclass
class Stopwatch:
    """Collects the time and size of each stage, in order, and tells ``listener`` of each at once."""

    timings: list[StageTiming] = field(default_factory=list)
    listener: Callable[[StageTiming], None] | None = None

    @contextmanager
    def stage(self, name: str) -> Iterator[Callable[[int], None]]:
        """Time a stage; the yielded function records how many items it produced."""
        sizes = [0]
        start = time.perf_counter()
        yield lambda size: sizes.__setitem__(0, size)
        timing = StageTiming(stage=name, milliseconds=(time.perf_counter() - start) * 1000.0, size=sizes[0])
        self.timings.append(timing)
        if self.listener is not None:
            self.listener(timing)
