"""Who chairs a board: the relation of a person to the company says so in its own words."""

from __future__ import annotations

import csv
import re

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.messages import Language
from tests.support import ROOT

with (ROOT / "data" / "relations.csv").open(encoding="utf-8", newline="") as _file:
    CHAIRS = {
        row["target"]: row["source"]
        for row in csv.DictReader(_file)
        if re.search(r"(?:was|had been) chair (?:and|of)", row["evidence_en"]) and not row["end"] and row["as_of"]
    }
ASKED: dict[Language, str] = {"en": "Who is the chair of {}?", "zh": "{}的董事长是谁？"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_chairs_the_board_is_cited(language: Language, sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base.knowledge_base
    assert len(CHAIRS) > 20
    for company, person in list(CHAIRS.items())[::3]:
        asked = ASKED[language].format(base.entity(company).name(language))
        answer = sample_pipeline.discover(DiscoveryRequest(query=asked, language=language)).answer
        assert (answer.outcome, answer.value) == ("answered", base.entity(person).name(language)), asked
        assert answer.sources


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Who is the chair of the board of Apple?", "en"),
        ("Who chairs Apple?", "en"),
        ("Who chairs Apple's board?", "en"),
        ("Who is chairman of Apple's board?", "en"),
        ("谁是苹果董事会的主席", "zh"),
        ("苹果的董事局主席是谁", "zh"),
    ],
)
def test_who_chairs_the_board_is_asked_in_other_words(
    question: str, language: Language, sample_pipeline: DiscoveryPipeline
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert answer.value == sample_pipeline.base.knowledge_base.entity(CHAIRS["apple"]).name(language)


@pytest.mark.parametrize(
    "question",
    [
        "Who is the chair of Maersk?",  # was, until 2022
        "Who is the chair of Swire Pacific?",  # handed over
        "Who is the chair of CATL?",  # nobody is on record
        "Who is the CFO of Apple?",
    ],
)
def test_who_was_or_is_not_known_to_be_is_not_told(question: str, sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language="en")).answer
    assert (answer.outcome, answer.value) == ("empty", None)


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("Who was Apple's chair in 1990?", "en", "in 1990 is not on record"),
        ("Apple's chairman in 2005", "en", "in 2005 is not on record"),
        ("Who chaired Arm in 2020?", "en", "in 2020 is not on record"),
        ("Who chaired Maersk in 2023?", "en", "Snabe (from 2017 until 2022)"),
        ("Who chaired Apple in 1990?", "en", "in 1990 is not on record"),
        ("1990年苹果的董事长是谁", "zh", "1990年由谁担任苹果公司的董事长，没有记录"),
        ("苹果2005年的董事长", "zh", "2005年由谁担任苹果公司的董事长，没有记录"),
    ],
)
def test_who_held_an_office_in_a_year_is_not_said_by_a_record_without_that_year(
    sample_pipeline: DiscoveryPipeline, question: str, language: Language, said: str
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.value) == ("empty", None)
    assert said in answer.sentences[0].text
    assert answer.sources


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("Who chaired Apple in 2015?", "en", "Chair of the board of Apple in 2015: Arthur Levinson (since 2011) [1]."),
        ("苹果2015年的董事长是谁", "zh", "2015年担任苹果公司的董事长的：亚瑟·莱文森（2011 年起） [1]。"),
        ("Who was chair of BYD in 2000?", "en", "Chair of the board of BYD in 2000: Wang Chuanfu (since 1995) [1]."),
        ("马士基2018年的董事长是谁", "zh", "2018年担任马士基的董事长的：施杰翰（2017 年至 2022 年） [1]。"),
    ],
)
def test_who_held_an_office_in_a_year_is_told_by_its_own_years(
    sample_pipeline: DiscoveryPipeline, question: str, language: Language, said: str
) -> None:
    """Not by the year in which somebody joined the board."""
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.sentences[0].text) == ("answered", said)
    assert answer.sources


@pytest.mark.parametrize("company", list(CHAIRS))
def test_a_year_before_the_office_is_never_answered(sample_pipeline: DiscoveryPipeline, company: str) -> None:
    name = sample_pipeline.base.knowledge_base.entity(company).name("en")
    answer = sample_pipeline.discover(DiscoveryRequest(query=f"Who chaired {name} in 1951?", language="en")).answer
    assert answer.outcome != "answered"
