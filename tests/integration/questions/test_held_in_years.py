"""Who held a lasting relation in a span of years: whoever did so at some time in it, not only who began in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ontology import Ontology
from core.questions.reading.parser import Parser
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.plan_notation import by_question, written
from tests.support import company, dated, settings_for, write_data

NAMES = {
    "maker": ("梅克尔汽车", "Maker Motors"),
    "alpha": ("阿尔法电芯", "Alpha Cells"),
    "north": ("北方材料", "North Materials"),
    "south": ("南方材料", "South Materials"),
    "east": ("东方材料", "East Materials"),
    "west": ("西方材料", "West Materials"),
    "young": ("青年材料", "Young Materials"),
}
ROWS = [
    dated("alpha", "supplies", "maker", start="1990", end="2004"),
    dated("north", "supplies", "maker", start="2004-06"),
    dated("south", "supplies", "maker", end="2003"),
    dated("east", "supplies", "maker"),
    dated("west", "supplies", "maker", start="1995", status="ended"),
    dated("young", "supplies", "maker", start="2015"),
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("held")
    companies = [company(each, zh, en) for each, (zh, en) in NAMES.items()]
    settings = settings_for(write_data(folder / "data", companies=companies, relations=ROWS), folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Who supplied Maker Motors between 2000 and 2003?", {"alpha", "south"}),
        ("2000年至2003年谁给梅克尔汽车供货", {"alpha", "south"}),
        ("Who supplied Maker Motors from 2004 to 2010?", {"alpha", "north"}),
        ("Who supplied Maker Motors between 2005 and 2014?", {"north"}),
        ("suppliers of Maker Motors from 2005 to 2016", {"north", "young"}),
        ("Who supplied Maker Motors between 1980 and 1985?", set()),
    ],
)
def test_whoever_did_at_some_time(pipeline: DiscoveryPipeline, question: str, members: set[str]) -> None:
    assert set(asked(pipeline, question).company_ids) == members


def test_what_has_no_date_is_told_apart(pipeline: DiscoveryPipeline) -> None:
    texts = [each.text for each in asked(pipeline, "Who supplied Maker Motors between 2005 and 2014?").sentences]
    assert any("without a date" in each and "East Materials" in each for each in texts)


PLANS = {
    "subsidiary_of>@~2011-2014(volvo-cars)": (
        "Who controlled Volvo Cars between 2011 and 2014?",
        "2011年到2014年谁控股沃尔沃汽车",
    ),
    "chief_executive_of<@~1997-2011(apple)": (
        "Who was CEO of Apple from 1997 to 2011?",
        "1997年至2011年谁是苹果的CEO",
    ),
    "acquired>@2010-2017(geely-holding)": (
        "Which companies did Zhejiang Geely Holding acquire between 2010 and 2017?",
    ),
    "supplies<@2015-2018(apple)": ("Who became a supplier of Apple between 2015 and 2018?",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(PLANS))
def test_only_what_lasts_is_read_so(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())
