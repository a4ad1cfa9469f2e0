from __future__ import annotations

from core.evaluation.rankings import grades_by_line

NAMES = {"a1": {"a2"}, "a2": {"a1"}, "b1": {"b2", "b3"}, "b2": {"b1", "b3"}, "b3": {"b1", "b2"}}


def namesakes(company: str) -> frozenset[str]:
    return frozenset(NAMES.get(company, set()))


def test_labels_of_companies_without_namesakes_stay_as_they_are() -> None:
    assert grades_by_line({"x": 3.0, "y": 1.0}, ["y", "z"], namesakes) == {"x": 3.0, "y": 1.0}


def test_a_line_answers_for_the_companies_it_stands_for() -> None:
    assert grades_by_line({"a2": 3.0}, ["a1"], namesakes) == {"a1": 3.0}


def test_a_line_has_the_best_grade_of_its_companies() -> None:
    assert grades_by_line({"a1": 1.0, "a2": 3.0, "x": 2.0}, ["a1"], namesakes) == {"a1": 3.0, "x": 2.0}


def test_namesakes_that_are_not_listed_count_as_one() -> None:
    assert grades_by_line({"b1": 1.0, "b2": 2.0, "b3": 1.0}, ["x"], namesakes) == {"b1": 2.0}
