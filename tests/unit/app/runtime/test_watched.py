from __future__ import annotations

import time
from collections.abc import Callable
from threading import Semaphore
from types import SimpleNamespace

import pytest

from app.runtime import watched
from app.runtime.watched import Watched
from core.discovery.name_resolution import QueryEmptyError
from core.errors import GuanxiError


def ended(work: Watched[int]) -> Watched[int]:
    until = time.monotonic() + 10
    while work.running and time.monotonic() < until:
        time.sleep(0.01)
    assert not work.running
    return work


def waiting(check_cancelled: Callable[[], None]) -> int:
    for _ in range(1000):
        check_cancelled()
        time.sleep(0.01)
    return 1


def failing(error: Exception) -> Callable[[Callable[[], None]], int]:
    def work(_: Callable[[], None]) -> int:
        raise error

    return work


def test_work_gives_a_value() -> None:
    work = ended(Watched(lambda check_cancelled: check_cancelled() or 7))
    assert (work.value, work.error, work.left) == (7, None, False)


def test_errors_a_person_may_see_are_kept() -> None:
    error = QueryEmptyError()
    assert ended(Watched(failing(error))).error is error


def test_other_errors_become_one_that_may_be_seen() -> None:
    work = ended(Watched(failing(ZeroDivisionError("secret"))))
    assert type(work.error) is GuanxiError
    assert "secret" not in work.error.message("en")


def test_work_that_nobody_looks_at_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(watched, "time", SimpleNamespace(monotonic=lambda: now[0]))
    checked = Semaphore(0)

    def waits(check_cancelled: Callable[[], None]) -> int:
        while True:
            check_cancelled()
            checked.release()
            time.sleep(0.001)

    work = Watched(waits)
    for _ in range(5):
        work.look()
        now[0] += 0.9 * watched._PATIENCE
        assert checked.acquire(timeout=60)
    assert work.running
    now[0] += watched._PATIENCE
    assert ended(work).left


def test_work_that_is_abandoned_ends() -> None:
    work = Watched(waiting)
    work.abandon()
    assert ended(work).left
    assert (work.value, work.error) == (None, None)
