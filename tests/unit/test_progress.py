from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.ingestion.progress import STAGES, BuildProgress, ProgressReporter


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
    progress, heard = reporter([0.0])
    progress.expect(100)
    progress.report("entities", 0, 60)
    assert heard[0].seconds_left is None


def test_time_left_is_extrapolated_from_the_texts_embedded() -> None:
    progress, heard = reporter([10.0, 12.0, 15.0])
    progress.expect(100)
    progress.embedded(20)
    progress.report("entities", 30, 70)  # ten had a vector
    progress.embedded(50)
    progress.report("relations", 10, 3000)  # of which few have a text
    assert [said.seconds_left for said in heard] == pytest.approx([8.0, 5.0 / 70 * 30])
    assert [said.fraction for said in heard] == pytest.approx([0.95 * 0.2, 0.95 * 0.7])
    assert [said.texts_per_second for said in heard] == pytest.approx([10.0, 14.0])


def test_mentions_do_not_count_as_texts() -> None:
    progress, heard = reporter([0.0, 1.0])
    progress.expect(10)
    progress.embedded(10)
    progress.report("mentions", 3, 3)
    assert (heard[0].fraction, heard[0].seconds_left) == (0.95, 0.0)


def test_what_took_no_time_has_no_rate() -> None:
    progress, heard = reporter([3.0, 3.0])
    progress.expect(10)
    progress.embedded(5)
    progress.report("entities", 5, 10)
    assert heard[0].texts_per_second is None


def test_publishing_ends_at_the_whole() -> None:
    progress, heard = reporter([0.0, 1.0, 1.0])
    progress.expect(10)
    progress.embedded(10)
    progress.report("publish", 0, 1)
    progress.report("publish", 1, 1)
    assert [said.fraction for said in heard] == [0.97, 1.0]


def test_nothing_to_embed_is_still_finished() -> None:
    progress, heard = reporter([0.0])
    progress.expect(0)
    progress.report("entities", 0, 0)
    progress.report("publish", 1, 1)
    assert [said.fraction for said in heard] == [0.0, 1.0]


def test_the_stages_are_in_the_order_of_a_build() -> None:
    assert STAGES == ("read", "entities", "relations", "passages", "mentions", "publish")
