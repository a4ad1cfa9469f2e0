"""Yes or no with a year: what lasts is looked at as of that year, what begins or happens once began in it."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser

SO = [
    "Did LG Energy Solution supply Tesla in 2022?",
    "In 2022, was LG Energy Solution a supplier of Tesla?",
    "was tesla buying from lg energy solution in 2021",
    "LG新能源2022年给特斯拉供货吗",
    "2022年LG新能源是不是特斯拉的供应商",
    "Was Toyota a shareholder of Grab in 2020?",
    "丰田2020年是Grab的股东吗",
    "Did Toyota invest in Grab in 2018?",
    "丰田2018年有没有投资Grab",
    "Did Midea acquire KUKA in 2017?",
    "Had Midea bought KUKA before 2018?",
    "美的是2017年收购库卡的吗",
]
NOT_SO = [
    "Did LG Energy Solution supply Tesla in 2018?",
    "LG新能源2018年是特斯拉的供应商吗",
    "2017年之前LG新能源给特斯拉供货吗",
    "Was Toyota a shareholder of Grab in 2016?",
    "Did Toyota invest in Grab in 2020?",
    "Did Midea acquire KUKA in 2019?",
    "美的2016年收购了库卡吗",
    "Had Toyota invested in Grab before 2018?",
]
UNDATED = [
    "Did Panasonic compete with Sharp in 2012?",
    "松下2012年和夏普是竞争对手吗",
    "Did Sunwoda supply Apple before 2010?",
    "欣旺达2010年以前给苹果供货吗",
]
UNCLEAR = ["Has LG Energy Solution supplied Tesla since 2018?", "Did LG Energy Solution supply Tesla after 2018?"]


@pytest.mark.parametrize(("question", "value"), [*((each, True) for each in SO), *((each, False) for each in NOT_SO)])
def test_it_is_looked_at_then(sample_pipeline: DiscoveryPipeline, question: str, value: bool) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert (answer.outcome, answer.kind, answer.value) == ("answered", "yes_no", value)


@pytest.mark.parametrize("question", UNDATED)
def test_what_has_no_date_is_neither_yes_nor_no(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert (answer.outcome, answer.value, answer.company_ids) == ("empty", None, ())
    assert answer.sources


@pytest.mark.parametrize("question", UNCLEAR)
def test_lasting_since_a_year_is_not_told(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole
