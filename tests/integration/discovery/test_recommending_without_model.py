"""Relations recommended by rules, and what is asked for whoever recommends."""

from __future__ import annotations

import csv
import math
from typing import Any

import pytest

from core.discovery import recommending
from core.discovery.answering import answer
from core.discovery.name_resolution import QueryEmptyError, QueryTooLongError
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.recommending import recommend
from core.domain.recommendations import RecommendationRequest
from core.domain.results import Discovery
from core.messages import LANGUAGES, Language, translate
from tests.support import ROOT


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_model_the_rules_recommend(language: Language, document_pipeline: DiscoveryPipeline) -> None:
    asked = RecommendationRequest(company="公司A", only_new=False, language=language)
    found = recommend(document_pipeline, asked)
    assert (found.stage.judge, found.stage.use) == ("rules", None)
    assert {(each.target_id, each.relation_type, each.recorded) for each in found.items} >= {
        ("公司B", "competitor", True)
    }
    assert [each.relevance for each in found.items] == sorted((each.relevance for each in found.items), reverse=True)
    assert all(each.relevance >= 0.30 for each in found.items)


@pytest.mark.parametrize(
    ("similarity", "relevances"), [(1.0, [1.0]), (0.30, [0.30]), (0.2999, []), (math.nextafter(0.30, 0.0), [])]
)
def test_the_rules_recommend_what_is_as_similar_as_the_least_relevance_before_rounding(
    similarity: float, relevances: list[float], document_pipeline: DiscoveryPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_so_similar(*asked: Any) -> Discovery:
        found = answer(*asked)
        (rival,) = (each for each in found.related_companies if each.company_id == "公司B")
        return found.model_copy(update={"related_companies": (rival.model_copy(update={"similarity": similarity}),)})

    monkeypatch.setattr(recommending, "answer", one_so_similar)
    found = recommend(document_pipeline, RecommendationRequest(company="公司A", only_new=False))
    assert [each.relevance for each in found.items] == relevances
    assert found.explanation == ("" if relevances else translate("recommend.nothing", "en"))


@pytest.mark.parametrize("only_new", [True, False])
@pytest.mark.parametrize(("limit", "top_k"), [(1, 2), (2, 1)])
def test_candidates_are_as_many_as_the_larger_of_both_bounds(
    limit: int, top_k: int, only_new: bool, document_pipeline: DiscoveryPipeline
) -> None:
    asked = RecommendationRequest(company="公司A", limit=limit, top_k=top_k, only_new=only_new)
    assert recommend(document_pipeline, asked).candidates == 2


def test_a_text_that_names_no_company_has_recommendations_of_nobody(document_pipeline: DiscoveryPipeline) -> None:
    found = recommend(document_pipeline, RecommendationRequest(text="电池材料涨价", only_new=False))
    assert found.source_id is None
    assert all((each.source_id, each.sentence) == (None, "") for each in found.items)


def test_requests_are_checked_at_the_door(document_pipeline: DiscoveryPipeline) -> None:
    with pytest.raises(QueryEmptyError):
        recommend(document_pipeline, RecommendationRequest(company=" \u200b ", text="\n"))
    with pytest.raises(QueryTooLongError):
        recommend(document_pipeline, RecommendationRequest(text="x" * 3000))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_recognised_in_a_text_is_said_where_no_model_reads_it(
    language: Language, document_pipeline: DiscoveryPipeline
) -> None:
    named = recommend(document_pipeline, RecommendationRequest(text="公司A 与公司C", language=language))
    assert {each.name_zh for each in named.named} == {"公司A", "公司C"}
    assert named.warnings[0] == translate("recommend.text_names", language)
    unnamed = recommend(document_pipeline, RecommendationRequest(text="wafer materials", language=language))
    assert unnamed.named == ()
    assert unnamed.warnings[0] == translate("recommend.text_names_nobody", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_on_record_between_the_companies_of_a_text(
    language: Language, sample_pipeline: DiscoveryPipeline
) -> None:
    """Every relation between two of them, each with its source, and none to anybody else."""
    text = {"zh": "宁德时代、比亚迪与特斯拉都在扩产。", "en": "CATL, BYD and Tesla are all adding capacity."}[language]
    found = recommend(sample_pipeline, RecommendationRequest(text=text, language=language))
    ids = {each.company_id for each in found.named}
    assert ids == {"catl", "byd", "tesla"}
    with (ROOT / "data" / "relations.csv").open(encoding="utf-8", newline="") as file:
        rows = [each for each in csv.DictReader(file) if {each["source"], each["target"]} <= ids]
    said = sorted((each.source_id, each.relation_type, each.target_id) for each in found.recorded)
    assert said == sorted((each["source"], each["type"], each["target"]) for each in rows)
    for each in found.recorded:
        assert each.source.origin
        assert each.sentence
    alone = recommend(sample_pipeline, RecommendationRequest(company="catl", language=language))
    assert (alone.named, alone.recorded) == ((), ())


@pytest.mark.parametrize("chosen", ["toyota", "catl"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_names_the_same_companies_whoever_is_chosen(
    language: Language, chosen: str, sample_pipeline: DiscoveryPipeline
) -> None:
    text = {"zh": "宁德时代、比亚迪与特斯拉都在扩产。", "en": "CATL, BYD and Tesla are all adding capacity."}[language]
    found = recommend(sample_pipeline, RecommendationRequest(company=chosen, text=text, language=language))
    assert {each.company_id for each in found.named} == {"catl", "byd", "tesla"}
    assert {end for each in found.recorded for end in (each.source_id, each.target_id)} <= {"catl", "byd", "tesla"}
    assert found.source_id == chosen
    assert found.warnings[0] == translate("recommend.text_beside_chosen", language)
