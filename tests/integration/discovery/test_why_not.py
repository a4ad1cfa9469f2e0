"""Why a company is not in the list: one reason for each way of not being there, with the figures behind it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.discovery.why_not import why_not
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel
from core.errors import EntityUnknownError


@pytest.fixture(scope="module")
def asked(sample_pipeline: DiscoveryPipeline) -> Searched:
    return sample_pipeline.retrieve(DiscoveryRequest(company="catl", query="谁是它的竞争对手？"))


def test_one_that_is_listed_is_said_to_be(asked: Searched) -> None:
    found = answer(asked, FusionSettings(), "zh").related_companies[2]
    told = why_not(asked, FusionSettings(), found.company_id, "zh")
    assert (told.reason, told.rank, told.similarity) == ("listed", 3, found.similarity)
    assert told.level == found.judgement.level


def test_one_that_answers_and_is_not_listed_any_more_is_said_to_answer(asked: Searched) -> None:
    fourth = answer(asked, FusionSettings(max_results=4), "zh").related_companies[3]
    assert fourth.answers_question
    told = why_not(asked, FusionSettings(max_results=3), fourth.company_id, "zh")
    assert (told.reason, told.rank) == ("answers_too", 4)


def test_one_that_the_chosen_facets_leave_out_is_told_so(asked: Searched) -> None:
    abroad = next(
        each.company_id
        for each in answer(asked, FusionSettings(), "zh").related_companies
        if asked.base.knowledge_base.entity(each.company_id).country != "CN"
    )
    told = why_not(asked, FusionSettings(), abroad, "zh", chosen={"country": ("CN",)})
    assert told.reason == "narrowed"
    assert why_not(asked, FusionSettings(), abroad, "zh").rank == told.rank


def test_one_that_stands_too_far_down_is_told_what_holds_it_back(asked: Searched) -> None:
    members = len(asked.understood.members.lines)
    fusion = FusionSettings(max_results=members + 3)
    listed = answer(asked, fusion, "zh").related_companies
    fourth = answer(asked, FusionSettings(max_results=members + 4), "zh").related_companies[members + 3]
    told = why_not(asked, fusion, fourth.company_id, "zh")
    assert (told.reason, told.rank) == ("too_far_down", members + 4)
    assert told.similarity is not None
    assert told.last_similarity == listed[-1].similarity >= told.similarity
    assert sum(gap.behind for gap in told.gaps) == pytest.approx(told.last_similarity - told.similarity)
    assert [gap.behind for gap in told.gaps] == sorted((gap.behind for gap in told.gaps), reverse=True)


def test_one_below_the_wanted_closeness_is_told_its_own(asked: Searched) -> None:
    everything = answer(asked, FusionSettings(max_results=50), "zh").related_companies
    low = next(each for each in everything if each.judgement.level is RelevanceLevel.LOW)
    told = why_not(asked, FusionSettings(min_relevance=RelevanceLevel.HIGH), low.company_id, "zh")
    assert (told.reason, told.level) == ("below_level", RelevanceLevel.LOW)


def test_what_was_asked_about_and_what_is_no_company(asked: Searched) -> None:
    assert why_not(asked, FusionSettings(), "catl", "zh").reason == "asked_about"
    assert why_not(asked, FusionSettings(), "product-ev-battery", "zh").reason == "no_company"
    with pytest.raises(EntityUnknownError):
        why_not(asked, FusionSettings(), "nobody", "zh")


def test_one_that_no_search_proposed(sample_pipeline: DiscoveryPipeline) -> None:
    few = sample_pipeline.with_settings(sample_pipeline.base.settings.model_copy(update={"candidate_limit": 10}))
    searched = few.retrieve(DiscoveryRequest(company="catl"))
    base = sample_pipeline.base.knowledge_base
    companies = {base.entity_ids[node] for node in base.company_nodes.tolist()}
    left = sorted(companies - set(searched.found.candidates.company_ids) - {"catl"})
    assert left
    assert why_not(searched, FusionSettings(), left[0], "en").reason == "not_proposed"


def test_one_that_only_arms_without_weight_proposed(asked: Searched) -> None:
    fusion = FusionSettings(graph_weight=0.0, vector_weight=1.0, text_share=0.0, words_share=0.0, relation_share=0.0)
    found = asked.found.candidates.company_ids
    reasons = {why_not(asked, fusion, each, "en").reason for each in found if each != "catl"}
    assert "no_weight" in reasons


@settings(max_examples=30)
@given(
    weight=st.floats(0.0, 1.0), mode=st.sampled_from(FusionMode), many=st.integers(1, 50), place=st.integers(0, 10_000)
)
def test_it_never_contradicts_the_list(
    sample_pipeline: DiscoveryPipeline, weight: float, mode: FusionMode, many: int, place: int
) -> None:
    searched = _KEPT.setdefault("one", sample_pipeline.retrieve(DiscoveryRequest(company="tsmc")))
    fusion = FusionSettings(mode=mode, graph_weight=weight, vector_weight=1.0 - weight, max_results=many)
    listed = [each.company_id for each in answer(searched, fusion, "en").related_companies]
    base = sample_pipeline.base.knowledge_base
    company_id = base.entity_ids[base.company_nodes.tolist()[place % len(base.company_nodes)]]
    told = why_not(searched, fusion, company_id, "en")
    assert (told.reason == "listed") == (company_id in listed)
    if told.reason == "too_far_down":
        assert told.rank is not None
        assert told.rank > len(listed)


_KEPT: dict[str, Searched] = {}
