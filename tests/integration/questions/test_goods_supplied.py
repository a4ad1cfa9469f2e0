"""What a company supplies is of its own making, and no condition on those it supplies: 宁德时代给哪些车企供电池."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

_CARS = "[industry in automobiles electric-vehicles]"
ASKED = {
    f"supplies>(catl){_CARS}": (
        "宁德时代给哪些车企供电池？",
        "宁德时代向哪些汽车公司供应电池？",
        "宁德时代供应电池给哪些车企？",
        "宁德时代是哪些车企的电池供应商？",
        "宁德时代是哪些车企的供应商？",
        "哪些车企由宁德时代供电池？",
        "Which carmakers does CATL supply batteries to?",
        "Which carmakers does CATL supply with batteries?",
        "To which carmakers does CATL supply batteries?",
        "Which carmakers are supplied with batteries by CATL?",
        "Which carmakers is CATL the battery supplier of?",
        "CATL is a supplier of which carmakers?",
    ),
    f"supplies>(lg-energy-solution){_CARS}": (
        "LG新能源给哪些车企提供动力电池？",
        "Which carmakers does LG Energy Solution sell batteries to?",
    ),
    "supplies>(boe)[industry in smartphones]": (
        "京东方给哪些手机厂商供屏幕？",
        "京东方是哪些手机厂商的屏幕供应商？",
        "Which phone makers does BOE supply displays to?",
    ),
    "supplies>(asml)": ("ASML向谁出售光刻机？", "Who does ASML sell lithography machines to?"),
    "supplies>(tsmc)": ("台积电给谁代工芯片？", "Which companies does TSMC make chips for?"),
    f"(supplies>(catl) & supplies>(lg-energy-solution)){_CARS}": ("宁德时代和LG新能源都给哪些车企供电池？",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(ASKED))
def test_the_customers_are_asked_for(question: str, plan: str, parser: Parser) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        "台积电给哪些公司供应电池？",
        "宁德时代的芯片卖给谁？",
        "Who buys batteries from TSMC?",
        "Which carmakers does TSMC supply batteries to?",
        "To which carmakers does BOE supply batteries?",
    ],
)
def test_of_goods_that_it_does_not_make_nothing_is_told(question: str, parser: Parser) -> None:
    assert parser.parse(question).not_understood


def test_whose_supplier_of_what_it_does_not_make_is_nobodys(parser: Parser) -> None:
    plan = parser.parse("台积电是谁的电池供应商？").plan
    assert plan is not None and written(plan).startswith("supplies>(tsmc & ")


@pytest.mark.parametrize("question", ["特斯拉从谁那里买电池？", "Who does Tesla buy batteries from?"])
def test_what_somebody_buys_is_still_what_its_suppliers_make(question: str, parser: Parser) -> None:
    plan = parser.parse(question).plan
    assert plan is not None and "supplies<(tesla)" in written(plan) and "produces<(" in written(plan)


@pytest.mark.parametrize(
    ("question", "country", "missed"),
    [
        ("Chinese German suppliers of Tesla's batteries", "CN", ("German",)),
        ("特斯拉电池的非洲供应商", "002", ()),
    ],
)
def test_where_nobody_is_from_there_the_goods_still_count(
    parser: Parser, question: str, country: str, missed: tuple[str, ...]
) -> None:
    found = parser.parse(question)
    assert found.plan is not None and found.not_understood == missed
    assert written(found.plan).startswith("(supplies<(tesla) & (*[industry in ev-batteries]")
    assert written(found.plan).endswith(f"[country in {country}]")
