"""Goods that companies of one kind supply to those of another: who is asked for is who supplies, in either language."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Plan, Related, nodes_of
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from core.questions.reading.unread_forms import without_unread_forms
from tests.plan_notation import written

QUESTIONS = [
    ("Which Chinese companies supply batteries to European companies?", "CN", "150"),
    ("哪些中国公司给欧洲公司供应电池？", "CN", "150"),
    ("Which Korean companies supply batteries to US carmakers?", "KR", "US"),
    ("哪些韩国公司给美国车企供应电池？", "KR", "US"),
    ("Which Chinese companies sell solar modules to US companies?", "CN", "US"),
    ("哪些中国公司向西方公司授权了药物？", "CN", "150"),
]


@pytest.mark.parametrize(("question", "whose", "whom"), QUESTIONS)
def test_the_subject_supplies(parser: Parser, question: str, whose: str, whom: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is not None and parsed.not_understood == ()
    given = [each for _, each in nodes_of(parsed.plan) if isinstance(each, Related) and each.end == "backward"]
    supply = next(each for each in given if each.type in ("supplies", "licenses_to"))
    assert f"country in {whom}" in written(Plan(answer=Companies(set=supply.of)))
    assert written(parsed.plan).endswith(f"[country in {whose}]")


@pytest.mark.parametrize(
    ("question", "plan"),
    [
        (
            "Which miners sell iron ore to Chinese steel makers?",
            "(supplies<(*[industry in steel][country in CN]) & produces<(product-iron-ore))"
            "[industry in lithium-mining mining]",
        ),
        ("Which Chinese companies supply European companies?", "supplies<(*[country in 150])[country in CN]"),
    ],
)
def test_they_are_read_so(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "maker"),
    [("Which companies supply chips to Chinese companies?", "CN"), ("哪些公司给德国公司供应电池？", "DE")],
)
def test_whoever_supplies_is_from_anywhere(parser: Parser, question: str, maker: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is not None
    said = written(parsed.plan)
    assert said.startswith(f"supplies<(*[country in {maker}]) & ") and said.count("country") == 1


def test_drugs_are_not_dropped(parser: Parser) -> None:
    """Of companies that nobody names, not every licence is one of drugs."""
    question = "Which Chinese companies licensed drugs to Western companies?"
    assert without_unread_forms(question, parser.parse(question)).not_understood == ("drugs",)


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("Is CATL a supplier of batteries to carmakers?", "Is CATL a battery supplier of carmakers?"),
        ("Is CATL a supplier of batteries to Tesla?", "Is CATL a battery supplier of Tesla?"),
        ("Who are the suppliers of chips for carmakers?", "Who are the chip suppliers of carmakers?"),
        ("suppliers of batteries to Chinese carmakers", "battery suppliers of Chinese carmakers"),
    ],
)
def test_goods_of_a_role_are_no_goods_of_the_customers(parser: Parser, question: str, same: str) -> None:
    parsed, other = parser.parse(question), parser.parse(same)
    assert parsed.plan is not None and (parsed.plan, parsed.not_understood) == (other.plan, ())


BOUGHT = [
    (
        "Which German carmakers buy steel from Chinese companies?",
        "Which German carmakers buy from Chinese steel makers?",
    ),
    ("Who buys steel from Chinese companies?", "customers of Chinese steel makers"),
    ("哪些美国公司从韩国公司采购显示屏？", "哪些美国公司从韩国显示屏公司采购？"),
    ("哪些公司向日本企业采购半导体设备？", "日本半导体设备企业的客户"),
    (
        "Which German carmakers are supplied with steel by Chinese companies?",
        "Which German carmakers buy from Chinese steel makers?",
    ),
    ("韩国公司给哪些美国公司供应显示屏？", "哪些美国公司从韩国显示屏公司采购？"),
    ("中国公司给哪些德国车企供应钢材？", "哪些德国车企从中国公司购买钢材？"),
]


@pytest.mark.parametrize(("question", "same"), BOUGHT)
def test_goods_bought_from_a_class_are_what_it_makes(parser: Parser, question: str, same: str) -> None:
    parsed, plain = parser.parse(question), parser.parse(same)
    assert parsed.plan is not None and parsed.not_understood == () == parsed.goods_sold
    assert plain.plan is not None and written(parsed.plan) == written(plain.plan)
    assert not any("acquired" in written(each) for each in parsed.also)


@pytest.mark.parametrize("question", ["Who buys steel for Chinese companies?", "Who buys steel in Chinese companies?"])
def test_who_is_bought_for_makes_nothing_of_it(parser: Parser, question: str) -> None:
    plan = parser.parse(question).plan
    assert plan is None or "industry in steel][country in CN" not in written(plan)


@pytest.mark.parametrize("question", ["Which carmakers buy batteries from CATL?", "Who buys chips from TSMC?"])
def test_goods_bought_from_one_company_are_told_beside(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is not None and "industry in ev" not in written(parsed.plan).replace("electric", "")
    assert parsed.goods_sold


@pytest.mark.parametrize(
    "question", ["Which German companies are automotive suppliers?", "Which automotive suppliers does VW buy from?"]
)
def test_automotive_suppliers_make_parts_and_no_cars(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is not None and parsed.not_understood == ()
    assert "industry in auto-parts" in written(parsed.plan) and "automobiles" not in written(parsed.plan)


def test_of_very_many_customers_no_record_is_read_and_that_is_said(
    sample_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = DiscoveryRequest(query="Who buys chips from TSMC?", language="en")
    said = "“chips” did not narrow the list: these are all its customers on record."
    assert said not in [each.text for each in sample_pipeline.discover(asked).answer.sentences]
    monkeypatch.setattr("core.discovery.told_goods.MOST_READ", 2)
    assert said in [each.text for each in sample_pipeline.discover(asked).answer.sentences]
