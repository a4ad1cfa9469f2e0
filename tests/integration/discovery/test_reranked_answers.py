from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from app.discover.downloads import as_csv
from app.discover.results.model import result_cards
from core.cli.parser import main
from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel
from core.domain.results import Discovery
from core.messages import LANGUAGES, Language, translate
from core.ontology import Ontology, default_ontology
from core.retrieval.base import Base
from core.retrieval.cross_encoder import Reranker, RerankerLoading, RerankerUnavailableError, load_reranker
from core.retrieval.reranking import Reranking
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.tiny_rerankers import classifier, taught

QUESTION = DiscoveryRequest(
    company="catl", query="谁是它的竞争对手？", language="zh", fusion=FusionSettings(max_results=40)
)
TOP_N = 8


class Recording:
    """Hands everything to ``reranker`` and keeps what it read; fails where told to."""

    def __init__(self, reranker: Reranker) -> None:
        self._reranker = reranker
        self.questions: list[str] = []
        self.texts: list[str] = []
        self.broken = False

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float64]:
        if self.broken:
            raise RuntimeError("out of memory")
        self.questions.append(question)
        self.texts += texts
        return self._reranker.scores(question, texts)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return taught(classifier(tmp_path_factory.mktemp("model")))


@pytest.fixture
def recording(model: Path) -> Recording:
    return Recording(load_reranker(str(model), max_length=512))


def reranked_by(
    plain: DiscoveryPipeline, encoder: Encoder, reranker: RerankerLoading, **changes: object
) -> DiscoveryPipeline:
    chosen = plain.base.settings.model_copy(
        update={"reranker_top_n": TOP_N, "reranker_time_budget_ms": 600_000, **changes}
    )
    return DiscoveryPipeline(
        Base.over(plain.base.knowledge_base, default_ontology(), chosen), encoder=lambda: encoder, reranker=reranker
    )


@pytest.fixture
def pipeline(sample_pipeline: DiscoveryPipeline, encoder: Encoder, recording: Recording) -> DiscoveryPipeline:
    return reranked_by(sample_pipeline, encoder, RerankerLoading(lambda: recording))


def ids(discovery: Discovery) -> list[str]:
    """Companies of the list beyond the answer, which keeps its own order."""
    return [found.company_id for found in discovery.related_companies if not found.answers_question]


def by_id(discovery: Discovery) -> dict[str, dict[str, object]]:
    return {
        found.company_id: found.model_dump(exclude={"rank", "reranker_score"}) for found in discovery.related_companies
    }


def test_the_first_companies_change_places_and_nothing_else_changes(
    pipeline: DiscoveryPipeline, sample_pipeline: DiscoveryPipeline
) -> None:
    reranked, plain = pipeline.discover(QUESTION), sample_pipeline.discover(QUESTION)
    assert (reranked.reranker, plain.reranker) == ("on", "off")
    assert reranked.warnings == plain.warnings
    assert set(ids(reranked)[:TOP_N]) == set(ids(plain)[:TOP_N])
    assert ids(reranked)[TOP_N:] == ids(plain)[TOP_N:]
    assert by_id(reranked) == by_id(plain)  # similarity, parts, level, reason, sources
    members = len(reranked.answer.company_ids)
    assert members > 0
    assert reranked.related_companies[:members] == plain.related_companies[:members]  # unread: they have no score
    scores = [found.reranker_score for found in reranked.related_companies[members:]]
    first = [score for score in scores[:TOP_N] if score is not None]
    assert first == sorted(first, reverse=True)
    assert len(first) == TOP_N
    assert set(scores[TOP_N:]) == {None}
    assert all(found.reranker_score is None for found in plain.related_companies)


def test_the_stage_is_timed_where_there_is_one(pipeline: DiscoveryPipeline, sample_pipeline: DiscoveryPipeline) -> None:
    timed = {timing.stage: timing.size for timing in pipeline.discover(QUESTION).timings}
    assert timed["rerank"] == TOP_N
    assert "rerank" not in {timing.stage for timing in sample_pipeline.discover(QUESTION).timings}


