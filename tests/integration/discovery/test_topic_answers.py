"""Answers to questions that name nothing: no sentence pretends that a company was asked about."""

from __future__ import annotations

import numpy as np
import pytest

from app.discover.results.model import result_cards
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel
from core.messages import LANGUAGES, Language, translate
from tests.topics import shares_of_the_first_ten

TOPIC = "Who makes lithography machines and immersion scanners?"
ENGLISH_TOPICS = (
    "cancer drugs",
    "lithography",
    "payments",
    "displays",
    "smartphones",
    "cloud computing",
    "vaccines",
    "electric vehicles",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_and_warnings_name_no_company(sample_pipeline: DiscoveryPipeline, language: Language) -> None:
    discovery = sample_pipeline.discover(DiscoveryRequest(query=TOPIC, language=language))
    assert discovery.query_companies == ()
    assert discovery.warnings == (translate("warning.topic", language),)
    assert {found.judgement.reason for found in discovery.related_companies} == {translate("reason.topic", language)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", [RelevanceLevel.HIGH, RelevanceLevel.MEDIUM])
def test_a_level_that_nothing_can_reach_says_why_and_how_many_are_hidden(
    sample_pipeline: DiscoveryPipeline, level: RelevanceLevel, language: Language
) -> None:
    fusion = FusionSettings(min_relevance=level)
    discovery = sample_pipeline.discover(DiscoveryRequest(query=TOPIC, fusion=fusion, language=language))
    assert discovery.outcome == "nothing_related"
    assert discovery.hidden_by_relevance == discovery.candidates > 0
    assert discovery.warnings == ()  # none that speaks of "these companies"
    assert discovery.explanation == translate(
        "discover.no_level_without_company", language, company=f"“{TOPIC}”", hidden=discovery.candidates
    )


@pytest.mark.parametrize(("query", "tagged"), [(TOPIC, False), ("Competitors of CATL", True)])
def test_cards_show_levels_between_companies_only(sample_pipeline: DiscoveryPipeline, query: str, tagged: bool) -> None:
    discovery = sample_pipeline.discover(DiscoveryRequest(query=query))
    shown = result_cards(
        discovery,
        sample_pipeline.base.knowledge_base,
        sample_pipeline.base.ontology,
        "en",
        before={},
        mode=FusionMode.ADAPTIVE,
    )
    assert [bool(card["tags"]) for card in shown["cards"]] == [tagged] * 10
    assert [bool(card["reason"]) for card in shown["cards"]] == [tagged] * 10


def test_cards_list_the_parts_that_say_something_largest_first(sample_pipeline: DiscoveryPipeline) -> None:
    for fusion in (FusionSettings(), FusionSettings(mode=FusionMode.ADAPTIVE), FusionSettings(mode=FusionMode.RRF)):
        discovery = sample_pipeline.discover(DiscoveryRequest(company="catl", fusion=fusion))
        shown = result_cards(
            discovery,
            sample_pipeline.base.knowledge_base,
            sample_pipeline.base.ontology,
            "en",
            before={},
            mode=fusion.mode,
        )
        for company, card in zip(discovery.related_companies, shown["cards"], strict=True):
            by_arm = {part.arm: part for part in company.parts}
            listed = [by_arm[part["arm"]] for part in card["parts"]]
            contributions = [part.contribution for part in listed]
            assert contributions == sorted(contributions, reverse=True)
            left_out = [part for part in company.parts if part not in listed]
            assert all(part.rank is None and part.weight < 0.005 for part in left_out)
            assert [piece["arm"] for piece in card["bar"]] == list(by_arm)


def test_an_english_topic_finds_companies_described_in_its_words(sample_pipeline: DiscoveryPipeline) -> None:
    """However it is asked about, nearly as many of the first ten as full-text search alone finds. Not all: who is
    recorded to make it may be described in other words."""
    shares = shares_of_the_first_ten(sample_pipeline, ENGLISH_TOPICS, "en")
    adaptive, keywords = (np.array(shares[name]).mean(axis=1) for name in ("adaptive", "keywords"))
    assert keywords.min() > 0.6
    assert (adaptive >= 0.8 * keywords).all()
