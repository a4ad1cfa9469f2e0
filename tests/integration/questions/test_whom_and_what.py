"""Whom somebody supplies, which companies were sold, and he and she: what a verb says of whom."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser


def _same(parser: Parser, asked: str, other: str) -> None:
    first, second = parser.parse(asked), parser.parse(other)
    assert first.whole and second.whole, (asked, first.not_understood, other, second.not_understood)
    assert first.plan == second.plan, (asked, other)


@pytest.mark.parametrize("company", ["TSMC", "CATL", "Volvo Cars", "Tesla"])
def test_whom_the_suppliers_of_a_company_supply(parser: Parser, company: str) -> None:
    right = f"customers of the suppliers of {company}"
    for asked in (
        f"Whom do {company}'s suppliers supply?",
        f"Whom do the suppliers of {company} supply?",
        f"Which companies do {company}'s suppliers supply?",
        f"Who else do the suppliers of {company} supply?",
    ):
        _same(parser, asked, right)


@pytest.mark.parametrize("company", ["台积电", "宁德时代", "沃尔沃汽车", "特斯拉"])
@pytest.mark.parametrize("whom", ["谁", "哪些公司", "哪些企业"])
def test_whom_they_supply_in_chinese(parser: Parser, company: str, whom: str) -> None:
    for asked in (f"{company}的供应商还供应{whom}？", f"{company}的供应商供应{whom}？"):
        _same(parser, asked, f"{company}的供应商给谁供货？")


def test_what_they_make_stays_goods(parser: Parser) -> None:
    found = parser.parse("台积电的供应商生产什么？")
    assert found.plan is not None
    assert "produces" in found.plan.model_dump_json()


@pytest.mark.parametrize(
    ("sold", "acquired"),
    [
        ("Was {} sold to {}?", "Was {} acquired by {}?"),
        ("When was {} sold to {}?", "When was {} acquired by {}?"),
        ("Has {} been sold to {}?", "Has {} been acquired by {}?"),
    ],
)
@pytest.mark.parametrize(
    ("company", "buyer"), [("Arm", "SoftBank"), ("Motorola Mobility", "Lenovo"), ("LinkedIn", "Microsoft")]
)
def test_a_company_that_was_sold_was_acquired(
    parser: Parser, sold: str, acquired: str, company: str, buyer: str
) -> None:
    _same(parser, sold.format(company, buyer), acquired.format(company, buyer))


def test_goods_that_were_sold_are_no_companies(parser: Parser) -> None:
    for asked in ("Who sold chips to Apple?", "Which battery makers sold cells to Tesla?"):
        found = parser.parse(asked)
        assert found.plan is not None
        assert "acquired" not in found.plan.model_dump_json(), asked


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("What does he own?", "What does Li Shufu own?"),
        ("Which companies did he found?", "Which companies did Li Shufu found?"),
        ("他控制哪些公司？", "李书福控制哪些公司？"),
        ("她控制哪些公司？", "李书福控制哪些公司？"),
    ],
)
def test_he_and_she_are_the_person_of_the_page(
    parser: Parser, sample_pipeline: DiscoveryPipeline, asked: str, named: str
) -> None:
    (person,) = sample_pipeline.base.names.link_entity("Li Shufu").entity_ids
    assert parser.parse(asked, (person,)).plan == parser.parse(named).plan


def test_other_and_guitar_hold_no_pronoun(parser: Parser) -> None:
    assert parser.parse("其他给苹果供货的公司", ("catl",)).plan == parser.parse("给苹果供货的公司").plan


@pytest.mark.parametrize("company", ["Microsoft", "Google", "Ford", "Foxconn"])
@pytest.mark.parametrize("asked", ["what has {} bought", "what companies has {} bought", "What has {} acquired?"])
def test_what_somebody_has_bought_is_not_who_bought_it(
    sample_pipeline: DiscoveryPipeline, company: str, asked: str
) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(query=asked.format(company))).answer
    same = sample_pipeline.discover(DiscoveryRequest(query=f"What did {company} acquire?")).answer
    assert found.outcome == "answered"
    assert (found.plan, found.company_ids) == (same.plan, same.company_ids)


@pytest.mark.parametrize(
    "question",
    ["君实把PD-1授权给了谁", "恒瑞把PD-1授权给了谁", "传奇生物把CAR-T授权给了谁", "康方生物把PD-1授权给了谁"],
)
def test_which_product_a_licence_is_for_is_named(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole


@pytest.mark.parametrize("company", ["AstraZeneca", "Roche", "Johnson & Johnson"])
def test_licensing_partners_give_or_have_a_licence(parser: Parser, company: str) -> None:
    _same(parser, f"licensing partners of {company}", f"licence deals of {company}")
