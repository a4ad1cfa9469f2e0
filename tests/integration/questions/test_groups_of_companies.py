"""Questions about companies of an industry, a market or a region are planned as such."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Filter, Top, YesNo, nodes_of
from core.questions.reading.parser import Parser, parser_of
from tests.plan_notation import written


@pytest.mark.parametrize(
    ("question", "attribute"),
    [
        ("companies that belong to the electric vehicles industry", "industry"),
        ("属于电动汽车行业的公司", "industry"),
        ("所属行业为电动汽车的公司有哪些", "industry"),
        ("companies that work in electric vehicles", "industry"),
        ("哪些公司在科创板上市", "ticker"),
        ("which companies are traded in Hong Kong?", "ticker"),
        ("Nordic companies", "country"),
        ("北欧公司", "country"),
    ],
)
def test_a_group_is_a_condition(sample_pipeline: DiscoveryPipeline, question: str, attribute: str) -> None:
    parsed = parser_of(sample_pipeline.base).parse(question)
    assert parsed.whole
    assert parsed.plan is not None
    assert isinstance(parsed.plan.answer, Companies)
    kinds = [node for _, node in nodes_of(parsed.plan)]
    filters = [node for node in kinds if isinstance(node, Filter)]
    if attribute == "industry" and not filters:  # by its relations
        assert "in_industry" in parsed.plan.model_dump_json()
        return
    assert [each.attribute for each in filters] == [attribute]
    if attribute == "country":
        assert set(filters[0].values) == {"DK", "FI", "IS", "NO", "SE"}


@pytest.mark.parametrize(
    "question", ["is BOE listed in Shenzhen?", "京东方在深圳上市吗", "does Toyota come from Japan?", "丰田来自日本吗"]
)
def test_whether_a_company_is_in_a_group(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    parsed = parser_of(sample_pipeline.base).parse(question)
    assert parsed.whole
    assert parsed.plan is not None
    assert isinstance(parsed.plan.answer, YesNo)


def test_who_makes_the_most_products(sample_pipeline: DiscoveryPipeline) -> None:
    parsed = parser_of(sample_pipeline.base).parse("which of the companies from Japan makes the most products?")
    assert parsed.whole
    assert parsed.plan is not None
    assert isinstance(parsed.plan.answer, Companies)
    assert isinstance(parsed.plan.answer.set, Top)


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Tokyo based companies", "place-tokyo"),
        ("companies in Paris", "place-paris"),
        ("San Jose companies", "place-san-jose"),
        ("which firms are headquartered in Helsinki", "place-helsinki"),
    ],
)
def test_a_capital_is_not_its_country(parser: Parser, question: str, place: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (f"located_in<({place})", ())


@pytest.mark.parametrize("question", ["Berlin companies", "companies in Kobe", "suppliers of Tesla in Kyoto"])
def test_a_city_that_the_data_does_not_hold_is_no_country(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole
