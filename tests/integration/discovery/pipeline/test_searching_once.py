"""What was searched is kept: fused again, and at once for many."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings
from core.messages import LANGUAGES
from core.ontology import default_ontology
from core.retrieval import searches
from core.retrieval.base import Base
from core.runtime.freed_memory import FREED_MEMORY
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.doubles import CountingEncoder
from tests.integration.discovery.pipeline.small_market import (
    GRAPH_ONLY,
    TEXT_ONLY,
    small_pipeline,
    without_times,
)


def test_kept_scores_are_fused_again_without_searching(
    pipeline: DiscoveryPipeline, counting: CountingEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def counted(name: str) -> Callable[..., object]:
        original = getattr(searches, name)

        def call(*arguments: object, **options: object) -> object:
            calls.append(name)
            return original(*arguments, **options)

        return call

    for name in ("search_companies", "search_triplets", "search_passages", "search_passages_by_meaning"):
        monkeypatch.setattr(searches, name, counted(name))
    searched = pipeline.retrieve(DiscoveryRequest(query="Who supplies Hub Motors?"))
    before = (len(calls), len(counting.calls))
    assert before == (5, 1)
    for fusion in (GRAPH_ONLY, TEXT_ONLY, FusionSettings(mode=FusionMode.RRF)):
        for language in LANGUAGES:
            assert answer(searched, fusion, language).outcome == "found"
    assert (len(calls), len(counting.calls)) == before


def test_fusing_again_gives_what_asking_again_would(pipeline: DiscoveryPipeline) -> None:
    kept = pipeline.retrieve(DiscoveryRequest(query="Who supplies Hub Motors?"))
    for fusion in (GRAPH_ONLY, TEXT_ONLY, FusionSettings()):
        again = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?", fusion=fusion))
        assert without_times(answer(kept, fusion, "en")) == without_times(again)


def test_concurrent_questions_do_not_disturb_each_other(pipeline: DiscoveryPipeline) -> None:
    requests = [
        DiscoveryRequest(query="Who supplies Hub Motors?"),
        DiscoveryRequest(company="rival", language="zh"),
        DiscoveryRequest(company="alone"),
        DiscoveryRequest(query="谁生产电动货车？", language="zh"),
        DiscoveryRequest(company="nobody"),
    ] * 4
    one_by_one = [without_times(pipeline.discover(request)) for request in requests]
    with ThreadPoolExecutor(8) as pool:
        together = [without_times(discovery) for discovery in pool.map(pipeline.discover, requests)]
    assert together == one_by_one


def test_warming_up_loads_the_encoder(pipeline: DiscoveryPipeline, counting: CountingEncoder) -> None:
    pipeline.warm_up()
    assert len(counting.calls) == 1


def test_warming_up_without_companies_does_nothing(tmp_path: Path, encoder: Encoder) -> None:
    counting = CountingEncoder(encoder)
    pipeline = small_pipeline(tmp_path, encoder)
    pipeline._encoder = lambda: counting
    pipeline.warm_up()
    assert counting.calls == []
    assert pipeline.discover(DiscoveryRequest(company="anyone")).outcome == "unknown_company"


def test_without_a_given_encoder_the_configured_one_is_loaded(
    knowledge_base: KnowledgeBase, settings: Settings
) -> None:
    pipeline = DiscoveryPipeline(Base.over(knowledge_base, default_ontology(), settings))
    discovery = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?"))
    assert discovery.warnings == ()


@pytest.mark.parametrize(("large_from", "times"), [(1, 1), (100_000, 0)])
def test_after_a_question_about_a_large_graph_freed_memory_is_given_back(
    large_from: int, times: int, document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[None] = []
    monkeypatch.setattr("core.discovery.pipeline._LARGE_GRAPH", large_from)
    monkeypatch.setattr(FREED_MEMORY, "give_back_soon", lambda: given_back.append(None))
    document_pipeline.retrieve(DiscoveryRequest(query="公司A"))
    assert len(given_back) == times
