"""Goods by their everyday names, by the head or a part of their recorded label, in the frames in which labels work."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

READ = {
    "produces<(product-ai-accelerator)": ("who makes AI chips", "AI chip makers", "AI chip suppliers", "谁做AI芯片"),
    "competitor=(nvidia) & produces<(product-ai-accelerator)": (
        "who competes with Nvidia in AI chips",
        "Nvidia's rivals in AI chips",
    ),
    "produces<(product-solar-module)": (
        "solar panel makers",
        "who makes solar panels",
        "solar panel suppliers",
        "光伏组件供应商",
        "太阳能板厂家",
        "suppliers of solar modules",
    ),
    "produces<(product-battery-separator)": (
        "separator makers",
        "separator suppliers",
        "隔膜厂家",
        "隔膜供应商有哪些",
        "suppliers of separators",
        "谁生产隔膜",
    ),
    "produces<(product-electrolyte)": (
        "electrolyte producers",
        "电解液供应商",
        "电解液的供应商",
        "electrolyte suppliers",
    ),
    "produces<(product-polysilicon)": (
        "硅料供应商有哪些",
        "硅料厂家",
        "polysilicon makers",
        "suppliers of polysilicon",
    ),
    "produces<(product-cathode)": ("正极厂家", "正极材料供应商", "cathode material suppliers"),
    "produces<(product-solar-inverter)": ("逆变器厂家", "inverter makers"),
    "*[industry in lithium-mining]": ("lithium miners", "lithium mining companies", "锂矿企业"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_goods_are_known_by_their_everyday_names(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("who supplies tesla batteries", "who supplies batteries to Tesla"),
        ("who supplies Tesla's batteries", "who supplies batteries to Tesla"),
        ("Who does Tesla buy batteries from?", "who supplies batteries to Tesla"),
        ("suppliers of batteries to Tesla", "battery suppliers of Tesla"),
        ("suppliers of electrolyte to CATL", "electrolyte suppliers of CATL"),
        ("特斯拉电池谁供的", "特斯拉的电池谁供的"),
        ("松下电芯卖给谁", "松下的电芯卖给谁"),
        ("carmakers that use CATL batteries", "carmakers that use CATL's batteries"),
    ],
)
def test_every_frame_reads_as_the_nearest_one(parser: Parser, question: str, label: str) -> None:
    parsed, other = parser.parse(question), parser.parse(label)
    assert parsed.plan is not None and parsed.plan == other.plan
    assert parsed.not_understood == ()


def test_miners_of_what_no_industry_is_called_by_are_miners_that_make_it(parser: Parser) -> None:
    for question in ("copper miners", "cobalt miners"):
        parsed = parser.parse(question)
        plan = parsed.plan and written(parsed.plan)
        assert (
            plan
            and plan.endswith("[industry in lithium-mining mining]")
            and f"produces<(product-{question.split()[0]})" in plan
        )
        assert parsed.not_understood == ()


@pytest.mark.parametrize("question", ["engine makers", "引擎厂家", "model makers", "systems makers", "suppliers"])
def test_a_head_that_may_be_anything_is_no_good(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood


def test_providers_of_a_class_are_suppliers_of_whom_they_are_said_of(parser: Parser) -> None:
    for question in ("Volkswagen cloud providers", "BMW's cloud vendors", "宝马的云服务商"):
        parsed = parser.parse(question)
        plan = parsed.plan and written(parsed.plan)
        assert plan and plan.startswith("supplies<(") and plan.endswith("[industry in cloud-computing]")
    plan = parser.parse("cloud providers").plan
    assert plan and written(plan) == "*[industry in cloud-computing]"
