"""The order of a list: all who answer are sorted, nobody is lost, ranks stay."""

from __future__ import annotations

import pytest

from core.discovery.answering import answer
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.sorting import SORT_KEYS, SortKey, in_order, strength
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.messages import LANGUAGES, Language
from core.names.places import place_name

QUESTIONS = ("Who supplies Apple?", "CATL", "lithography")


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("by", SORT_KEYS)
@pytest.mark.parametrize("query", QUESTIONS)
def test_a_sorted_list_has_the_same_companies_with_the_same_ranks(
    sample_pipeline: DiscoveryPipeline, query: str, by: SortKey, language: Language
) -> None:
    searched = sample_pipeline.retrieve(DiscoveryRequest(query=query))
    whole = FusionSettings(max_results=50)
    plain, found = (answer(searched, whole, language, sort=each) for each in ("relevance", by))
    ranks = {each.company_id: each.rank for each in plain.related_companies}
    assert {each.company_id: each.rank for each in found.related_companies} == ranks
    answering = [each.answers_question for each in found.related_companies]
    assert answering == sorted(answering, reverse=True)
    for group in (True, False):
        ids = [each.company_id for each in found.related_companies if each.answers_question is group]
        assert ids == in_order(sorted(ids, key=ranks.__getitem__), by, searched, language)


@pytest.mark.parametrize("by", ["country", "founded", "strength"])
def test_values_ascend_and_unknown_ones_come_last(sample_pipeline: DiscoveryPipeline, by: SortKey) -> None:
    searched = sample_pipeline.retrieve(DiscoveryRequest(query="CATL"))
    base = searched.base.knowledge_base
    ids = [base.entity_ids[node] for node in base.best_connected_companies(80)]

    def value(company_id: str) -> float | str | None:
        if by == "strength":
            weight = strength(company_id, searched)
            return None if weight is None else -weight
        if by == "country":
            return place_name(base.entity(company_id).country, "en").casefold() or None
        return getattr(base.entity(company_id), by) or None

    values = [value(each) for each in in_order(ids, by, searched, "en")]
    known = [each for each in values if each is not None]
    assert known == sorted(known)
    assert values == [*known, *[None] * (len(values) - len(known))]


def test_who_is_first_by_name_is_listed_though_many_rank_before_it(sample_pipeline: DiscoveryPipeline) -> None:
    searched = sample_pipeline.retrieve(DiscoveryRequest(query="Who supplies Apple?"))
    first = answer(searched, FusionSettings(max_results=3), "en", sort="name").related_companies
    members = answer(searched, FusionSettings(max_results=50), "en").related_companies
    names = sorted((each.name_en for each in members if each.answers_question), key=str.casefold)
    assert [each.name_en for each in first] == names[:3]
