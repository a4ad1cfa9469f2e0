"""Another damping, hop limit or influence: walked again, nothing searched again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import streamlit as st
from hypothesis import given, settings, strategies

from app.state.kept_answer import current_answer
from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import ARMS, SEARCHES
from core.domain.relation_influence import FamilyInfluence, RelationInfluence
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings
from core.domain.results import Discovery
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.retrieval.searches import Searches
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.embeddings import Encoder

QUESTION = DiscoveryRequest(company="catl", query="Who are its competitors?", fusion=FusionSettings(mode="adaptive"))
OTHER_WALKS = {
    "damping": {"damping": 0.5},
    "max_hops": {"max_hops": 1},
    "influence": {"influence": RelationInfluence(families=FamilyInfluence(causality=1.0))},
}
influences = strategies.builds(FamilyInfluence, causality=strategies.floats(0.0, 2.0), spatial=strategies.floats(0, 2))


@pytest.fixture(autouse=True)
def session() -> Iterator[None]:
    st.session_state.clear()
    yield
    st.session_state.clear()


def without_times(discovery: Discovery) -> Discovery:
    return discovery.model_copy(update={"timings": (), "processing_time_ms": 0.0})


@pytest.mark.parametrize("changes", OTHER_WALKS.values(), ids=OTHER_WALKS)
def test_it_answers_as_if_everything_were_done_anew(
    sample_pipeline: DiscoveryPipeline, changes: dict[str, object]
) -> None:
    asked = QUESTION.model_copy(update=changes)
    first = sample_pipeline.retrieve(QUESTION)
    before = answer(first, QUESTION.fusion, "en")
    again, anew = sample_pipeline.rewalk(first, asked), sample_pipeline.retrieve(asked)
    assert without_times(answer(again, asked.fusion, "en")) == without_times(answer(anew, asked.fusion, "en"))
    assert without_times(answer(again, asked.fusion, "en")) != without_times(before)
    assert without_times(answer(first, QUESTION.fusion, "en")) == without_times(before)
    assert again.found.passage_scores.ranked() == anew.found.passage_scores.ranked()


@settings(max_examples=15)
@given(strategies.floats(0.05, 0.95), strategies.integers(1, 6), influences)
def test_any_other_walk_gives_the_scores_of_a_whole_retrieval(
    document_pipeline: DiscoveryPipeline, damping: float, hops: int, families: FamilyInfluence
) -> None:
    first = document_pipeline.retrieve(DiscoveryRequest(company="公司A", query="谁是它的竞争对手？"))
    walk = {"damping": damping, "max_hops": hops, "influence": RelationInfluence(families=families)}
    asked = first.request.model_copy(update=walk)
    again, anew = document_pipeline.rewalk(first, asked), document_pipeline.retrieve(asked)
    assert again.found.candidates.company_ids == anew.found.candidates.company_ids
    np.testing.assert_array_equal(again.found.candidates.raw, anew.found.candidates.raw)
    np.testing.assert_array_equal(again.found.candidates.adaptive_weights, anew.found.candidates.adaptive_weights)


@pytest.mark.parametrize("changes", OTHER_WALKS.values(), ids=OTHER_WALKS)
def test_the_page_walks_again_without_embedding_or_searching(
    sample_pipeline: DiscoveryPipeline,
    encoder: Encoder,
    changes: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    embedded, searched, started = [], [], Searches.started
    monkeypatch.setattr(Searches, "started", lambda *given: (searched.append(1), started(*given))[1])

    def counted() -> Encoder:
        embedded.append(1)
        return encoder

    pipeline = DiscoveryPipeline(
        Base.over(sample_pipeline.base.knowledge_base, default_ontology(), sample_pipeline.base.settings),
        encoder=counted,
    )
    _, kept = current_answer(pipeline, QUESTION, QUESTION.fusion)
    discovery, walked = current_answer(pipeline, QUESTION.model_copy(update=changes), QUESTION.fusion)
    assert len(embedded) == len(searched) == 1
    assert list(walked.searched.found.milliseconds) == list(ARMS)  # "passages" is a search alone
    assert walked.searched.found.triplets == kept.searched.found.triplets
    assert walked.ranks_before == kept.ranks
    assert discovery.related_companies


def test_another_question_is_searched(sample_pipeline: DiscoveryPipeline) -> None:
    current_answer(sample_pipeline, QUESTION, QUESTION.fusion)
    _, kept = current_answer(sample_pipeline, QUESTION.model_copy(update={"company": "byd"}), QUESTION.fusion)
    assert list(kept.searched.found.milliseconds) == list(SEARCHES)


def test_after_a_failed_search_everything_is_done_anew(sample_pipeline: DiscoveryPipeline, encoder: Encoder) -> None:
    broken = True

    def sometimes() -> Encoder:
        if broken:
            raise EmbeddingModelUnavailableError(model="gone", detail="down")
        return encoder

    pipeline = DiscoveryPipeline(
        Base.over(sample_pipeline.base.knowledge_base, default_ontology(), sample_pipeline.base.settings),
        encoder=sometimes,
    )
    failed = pipeline.retrieve(QUESTION)
    assert failed.found.failures
    broken = False
    assert not pipeline.rewalk(failed, QUESTION.model_copy(update={"damping": 0.5})).found.failures


def test_what_was_never_searched_is_asked_anew(sample_pipeline: DiscoveryPipeline) -> None:
    unknown = sample_pipeline.retrieve(DiscoveryRequest(company="Nobody Anywhere"))
    again = sample_pipeline.rewalk(unknown, unknown.request.model_copy(update={"damping": 0.5}))
    assert answer(again, FusionSettings(mode=FusionMode.ADAPTIVE), "en").outcome == "unknown_company"
