"""Contract makers are suppliers of the industries that make for others; who sells a company does not supply it."""

from __future__ import annotations

import pytest

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import RelationNoun
from core.questions.reading.contract_makers import with_contract_makers
from core.questions.reading.parser import Parser
from core.questions.vocabulary.segments import Unknown
from tests.plan_notation import by_question, written

HIRED = "[industry in electronics-manufacturing semiconductor-foundry]"
READ = {
    f"supplies<(apple){HIRED}": (
        "苹果找谁代工",
        "谁为苹果代工",
        "给苹果代工的公司",
        "苹果的代工厂有哪些",
        "苹果的代工商",
        "Apple's contract manufacturers",
        "which contract manufacturers supply Apple",
        "who assembles for Apple",
        "assemblers of Apple",
    ),
    f"supplies<(amd){HIRED}": ("AMD找谁代工", "谁给AMD代工", "AMD找哪家代工", "AMD请谁代工", "AMD在哪家代工"),
    f"supplies<(xiaomi){HIRED}": ("小米的代工厂", "contract manufacturers of Xiaomi", "小米找谁代工"),
    f"count supplies<(apple){HIRED}": ("苹果有多少家代工厂", "how many contract manufacturers does Apple have"),
    f"whether foxconn in supplies<(apple){HIRED}": (
        "Foxconn是苹果的代工厂吗",
        "is Foxconn a contract manufacturer of Apple",
    ),
    "supplies>(tsmc)": ("台积电给谁代工", "台积电为哪些公司代工", "who does TSMC assemble for"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_they_are_suppliers_of_those_industries(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question", ["高通的芯片找谁代工", "高通的芯片是谁代工的", "高通的芯片由谁代工", "who makes chips for Qualcomm"]
)
def test_they_make_what_is_asked_for(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.not_understood == () and parsed.plan is not None
    plan = written(parsed.plan)
    assert "supplies<(qualcomm)" in plan and plan.endswith(HIRED) and "produces<" in plan


@pytest.mark.parametrize(
    "question",
    [
        "who assembles phones for Apple",
        "who makes phones for Apple",
        "who builds phones for Xiaomi",
        "谁帮苹果组装手机",
        "谁给苹果造手机",
        "苹果的手机由谁代工",
        "小米的手机代工厂",
        "谁给大众造车",
        "英伟达委托谁代工",
    ],
)
def test_what_is_made_for_whom_is_seldom_recorded(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood or "supplies" not in written(parsed.plan)


@pytest.mark.parametrize(
    "question",
    [
        "When did SoftBank sell Nvidia?",
        "what year did Walmart sell JD.com",
        "did Alibaba sell SenseTime?",
        "has SoftBank sold Nvidia",
        "who sold Nvidia",
        "When did Alibaba dispose of Sun Art?",
        "when did SoftBank sell its stake in Nvidia",
        "when did SoftBank divest from Nvidia",
        "软银什么时候卖了英伟达",
        "软银什么时候出售英伟达的股份",
        "软银卖了英伟达吗",
        "伯克希尔什么时候清仓比亚迪的",
        "阿里什么时候抛售商汤",
        "软银清仓英伟达了吗",
    ],
)
def test_when_a_holding_was_sold_is_no_question_of_supply(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood or "supplies" not in written(parsed.plan)


@pytest.mark.parametrize("question", ["when did TSMC sell to Nvidia", "since when does TSMC sell to Nvidia"])
def test_to_sell_to_somebody_is(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == ("when tsmc in supplies<(nvidia)", ())


def test_without_such_industries_the_words_are_not_understood() -> None:
    token = Token(0, 3, {"noun": (RelationNoun("supplies", "backward"),)})
    assert with_contract_makers("代工厂", [token], (), "produces") == [Unknown(0, 3)]


@pytest.mark.parametrize(
    "question",
    [
        "苹果的手机找谁代工",
        "苹果找谁代工手机",
        "苹果手机找谁代工",
        "苹果的手机由谁代工",
        "苹果的手机是谁代工的",
        "谁代工苹果的手机",
        "谁给苹果代工手机",
    ],
)
def test_goods_of_which_the_maker_is_not_recorded_are_not_understood(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    hired = "supplies<(apple)[industry in electronics-manufacturing semiconductor-foundry]"
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (hired, ("手机",))


@pytest.mark.parametrize("question", ["英伟达的芯片找谁代工", "英伟达找谁代工芯片", "谁给英伟达代工芯片"])
def test_goods_that_contract_makers_make_narrow_them(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is not None and parsed.whole
    assert written(parsed.plan).startswith("(supplies<(nvidia) & ")


@pytest.mark.parametrize("question", ["台积电的芯片给谁代工", "鸿海的手机给谁代工"])
def test_whose_goods_others_make_is_not_asked_the_other_way_round(parser: Parser, question: str) -> None:
    assert parser.parse(question).not_understood