def test_the_model_reads_the_question_and_what_was_retrieved(pipeline: DiscoveryPipeline, recording: Recording) -> None:
    discovery = pipeline.discover(QUESTION)
    assert len(recording.texts) == TOP_N
    assert set(recording.questions) == {"宁德时代 CATL 谁是它的竞争对手？"}
    answering = [pipeline.base.knowledge_base.entity(each).name_zh for each in discovery.answer.company_ids]
    assert not [name for name in answering for text in recording.texts if text.startswith(name)]
    tesla = next(text for text in recording.texts if text.startswith("特斯拉"))
    cited = next(found for found in discovery.related_companies if found.company_id == "tesla")
    assert any(source.text in tesla for source in cited.sources)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bare_company_is_read_in_the_language_of_the_request(
    language: Language, pipeline: DiscoveryPipeline, recording: Recording
) -> None:
    pipeline.discover(DiscoveryRequest(company="catl", language=language))
    assert set(recording.questions) == {"宁德时代 CATL"}
    assert any("比亚迪 BYD" in text if language == "zh" else "BYD 比亚迪" in text for text in recording.texts)


@pytest.fixture(scope="module")
def kept(sample_pipeline: DiscoveryPipeline, encoder: Encoder, model: Path) -> tuple[Searched, Recording]:
    recording = Recording(load_reranker(str(model), max_length=512))
    pipeline = reranked_by(sample_pipeline, encoder, RerankerLoading(lambda: recording))
    return pipeline.retrieve(QUESTION), recording


weights = st.floats(0.0, 1.0)
fusions = st.builds(
    FusionSettings,
    mode=st.sampled_from(FusionMode),
    graph_weight=weights,
    vector_weight=weights,
    text_share=weights,
    relation_share=weights,
    keyword_share=weights,
    max_results=st.integers(1, 30),
    min_relevance=st.sampled_from(RelevanceLevel),
)


@pytest.mark.thorough
@hypothesis_settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(fusions, st.sampled_from(LANGUAGES))
def test_no_slider_move_asks_the_model_again(
    kept: tuple[Searched, Recording], fusion: FusionSettings, language: Language
) -> None:
    searched, recording = kept
    discovery = answer(searched, fusion, language)
    assert len(recording.texts) == TOP_N
    everything = fusion.model_copy(update={"max_results": 100, "min_relevance": RelevanceLevel.LOW})
    without = replace(searched, reranking=Reranking())
    plain, reranked = ids(answer(without, everything, language)), ids(answer(searched, everything, language))
    scored = searched.reranking.scores
    assert not [company for company in scored if searched.understood.answers_question(company)]
    places = [place for place, company in enumerate(plain[:TOP_N]) if company in scored]
    expected = list(plain)
    for place, company in zip(places, sorted((plain[p] for p in places), key=lambda c: -scored[c]), strict=True):
        expected[place] = company
    assert reranked == expected
    assert all(found.reranker_score == scored.get(found.company_id) for found in discovery.related_companies)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_breaks_costs_the_order_not_the_answer(
    language: Language, pipeline: DiscoveryPipeline, sample_pipeline: DiscoveryPipeline, recording: Recording
) -> None:
    recording.broken = True
    question = QUESTION.model_copy(update={"language": language})
    broken, plain = pipeline.discover(question), sample_pipeline.discover(question)
    assert broken.reranker == "failed"
    assert broken.warnings == (translate("error.reranker_failed", language, detail="out of memory"),)
    assert broken.related_companies == plain.related_companies
    recording.broken = False
    assert pipeline.discover(question).reranker == "on"


def test_what_the_budget_leaves_out_keeps_its_place(
    sample_pipeline: DiscoveryPipeline, encoder: Encoder, recording: Recording
) -> None:
    loading = RerankerLoading(lambda: recording)
    hurried = reranked_by(sample_pipeline, encoder, loading, reranker_time_budget_ms=0, reranker_batch_size=3)
    discovery, plain = hurried.discover(QUESTION), sample_pipeline.discover(QUESTION)
    assert discovery.warnings == (translate("warning.reranker_budget", "zh", scored=3, wanted=TOP_N),)
    assert set(ids(discovery)[:3]) == set(ids(plain)[:3])
    assert ids(discovery)[3:] == ids(plain)[3:]


