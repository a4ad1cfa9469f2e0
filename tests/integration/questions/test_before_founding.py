"""As of a year in the past: who was not founded yet, what has no date, and shares of other years."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated, settings_for, write_data

NAMES = {
    "alpha": ("阿尔法电芯", "Alpha Cells", 1980),
    "north": ("北方资本", "North Capital", 1950),
    "south": ("南方资本", "South Capital", 1960),
    "young": ("青年汽车", "Young Motors", 2014),
    "maker": ("梅克尔汽车", "Maker Motors", 1990),
}
ROWS = [
    dated("young", "competitor", "maker"),
    dated("alpha", "competitor", "maker"),
    dated("south", "competitor", "maker", start="2001"),
    dated("north", "shareholder_of", "alpha", start="2000", share_low="60", share_high="60", as_of="2023"),
    dated("south", "shareholder_of", "alpha", start="2000", share_low="20", share_high="20", as_of="2003"),
    dated("north", "shareholder_of", "maker", share_low="30", share_high="30"),
    dated("north", "supplies", "young", end="2020"),
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("founding")
    companies = [company(each, zh, en, founded=str(year)) for each, (zh, en, year) in NAMES.items()]
    settings = settings_for(write_data(folder / "data", companies=companies, relations=ROWS), folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("competitors of Maker Motors in 2005", {"alpha", "south"}),
        ("2005年梅克尔汽车的竞争对手", {"alpha", "south"}),
        ("competitors of Maker Motors as of 2014", {"alpha", "south", "young"}),
        ("competitors of Young Motors in 2005", set()),
        ("suppliers of Young Motors in 2005", set()),
        ("截至2005年青年汽车的供应商", set()),
        ("competitors of Maker Motors in 1985", set()),
    ],
)
def test_nobody_is_told_before_being_founded(pipeline: DiscoveryPipeline, question: str, members: set[str]) -> None:
    assert set(asked(pipeline, question).company_ids) == members


@pytest.mark.parametrize(
    "question", ["How many competitors did Maker Motors have in 2005?", "2005年梅克尔汽车有多少竞争对手"]
)
def test_a_count_leaves_them_out_and_says_what_has_no_date(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(pipeline, question)
    assert answer.value == 2
    told = [each.text for each in answer.sentences if "without a date" in each.text or "没有日期" in each.text]
    assert len(told) == 1
    assert ("Alpha Cells" in told[0]) != ("阿尔法电芯" in told[0])
    assert "South" not in told[0] and "南方" not in told[0]


def test_today_nothing_is_told_of_dates(pipeline: DiscoveryPipeline) -> None:
    answer = asked(pipeline, "competitors of Maker Motors")
    assert len(answer.company_ids) == 3
    assert not any("without a date" in each.text for each in answer.sentences)


def test_a_share_of_another_year_is_told_with_its_date(pipeline: DiscoveryPipeline) -> None:
    texts = " ".join(each.text for each in asked(pipeline, "Largest shareholder of Alpha Cells in 2010").sentences)
    assert "South Capital (20 % as of 2003)" in texts  # what is recorded as of 2023 says nothing of 2010
    assert (
        "Not compared, because no share is recorded as of that date or earlier: North Capital (60 % as of 2023)"
        in texts
    )
    texts = " ".join(each.text for each in asked(pipeline, "阿尔法电芯2023年的最大股东").sentences)
    assert "北方资本（60%）" in texts


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Who owned more than 50% of Alpha Cells in 2010?", set()),
        ("北方资本2010年持股超过20%的公司", set()),  # as of 2023, and without a date
        ("companies in which North Capital holds over 20 %", {"alpha", "maker"}),
    ],
)
def test_a_share_recorded_later_says_nothing_of_before(
    pipeline: DiscoveryPipeline, question: str, members: set[str]
) -> None:
    assert set(asked(pipeline, question).company_ids) == members


def test_a_share_without_a_date_is_left_out_of_the_past(pipeline: DiscoveryPipeline) -> None:
    texts = " ".join(each.text for each in asked(pipeline, "shareholders of Maker Motors in 2010").sentences)
    assert "North Capital" in texts and "30 %" not in texts
