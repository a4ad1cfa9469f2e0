from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.results import StageTiming
from core.monitoring.recent_answers import (
    SEARCH,
    RecentAnswers,
    RecordedAnswer,
    percentile,
    stage_figures,
    whole_answers,
)
from core.monitoring.request_ids import working_for

numbers = st.floats(0.0, 1e6, allow_nan=False)


def timing(stage: str, milliseconds: float = 1.0) -> StageTiming:
    return StageTiming(stage=stage, milliseconds=milliseconds, size=1)


def recorded(recent: RecentAnswers, request_id: str, *stages: tuple[str, float]) -> None:
    with working_for(request_id):
        recent.record([timing(*stage) for stage in stages])


def ids(answers: Iterable[RecordedAnswer]) -> list[str]:
    return [answer.request_id for answer in answers]


def test_what_nobody_requested_is_not_recorded() -> None:
    recent = RecentAnswers()
    recent.record([timing(SEARCH)])
    assert (recent.searched(), recent.others()) == ((), ())


def test_the_stages_of_one_request_come_together_and_repeated_ones_add_up() -> None:
    recent = RecentAnswers()
    recorded(recent, "a", ("link", 2.0), (SEARCH, 5.0), ("retrieve.graph", 4.0))
    recorded(recent, "b", (SEARCH, 1.0))
    recorded(recent, "a", (SEARCH, 3.0), ("fuse", 1.0))
    assert ids(recent.searched()) == ["a", "b"]
    answer = recent.searched()[0]
    assert {each.stage: each.milliseconds for each in answer.timings} == {
        "link": 2.0,
        SEARCH: 8.0,
        "retrieve.graph": 4.0,
        "fuse": 1.0,
    }
    assert answer.milliseconds == 11.0  # the graph's part is in the search


def test_a_moved_slider_does_not_push_searches_out() -> None:
    recent = RecentAnswers(kept=2)
    recorded(recent, "searched", (SEARCH, 1.0))
    for number in range(5):
        recorded(recent, f"moved{number}", ("fuse", 1.0))
    assert ids(recent.searched()) == ["searched"]
    assert ids(recent.others()) == ["moved4", "moved3"]


def test_a_request_that_goes_on_to_search_is_one_that_searched() -> None:
    recent = RecentAnswers()
    recorded(recent, "a", ("link", 1.0))
    assert ids(recent.others()) == ["a"]
    recorded(recent, "a", (SEARCH, 1.0))
    assert (ids(recent.searched()), ids(recent.others())) == (["a"], [])


def test_what_only_adds_begins_no_answer() -> None:
    recent = RecentAnswers()
    with working_for("a"):
        recent.record([timing("synthesis")], begins=False)
        assert recent.others() == ()
        recent.record([timing(SEARCH)])
        recent.record([timing("synthesis", 7.0)], begins=False)
    assert recent.searched()[0].milliseconds == 8.0


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["link", SEARCH, "fuse"]), numbers)), st.integers(1, 4))
def test_no_more_is_kept_than_is_to_be(events: list[tuple[int, str, float]], kept: int) -> None:
    recent = RecentAnswers(kept)
    for request, stage, spent in events:
        recorded(recent, str(request + 1), (stage, spent))
        assert len(recent.searched()) <= kept
        assert len(recent.others()) <= kept
    every = [*ids(recent.searched()), *ids(recent.others())]
    assert len(every) == len(set(every))
    if events:
        assert str(events[-1][0] + 1) in every


@given(st.lists(numbers, min_size=1), st.floats(0.01, 1.0))
def test_a_percentile_is_one_of_the_values_that_enough_do_not_exceed(values: list[float], share: float) -> None:
    found = percentile(values, share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values) - 1e-9
    below = [value for value in values if value < found]
    assert len(below) < share * len(values)


def test_percentiles_by_hand() -> None:
    values = [float(value) for value in range(1, 101)]
    assert (percentile(values, 0.5), percentile(values, 0.95), percentile([3.0], 0.95)) == (50.0, 95.0, 3.0)
    with pytest.raises(ValueError, match="no values"):
        percentile([], 0.5)


@given(st.lists(st.lists(numbers, min_size=1, max_size=3), min_size=1, max_size=20))
def test_figures_of_a_stage_lie_in_order(answers: list[list[float]]) -> None:
    recent = RecentAnswers()
    for number, spent in enumerate(answers):
        recorded(
            recent, f"r{number}", *((SEARCH, each) for each in spent[:1]), *((f"s{k}", v) for k, v in enumerate(spent))
        )
    for each in stage_figures(recent.searched()):
        assert each.p50 <= each.p95 <= each.slowest
        assert each.slowest_request in ids(recent.searched())
    whole = whole_answers(recent.searched(), "whole")
    assert whole is not None
    assert whole.answers == len(answers)


def test_stages_come_in_the_order_they_are_gone_through() -> None:
    recent = RecentAnswers()
    recorded(
        recent, "a", ("new", 1.0), ("judge", 1.0), ("retrieve.graph", 1.0), (SEARCH, 1.0), ("link", 1.0), ("fuse", 1.0)
    )
    stages = [each.stage for each in stage_figures(recent.searched())]
    assert stages == ["link", SEARCH, "retrieve.graph", "fuse", "judge", "new"]


def test_without_answers_there_are_no_figures() -> None:
    assert whole_answers((), "whole") is None
    assert stage_figures(()) == ()


def test_many_threads_record_at_once() -> None:
    recent = RecentAnswers(kept=50)

    def ask(number: int) -> None:
        for stage in ("link", SEARCH, "fuse"):
            recorded(recent, f"r{number % 100}", (stage, 1.0))
            recent.searched()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(ask, range(2000)))
    assert len(recent.searched()) == 50
    assert len(set(ids(recent.searched()))) == 50
    assert all(answer.milliseconds > 0 for answer in recent.searched())
