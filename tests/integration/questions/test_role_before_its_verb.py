"""A role before a verb of the same relation: 哪些日本供应商给苹果供货 asks for suppliers of Apple."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

PLANS = {
    "supplies<(apple)": (
        "哪些供应商给苹果供货",
        "给苹果供货的供应商有哪些",
        "有哪些供应商向苹果供货",
        "哪些供应商为苹果供货",
        "Which suppliers supply Apple?",
        "Which suppliers sell to Apple?",
    ),
    "supplies<(apple)[country in JP]": (
        "哪些日本供应商给苹果供货",
        "哪些日本的供应商给苹果供货",
        "日本供应商给苹果供货的有哪些",
        "日本的供应商给苹果供货的有哪些",
        "Which Japanese suppliers supply Apple?",
    ),
    "supplies<(tesla)[country in CN]": (
        "哪些中国供应商向特斯拉供货",
        "中国的供应商给特斯拉供货的有哪几家",
        "What Chinese suppliers sell to Tesla?",
    ),
    "supplies>(tsmc)[country in CN]": (
        "哪些中国客户从台积电采购",
        "中国的客户从台积电采购的有哪些",
        "Which Chinese customers buy from TSMC?",
    ),
    "competitor=(sony)[country in JP]": (
        "哪些日本竞争对手与索尼竞争",
        "日本的竞争对手和索尼竞争的有哪些",
        "Which Japanese competitors compete with Sony?",
    ),
}


@pytest.mark.parametrize(("question", "plan"), by_question(PLANS))
def test_who_does_it_is_asked_for(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert written(parsed.plan) == plan
    assert not parsed.not_understood
