"""How often a key may ask: a moving window of one minute, counted in Redis where several processes share it."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from typing import Literal

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import StorageError

from core.errors import TooManyRequestsError
from core.settings import Settings

_log = logging.getLogger("guanxi")
_TRIED_AGAIN_AFTER = 5.0  # seconds


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

    async def count(self, who: str) -> None:
        """Count one request. Raises TooManyRequestsError, with the seconds until the next one is let in."""
        limiter = self._own
        if self._shared is not None and self._worth_trying():
            try:
                await self._hit(self._shared, who)
            except StorageError as error:
                if self._away_since is None:
                    _log.warning("Redis is away: each process limits by itself (%s)", type(error).__name__)
                self._away_since = time.monotonic()
            else:
                self._away_since = None
                return
        if self._shared is not None:
            self._on_fallback()
        await self._hit(limiter, who)

    def _worth_trying(self) -> bool:
        return self._away_since is None or time.monotonic() - self._away_since > _TRIED_AGAIN_AFTER

    async def _hit(self, limiter: MovingWindowRateLimiter, who: str) -> None:
        if await limiter.hit(self._item, who):
            return
        window = await limiter.get_window_stats(self._item, who)
        seconds = max(1, math.ceil(window.reset_time - time.time()))
        raise TooManyRequestsError(limit=self._item.amount, seconds=seconds)


def _redis(url: str) -> Storage:
    return RedisStorage(
        f"async+{url}", wrap_exceptions=True, implementation="redispy",
        socket_timeout=1.0, socket_connect_timeout=1.0,
    )  # fmt: skip
