"""Behind “which of them are”, all that follows is one thing said of them: suppliers that supply rivals of another."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

ONE_PREDICATE = {
    "supplies<(apple) & supplies<(competitor=(tesla))": (
        "苹果的供应商中有哪些是特斯拉竞争对手的供应商",
        "苹果的供应商中哪些是特斯拉的竞争对手的供应商",
        "苹果的供应商里谁是特斯拉竞争对手的供应商",
        "哪些苹果的供应商是特斯拉竞争对手的供应商",
        "Which of Apple's suppliers are suppliers of Tesla's competitors?",
    ),
    "supplies<(apple) & supplies<(competitor=(apple))": ("苹果的供应商中有哪些是苹果竞争对手的供应商",),
    "supplies<(apple) & supplies>(competitor=(huawei))": ("苹果的供应商有哪些是华为竞争对手的客户",),
    "supplies<(apple) & supplies<(supplies>(huawei))": ("苹果供应商中，哪些是华为客户的供应商",),
    "supplies<(apple) & supplies<(huawei)": ("苹果的供应商中有哪些也是华为的供应商",),
    "count supplies<(apple) & supplies<(competitor=(tesla))": (
        "苹果的供应商中有多少家是特斯拉竞争对手的供应商",
        "How many of Apple's suppliers are suppliers of Tesla's competitors?",
    ),
    "count supplies<(apple) & supplies<(tesla)": (
        "苹果的供应商中有多少家是特斯拉的供应商",
        "苹果的供应商中有多少家也是特斯拉的供应商",
        "How many of Apple's suppliers are suppliers of Tesla?",
    ),
    "competitor=(supplies<(apple)) & supplies<(tesla)": ("哪些苹果的供应商的竞争对手是特斯拉的供应商",),
    "supplies>(supplies<(apple))": ("苹果是哪家供应商的客户",),
    "director_of>(chief_executive_of<(apple))": (
        "苹果的CEO现在担任哪家公司董事",
        "苹果的CEO担任哪些公司的董事",
        "苹果前任CEO现在担任哪家公司董事",
    ),
    "director_of<(microsoft) & chief_executive_of<(* - microsoft)": (
        "谁既是微软的董事又是别的公司的CEO",
        "谁是微软董事，同时又是其他公司的CEO",
        "微软的董事中谁是其他公司的CEO",
        "Which directors of Microsoft are CEOs of other companies?",
    ),
    "supplies<(apple) & supplies<(*[industry in smartphones] - apple)": ("苹果的供应商中哪些是其他手机厂商的供应商",),
    "supplies>(tsmc)": ("台积电是哪些公司供应商", "台积电是哪些公司的供应商"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(ONE_PREDICATE))
def test_all_that_follows_is_said_of_them(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", ["How many suppliers do Apple and Tesla have?", "苹果和特斯拉有多少供应商"])
def test_two_numbers_are_not_one(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole
