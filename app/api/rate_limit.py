"""How often a key may ask: a moving window of one minute, counted in Redis where several processes share it."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import StorageError

from core.settings import Settings

_log = logging.getLogger("guanxi")
RATE_HEADERS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
_TRIED_AGAIN_AFTER = 5.0  # seconds


@dataclass(frozen=True)
class Quota:
    """What is left of a caller's requests after one was counted. ``seconds`` until the oldest one is forgotten;
    ``let_in``: whether this one was within the limit."""

    limit: int
    remaining: int
    seconds: int
    let_in: bool

    @property
    def headers(self) -> dict[str, str]:
        """As clients are told."""
        return dict(zip(RATE_HEADERS, map(str, (self.limit, self.remaining, self.seconds)), strict=True))


class RateLimit:
    """Counts requests by name of key. While Redis is away, each process counts by itself, and says so once.

    ``on_fallback`` is told of each request that was counted so.
    """

    def __init__(self, settings: Settings, on_fallback: Callable[[], object]) -> None:
        self._item = RateLimitItemPerMinute(settings.rate_limit_per_minute)
        self._own = MovingWindowRateLimiter(MemoryStorage())
        url = settings.rate_limit_redis_url.get_secret_value()
        self._shared = MovingWindowRateLimiter(_redis(url)) if url else None
        self._away_since: float | None = None
        self._on_fallback = on_fallback

    @property
    def counted_in(self) -> Literal["memory", "redis", "redis_away"]:
        """Where requests are counted at this moment."""
        if self._shared is None:
            return "memory"
        return "redis" if self._away_since is None else "redis_away"

    async def count(self, who: str) -> Quota:
        """Count one request, unless nothing is left."""
        if self._shared is not None and self._worth_trying():
            try:
                quota = await self._hit(self._shared, who)
            except StorageError as error:
                if self._away_since is None:
                    _log.warning("Redis is away: each process limits by itself (%s)", type(error).__name__)
                self._away_since = time.monotonic()
            else:
                self._away_since = None
                return quota
        if self._shared is not None:
            self._on_fallback()
        return await self._hit(self._own, who)

    def _worth_trying(self) -> bool:
        return self._away_since is None or time.monotonic() - self._away_since > _TRIED_AGAIN_AFTER

    async def _hit(self, limiter: MovingWindowRateLimiter, who: str) -> Quota:
        let_in = await limiter.hit(self._item, who)
        window = await limiter.get_window_stats(self._item, who)
        seconds = max(1, math.ceil(window.reset_time - time.time()))
        return Quota(self._item.amount, window.remaining if let_in else 0, seconds, let_in)


def _redis(url: str) -> Storage:
    return RedisStorage(
        f"async+{url}",
        wrap_exceptions=True,
        implementation="redispy",
        socket_timeout=1.0,
        socket_connect_timeout=1.0,
    )
