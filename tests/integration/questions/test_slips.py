"""Slips of the keyboard in words for relations, names without their capital, and what asks for no yes or no."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

READ = {
    "supplies<(tesla)": ("supliers of Tesla", "suppliesr of Tesla", "companies supplyng Tesla"),
    "supplies>(corning)": ("custmers of Corning", "customerrs of Corning"),
    "competitor=(gree)[country in CN]": ("Chinese competiors of Gree",),
    "shareholder_of<(grab)": ("sharehollders of Grab", "investros in Grab"),
    "subsidiary_of<(jd)": ("subsidiries of JD",),
    "shareholder_of<(mistral-ai)": ("Shareholders of mistral", "Investors in mistral"),
    "competitor=(novo-nordisk)[country in US]": ("American rivals of novo", "US competitors of novo"),
    "supplies<(exxonmobil)[country in CN]": ("Chinese suppliers of exxon",),
    "acquired<(red-hat)": ("who was Red Hat sold to?", "Red Hat was sold to whom"),
    "acquired>(alibaba)": ("companies sold to Alibaba",),
    "supplies<(apple)": ("companies that sold to Apple", "who sold to Apple"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        "inventors of Tesla",  # a word of its own
        "bakers of Uber",
        "costumers of Nvidia",
        "what did Apple get from TSMC",  # no question of yes and no
        "Which companies focus on lithium",  # Focus Media is none of them
    ],
)
def test_what_is_another_word_is_not_read(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole
