"""What is right and what is wrong in an answer, for every class of question."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.domain.results import AnswerSentence, Discovery, QuestionAnswer
from core.errors import DataUnreadableError
from core.evaluation.answer_scores import AnswerScore, scored_answer
from core.evaluation.asked_questions import AskedQuestion, read_asked_questions, sample


def question(cls: str = "b", **fields: object) -> AskedQuestion:
    return AskedQuestion.model_validate({"id": "1", "cls": cls, "query": "?", "language": "en", **fields})


def score(asked: AskedQuestion, same: frozenset[str] = frozenset(), **answer: object) -> AnswerScore:
    told = QuestionAnswer.model_construct(**{**QuestionAnswer().model_dump(), **answer})
    found = Discovery(outcome="found").model_copy(update={"answer": told})
    return scored_answer(asked, found, lambda each: same - {each} if each in same else frozenset())


@pytest.mark.parametrize(
    ("ids", "right", "wrong"),
    [
        (("x", "y"), True, 0),
        (("y", "extra", "x"), True, 0),
        (("x",), False, 0),
        (("x", "y", "z"), False, 1),
        ((), False, 0),
    ],
)
def test_a_set_is_right_when_it_is_whole_and_nothing_else(ids: tuple[str, ...], right: bool, wrong: int) -> None:
    found = score(question(gold=("x", "y"), accept=("extra",)), outcome="answered", kind="companies", company_ids=ids)
    assert (found.right, found.wrong, found.claims) == (right, wrong, len(ids))


def test_companies_that_are_listed_as_one_count_as_one() -> None:
    found = score(question(gold=("x", "y")), same=frozenset({"x", "twin"}), company_ids=("twin", "y"))
    assert (found.right, found.wrong, found.claims) == (True, 0, 2)


def test_a_set_that_is_said_to_be_empty_and_is_not_is_a_wrong_claim() -> None:
    found = score(question(gold=("x",)), outcome="empty", kind="companies")
    assert (found.right, found.wrong, found.claims) == (False, 1, 1)


@pytest.mark.parametrize(("value", "right", "wrong"), [(2, True, 0), (3, False, 1), (None, False, 1)])
def test_a_count_is_the_number_asked_for(value: int | None, right: bool, wrong: int) -> None:
    asked = question("f", gold=("x", "y"), count=2)
    found = score(asked, outcome="answered", kind="count", value=value, company_ids=("x", "y"))
    assert (found.right, found.wrong, found.claims) == (right, wrong, 3)


@pytest.mark.parametrize(("yes", "value", "right"), [(True, True, True), (False, False, True), (False, True, False)])
def test_yes_or_no_is_what_is_so(yes: bool, value: bool, right: bool) -> None:
    found = score(question("f", yes=yes), outcome="answered", kind="yes_no", value=value)
    assert (found.right, found.wrong, found.claims) == (right, int(not right), 1)


@pytest.mark.parametrize("outcome", ["empty", "unknown_name", "partly_understood"])
def test_what_has_no_answer_is_honestly_told_to_have_none(outcome: str) -> None:
    assert score(question("i"), outcome=outcome).right
    assert not score(question("i"), outcome=outcome, company_ids=("x",)).right
    assert not score(question("i"), outcome="answered", kind="yes_no", value=True).right


def test_a_question_of_class_i_that_has_an_answer_by_now_is_an_ordinary_one() -> None:
    found = score(question("i", gold=("x",)), outcome="answered", kind="companies", company_ids=("x",))
    assert (found.cls, found.right) == ("b", True)


def test_a_fact_is_told_by_the_value_or_by_a_sentence() -> None:
    asked = question("j", answers=("1993",))
    assert score(asked, outcome="answered", kind="value", value="1993").right
    assert score(asked, sentences=(AnswerSentence(text="In 1993."),)).right
    assert not score(asked, company_ids=("x",)).right
    assert score(asked, company_ids=("x",)).wrong == 0


def test_a_refused_question_claims_nothing() -> None:
    found = scored_answer(question(gold=("x",)), None, lambda _: frozenset())
    assert (found.outcome, found.right, found.claims) == ("refused", False, 0)
    assert scored_answer(question("i"), None, lambda _: frozenset()).right


def test_a_file_names_the_line_that_is_wrong(tmp_path: Path) -> None:
    line = question().model_dump_json()
    (tmp_path / "twice.jsonl").write_text(f"{line}\n\n{line}\n", encoding="utf-8")
    with pytest.raises(DataUnreadableError, match="line 3: 1 occurs twice"):
        read_asked_questions([tmp_path / "twice.jsonl"])
    (tmp_path / "wrong.jsonl").write_text(line.replace('"b"', '"z"'), encoding="utf-8")
    with pytest.raises(DataUnreadableError, match="line 1: cls"):
        read_asked_questions([tmp_path / "wrong.jsonl"])


def test_a_sample_takes_so_many_of_each_class_the_same_for_a_seed() -> None:
    every = [question(cls, id=f"{cls}{number}") for cls in "ab" for number in range(50)]
    chosen = sample(every, 4, 1)
    assert [each.cls for each in chosen] == ["a"] * 4 + ["b"] * 4
    assert chosen == sample(every, 4, 1) != sample(every, 4, 2)
