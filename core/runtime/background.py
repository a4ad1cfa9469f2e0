"""The event loop that blocking callers of all threads wait on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import cached_property
from threading import Lock, Thread
from typing import Any, TypeVar

Value = TypeVar("Value")
_LOOK_EVERY = 0.1  # seconds


class BackgroundLoop:
    """An asyncio event loop in a thread of its own, which begins with the first work: importing starts no thread."""

    def __init__(self) -> None:
        self._starting = Lock()

    @cached_property
    def _started(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.new_event_loop()
        Thread(target=loop.run_forever, name="background", daemon=True).start()
        return loop

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        with self._starting:  # or two first callers would start two
            return self._started

    def wait_for(self, work: Coroutine[Any, Any, Value], check_cancelled: Callable[[], None] | None = None) -> Value:
        """What ``work`` returns; it may raise what ``work`` does.

        ``check_cancelled`` is called ten times a second meanwhile. What it raises ends the wait and cancels the work.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        if check_cancelled is None:
            return future.result()
        try:
            while True:
                check_cancelled()
                try:
                    return future.result(_LOOK_EVERY)
                except TimeoutError:
                    if future.done():  # just now, or the error is the work's own
                        return future.result()
        except BaseException:
            future.cancel()
            raise


BACKGROUND = BackgroundLoop()
"""Of this process."""
