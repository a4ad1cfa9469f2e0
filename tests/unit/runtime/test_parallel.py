"""Steps beside one another: all end before a build goes on, and what one raises is raised."""

from __future__ import annotations

from threading import Event, current_thread

import pytest

from core.runtime.parallel import in_parallel


def test_a_step_runs_in_another_thread_and_has_ended_afterwards() -> None:
    done: list[str] = []
    with in_parallel() as run:
        run(lambda name: done.append(f"{name} {current_thread().name}"), "first")
        assert run(sum, [1, 2]).result() == 3
    assert done == ["first build_0"]


def test_what_a_step_raises_is_raised_when_the_block_ends() -> None:
    with pytest.raises(OSError, match="disk full"), in_parallel() as run:
        run(_fail)


def test_what_had_not_begun_does_not_begin_after_a_fault() -> None:
    may_end, begun = Event(), []

    def wait() -> None:
        may_end.wait()

    with pytest.raises(ValueError, match="in the block"), in_parallel() as run:
        for _ in range(2):  # both threads have something to do
            run(wait)
        run(begun.append, 1).add_done_callback(lambda _: may_end.set())
        raise ValueError("in the block")
    assert not begun


def _fail() -> None:
    raise OSError("disk full")
