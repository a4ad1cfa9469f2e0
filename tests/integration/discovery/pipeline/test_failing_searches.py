"""Searches that fail are said and leave the others standing."""

from __future__ import annotations

from types import ModuleType

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import Search
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery
from core.messages import LANGUAGES, Language, translate
from core.ontology import default_ontology
from core.retrieval import searches
from core.retrieval.arms import relation as relation_arm
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.doubles import BrokenEncoder, RecordingEngine
from tests.integration.discovery.pipeline.small_market import GRAPH_ONLY, failed, found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("place", "function", "arm", "left"),
    [
        (searches, "search_companies", "text", 0.0),
        (searches, "search_triplets", "relation", 0.5),  # what is recorded is known without a search
        (searches, "search_passages", "keyword", 0.0),
        (searches, "word_match", "words", 0.0),
        (relation_arm, "relation_match", "relation", 0.0),
    ],
)
def test_a_search_that_fails_degrades_with_a_warning(
    place: ModuleType,
    function: str,
    arm: Search,
    left: float,
    language: Language,
    pipeline: DiscoveryPipeline,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(place, function, fail)
    discovery = pipeline.discover(DiscoveryRequest(query="谁给枢纽汽车供货？", language=language))
    assert discovery.outcome == "found"
    assert discovery.warnings == (translate("warning.arm_failed", language, arm=translate(f"arm.{arm}", language)),)
    assert best_raw(discovery, arm) == left
    assert found(discovery, "seller").judgement.level == "high"


def best_raw(discovery: Discovery, arm: Search) -> float:
    return max(part.raw for each in discovery.related_companies for part in each.parts if part.arm == arm)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_failed_search_for_passages_by_meaning_is_said_and_leaves_the_profiles(
    language: Language, pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(searches, "search_passages_by_meaning", fail)
    discovery = pipeline.discover(DiscoveryRequest(query="谁给枢纽汽车供货？", language=language))
    named = "Passages by meaning" if language == "en" else "资料语义"
    assert discovery.warnings == (translate("warning.arm_failed", language, arm=named),)
    assert best_raw(discovery, "text") > 0


def test_an_encoder_that_fails_degrades_with_warnings(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    broken = BrokenEncoder(encoder)
    pipeline = DiscoveryPipeline(Base.over(knowledge_base, default_ontology(), settings), encoder=lambda: broken)
    discovery = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?"))
    assert discovery.outcome == "found"
    assert discovery.warnings == failed("text", "relation", "passages")
    assert found(discovery, "seller").judgement.level == "high"


def test_an_engine_that_fails_is_not_taken_for_a_company_without_relations(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    pipeline = DiscoveryPipeline(
        Base.over(knowledge_base, default_ontology(), settings),
        encoder=lambda: encoder,
        engine=RecordingEngine(RuntimeError("no walk")),
    )
    discovery = pipeline.discover(DiscoveryRequest(company="hub"))
    assert discovery.outcome == "found"
    assert discovery.warnings == failed("graph", "peers")


def test_a_walk_that_did_not_converge_is_admitted(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    hurried = settings.model_copy(update={"ppr_max_iterations": 1, "ppr_engine": "conjugate_gradient"})
    pipeline = DiscoveryPipeline(Base.over(knowledge_base, default_ontology(), hurried), encoder=lambda: encoder)
    for language in LANGUAGES:
        discovery = pipeline.discover(DiscoveryRequest(company="hub", language=language))
        assert discovery.warnings == (translate("warning.walk_not_converged", language),)
        assert discovery.related_companies


def test_a_failed_walk_has_no_shares(knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder) -> None:
    pipeline = DiscoveryPipeline(
        Base.over(knowledge_base, default_ontology(), settings),
        encoder=lambda: encoder,
        engine=RecordingEngine(RuntimeError("no walk")),
    )
    discovery = pipeline.discover(DiscoveryRequest(company="hub"))
    assert all(company.graph_shares == () for company in discovery.related_companies)


def test_a_failure_never_looks_like_nothing_found(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    pipeline = DiscoveryPipeline(
        Base.over(knowledge_base, default_ontology(), settings),
        encoder=lambda: encoder,
        engine=RecordingEngine(RuntimeError("no walk")),
    )
    walk_only = GRAPH_ONLY.model_copy(update={"peers_share": 0.0, "named_share": 0.0})
    discovery = pipeline.discover(DiscoveryRequest(company="hub", fusion=walk_only))
    assert (discovery.outcome, discovery.related_companies) == ("search_failed", ())
    assert discovery.explanation == translate("discover.search_failed", "en", company="Hub Motors")
    assert discovery.warnings == failed("graph", "peers")


def test_an_encoder_that_cannot_be_loaded_degrades(knowledge_base: KnowledgeBase, settings: Settings) -> None:
    def unavailable() -> Encoder:
        raise EmbeddingModelUnavailableError(model="m", detail="missing")

    pipeline = DiscoveryPipeline(Base.over(knowledge_base, default_ontology(), settings), encoder=unavailable)
    assert pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?")).outcome == "found"
