"""What decisions teach: shares that are right, and thresholds with their evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.curation.review_lessons import (
    JUST_ABOVE,
    LEAST_JUDGED,
    WANTED,
    Precision,
    by_key,
    by_reader,
    by_type,
    lessons,
    precision_by,
)
from core.domain.read_relations import (
    DecidedBy,
    ReadRelation,
    RelationTerms,
    StatedRelation,
    TextEnd,
    TextReview,
    Verdict,
    read_id,
)
from core.workspace.text_reviews import reading_thresholds, save_reading_thresholds

AT = "2026-01-01T00:00:00+00:00"


def review(
    number: int,
    verdict: Verdict,
    *,
    confidence: float = 0.9,
    kind: str = "acquired",
    by: DecidedBy = "person",
    corrected_to: str = "",
    readers: tuple[str, ...] = ("patterns",),
) -> TextReview:
    """A decision on the relation of A to the company of this number."""
    target = f"B{number}"
    quote = f"A bought {target}."
    read = ReadRelation(
        id=read_id("p", quote, "A", kind, target),
        passage_id="p",
        language="en",
        source_name="A",
        target_name=target,
        terms=RelationTerms(relation_type=kind),
        quote=quote,
        quote_start=0,
        quote_end=len(quote),
        confidence=confidence,
        readers=readers,
    )
    stated = StatedRelation(
        source=TextEnd(name="A"),
        target=TextEnd(name=target),
        terms=RelationTerms(relation_type=corrected_to or kind),
    )
    return TextReview(read=read, stated=stated, verdict=verdict, decided_by=by, decided_at=AT)


def test_precision_counts_what_persons_decided_and_nobody_corrected() -> None:
    reviews = [
        review(1, "accepted"),
        review(2, "rejected"),
        review(3, "accepted", corrected_to="merged_with"),
        review(4, "accepted", by="rule"),
        review(5, "accepted", by="threshold"),
        review(6, "withdrawn"),
        review(7, "accepted", kind="supplies", readers=("classifier", "patterns")),
    ]
    assert precision_by(reviews, by_type) == {"acquired": Precision(3, 1), "supplies": Precision(1, 1)}
    assert precision_by(reviews, by_reader) == {"patterns": Precision(3, 1), "classifier+patterns": Precision(1, 1)}


def test_a_threshold_is_the_lowest_from_which_enough_is_right() -> None:
    right = [review(number, "accepted", confidence=0.9 + number / 1000) for number in range(12)]
    wrong = [review(100 + number, "rejected", confidence=0.7 + number / 1000) for number in range(6)]
    (lesson,) = lessons([*right, *wrong], {"en acquired": 0.6})
    assert lesson.key == "en acquired" == by_key(right[0])
    assert (lesson.before, lesson.threshold) == (0.6, 0.704)
    assert lesson.kept == Precision(14, 12)
    assert lesson.dropped == Precision(4, 0)


def test_where_nothing_is_right_it_is_above_all_that_was_judged() -> None:
    (lesson,) = lessons([review(number, "rejected", confidence=0.95) for number in range(10)], {})
    assert (lesson.threshold, lesson.kept.judged, lesson.dropped.judged) == (0.951, 0, 10)


def test_what_is_always_wrong_is_left_out_however_sure_it_is(tmp_path: Path) -> None:
    (lesson,) = lessons([review(number, "rejected", confidence=1.0) for number in range(10)], {})
    assert (lesson.kept.judged, lesson.dropped.judged) == (0, 10)
    save_reading_thresholds(tmp_path, {lesson.key: lesson.threshold})
    assert reading_thresholds(tmp_path) == {"en acquired": lesson.threshold}


def test_where_nearly_all_is_right_more_is_proposed() -> None:
    reviews = [review(number, "accepted", confidence=0.9) for number in range(10)]
    (lesson,) = lessons(reviews, {"en acquired": 0.8})
    assert lesson.threshold == pytest.approx(0.75)
    assert lessons(reviews[: LEAST_JUDGED - 1], {}) == ()


@given(st.lists(st.tuples(st.floats(0.01, 1.0), st.booleans()), min_size=LEAST_JUDGED, max_size=40))
def test_what_a_threshold_keeps_reaches_the_precision_asked_for(judged: list[tuple[float, bool]]) -> None:
    reviews = [
        review(number, "accepted" if right else "rejected", confidence=confidence)
        for number, (confidence, right) in enumerate(judged)
    ]
    for lesson in lessons(reviews, {}):
        assert lesson.kept.judged + lesson.dropped.judged == len(judged)
        assert not lesson.kept.judged or lesson.kept.share >= WANTED
        assert 0.0 <= lesson.threshold <= 1.0 + JUST_ABOVE
