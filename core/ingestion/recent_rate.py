"""How fast something is being done, and how long the rest of it takes."""

from __future__ import annotations

from collections import deque

_WINDOW = 30.0  # seconds


class RecentRate:
    """The rate over the last half minute, counted from the first note on.

    What came before the first note, such as loading a model or decoding a file, is no part of it.
    """

    def __init__(self) -> None:
        self._notes: deque[tuple[float, float]] = deque()

    def note(self, now: float, done: float) -> None:
        """At ``now``, in seconds of any clock, so much of it is done in all."""
        self._notes.append((now, done))
        while len(self._notes) > 2 and now - self._notes[1][0] >= _WINDOW:
            self._notes.popleft()

    @property
    def per_second(self) -> float | None:
        """None as long as there is nothing to go by."""
        if not self._notes:
            return None
        (begun, before), (now, done) = self._notes[0], self._notes[-1]
        return (done - before) / (now - begun) if now > begun and done > before else None

    def seconds_for(self, rest: float) -> float | None:
        """How long ``rest`` more of it takes at this rate; None as long as there is nothing to go by."""
        rate = self.per_second
        return None if rate is None else max(0.0, rest) / rate
