"""Questions are worked on in a few threads; a few more wait, the rest are told to come back; none waits for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from app.api.metrics import Metrics
from app.api.refusals import DeadlinePassedError, OverloadedError
from app.api.result_cache import Computation, ResultCache
from core.monitoring.request_ids import CarryingExecutor
from core.runtime.time_limit import within
from core.settings import Settings

Answer = TypeVar("Answer")
Given = TypeVar("Given")
CancellationCheck = Callable[[], None]
_COME_BACK = 1  # seconds
_OF_THE_DEADLINE = 0.8
"""A language model gets at most this share of it, so that the rules can still answer in time where it hangs."""


class NotWantedError(Exception):
    """Nobody waits for this answer any more."""


class WorkQueue:
    """At most ``api_concurrency`` questions at a time, ``api_waiting`` in line, each for ``api_deadline_seconds``."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._threads = CarryingExecutor(settings.api_concurrency, thread_name_prefix="api")
        self._room = settings.api_concurrency + settings.api_waiting
        self._inside = 0
        self._deadline = settings.api_deadline_seconds
        self._metrics = metrics

    async def compute(
        self,
        cache: ResultCache[Answer],
        version: str,
        request: str,
        work: Callable[[CancellationCheck], tuple[Answer, bool]],
    ) -> tuple[Answer, bool]:
        """The answer to ``request``, and whether it was there or on its way already.

        ``work`` runs in a thread, returns the answer and whether it may be kept, and calls what it is given every now
        and then: that raises once nobody waits any more. Raises OverloadedError, DeadlinePassedError and what ``work``
        raises.
        """
        computation, mine = cache.begin(version, request)
        try:
            if mine:
                self._begin(cache, computation, work)
            return await self._in_time(asyncio.wrap_future(computation.result), computation), not mine
        finally:
            cache.leave(computation)

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """The same for what is not kept and cannot be stopped."""
        self._enter()
        try:
            future = self._submit(work)
        except BaseException:
            self._left()
            raise
        loop = asyncio.get_running_loop()
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._left))
        return await self._in_time(asyncio.wrap_future(future))

    async def _in_time(self, answer: asyncio.Future[Answer], computation: Computation[Answer] | None = None) -> Answer:
        """An answer that was not even begun in time is a matter of load, not of the question."""
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # perhaps nobody is left to be told
        try:
            return await asyncio.wait_for(asyncio.shield(answer), self._deadline)
        except TimeoutError as error:
            if computation is not None and not computation.begun:
                raise OverloadedError(seconds=_COME_BACK) from error
            raise DeadlinePassedError(seconds=round(self._deadline)) from error

    def _begin(
        self,
        cache: ResultCache[Answer],
        computation: Computation[Answer],
        work: Callable[[CancellationCheck], tuple[Answer, bool]],
    ) -> None:
        def check_cancelled() -> None:
            if not computation.waiting:  # whoever waits leaves at a deadline of its own
                raise NotWantedError

        def job() -> None:
            try:
                check_cancelled()  # it may have waited in line
                computation.begun = True
                answer, keep = work(check_cancelled)
            except BaseException as error:  # noqa: BLE001 - whoever waits is told, whatever it is
                cache.failed(computation, error)
            else:
                cache.done(computation, answer, keep=keep)

        try:
            self._enter()
        except OverloadedError as error:
            cache.failed(computation, error)
            return
        loop = asyncio.get_running_loop()
        future = self._submit(job)
        future.add_done_callback(lambda _: loop.call_soon_threadsafe(self._left))

    def _submit(self, work: Callable[[], Given]) -> Future[Given]:
        with within(_OF_THE_DEADLINE * self._deadline):
            return self._threads.submit(work)

    def _enter(self) -> None:
        if self._inside >= self._room:
            raise OverloadedError(seconds=_COME_BACK)
        self._inside += 1
        self._metrics.queue.set(self._inside)

    def _left(self) -> None:
        self._inside -= 1
        self._metrics.queue.set(self._inside)
