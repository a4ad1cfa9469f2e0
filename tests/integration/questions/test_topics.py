"""Questions that name a company first and ask of it behind a mark; numbers of companies; comparisons side by side."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

ABOUT_IT = {
    "supplies>(micron)": (
        "Micron: who do they sell to?",
        "Micron - whom do they supply",
        "美光，它的货卖给谁",
        "美光：他们给谁供货",
    ),
    "shareholder_of>(baidu)": ("Baidu – what have they invested in?", "百度——它投资了谁"),
    "supplies<(rivian)": ("Rivian. Who are its suppliers?", "Rivian，谁给它供货"),
    "competitor=(gree)": ("Gree: who competes with them", "格力，它的对手有哪些"),
    "supplies<(ford)[country in KR]": ("Ford: Korean suppliers",),
    "whether intel in supplies<(hp)": ("Intel - do they supply HP?",),
    "supplies<(partner=(toyota))": ("Toyota's partners, their suppliers",),
}
COUNTED = {
    "count competitor=(gree)": ("no. of competitors of Gree", "# of rivals of Gree", "tally Gree's rivals"),
    "count supplies<(ford)[country in KR]": ("count the Korean suppliers of Ford", "统计一下福特的韩国供应商"),
    "count produces<(product-insulin)": ("no. of companies making insulin", "数一数做胰岛素的公司"),
}
COMPARED = {
    "compare roche novartis": (
        "Roche and Novartis side by side",
        "put Roche and Novartis next to each other",
        "罗氏和诺华放在一起比较",
        "把罗氏和诺华摆在一起看看",
    ),
}
WORDS = {
    "like(salesforce)": ("对标Salesforce的企业", "谁对标Salesforce"),
    "like(uber)[country in CN]": ("优步在中国的对标公司", "优步在中国的对标"),
    "subsidiary_of<(tencent)": ("firms controlled by Tencent", "businesses Tencent controlled"),
    "subsidiary_of>(kuka)": ("Who controlled KUKA?",),
    "produces<(product-public-cloud)": ("who operates public clouds", "运营公有云的公司"),
    "supplies>(qualcomm)": ("companies that buy chips off Qualcomm",),
    "shareholder_of<(didi){least date}": ("头一家入股滴滴的公司", "the very first investor in Didi"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(ABOUT_IT | COUNTED | COMPARED | WORDS))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", ["Oracle and SAP - who do they sell to?", "甲骨文和思爱普，它们的客户有谁"])
def test_of_several_it_is_not_clear_who_is_meant(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole
