from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.runtime.background import BackgroundLoop


@pytest.fixture(scope="module")
def loop() -> BackgroundLoop:
    return BackgroundLoop()


async def later(value: int, seconds: float = 0.0) -> int:
    await asyncio.sleep(seconds)
    return value


async def failing(error: Exception, seconds: float = 0.0) -> int:
    await asyncio.sleep(seconds)
    raise error


def test_many_threads_wait_for_their_own_work(loop: BackgroundLoop) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda number: loop.wait_for(later(number, 0.01)), range(40))) == list(range(40))


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "background"]


def test_the_first_work_starts_one_thread_whoever_comes_first() -> None:
    before, callers = len(threads()), threading.Barrier(8)
    fresh = BackgroundLoop()
    assert len(threads()) == before

    def first(number: int) -> int:
        callers.wait()
        return fresh.wait_for(later(number))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(first, range(8))) == list(range(8))
    assert len(threads()) == before + 1


@pytest.mark.parametrize("error", [ValueError("no"), TimeoutError("the work's own")])
@pytest.mark.parametrize("watched", [False, True])
def test_errors_of_the_work_are_raised(error: Exception, watched: bool, loop: BackgroundLoop) -> None:
    with pytest.raises(type(error), match=str(error)):
        loop.wait_for(failing(error), (lambda: None) if watched else None)


def test_work_that_is_wanted_ends(loop: BackgroundLoop) -> None:
    looked: list[float] = []
    assert loop.wait_for(later(3, 0.5), lambda: looked.append(time.monotonic())) == 3
    assert len(looked) >= 3


def test_work_that_nobody_wants_any_more_is_cancelled(loop: BackgroundLoop) -> None:
    cancelled = threading.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    looked: list[int] = []

    def check_cancelled() -> None:
        looked.append(1)
        if len(looked) > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        loop.wait_for(work(), check_cancelled)
    assert cancelled.wait(5)
