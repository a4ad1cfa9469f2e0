"""Lists of people's own with places, parts of names and deals: what they say counts where it is asked for."""

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

COMPANIES = """公司名称,注册地,成立年份
上海恒信科技有限公司,上海市,2015
深圳市晨曦机器人有限公司,深圳市,2016
"""
DEALS = """Acquirer,Target,Announced,Completed,Stake acquired (%),Status
Siemens,Altair Robotics Inc,2023-11-05,,100,Pending
NVIDIA,Polaris Compute Ltd,2022-02-21,,51,Terminated
Bosch,Nordlicht Optik GmbH,2024-01-15,2024-04-02,75.1,Completed
"""


@pytest.fixture(scope="module")
def pipeline(
    sample_pipeline: DiscoveryPipeline, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> DiscoveryPipeline:
    base = sample_pipeline.base
    folder: Path = tmp_path_factory.mktemp("places") / "kb"
    copytree(base.settings.knowledge_base_folder, folder)
    settings = base.settings.model_copy(update={"knowledge_base_folder": folder})
    ontology = default_ontology()
    started = open_or_build(settings, ontology).knowledge_base
    plan = plan_import([("公司.csv", COMPANIES.encode()), ("deals.csv", DEALS.encode())], settings)
    done = run_import(plan, check_import(plan, started, ontology), settings, ontology)
    return DiscoveryPipeline(Base.over(done.knowledge_base, ontology, settings), encoder=lambda: encoder)


def _asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


def test_a_seat_in_a_column_counts_among_those_of_the_city(
    pipeline: DiscoveryPipeline, sample_pipeline: DiscoveryPipeline
) -> None:
    before, after = (_asked(each, "总部在上海的公司有多少家？").value for each in (sample_pipeline, pipeline))
    assert (before, after) == (37, 38)
    answer = _asked(pipeline, "上海恒信科技有限公司的总部在上海吗")
    assert (answer.outcome, answer.value) == ("answered", True)
    assert answer.sentences[0].source_ids  # the row that says so
    assert _asked(pipeline, "上海恒信科技的总部在哪里").sources


@pytest.mark.parametrize("name", ["深圳市晨曦机器人", "深圳市晨曦机器人有限公司", "上海恒信科技"])
def test_a_name_without_its_legal_form_is_not_read_as_its_parts(pipeline: DiscoveryPipeline, name: str) -> None:
    answer = _asked(pipeline, f"{name}成立于哪一年？")
    assert (answer.outcome, answer.not_understood) == ("answered", ())
    assert "201" in answer.sentences[0].text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who owns Altair Robotics?", "Not completed, so not counted: planned as acquirer: Siemens"),
        ("Who owns Nordlicht Optik?", "Recorded as acquirer: Bosch"),
    ],
)
def test_only_a_deal_that_was_done_makes_an_acquirer(pipeline: DiscoveryPipeline, question: str, told: str) -> None:
    assert [each for each in _asked(pipeline, question).sentences if each.text.startswith(told)]


@pytest.mark.parametrize("question", ["Who owns Polaris Compute Ltd?", "Polaris Compute的股东"])
def test_a_deal_that_was_called_off_makes_none(pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(pipeline, question)
    assert answer.outcome == "empty"
    assert not [each for each in answer.sentences if "NVIDIA" in each.text or "英伟达" in each.text]
