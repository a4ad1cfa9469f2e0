"""Towns that only the column of imported companies names are asked for as places of the data are."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.open_or_build import open_or_build
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder

DEALERS = """name,city,country
Kestrel Motors Ltd,Leeds,United Kingdom
Harrow Motors Ltd,"Leeds, United Kingdom",United Kingdom
Fjordbil AS,Oslo,Norway
Nordbil Bergen AS,Bergen,Norway
Garage Lefort SARL,Lyon,France
Somewhere Motors,Other,France
"""
SUBSIDIARIES = """公司名称,注册地
云岭液压有限公司,曲靖
云岭铸造有限公司,云南省曲靖市
云岭轴承有限公司,曲靖 Qujing
黔岭铝业有限公司,贵阳市
昆岭机床有限公司,昆明
"""
QUJING = {"云岭液压有限公司", "云岭铸造有限公司", "云岭轴承有限公司"}


@pytest.fixture(scope="module")
def pipeline(
    sample_pipeline: DiscoveryPipeline, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> DiscoveryPipeline:
    base = sample_pipeline.base
    folder: Path = tmp_path_factory.mktemp("towns") / "kb"
    copytree(base.settings.knowledge_base_folder, folder)
    settings = base.settings.model_copy(update={"knowledge_base_folder": folder})
    ontology = default_ontology()
    started = open_or_build(settings, ontology).knowledge_base
    files = [("dealers.csv", DEALERS.encode()), ("子公司.csv", SUBSIDIARIES.encode())]
    plan = plan_import(files, settings)
    done = run_import(plan, check_import(plan, started, ontology), settings, ontology)
    return DiscoveryPipeline(Base.over(done.knowledge_base, ontology, settings), encoder=lambda: encoder)


def _asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


def _members(pipeline: DiscoveryPipeline, question: str) -> set[str]:
    answer = _asked(pipeline, question)
    assert (answer.outcome, answer.not_understood) == ("answered", ()), answer
    return {pipeline.base.knowledge_base.entity(each).name_zh for each in answer.company_ids}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which companies are based in Lyon?", {"Garage Lefort SARL"}),
        ("Which companies are headquartered in Leeds?", {"Kestrel Motors Ltd", "Harrow Motors Ltd"}),
        ("companies in Oslo", {"Fjordbil AS"}),
        ("Oslo-based companies", {"Fjordbil AS"}),
        ("which companies are based in oslo?", {"Fjordbil AS"}),
        ("Which companies are based in Bergen?", {"Nordbil Bergen AS"}),
        ("Which companies are based in Lyon or Oslo?", {"Garage Lefort SARL", "Fjordbil AS"}),
        ("Which companies are based in Qujing?", QUJING),
        ("哪些公司位于Lyon？", {"Garage Lefort SARL"}),
        ("总部在Oslo的公司", {"Fjordbil AS"}),
        ("Leeds的公司有哪些", {"Kestrel Motors Ltd", "Harrow Motors Ltd"}),
        ("哪些公司位于曲靖？", QUJING),
        ("哪些公司位于曲靖市？", QUJING),
        ("曲靖的公司有哪些", QUJING),
        ("曲靖有哪些公司", QUJING),
        ("总部在贵阳的公司有哪些？", {"黔岭铝业有限公司"}),
        ("总部位于曲靖或贵阳的公司", {*QUJING, "黔岭铝业有限公司"}),
    ],
)
def test_companies_of_a_town_of_the_column_are_listed(
    pipeline: DiscoveryPipeline, question: str, expected: set[str]
) -> None:
    assert _members(pipeline, question) == expected


@pytest.mark.parametrize("question", ["Which companies are based in Kunming?", "哪些公司位于昆明？"])
def test_a_place_of_the_data_has_the_companies_of_the_column_beside_its_own(
    pipeline: DiscoveryPipeline, question: str
) -> None:
    assert {"云南白药", "昆岭机床有限公司"} <= _members(pipeline, question)


@pytest.mark.parametrize("question", ["Which companies are based in Kunming or Lyon?", "总部位于昆明或贵阳的公司"])
def test_a_place_of_the_data_and_a_town_of_the_column(pipeline: DiscoveryPipeline, question: str) -> None:
    found = _members(pipeline, question)
    assert "云南白药" in found and found & {"Garage Lefort SARL", "黔岭铝业有限公司"}


@pytest.mark.parametrize(
    ("question", "number"), [("How many companies are based in Leeds?", 2), ("总部在曲靖的公司有多少家？", 3)]
)
def test_they_are_counted(pipeline: DiscoveryPipeline, question: str, number: int) -> None:
    assert _asked(pipeline, question).value == number


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Is Kestrel Motors based in Leeds?", True),
        ("Is Fjordbil based in Leeds?", False),
        ("云岭液压有限公司的总部在曲靖吗", True),
    ],
)
def test_whether_a_company_is_there(pipeline: DiscoveryPipeline, question: str, value: bool) -> None:
    answer = _asked(pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", value)


def test_the_row_that_says_so_is_cited_and_the_town_named(pipeline: DiscoveryPipeline) -> None:
    answer = _asked(pipeline, "Which companies are based in Qujing?")
    assert answer.sources and "Qujing" in answer.sentences[0].text
    assert "曲靖" in _asked(pipeline, "哪些公司位于曲靖？").sentences[0].text


@pytest.mark.parametrize(
    "question",
    ["Who supplies Lyon Metals?", "谁给曲靖化工供货", "谁给Lyon公司供货", "Which companies are based in Ghent?"],
)
def test_a_part_of_an_unknown_name_and_another_town_are_not_read_as_one(
    pipeline: DiscoveryPipeline, question: str
) -> None:
    assert _asked(pipeline, question).outcome != "answered"


@pytest.mark.parametrize("question", ["Which other companies supply Tesla?", "What are the other suppliers of Tesla?"])
def test_a_word_of_questions_in_the_column_stays_one(
    pipeline: DiscoveryPipeline, sample_pipeline: DiscoveryPipeline, question: str
) -> None:
    texts = [[each.text for each in _asked(one, question).sentences] for one in (sample_pipeline, pipeline)]
    assert texts[0] == texts[1]
