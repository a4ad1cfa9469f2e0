"""What the pages know of the HTTP API of this process: who may come in, where requests are counted, what is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from core.monitoring.api_keys import ApiKeys


class RequestCounter(Protocol):
    """Counts the requests of each key."""

    @property
    def counted_in(self) -> Literal["memory", "redis", "redis_away"]:
        """Where."""
        ...


@dataclass(frozen=True)
class CacheFigures:
    """How many asked in all, how many were given a kept answer, how many shared one that was being computed."""

    asked: int = 0
    kept: int = 0
    shared: int = 0
    entries: int = 0


@dataclass(frozen=True)
class ApiStatus:
    """``open_here``: without any key configured, whoever is on this machine may read. ``answers``: the figures of the
    answers that are kept."""

    keys: ApiKeys
    limit: RequestCounter
    open_here: bool
    answers: Callable[[], CacheFigures]


def belongs_to_api(path: str) -> bool:
    """Whether the API answers at ``path``, beside pages at all others."""
    return path.startswith(("/api/", "/health/")) or path == "/metrics"
