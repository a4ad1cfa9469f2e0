"""Its batteries, its chips: the goods of the company that is chosen, which is never dropped in silence."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.parser import Parser

GOODS = ("batteries", "battery cells", "chips", "displays")
BUYERS = ("tesla", "volvo-cars", "xiaomi")
ASKED = (
    "Who supplies {whose} {goods}?",
    "Which companies supply {whose} {goods}?",
    "Which Chinese companies supply {whose} {goods}?",
    "Who provides {whose} {goods}?",
    "Who delivers {whose} {goods}?",
)
MADE = ("Who makes {whose} {goods}?", "Who sells {whose} {goods}?", "Who produces {whose} {goods}?")


@pytest.mark.parametrize("asked", ASKED)
def test_its_goods_are_those_of_the_chosen_company(
    parser: Parser, sample_pipeline: DiscoveryPipeline, asked: str
) -> None:
    for company in BUYERS:
        name = sample_pipeline.base.knowledge_base.entity(company).name_en
        for goods in GOODS:
            chosen = parser.parse(asked.format(whose="its", goods=goods), (company,))
            named = parser.parse(asked.format(whose=f"{name}'s", goods=goods))
            assert chosen.plan == named.plan, (company, goods)
            assert chosen.plan is None or company in chosen.plan.model_dump_json() or "its" in chosen.not_understood


@pytest.mark.parametrize("asked", MADE)
def test_what_no_plan_says_of_the_chosen_company_is_told(parser: Parser, asked: str) -> None:
    for goods in GOODS:
        found = parser.parse(asked.format(whose="its", goods=goods), ("tesla",))
        assert found.plan is None or "tesla" in found.plan.model_dump_json() or "its" in found.not_understood, goods


def test_its_still_means_the_company_named_before(parser: Parser) -> None:
    found = parser.parse("Which of Tesla's suppliers make its batteries?")
    assert found.whole
    assert found.plan is not None and "tesla" in found.plan.model_dump_json()
