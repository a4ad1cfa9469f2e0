"""What is only reported is no fact: lists mark it as a report, and whether it is so is not answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated, settings_for, write_data

NAMES = {
    "alpha": ("阿尔法电芯", "Alpha Cells"),
    "north": ("北方资本", "North Capital"),
    "south": ("南方资本", "South Capital"),
    "maker": ("梅克尔汽车", "Maker Motors"),
}
ROWS = [
    dated("north", "shareholder_of", "alpha", status="reported", as_of="2021"),
    dated("south", "shareholder_of", "alpha"),
    dated("north", "shareholder_of", "maker", status="reported"),
    dated("alpha", "supplies", "maker", end="2020"),
]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder, ontology: Ontology) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("reported")
    companies = [company(each, *both) for each, both in NAMES.items()]
    settings = settings_for(write_data(folder / "data", companies=companies, relations=ROWS), folder / "kb")
    return DiscoveryPipeline(Base.over(build_and_open(settings, encoder), ontology, settings), encoder=lambda: encoder)


def asked(pipeline: DiscoveryPipeline, question: str, language: Language) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        ("shareholders of Alpha Cells", "en", "Only reported: North Capital (2021)"),
        ("How many shareholders does Alpha Cells have?", "en", "Only reported: North Capital (2021)"),
        ("阿尔法电芯的股东", "zh", "其中仅据报道：北方资本（2021 年）"),
    ],
)
def test_a_list_tells_reports_apart(pipeline: DiscoveryPipeline, question: str, language: Language, told: str) -> None:
    answer = asked(pipeline, question, language)
    assert (answer.outcome, set(answer.company_ids)) == ("answered", {"south", "north"})
    assert any(sentence.text.startswith(told) and sentence.source_ids for sentence in answer.sentences)


@pytest.mark.parametrize(("question", "language"), [("investees of North Capital", "en"), ("北方资本投资了谁", "zh")])
def test_a_list_of_reports_says_so(pipeline: DiscoveryPipeline, question: str, language: Language) -> None:
    answer = asked(pipeline, question, language)
    assert set(answer.company_ids) == {"alpha", "maker"}
    assert "2021" in answer.sentences[-1].text
    assert answer.sentences[0].text.count("reported") + answer.sentences[0].text.count("据报道") == 2
    assert len(answer.sources) == 2


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        ("Is North Capital a shareholder of Alpha Cells?", "en", "Only reported (2021): North Capital is"),
        ("北方资本是阿尔法电芯的股东吗", "zh", "仅据报道（2021 年）：北方资本"),
        ("Is Maker Motors an investee of North Capital?", "en", "Only reported: North Capital is"),
    ],
)
def test_a_report_is_neither_yes_nor_no(
    pipeline: DiscoveryPipeline, question: str, language: Language, told: str
) -> None:
    answer = asked(pipeline, question, language)
    assert (answer.kind, answer.value, answer.company_ids) == ("yes_no", None, ())
    assert answer.outcome == "empty"
    assert answer.sentences[0].text.startswith(told)
    assert answer.sources


@pytest.mark.parametrize(
    "question",
    [
        "companies in which North Capital holds over 20 %",  # how much is not reported
        "customers of Maker Motors that North Capital has invested in",
    ],
)
def test_a_report_is_told_of_members_only(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = asked(pipeline, question, "en")
    assert answer.company_ids == ()
    assert not any("eported" in sentence.text for sentence in answer.sentences)
