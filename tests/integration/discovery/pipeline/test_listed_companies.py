"""Which companies are listed, as what, and what is hidden."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import ARMS
from core.domain.requests import DiscoveryRequest, FusionSettings, RelevanceLevel
from core.messages import LANGUAGES, Language, translate
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.integration.discovery.pipeline.small_market import GRAPH_ONLY, MENTIONS, found, ids, small_pipeline
from tests.support import company


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_isolated_company_gets_text_results_and_a_warning(language: Language, pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="alone", language=language))
    assert discovery.outcome == "found"
    name = "孤岛船厂" if language == "zh" else "Island Shipyard"
    assert discovery.warnings == (translate("warning.no_relations", language, company=name),)
    starts = {share.type for each in discovery.related_companies for share in each.graph_shares}
    assert starts & MENTIONS  # what reaches the graph does so through passages in like words
    for each in discovery.related_companies:
        assert each.judgement.level == "low"
        assert not any(source.kind == "relation" and "孤岛" in source.text for source in each.sources)


def test_only_companies_among_those_wanted_answer(pipeline: DiscoveryPipeline) -> None:
    wanted = ("rival", "alone", "hub", "nobody at all")
    discovery = pipeline.discover(DiscoveryRequest(company="hub", among=wanted))
    assert set(ids(discovery)) == {"rival", "alone"}
    everybody = pipeline.discover(DiscoveryRequest(company="hub"))
    assert found(discovery, "rival").judgement == found(everybody, "rival").judgement
    assert pipeline.discover(DiscoveryRequest(company="hub", among=("nobody at all",))).related_companies == ()


def test_what_is_wanted_twice_or_is_no_company_answers_once_or_not_at_all(pipeline: DiscoveryPipeline) -> None:
    question = DiscoveryRequest(query="Who makes electric vans?", among=("maker", "van", "seller", "maker"))
    assert ids(pipeline.discover(question)) == ["maker", "seller"]
    only_van = question.model_copy(update={"among": ("van",)})
    assert pipeline.discover(only_van).outcome == "nothing_related"


def test_every_company_among_those_wanted_is_scored(
    knowledge_base: KnowledgeBase, settings: Settings, encoder: Encoder
) -> None:
    narrow = settings.model_copy(update={"candidate_limit": 1})
    pipeline = DiscoveryPipeline(Base.over(knowledge_base, default_ontology(), narrow), encoder=lambda: encoder)
    scored = pipeline.retrieve(DiscoveryRequest(company="hub", among=("maker", "alone"))).found.candidates
    assert scored.company_ids == ("alone", "maker")
    assert np.isfinite(scored.raw[:, ARMS.index("text")]).all()


def test_a_company_with_relations_out_of_reach_is_not_said_to_have_none(pipeline: DiscoveryPipeline) -> None:
    assert pipeline.discover(DiscoveryRequest(company="maker", max_hops=1)).warnings == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_related_is_explained(language: Language, tmp_path: Path, encoder: Encoder) -> None:
    pipeline = small_pipeline(tmp_path, encoder, companies=[company("only", "独一", "Only One")])
    discovery = pipeline.discover(DiscoveryRequest(company="only", language=language))
    assert (discovery.outcome, discovery.candidates, discovery.related_companies) == ("nothing_related", 0, ())
    name = "独一" if language == "zh" else "Only One"
    assert discovery.explanation == translate("discover.nothing_related", language, company=name, hidden=0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_at_the_chosen_level_is_explained(language: Language, pipeline: DiscoveryPipeline) -> None:
    fusion = FusionSettings(min_relevance=RelevanceLevel.MEDIUM)
    discovery = pipeline.discover(DiscoveryRequest(company="alone", language=language, fusion=fusion))
    assert discovery.outcome == "nothing_related"
    assert discovery.hidden_by_relevance == discovery.candidates > 0
    assert str(discovery.hidden_by_relevance) in discovery.explanation


def test_what_is_below_the_chosen_level_is_hidden_and_counted(pipeline: DiscoveryPipeline) -> None:
    everything = pipeline.discover(DiscoveryRequest(company="hub"))
    high = pipeline.discover(DiscoveryRequest(company="hub", fusion=FusionSettings(min_relevance=RelevanceLevel.HIGH)))
    assert "rival" in ids(high)
    assert {each.judgement.level for each in high.related_companies} == {RelevanceLevel.HIGH}
    assert high.hidden_by_relevance == everything.candidates - 2  # rival and acme-2 compete


def test_no_more_results_than_asked_for(pipeline: DiscoveryPipeline) -> None:
    fusion = FusionSettings(max_results=2)
    discovery = pipeline.discover(DiscoveryRequest(company="hub", fusion=fusion))
    assert len(discovery.related_companies) == 2
    assert discovery.candidates > 2


def test_namesakes_appear_as_one_result_with_the_sources_of_both(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="hub"))
    (acme,) = [each for each in discovery.related_companies if each.company_id.startswith("acme")]
    texts = {source.text for source in acme.sources}
    assert {"Acme supplies brakes.", "Acme wants to build cars too."} <= texts


def test_namesakes_are_judged_by_the_evidence_of_both(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="hub", fusion=GRAPH_ONLY))
    assert found(discovery, "acme-1").judgement.level == "high"


def test_a_namesake_of_the_query_is_not_a_result(pipeline: DiscoveryPipeline) -> None:
    assert "hub-again" not in ids(pipeline.discover(DiscoveryRequest(company="hub")))


def test_two_query_companies_are_both_asked_about(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Hub Motors and Rival Motors"))
    assert discovery.query_companies == ("hub", "rival")
    assert not {"hub", "rival"} & set(ids(discovery))
    assert "Hub Motors, Rival Motors" in found(discovery, "maker").judgement.reason


def test_reasons_and_descriptions_are_in_the_asked_language(pipeline: DiscoveryPipeline) -> None:
    chinese = pipeline.discover(DiscoveryRequest(company="rival", language="zh"))
    english = pipeline.discover(DiscoveryRequest(company="rival", language="en"))
    assert found(chinese, "hub").description == "枢纽汽车制造电动汽车。"
    assert found(english, "hub").description == "Hub Motors builds electric cars."
    assert found(chinese, "hub").judgement.reason.startswith("对手汽车的竞争对手")


def test_an_indirect_result_names_its_stops(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="rival"))
    assert "connected through Hub Motors" in found(discovery, "seller").judgement.reason
    assert [step.to_id for step in found(discovery, "seller").paths[0].steps] == ["hub", "seller"]
