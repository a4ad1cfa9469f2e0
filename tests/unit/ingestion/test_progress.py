from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ingestion.progress import STAGES, BuildProgress, ProgressReporter
from core.ingestion.recent_rate import RecentRate


def ticking(seconds: list[float]) -> Iterator[float]:
    yield from seconds


def reporter(seconds: list[float]) -> tuple[ProgressReporter, list[BuildProgress]]:
    heard: list[BuildProgress] = []
    clock = ticking(seconds)
    return ProgressReporter(heard.append, lambda: next(clock)), heard


def test_nobody_listening_costs_nothing() -> None:
    ProgressReporter(None, clock=lambda: 1 / 0).report("read", 0, 1)


def test_reading_has_no_time_left_to_tell() -> None:
    progress, heard = reporter([])
    progress.report("read", 0, 1)
    assert heard == [BuildProgress("read", 0, 1, 0.0, None)]


def test_the_first_texts_tell_no_time_left_either() -> None:
    progress, heard = reporter([40.0])
    progress.expect(100)
    progress.report("entities", 0, 60)
    progress.embedded(10, 50)  # the model was loaded for them
    progress.report("entities", 10, 60)
    assert [said.seconds_left for said in heard] == [None, None]


def test_time_left_is_extrapolated_from_the_characters_embedded() -> None:
    progress, heard = reporter([10.0, 12.0, 15.0])
    progress.expect(1_000)
    progress.embedded(20, 100)
    progress.embedded(10, 400)
    progress.report("entities", 40, 70)  # ten had a vector
    progress.embedded(60, 200)
    progress.report("relations", 10, 3000)  # of which few have a text
    assert [said.seconds_left for said in heard] == pytest.approx([2 / 400 * 500, 5 / 600 * 300])
    assert [said.fraction for said in heard] == pytest.approx([0.95 * 0.5, 0.95 * 0.7])
    assert [said.texts_per_second for said in heard] == pytest.approx([5.0, 14.0])


def test_what_got_a_vector_meanwhile_is_not_waited_for() -> None:
    progress, heard = reporter([0.0, 1.0])
    progress.expect(1_000)
    progress.embedded(1, 100)
    progress.embedded(1, 100)
    progress.expect_less(500)
    progress.report("passages", 2, 9)
    assert heard[0].seconds_left == pytest.approx(3.0)


@given(
    loading=st.floats(0.0, 100.0),
    stages=st.lists(st.tuples(st.integers(1, 500), st.integers(2, 30)), min_size=1, max_size=3),
    per_character=st.floats(1e-5, 1e-2),
)
def test_the_time_left_is_right_whatever_texts_come_after_which(
    loading: float, stages: list[tuple[int, int]], per_character: float
) -> None:
    """Stages of long and of short texts, after a model that takes its time to load."""
    now = [0.0]
    heard: list[tuple[float, BuildProgress]] = []
    progress = ProgressReporter(lambda said: heard.append((now[0], said)), lambda: now[0])
    progress.expect(sum(64 * length * batches for length, batches in stages))
    now[0] += loading
    for stage, (length, batches) in zip(STAGES[1:], stages, strict=False):
        for _ in range(batches):
            now[0] += 64 * length * per_character
            progress.embedded(64, 64 * length)
            progress.report(stage, 0, 1)
    for at, said in heard[1:]:
        assert said.seconds_left == pytest.approx(now[0] - at, rel=0.01, abs=0.01)
    assert [said.fraction for _, said in heard] == sorted(said.fraction for _, said in heard)


def test_a_machine_that_gets_slower_is_noticed() -> None:
    rate = RecentRate()
    for second in range(100):
        rate.note(second, 1_000 * second)
    for second in range(60):
        rate.note(100 + second, 100_000 + 10 * second)
    assert rate.seconds_for(100) == pytest.approx(10.0, rel=0.05)


def test_after_the_texts_nothing_is_said_of_the_time_left() -> None:
    """Finding names and writing tables take time too, of which nothing is known beforehand."""
    progress, heard = reporter([0.0, 1.0])
    progress.expect(20)
    progress.embedded(10, 10)
    progress.embedded(10, 10)
    progress.report("mentions", 3, 3)
    progress.report("publish", 0, 1)
    assert [(said.fraction, said.seconds_left) for said in heard] == [(0.95, None), (0.97, None)]


def test_what_took_no_time_has_no_rate() -> None:
    progress, heard = reporter([3.0, 3.0])
    progress.expect(10)
    progress.embedded(5, 5)
    progress.embedded(5, 5)
    progress.report("entities", 5, 10)
    assert heard[0].texts_per_second is None


def test_publishing_ends_at_the_whole() -> None:
    progress, heard = reporter([0.0])
    progress.expect(10)
    progress.embedded(10, 10)
    progress.report("publish", 0, 1)
    progress.report("publish", 1, 1)
    assert [said.fraction for said in heard] == [0.97, 1.0]


def test_nothing_to_embed_is_still_finished() -> None:
    progress, heard = reporter([])
    progress.expect(0)
    progress.report("entities", 0, 0)
    progress.report("publish", 1, 1)
    assert [said.fraction for said in heard] == [0.0, 1.0]


def test_the_stages_are_in_the_order_of_a_build() -> None:
    assert STAGES == ("read", "entities", "relations", "passages", "mentions", "publish")
