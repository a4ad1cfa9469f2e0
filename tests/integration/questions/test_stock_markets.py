"""Where shares are traded: by market, by country and by the name of an exchange."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import ANY_TICKER, All, Companies, Filter, Plan
from core.domain.requests import DiscoveryRequest
from core.domain.tickers import fits
from core.messages import LANGUAGES
from core.questions.plans.places_and_markets import markets
from core.questions.reading.two_questions import read_question
from core.runtime.package_files import parse_yaml

MARKETS: dict[str, dict[str, Any]] = {
    name: market
    for name, market in parse_yaml(
        files("core.questions").joinpath("words", "markets.yaml").read_text(encoding="utf-8")
    ).items()
    if tuple(market["tickers"]) != ANY_TICKER
}


def _listed(name: str) -> Plan:
    tickers = tuple(MARKETS[name]["tickers"])
    return Plan(answer=Companies(set=Filter(arg=All(), attribute="ticker", operator="in", values=tickers)))


@pytest.mark.parametrize("name", MARKETS)
def test_each_way_to_say_a_market_means_it(sample_pipeline: DiscoveryPipeline, name: str) -> None:
    market = MARKETS[name]
    exchanges = market.get("exchanges", {"zh": [], "en": []})
    said = [f"companies {each}" for each in market["en"] if each.startswith("listed")]
    said += [f"{each} companies" for each in market["en"] if each.endswith("-listed")]
    said += [f"companies traded on the {each}" for each in exchanges["en"]]
    said += [f"在{each.removeprefix('在')}的公司" for each in market["zh"] if each.endswith("上市")]
    said += [f"在{each}挂牌的公司" for each in exchanges["zh"]]
    for question in said:
        read = read_question(sample_pipeline.base, question, (), ())
        assert read.whole, question
        assert read.plan == _listed(name), question


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_market_has_a_name_of_its_own(language: str) -> None:
    names = markets("zh" if language == "zh" else "en")
    assert len(names) == len(MARKETS)
    assert len(set(names.values())) == len(MARKETS)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("US-listed Chinese companies", "companies from China and listed in the US"),
        ("Chinese companies listed in New York", "companies from China and listed in the US"),
        ("suppliers of Huawei listed on HKEX", "suppliers of Huawei listed in Hong Kong"),
        ("在美国上市的中国公司", "来自中国、美股上市的公司"),
        ("韩国交易所上市的公司", "韩股上市的公司"),
    ],
)
def test_a_market_is_no_country(sample_pipeline: DiscoveryPipeline, question: str, said: str) -> None:
    answer = sample_pipeline.discover(
        DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")
    ).answer
    assert (answer.outcome, answer.understood_as) == ("answered", said)


def test_those_listed_in_the_us_have_a_ticker_of_letters_alone(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base.knowledge_base
    found = sample_pipeline.discover(DiscoveryRequest(query="在美国上市的中国公司", language="zh")).answer
    expected = {
        each.id
        for each in map(base.entity_at, range(len(base.entity_ids)))
        if each.country == "CN" and any(fits(ticker, ("A-Z",)) for ticker in each.tickers)
    }
    assert set(found.company_ids) == expected
    assert {"alibaba", "nio"} <= expected
    assert not {"tencent", "catl"} & expected


@pytest.mark.parametrize(
    "question",
    [
        "在挪威证券交易所上市的公司",
        "在越南挂牌的企业",
        "在欧洲上市的公司",
        "companies listed in Norway",
        "纳斯达克上市的公司",
        "suppliers of Apple listed on NYSE",
    ],
)
def test_a_market_that_no_ticker_tells_is_told(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    read = read_question(sample_pipeline.base, question, (), ())
    assert not read.whole


def test_companies_of_a_country_that_are_listed_anywhere_are_still_asked_for(
    sample_pipeline: DiscoveryPipeline,
) -> None:
    for question in ("加拿大的上市公司", "listed companies in Canada"):
        plan = read_question(sample_pipeline.base, question, (), ()).plan
        assert plan is not None and "country" in plan.model_dump_json() and '"*"' in plan.model_dump_json()
