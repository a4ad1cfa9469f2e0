"""What a question becomes: a company, a topic, a refusal."""

from __future__ import annotations

import pytest

from core.defaults import default_fusion
from core.discovery.name_resolution import QueryEmptyError, QueryTooLongError
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import SEARCHES
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, ScoreScale
from core.messages import LANGUAGES, Language, translate
from core.settings import Settings
from tests.doubles import CountingEncoder
from tests.integration.discovery.pipeline.small_market import LINKED_STAGES, found, ids


def test_a_question_is_embedded_in_one_call(pipeline: DiscoveryPipeline, counting: CountingEncoder) -> None:
    pipeline.discover(DiscoveryRequest(query="Who supplies brakes to Hub Motors?"))
    pipeline.discover(DiscoveryRequest(company="hub", query="谁给它供货？"))
    with_a_topic, without = counting.calls
    assert with_a_topic == ["枢纽汽车 Hub Motors Who supplies brakes to Hub Motors?", "brakes"]
    assert without == ["枢纽汽车 Hub Motors 谁给它供货？"]


def test_a_bare_company_is_not_embedded(pipeline: DiscoveryPipeline, counting: CountingEncoder) -> None:
    assert pipeline.discover(DiscoveryRequest(company="Hub Motors")).outcome == "found"
    assert counting.calls == []


def test_an_unknown_company_is_not_embedded(pipeline: DiscoveryPipeline, counting: CountingEncoder) -> None:
    pipeline.discover(DiscoveryRequest(query="Who supplies Nobody Anywhere?"))
    assert counting.calls == []


def test_the_asked_relation_is_high_and_first(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?"))
    assert discovery.asked_relation == "supplies"
    assert discovery.query_companies == ("hub",)
    assert found(discovery, "seller").judgement.level == "high"
    assert "asked for" in found(discovery, "seller").judgement.reason


def test_a_question_about_a_product_finds_its_makers(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Who makes electric vans?"))
    assert discovery.query_companies == ("van",)
    assert found(discovery, "maker").judgement.level == "high"


def test_the_timings_name_every_stage(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Who supplies Hub Motors?"))
    assert {timing.stage for timing in discovery.timings} == LINKED_STAGES
    assert len(discovery.timings) == len(LINKED_STAGES)
    sizes = {timing.stage: timing.size for timing in discovery.timings}
    assert sizes["link"] == sizes["ask"] == 1
    assert sizes["parse"] == 2  # the relation and the name
    assert sizes["judge"] == len(discovery.related_companies)
    assert [timing.stage for timing in discovery.timings[5:-2]] == [f"retrieve.{arm}" for arm in SEARCHES]
    outer = sum(timing.milliseconds for timing in discovery.timings if "." not in timing.stage)
    assert discovery.processing_time_ms == pytest.approx(outer)


def test_an_unlinked_question_names_only_the_stages_it_reaches(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="Hub Motorz"))
    assert [timing.stage for timing in discovery.timings] == ["link", "parse"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_company_is_explained_with_choices(language: Language, pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="Rivel Motors", language=language))
    assert discovery.outcome == "unknown_company"
    assert discovery.choices[0].company_id == "rival"
    assert discovery.explanation == translate("discover.unknown_company", language, name="Rivel Motors")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hopeless_name_is_explained_without_choices(language: Language, pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="????", language=language))
    assert discovery.choices == ()
    assert discovery.explanation == translate("discover.unknown_company_without_choices", language, name="????")


def test_a_name_of_two_companies_is_ambiguous(pipeline: DiscoveryPipeline) -> None:
    discovery = pipeline.discover(DiscoveryRequest(company="Acme"))
    assert discovery.outcome == "ambiguous_company"
    assert {choice.company_id for choice in discovery.choices} == {"acme-1", "acme-2"}


def test_a_long_name_is_cut_in_the_explanation(pipeline: DiscoveryPipeline) -> None:
    assert len(pipeline.discover(DiscoveryRequest(company="zq" * 900)).explanation) < 300


@pytest.mark.parametrize(
    "request_",
    [DiscoveryRequest(), DiscoveryRequest(company="  ", query="\n\t"), DiscoveryRequest(query="\u202e\u0000")],
)
def test_an_empty_question_is_refused(request_: DiscoveryRequest, pipeline: DiscoveryPipeline) -> None:
    with pytest.raises(QueryEmptyError):
        pipeline.discover(request_)


@pytest.mark.parametrize("field", ["company", "query"])
def test_a_question_that_is_too_long_is_refused(field: str, pipeline: DiscoveryPipeline) -> None:
    assert pipeline.discover(DiscoveryRequest(**{field: "x" * 2000})).outcome == "unknown_company"
    with pytest.raises(QueryTooLongError) as error:
        pipeline.discover(DiscoveryRequest(**{field: "x" * 2001}))
    assert "2000" in error.value.message("zh")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["Which companies build electric ferries?", "electric ferries"])
def test_a_question_that_names_nothing_known_is_answered_as_a_topic(
    query: str, language: Language, pipeline: DiscoveryPipeline
) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query=query, language=language))
    assert (discovery.outcome, discovery.query_companies) == ("found", ())
    assert discovery.warnings == (translate("warning.topic", language),)
    words = {
        each.company_id: part.rank for each in discovery.related_companies for part in each.parts if part.arm == "words"
    }
    assert words["alone"] == 1


def test_a_topic_whose_relation_no_plan_holds_claims_nothing(
    pipeline: DiscoveryPipeline,
) -> None:
    discovery = pipeline.discover(DiscoveryRequest(query="Which companies make battery cells?"))
    assert discovery.asked_relation is None
    assert discovery.answer.outcome == "partly_understood"
    assert ids(discovery)[0] == "seller"
    assert discovery.warnings == (translate("warning.topic", "en"),)


@pytest.mark.parametrize("query", ["Who competes with Foobar Motors?", "Foobar Motors", "谁是福巴公司的竞争对手？"])
def test_a_question_about_an_unknown_company_is_no_topic(
    query: str, pipeline: DiscoveryPipeline, sample_pipeline: DiscoveryPipeline
) -> None:
    for asked in (pipeline, sample_pipeline):
        discovery = asked.discover(DiscoveryRequest(query=query))
        assert (discovery.outcome, discovery.related_companies) == ("unknown_company", ())


def test_the_defaults_of_a_request_come_from_the_settings(settings: Settings) -> None:
    changed = settings.model_copy(
        update={
            "fusion_mode": "rrf",
            "fusion_scale": "adaptive",
            "rrf_k": 7,
            "hybrid_graph_weight": 0.3,
            "relationship_max_results": 4,
        }
    )
    fusion = default_fusion(changed)
    assert fusion.scale is ScoreScale.ADAPTIVE
    assert (fusion.mode, fusion.rrf_k, fusion.graph_weight, fusion.max_results) == (FusionMode.RRF, 7, 0.3, 4)
    assert default_fusion(settings) == FusionSettings(mode=FusionMode.ADAPTIVE)


@pytest.mark.parametrize("name", ["宁德时代", "CATL", "300750", "catl", "比亚迪", "Apple", "TSLA"])
def test_well_known_companies_of_the_sample_are_found(name: str, sample_pipeline: DiscoveryPipeline) -> None:
    discovery = sample_pipeline.discover(DiscoveryRequest(company=name))
    assert discovery.outcome == "found"
    assert discovery.related_companies[0].sources
