from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Lock, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.result_cache import ResultCache
from app.runtime.api_status import CacheFigures


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def ask(cache: ResultCache[str], version: str, request: str, *, keep: bool = True) -> tuple[str, bool]:
    """The answer, and whether it was computed for this."""
    computation, mine = cache.begin(version, request)
    if mine:
        cache.done(computation, f"{version}/{request}", keep=keep)
    cache.leave(computation)
    return computation.result.result(0), mine


@given(
    st.lists(st.tuples(st.sampled_from("AB"), st.sampled_from("xyz"), st.booleans()), max_size=40), st.integers(0, 4)
)
def test_an_answer_is_always_that_of_its_version_and_request(asked: list[tuple[str, str, bool]], entries: int) -> None:
    cache: ResultCache[str] = ResultCache(entries, 60)
    for version, request, keep in asked:
        assert ask(cache, version, request, keep=keep)[0] == f"{version}/{request}"
        assert cache.figures().entries <= entries
    figures = cache.figures()
    assert figures.asked == len(asked)
    assert figures.kept + figures.shared <= figures.asked


def test_what_was_asked_is_not_computed_again_until_it_is_old() -> None:
    clock = Clock()
    cache: ResultCache[str] = ResultCache(10, 60, clock)
    assert [ask(cache, "1", "x")[1] for _ in range(3)] == [True, False, False]
    assert cache.figures() == CacheFigures(asked=3, kept=2, shared=0, entries=1)
    clock.now = 61
    assert ask(cache, "1", "x")[1]


def test_another_version_empties_it_in_both_directions() -> None:
    cache: ResultCache[str] = ResultCache(10, 60)
    assert [ask(cache, version, "x")[1] for version in ("2", "2", "1", "1", "2")] == [True, False, True, False, True]


def test_an_answer_of_a_version_that_is_gone_is_not_kept() -> None:
    cache: ResultCache[str] = ResultCache(10, 60)
    late, mine = cache.begin("1", "x")
    assert mine
    ask(cache, "2", "y")
    cache.done(late, "late", keep=True)
    assert late.result.result(0) == "late"
    assert ask(cache, "2", "x") == ("2/x", True)


def test_who_asks_at_the_same_time_shares_one_computation() -> None:
    cache: ResultCache[str] = ResultCache(10, 60)
    computed, together, lock = [], Barrier(8), Lock()
    answers: list[str] = []

    def client() -> None:
        together.wait()
        computation, mine = cache.begin("1", "x")
        if mine:
            computed.append(1)
            while computation.waiting < 8:
                pass
            cache.done(computation, "answer", keep=True)
        found = computation.result.result(10)
        with lock:
            answers.append(found)

    threads = [Thread(target=client) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert answers == ["answer"] * 8
    assert len(computed) == 1
    assert cache.figures().shared == 7


@pytest.mark.parametrize("end", [lambda cache, each: cache.failed(each, ValueError("no")), lambda _, __: None])
def test_who_comes_after_a_failure_or_when_everybody_has_gone_computes_anew(
    end: Callable[[ResultCache[str], object], None],
) -> None:
    cache: ResultCache[str] = ResultCache(10, 60)
    first, _ = cache.begin("1", "x")
    end(cache, first)
    cache.leave(first)
    again, mine = cache.begin("1", "x")
    assert mine
    if first.result.done():
        assert isinstance(first.result.exception(), ValueError)
    else:
        cache.done(first, "late", keep=False)
        assert cache.begin("1", "x") == (again, False)  # the late one does not take the place of the new one
