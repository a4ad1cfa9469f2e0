"""Which of a class somebody of a country owns, supplies or buys: the class says who is asked for, not who owns."""

from __future__ import annotations

import pytest

from core.domain.plan import All, Companies, Filter, Related, SetPlan
from core.questions.reading.parser import Parser

_RELATIONS = {
    "own a stake in": ("shareholder_of", "forward"),
    "acquire": ("acquired", "forward"),
    "partner with": ("partner", "either"),
    "supply": ("supplies", "forward"),
    "invest in": ("shareholder_of", "forward"),
}
_INDUSTRIES = {"carmakers": "industry-automobiles", "banks": "industry-banking"}
_OWNERS = {"Japanese": "JP", "Chinese": "CN", "German": "DE"}


def _asked(parser: Parser, question: str) -> SetPlan:
    found = parser.parse(question)
    assert found.whole, (question, found.not_understood)
    assert found.plan is not None
    assert isinstance(found.plan.answer, Companies)
    return found.plan.answer.set


def _check(asked: SetPlan, relation: tuple[str, str], industry: str, country: str) -> None:
    assert isinstance(asked, Filter)
    assert asked.attribute == "industry"
    assert industry in asked.values
    assert isinstance(asked.arg, Related)
    assert (asked.arg.type, asked.arg.end) == relation
    assert asked.arg.of == Filter(arg=All(), attribute="country", operator="in", values=(country,))


@pytest.mark.parametrize("verb", list(_RELATIONS))
@pytest.mark.parametrize("kind", list(_INDUSTRIES))
@pytest.mark.parametrize("owner", list(_OWNERS))
def test_companies_of_a_country_behind_do(parser: Parser, verb: str, kind: str, owner: str) -> None:
    asked = _asked(parser, f"Which {kind} do {owner} companies {verb}?")
    _check(asked, _RELATIONS[verb], _INDUSTRIES[kind], _OWNERS[owner])


@pytest.mark.parametrize(
    "question", ["Which carmakers does Qatar own a stake in?", "Which carmakers has Qatar invested in?"]
)
def test_a_country_stands_for_its_companies(parser: Parser, question: str) -> None:
    _check(_asked(parser, question), ("shareholder_of", "forward"), "industry-automobiles", "QA")


@pytest.mark.parametrize(
    ("question", "end"),
    [
        ("哪些车企有中国公司持股", ("shareholder_of", "forward")),
        ("哪些车企有中国公司投资", ("shareholder_of", "forward")),
        ("Which carmakers are Chinese companies invested in?", ("shareholder_of", "forward")),
    ],
)
def test_companies_that_hold_some_of_a_class(parser: Parser, question: str, end: tuple[str, str]) -> None:
    _check(_asked(parser, question), end, "industry-automobiles", "CN")


@pytest.mark.parametrize("company", ["BeOne Medicines", "AstraZeneca", "Merck & Co."])
def test_who_licensed_what_to_somebody(parser: Parser, company: str) -> None:
    other = parser.parse(f"licensors of {company}").plan
    assert parser.parse(f"Who licensed what to {company}?").plan == other


@pytest.mark.parametrize("goods", ["电池", "屏幕"])
def test_from_whom_something_is_bought(parser: Parser, goods: str) -> None:
    found = parser.parse(f"苹果跟谁采购{goods}")
    assert found.whole
    assert found.plan == parser.parse(f"苹果的{goods}供应商").plan


@pytest.mark.parametrize(
    "question", ["苹果的深圳供应商", "Apple's Shenzhen suppliers", "Shenzhen suppliers of Apple", "深圳的苹果供应商"]
)
def test_a_place_before_a_relation_narrows_it(parser: Parser, question: str) -> None:
    found = parser.parse(question)
    assert found.whole, found.not_understood
    assert found.plan == parser.parse("suppliers of Apple based in Shenzhen").plan
