"""Ctrl-C: at once in silence while nothing is to be undone, an exception while something is."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.runtime.interrupt import INTERRUPTED, end_at_once, ending_at_once, interruptible, is_shutdown_error

ENDED: list[int] = []


@pytest.fixture(autouse=True)
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The process is not ended, but it is noted that it would be."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    ENDED.clear()
    monkeypatch.setattr(os, "_exit", ENDED.append)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def test_it_is_at_once_before_and_after_and_an_exception_within() -> None:
    def work() -> int:
        with pytest.raises(KeyboardInterrupt):
            interrupt()
        return 7

    end_at_once()
    interrupt()
    assert interruptible(work) == 7
    interrupt()
    assert ENDED == [INTERRUPTED] * 2


def test_what_lets_it_through_has_its_status() -> None:
    end_at_once()
    assert interruptible(lambda: [interrupt(), 0][1]) == INTERRUPTED
    assert ENDED == []


def test_what_is_ignored_stays_so() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_at_once()
    interrupt()
    assert interruptible(lambda: [interrupt(), 3][1]) == 3
    assert ENDED == []


def test_a_part_ends_at_once_and_hands_back_what_was_there() -> None:
    with ending_at_once():
        interrupt()
    assert ENDED == [INTERRUPTED]
    with pytest.raises(KeyboardInterrupt):
        interrupt()


def test_another_thread_changes_nothing() -> None:
    def within() -> object:
        with ending_at_once():
            return signal.getsignal(signal.SIGINT)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(within).result() is signal.default_int_handler


def test_work_that_a_pool_takes_no_more_fails_because_the_process_ends() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(RuntimeError) as refused:
        pool.submit(print)
    assert is_shutdown_error(refused.value)
    assert not is_shutdown_error(RuntimeError("the index is damaged"))
    assert not is_shutdown_error(OSError("cannot schedule new futures after shutdown"))
