"""Every row that was refused or repaired is told once, and as many are told as are counted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.text import CHINESE_CHARACTER
from core.ingestion.records.problems import RowProblem, row_messages, rows_of, rows_told
from core.messages import LANGUAGES, catalogue

PROBLEMS = st.lists(
    st.builds(
        RowProblem,
        st.sampled_from(["a.csv", "b.csv"]),
        st.integers(2, 6),
        st.sampled_from(["", "id", "name"]),
        st.sampled_from(["missing", "no_number", "was_cleaned"]),
        st.just("x"),
        st.booleans(),
    )
)


def test_the_faults_of_a_row_stand_together() -> None:
    faults = [RowProblem("a.csv", 3, field, "missing") for field in ("id", "name", "name")]
    (told,) = rows_told(faults, "en", repaired=False)
    assert (told.file, told.line, told.fields) == ("a.csv", 3, "id, name")
    assert told.reasons == "id: the value is missing; name: the value is missing"
    (one,) = rows_told(faults[:1], "en", repaired=False)
    assert one.reasons == "the value is missing"


@given(PROBLEMS)
def test_as_many_rows_are_told_as_are_counted(problems: Sequence[RowProblem]) -> None:
    for language in LANGUAGES:
        for repaired in (True, False):
            told = rows_told(problems, language, repaired=repaired)
            assert len(told) == rows_of(problems, repaired=repaired)
            assert len({(each.file, each.line) for each in told}) == len(told)


@pytest.mark.parametrize("key", [key for key in catalogue() if key.startswith("problem.") and "row" not in key[:12]])
def test_every_reason_is_told_in_the_language_that_is_asked_for(key: str) -> None:
    problem = RowProblem("a.csv", 2, "id", key.removeprefix("problem."), "7")
    (chinese,), (english,) = (row_messages([problem], language) for language in ("zh", "en"))
    assert CHINESE_CHARACTER.search(chinese.partition("：")[2]) is not None
    assert CHINESE_CHARACTER.search(english) is None


def test_a_row_is_one_sentence_with_all_that_was_wrong() -> None:
    problems = [
        RowProblem("x.csv", 2, "target", "missing"),
        RowProblem("x.csv", 3, "source", "missing"),
        RowProblem("x.csv", 3, "target", "unknown_entity", "Zorblatt"),
    ]
    for language in LANGUAGES:
        first, second = row_messages(problems, language)
        assert first == problems[0].message(language)
        assert all(each.reason_in(language) in second for each in problems[1:])
        assert "source: " in second