def test_a_question_during_loading_is_answered_and_reranked_later(
    sample_pipeline: DiscoveryPipeline, encoder: Encoder, recording: Recording
) -> None:
    allowed = Event()

    def load() -> Reranker:
        allowed.wait(30)
        return recording

    loading = RerankerLoading(load)
    pipeline = reranked_by(sample_pipeline, encoder, loading)
    pipeline.begin_loading_reranker()
    searched = pipeline.retrieve(QUESTION)
    early = answer(searched, QUESTION.fusion, "zh")
    assert (early.reranker, early.warnings) == ("loading", ())
    assert early.related_companies == sample_pipeline.discover(QUESTION).related_companies
    allowed.set()
    while loading.get() is None:
        pass
    later = answer(pipeline.rerank(searched), QUESTION.fusion, "zh")
    assert later.reranker == "on"
    assert [timing.stage for timing in later.timings].count("rerank") == 1


def test_without_a_reranker_there_is_nothing_to_load_or_to_repeat(sample_pipeline: DiscoveryPipeline) -> None:
    sample_pipeline.begin_loading_reranker()
    searched = sample_pipeline.retrieve(QUESTION)
    assert sample_pipeline.rerank(searched) is searched
    assert searched.reranking.state == "off"


def test_an_unknown_company_is_not_read(pipeline: DiscoveryPipeline, recording: Recording) -> None:
    assert pipeline.discover(DiscoveryRequest(company="Nobody Anywhere")).outcome == "unknown_company"
    assert recording.questions == []


def test_the_card_and_the_table_show_the_score_beside_the_similarity(
    pipeline: DiscoveryPipeline, ontology: Ontology
) -> None:
    discovery = pipeline.discover(QUESTION)
    cards = result_cards(discovery, pipeline.base.knowledge_base, ontology, "zh", before={}, mode=FusionMode.WEIGHTED)[
        "cards"
    ]
    place = len(discovery.answer.company_ids)
    first, last = discovery.related_companies[place], discovery.related_companies[-1]
    assert cards[place]["reranker"] == translate("card.reranker", "zh", score=f"{first.reranker_score:.2f}")
    assert cards[place]["similarity"] == f"{first.similarity:.2f}"
    assert cards[0]["reranker"] == cards[-1]["reranker"] == ""
    rows = list(csv.DictReader(io.StringIO(as_csv(discovery, ontology, "zh").decode("utf-8-sig"))))
    assert rows[place]["reranker_score"] == f"{first.reranker_score:.4f}"
    assert (last.reranker_score, rows[-1]["reranker_score"]) == (None, "")


@pytest.fixture
def command_line(
    sample_settings: Settings, sample_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> KnowledgeBase:
    """The sample as the configured knowledge base, without a network."""
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(sample_settings.knowledge_base_folder))
    return sample_pipeline.base.knowledge_base


@pytest.mark.usefixtures("command_line")
def test_the_command_line_reranks_with_the_configured_folder(
    model: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANXI_RERANKER_MODEL", str(model))
    monkeypatch.setenv("GUANXI_RERANKER_TOP_N", "3")
    assert main(["discover", "--company", "catl"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["reranker"] == "on"
    assert [company["reranker_score"] is None for company in found["related_companies"][:4]] == [False] * 3 + [True]


@pytest.mark.usefixtures("command_line")
def test_the_command_line_answers_without_a_reranker_it_cannot_load(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANXI_RERANKER_MODEL", "no-such/reranker")
    assert main(["discover", "--company", "catl"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (bool(found["related_companies"]), found["reranker"]) == (True, "failed")
    assert RerankerUnavailableError.code == "reranker_unavailable"
    assert "GUANXI_RERANKER_MODEL" in found["warnings"][0]
