"""Requests that really are answered: their stages, tokens and log lines are found under their ids."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from core.discovery.answering import answer
from core.discovery.chain import ask
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.errors import GuanxiError
from core.evaluation.experiment import evaluate
from core.evaluation.tasks import LabelledQuestion, TaskSet
from core.evaluation.variants import default_variants
from core.messages import LANGUAGES, Language
from core.monitoring import recent_answers
from core.monitoring.log_tail import LogTail
from core.monitoring.model_usage import ModelUsage
from core.monitoring.recent_answers import RecentAnswers
from core.monitoring.request_ids import working_for
from core.reasoning.connection_test import ask_for_a_sign
from core.reasoning.llm import client
from core.reasoning.llm.answer_cache import AnswerCache
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import Endpoint, ModelAnswerUnusableError, ModelRefusedError, ModelUnavailableError
from core.retrieval import searches
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from tests.llm_server import Reaction, Script, llm_server

REQUEST = DiscoveryRequest(company="公司A", query="Who are its competitors?")
READY = Reaction('{"ready": true}')


@pytest.fixture
def recent(monkeypatch: pytest.MonkeyPatch) -> RecentAnswers:
    """What this test alone asks."""
    own = RecentAnswers()
    for module in ("core.discovery.pipeline", "core.discovery.answering", "core.reasoning.llm.client"):
        monkeypatch.setattr(f"{module}.RECENT_ANSWERS", own)
    assert recent_answers.RECENT_ANSWERS is not own
    return own


@pytest.fixture
def usage(monkeypatch: pytest.MonkeyPatch) -> ModelUsage:
    own = ModelUsage()
    monkeypatch.setattr(client, "MODEL_USAGE", own)
    return own


@pytest.fixture
def server() -> Iterator[Script]:
    with llm_server() as script:
        script.plan(READY)
        yield script


def stages(recent: RecentAnswers) -> list[str]:
    return [timing.stage for timing in recent.searched()[0].timings]


def test_an_answer_is_recorded_under_its_request_with_every_stage(
    document_pipeline: DiscoveryPipeline, recent: RecentAnswers
) -> None:
    with working_for("asked"):
        discovery = document_pipeline.discover(REQUEST)
    (recorded,) = recent.searched()
    assert recorded.request_id == "asked"
    assert recorded.timings == discovery.timings
    assert recorded.milliseconds == pytest.approx(discovery.processing_time_ms)


def test_a_moved_slider_is_recorded_by_itself_and_another_walk_as_a_search(
    document_pipeline: DiscoveryPipeline, recent: RecentAnswers
) -> None:
    with working_for("asked"):
        searched = document_pipeline.retrieve(REQUEST)
    with working_for("moved"):
        answer(searched, REQUEST.fusion, "en")
    with working_for("walked"):
        document_pipeline.rewalk(searched, REQUEST.model_copy(update={"damping": 0.5}))
    assert [each.request_id for each in recent.searched()] == ["walked", "asked"]
    assert [timing.stage for timing in recent.others()[0].timings] == ["fuse", "judge"]


def test_warming_up_and_experiments_are_nobodys_requests(
    document_pipeline: DiscoveryPipeline, recent: RecentAnswers
) -> None:
    document_pipeline.warm_up()
    question = LabelledQuestion(
        id="1", language="zh", company="公司A", query="公司A的竞品是谁？", relevant={"公司B": 3}
    )
    with working_for("tuning"):
        variants = default_variants(FusionSettings(), document_pipeline.base.settings)
        evaluate(document_pipeline, TaskSet((question,)), variants)
    assert (recent.searched(), recent.others()) == ((), ())


def test_what_a_model_took_is_part_of_the_answer_and_of_the_sums(
    document_pipeline: DiscoveryPipeline,
    document_settings: Settings,
    recent: RecentAnswers,
    usage: ModelUsage,
    server: Script,
) -> None:
    model = LanguageModel(Endpoint(server.url, "m", retries=0, input_price=1.0, output_price=1.0))
    pipeline = DiscoveryPipeline(
        Base.over(document_pipeline.base.knowledge_base, document_pipeline.base.ontology, document_settings),
        model=model,
    )
    with working_for("asked"):
        ask(pipeline, REQUEST)
    asked = {each.stage: each for each in usage.by_stage()}
    assert asked
    assert set(asked) <= set(stages(recent))
    assert all((each.asked, each.failed) == (1, 1) for each in asked.values())  # it says nothing of companies
    assert all(each.cost for each in asked.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_of_the_model_says_what_it_took(
    language: Language, recent: RecentAnswers, usage: ModelUsage, server: Script
) -> None:
    endpoint = Endpoint(server.url, "m", SecretStr("sk-1"))
    with working_for("tested"):
        use = ask_for_a_sign(endpoint, language)
    assert (use.input_tokens, use.output_tokens, use.from_cache) == (100, 20, False)
    assert [each.stage for each in usage.by_stage()] == ["connection_test"]
    assert (recent.searched(), recent.others()) == ((), ())  # no answer to anybody's question
    assert ask_for_a_sign(endpoint, language).input_tokens == 100  # asked anew, not remembered
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("reaction", "error"),
    [
        (Reaction(status=401), ModelRefusedError),
        (Reaction(status=500), ModelUnavailableError),
        (Reaction("I am ready."), ModelAnswerUnusableError),
        (Reaction(""), ModelAnswerUnusableError),
    ],
)
def test_a_model_that_gives_no_sign_says_why_at_once(
    reaction: Reaction, error: type[GuanxiError], usage: ModelUsage, server: Script
) -> None:
    server.plan(reaction)
    with pytest.raises(error):
        ask_for_a_sign(Endpoint(server.url, "m"), "en")
    assert len(server.asked) <= 6  # one request, in each form that an endpoint may want it
    assert usage.by_stage()[0].failed == 1


def test_a_kept_answer_is_counted_as_such(usage: ModelUsage, server: Script, tmp_path: Path) -> None:
    from core.reasoning.connection_test import _Ready, connection_prompt

    model = LanguageModel(Endpoint(server.url, "m"), AnswerCache(tmp_path / "kept.sqlite3"))
    assert model.kept_answers == 0
    for _ in range(3):
        model.ask(connection_prompt("en"), _Ready, stage="connection_test")
    assert [(each.asked, each.kept) for each in usage.by_stage()] == [(1, 2)]
    assert model.kept_answers == 1
    assert LanguageModel(Endpoint(server.url, "m")).kept_answers is None


def test_kept_answers_that_cannot_be_read_are_not_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "broken").write_bytes(b"no database" * 1000)
    assert AnswerCache(tmp_path / "broken").count() is None
    assert "cannot be counted" in caplog.text
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(tmp_path / "broken").execute("SELECT 1 FROM answers")


def test_what_a_search_logs_has_the_id_of_its_request_and_not_the_question(
    document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object, words: str, __: object) -> dict[int, float]:
        raise OSError(f"cannot search for {words}")

    monkeypatch.setattr(searches, "search_passages", broken)
    tail, log = LogTail(), logging.getLogger("guanxi")
    log.addHandler(tail)
    try:
        with working_for("asked"):
            document_pipeline.retrieve(REQUEST)
    finally:
        log.removeHandler(tail)
    line = tail.lines()[0]
    assert (line.request_id, line.level) == ("asked", logging.ERROR)
    assert line.message.startswith("the keyword search failed ← OSError, monitoring/test_monitoring.py:")
    assert REQUEST.query not in line.message


def test_a_model_that_cannot_be_loaded_is_remembered_until_it_can(
    document_pipeline: DiscoveryPipeline, document_settings: Settings, tmp_path: Path
) -> None:
    settings = document_settings.model_copy(update={"embedding_model": str(tmp_path / "none")})
    pipeline = DiscoveryPipeline(
        Base.over(document_pipeline.base.knowledge_base, document_pipeline.base.ontology, settings)
    )
    assert (pipeline.encoder_loaded, pipeline.encoder_fault) == (None, None)
    pipeline.discover(REQUEST)
    assert isinstance(pipeline.encoder_fault, EmbeddingModelUnavailableError)
    pipeline.base = pipeline.base.with_settings(document_settings)
    pipeline.discover(REQUEST)
    assert pipeline.encoder_fault is None
    assert pipeline.encoder_loaded is not None


def test_without_a_reranker_it_is_off(document_pipeline: DiscoveryPipeline) -> None:
    assert (document_pipeline.reranker_state, document_pipeline.reranker_fault) == ("off", None)
