"""How long work may take that somebody waits for: a limit that follows the work into other threads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True)
class TimeLimit:
    """``seconds`` in all, of which those are left until ``ends``, on the monotonic clock."""

    seconds: float
    ends: float

    def left(self) -> float:
        """Seconds; 0 where the limit has passed."""
        return max(0.0, self.ends - time.monotonic())


_CURRENT: ContextVar[TimeLimit | None] = ContextVar("time_limit", default=None)


def current_time_limit() -> TimeLimit | None:
    """None where nobody has set one."""
    return _CURRENT.get()


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What is begun inside is to end within ``seconds`` from now."""
    token = _CURRENT.set(TimeLimit(seconds, time.monotonic() + seconds))
    try:
        yield
    finally:
        _CURRENT.reset(token)
