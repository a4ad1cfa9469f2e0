"""An experiment over a pipeline with a reranker: what is reranked, what is not, and what is said when it breaks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.defaults import default_fusion
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.evaluation.experiment import QuestionScore, evaluate
from core.evaluation.tasks import LabelledQuestion, TaskSet
from core.evaluation.variants import HYBRID, default_variants
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.retrieval.cross_encoder import RerankerLoading
from core.storage.embeddings import Encoder

# open: no company answers it, so that the reranker may order all of them
QUESTION = LabelledQuestion(id="1", language="zh", company="catl", query="", relevant={"byd": 3})


class Backwards:
    """Prefers whatever is read later: the first companies come out in reverse."""

    def __init__(self) -> None:
        self.broken = False
        self.read = 0

    def scores(self, _: str, texts: Sequence[str]) -> NDArray[np.float64]:
        if self.broken:
            raise RuntimeError("out of memory")
        self.read += len(texts)
        return np.arange(1, len(texts) + 1) / (len(texts) + 1)


@pytest.fixture
def reranker() -> Backwards:
    return Backwards()


@pytest.fixture
def pipeline(sample_pipeline: DiscoveryPipeline, encoder: Encoder, reranker: Backwards) -> DiscoveryPipeline:
    changes = {"reranker_model": "backwards", "reranker_top_n": 6, "reranker_batch_size": 6}
    settings = sample_pipeline.base.settings.model_copy(update=changes)
    return DiscoveryPipeline(
        Base.over(sample_pipeline.base.knowledge_base, default_ontology(), settings),
        encoder=lambda: encoder,
        reranker=RerankerLoading(lambda: reranker),
    )


def scores(pipeline: DiscoveryPipeline) -> dict[str, QuestionScore]:
    variants = default_variants(default_fusion(pipeline.base.settings), pipeline.base.settings)
    results = evaluate(pipeline, TaskSet((QUESTION,)), variants)
    return {name: score for name, (score,) in results.items()}


def shown(pipeline: DiscoveryPipeline) -> tuple[str, ...]:
    fusion = default_fusion(pipeline.base.settings)
    request = DiscoveryRequest(company=QUESTION.company, query=QUESTION.query, language="zh", fusion=fusion)
    return tuple(found.company_id for found in pipeline.discover(request).related_companies)


def test_the_reranked_list_is_scored_beside_the_one_without(
    pipeline: DiscoveryPipeline, sample_pipeline: DiscoveryPipeline
) -> None:
    found = scores(pipeline)
    assert set(shown(pipeline)) <= set(found[HYBRID].ranked)
    assert set(shown(sample_pipeline)) <= set(found["hybrid, reranker off"].ranked)
    assert found[HYBRID].ranked[:6] == found["hybrid, reranker off"].ranked[:6][::-1]
    assert found[HYBRID].ranked[6:] == found["hybrid, reranker off"].ranked[6:]


def test_the_parts_are_those_of_a_pipeline_without_a_reranker(
    pipeline: DiscoveryPipeline, sample_pipeline: DiscoveryPipeline
) -> None:
    reranked, plain = scores(pipeline), scores(sample_pipeline)
    parts = [name for name in plain if name.endswith(" only")]
    assert len(parts) >= 5
    assert {name: reranked[name].ranked for name in parts} == {name: plain[name].ranked for name in parts}


def test_the_model_reads_once_for_each_way_to_search_with_it(pipeline: DiscoveryPipeline, reranker: Backwards) -> None:
    scores(pipeline)
    assert reranker.read == 18  # six companies as configured, six with the emphasis turned, six relation-aware


def test_a_model_that_breaks_is_told(pipeline: DiscoveryPipeline, reranker: Backwards) -> None:
    reranker.broken = True
    found = scores(pipeline)
    assert found[HYBRID].status == "failed"
    assert found["graph only"].status == found["hybrid, reranker off"].status == "searched"
    assert found[HYBRID].ranked == found["hybrid, reranker off"].ranked
