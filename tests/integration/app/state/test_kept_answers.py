from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event

import numpy as np
import pytest
import streamlit as st
from numpy.typing import NDArray

from app.state.kept_answer import current_answer
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.retrieval.cross_encoder import Reranker, RerankerLoading
from core.storage.embeddings import Encoder

REQUEST = DiscoveryRequest(company="公司A", language="zh")
GRAPH, TEXT = (FusionSettings(graph_weight=weight, vector_weight=1.0 - weight) for weight in (1.0, 0.0))


class LastIsBest:
    """Scores the texts of a batch ascending, and keeps count."""

    def __init__(self) -> None:
        self.batches: list[Sequence[str]] = []

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float64]:
        assert question
        self.batches.append(texts)
        return np.linspace(0.1, 0.9, len(texts))


@pytest.fixture(autouse=True)
def session() -> Iterator[None]:
    st.session_state.clear()
    yield
    st.session_state.clear()


def pipeline_with(loading: RerankerLoading, plain: DiscoveryPipeline, encoder: Encoder) -> DiscoveryPipeline:
    settings = plain.base.settings.model_copy(update={"reranker_batch_size": 20})
    return DiscoveryPipeline(
        Base.over(plain.base.knowledge_base, default_ontology(), settings), encoder=lambda: encoder, reranker=loading
    )


def test_the_model_reads_the_order_of_the_sliders_once(document_pipeline: DiscoveryPipeline, encoder: Encoder) -> None:
    model = LastIsBest()
    pipeline = pipeline_with(RerankerLoading(lambda: model), document_pipeline, encoder)
    plain = document_pipeline.discover(REQUEST.model_copy(update={"fusion": TEXT}))
    discovery, _ = current_answer(pipeline, REQUEST, TEXT)
    assert [found.company_id for found in discovery.related_companies] == [
        found.company_id for found in reversed(plain.related_companies)
    ]
    for fusion in (GRAPH, TEXT, GRAPH):
        assert current_answer(pipeline, REQUEST, fusion)[0].reranker == "on"
    assert len(model.batches) == 1


def test_a_page_that_came_while_the_model_was_loading_is_reranked_when_it_is_there(
    document_pipeline: DiscoveryPipeline, encoder: Encoder
) -> None:
    allowed, model = Event(), LastIsBest()

    def load() -> Reranker:
        allowed.wait(30)
        return model

    loading = RerankerLoading(load)
    pipeline = pipeline_with(loading, document_pipeline, encoder)
    pipeline.begin_loading_reranker()
    states = [current_answer(pipeline, REQUEST, TEXT)[0].reranker for _ in range(2)]
    allowed.set()
    while loading.get() is None:
        pass
    states += [current_answer(pipeline, REQUEST, TEXT)[0].reranker for _ in range(2)]
    assert states == ["loading", "loading", "on", "on"]
    assert len(model.batches) == 1


def test_what_is_drawn_around_is_the_same_at_every_slider_position(document_pipeline: DiscoveryPipeline) -> None:
    topic = DiscoveryRequest(query="Who makes wafer materials?")
    drawn = [current_answer(document_pipeline, topic, fusion)[1].centres for fusion in (GRAPH, TEXT, GRAPH)]
    assert len(set(drawn)) == 1
    assert len(drawn[0]) == 3
    assert current_answer(document_pipeline, REQUEST, TEXT)[1].centres == ("公司A",)
    unknown = DiscoveryRequest(company="Company Q")
    assert current_answer(document_pipeline, unknown, TEXT)[1].centres == ()
