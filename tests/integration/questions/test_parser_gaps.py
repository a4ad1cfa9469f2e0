"""What a question leaves open: pronouns and chosen companies, and words that no part of the plan uses."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

CHOSEN = {
    "supplies<(tesla)": (
        "它的供应商有哪些",
        "谁给它供货",
        "它从谁那里进货",
        "有哪些供应商",
        "its suppliers",
        "Who supplies it?",
        "Who are their suppliers?",
        "Who does it buy from?",
        "suppliers",
    ),
    "supplies>(tesla)": ("它给谁供货", "Who does it supply?", "its customers", "customers"),
    "competitor=(tesla)[country in DE]": ("它的德国对手", "its German rivals", "German rivals"),
    "supplies<(competitor=(tesla))": ("它竞争对手的供应商", "suppliers of its rivals", "its rivals' suppliers"),
    "whether tesla in competitor=(byd)": ("它和比亚迪竞争吗", "Does it compete with BYD?"),
    "count supplies<(tesla)": ("它有多少家供应商", "How many suppliers does it have?"),
}
SAID_BEFORE = {
    "competitor=(microsoft) - partner=(microsoft)": ("rivals of Microsoft that are not its partners",),
    "competitor=(huawei) - supplies<(huawei)": ("华为的对手里不给它供货的", "Huawei's rivals that do not supply it"),
}
MISSED = [
    ("profitable suppliers of Apple", "supplies<(apple)", ("profitable",)),
    ("solvent suppliers of Apple", "supplies<(apple)", ("solvent",)),
    ("suppliers of Apple that went bankrupt yesterday", None, ("bankrupt yesterday",)),
    ("Who quietly supplies loyal Apple?", "supplies<(apple)", ("quietly", "loyal")),
    ("furtive shy suppliers of Apple, ranked by karma", None, ("furtive shy", "karma")),
    ("苹果盈利的供应商", "supplies<(apple)", ("盈利",)),
    ("苹果亏损的日本供应商", "supplies<(apple)[country in JP]", ("亏损",)),
    ("偷偷给苹果供货的神秘公司", "supplies<(apple)", ("偷偷", "神秘")),
    ("competitors of Appel", None, ("Appel",)),
    ("who supplies Lockheed", None, ("Lockheed",)),
    ("谁给洛克希德供货", None, ("洛克希德",)),
    ("suppliers of Apple in Texas", "supplies<(apple)", ("Texas",)),
    ("苹果在硅谷的供应商", "supplies<(apple)", ("硅谷",)),
    ("who poached engineers from Apple", None, ("poached engineers",)),
    ("who hacked Apple", None, ("hacked",)),
    ("苹果诚实的供应商", "supplies<(apple)", ("诚实",)),
    ("将要收购英特尔的公司", "acquired<(intel)", ("将要",)),
    ("Apple's cheapest supplier", "supplies<(apple)", ("cheapest",)),
]


@pytest.mark.parametrize(("question", "plan"), by_question(CHOSEN))
def test_a_chosen_company_stands_for_pronouns_and_where_none_is_named(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question, chosen=("tesla",))
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", [question for question, _ in by_question(CHOSEN)])
def test_without_a_company_nothing_is_whole(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole


@pytest.mark.parametrize(("question", "plan"), by_question(SAID_BEFORE))
def test_a_pronoun_stands_for_the_company_named_before(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


def test_a_company_named_wins_over_the_chosen_one(parser: Parser) -> None:
    parsed = parser.parse("Who supplies BMW?", chosen=("tesla",))
    assert parsed.plan is not None
    assert written(parsed.plan) == "supplies<(bmw)"


@pytest.mark.parametrize(("question", "plan", "missed"), MISSED)
def test_words_that_no_part_uses_are_listed_in_their_order(
    parser: Parser, question: str, plan: str | None, missed: tuple[str, ...]
) -> None:
    parsed = parser.parse(question)
    assert not parsed.whole
    said = " … ".join(parsed.not_understood)
    places = [said.find(words) for words in missed]
    assert -1 not in places
    assert places == sorted(places)
    if plan is not None:
        assert parsed.plan is not None
        assert written(parsed.plan) == plan
        assert parsed.not_understood == missed


@pytest.mark.parametrize("question", ["", "   ", "?", "苹果", "Apple", "Apple Tesla BMW", "😀", "谁", "who", "the"])
def test_what_asks_for_nothing_has_no_plan(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None
    assert not parsed.whole


def test_a_part_says_where_it_stands(parser: Parser) -> None:
    question = "Japanese suppliers of Apple"
    found = [(question[each.start : each.end], each.kind) for each in parser.parse(question).parts]
    assert found == [("Japanese", "condition"), ("suppliers", "relation"), ("Apple", "name")]
