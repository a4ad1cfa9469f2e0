from __future__ import annotations

import asyncio
from threading import Thread

import pytest

from core.monitoring.request_ids import (
    NOBODY,
    CarryingExecutor,
    begin_request,
    carried,
    current_request_id,
    new_request_id,
    working_for,
)
from core.runtime.background import BACKGROUND


async def _asked() -> str:
    await asyncio.sleep(0)
    return current_request_id()


def test_outside_of_requests_nobody_is_worked_for() -> None:
    assert current_request_id() == NOBODY


def test_ids_are_short_and_differ() -> None:
    ids = {new_request_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert {len(each) for each in ids} == {12}


def test_what_is_inside_is_done_for_the_request_and_what_comes_after_is_not() -> None:
    with working_for("outer"):
        with pytest.raises(ZeroDivisionError), working_for("inner"):
            assert current_request_id() == "inner"
            _ = 1 / 0
        assert current_request_id() == "outer"
    assert current_request_id() == NOBODY


def test_threads_work_for_who_gave_them_the_work() -> None:
    with CarryingExecutor(1) as threads:
        with working_for("first"):
            first = threads.submit(current_request_id)
        with working_for("second"):
            second = threads.submit(lambda add: current_request_id() + add, "!")
        third = threads.submit(current_request_id)
        assert [first.result(), second.result(), third.result()] == ["first", "second!", NOBODY]


def test_a_thread_of_its_own_and_the_event_loop_do_too() -> None:
    seen = []
    with working_for("mine"):
        thread = Thread(target=carried(lambda: seen.append(current_request_id())))
        asked = BACKGROUND.wait_for(_asked())
    thread.start()
    thread.join()
    assert (seen, asked) == (["mine"], "mine")


def test_a_request_lasts_until_the_next_begins() -> None:
    def run() -> list[str]:
        begin_request("one")
        before = current_request_id()
        begin_request("two")
        return [before, current_request_id()]

    assert carried(run)() == ["one", "two"]
    assert current_request_id() == NOBODY
