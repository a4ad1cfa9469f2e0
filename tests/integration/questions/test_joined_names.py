"""Names of goods side by side, before words for companies, and with words that make something else of them."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

PLANS = {
    "produces<(product-ai-servers)": (
        "AI服务器厂商",
        "AI服务器公司",
        "AI服务器企业",
        "AI服务器制造商",
        "AI server makers",
    ),
    "produces<(product-ai-accelerator)": (
        "AI芯片厂商",
        "AI芯片公司",
        "AI芯片企业",
        "AI chip designers",
        "AI chip makers",
    ),
    "produces<(product-ai-accelerator)[country in CN]": ("国内AI芯片公司",),
    "produces<(product-mobile-games)": ("手机游戏公司", "手机游戏厂商", "mobile game companies"),
    "produces<(product-smartphone-soc)": (
        "手机芯片公司",
        "手机芯片厂商",
        "smartphone chip makers",
        "Who makes phone chips?",
    ),
    "*[industry in enterprise-software][industry in artificial-intelligence]": ("AI software companies",),
    "*[industry in ev-batteries] | produces<(product-ev-battery)": ("car battery makers", "car battery manufacturers"),
    "*[industry in semiconductor-equipment]": ("chip equipment makers", "半导体设备公司"),
    "*[industry in smartphones]": ("手机公司", "手机厂商"),
    "supplies<(changan)": ("重庆长安汽车的供应商",),
    "subsidiary_of<(volkswagen)": ("大众的子公司",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(PLANS))
def test_they_are_read_so(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("oil equipment companies", "equipment"),
        ("battery equipment makers", "equipment"),
        ("display equipment makers", "equipment"),
        ("solar equipment makers", "equipment"),
        ("memory chip equipment makers", "equipment"),
        ("lithium battery equipment suppliers", "equipment"),
        ("电池设备公司", "设备"),
        ("光伏设备公司", "设备"),
        ("airline software companies", "software companies"),
        ("北京国资委的子公司", "国资委"),
        ("深圳国资委旗下公司", "国资委旗下公司"),
        ("大众的选择", "大众"),
    ],
)
def test_a_word_that_makes_it_another_thing_is_named(parser: Parser, question: str, word: str) -> None:
    """Battery equipment is no battery, and the authority of a city is not that of the state."""
    assert word in parser.parse(question).not_understood


@pytest.mark.parametrize("word", ["software", "equipment", "machinery"])
@pytest.mark.parametrize("goods", ["chip", "battery", "airline", "oil", "solar", "steel", "car", "display", "drug"])
def test_such_a_word_is_never_dropped(parser: Parser, goods: str, word: str) -> None:
    """Who is listed is asked to have to do with it, or the word is named."""
    alone, beside = parser.parse(f"{goods} companies"), parser.parse(f"{goods} {word} companies")
    assert alone.plan is not None
    assert beside.not_understood or beside.plan != alone.plan


@pytest.mark.parametrize(
    ("question", "company"),
    [("大众的电池供应商", "volkswagen"), ("大众的芯片供应商", "volkswagen"), ("上海国资委旗下公司", "shanghai-sasac")],
)
def test_who_is_meant(parser: Parser, question: str, company: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is not None and not parsed.not_understood
    assert f"({company})" in written(parsed.plan)
