"""Companies side by side: every shared neighbour and nothing else, whatever the graph looks like."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.partial_dates import today
from core.dossier.comparison import ComparedTooFewOrManyError, compare_companies
from core.errors import EntityUnknownError
from core.ontology import Ontology, default_ontology
from core.retrieval.tenses import in_force, tense_of
from tests.support import examples


def around(pipeline: DiscoveryPipeline, company: str) -> set[str]:
    base = pipeline.base.knowledge_base
    rows, others = base.relations_of(base.node_of[company])
    return {base.entity_ids[other] for other in others[in_force(base, pipeline.base.ontology, rows, today())].tolist()}


def test_what_two_battery_makers_share(sample_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    found = compare_companies(sample_pipeline.base.knowledge_base, ontology, ["catl", "byd"])
    assert found.company_ids == ("catl", "byd")
    names = {each.entity_id: each for each in found.shared}
    assert "product-ev-battery" in names
    mine, theirs = names["product-ev-battery"].relations
    assert {each.label_en for each in mine} == {each.label_en for each in theirs} == {"produces"}
    assert {each.entity_id for each in found.direct} == {"catl", "byd"}
    assert {each.type for neighbour in found.direct for some in neighbour.relations for each in some} >= {"competitor"}


def test_what_has_ended_is_said_to_have(sample_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    base = sample_pipeline.base.knowledge_base
    found = compare_companies(base, ontology, ["toyota", "tesla"])
    told = {each.relation_id: each for near in found.direct for some in near.relations for each in some}
    ended = {key: each for key, each in told.items() if each.tense == "past"}
    assert set(ended) == {key for key in told if tense_of(base, ontology, base.relation_row(key), today()) == "past"}
    assert "is a shareholder of (ended)" in {each.label_en for each in ended.values()}


@settings(max_examples=examples(60))
@given(picked=st.lists(st.integers(0, 10_000), min_size=2, max_size=4))
def test_shared_and_own_are_what_sets_say(sample_pipeline: DiscoveryPipeline, picked: list[int]) -> None:
    base = sample_pipeline.base.knowledge_base
    companies = base.company_nodes.tolist()
    ids = list(dict.fromkeys(base.entity_ids[companies[number % len(companies)]] for number in picked))
    if len(ids) < 2:
        return
    found = compare_companies(base, default_ontology(), ids, shared=10_000, own=10_000)
    sets = [around(sample_pipeline, each) - set(ids) for each in ids]
    everything = set().union(*sets)
    common = {each for each in everything if sum(each in some for some in sets) >= 2}
    assert {each.entity_id for each in found.shared} == common
    assert found.shared_count == len(common)
    for own, count, some in zip(found.own, found.own_counts, sets, strict=True):
        assert {each.entity_id for each in own} == some - common
        assert count == len(some - common)
    for neighbour in (*found.shared, *(each for own in found.own for each in own)):
        held = [any(each.tense == "now" for each in some) for some in neighbour.relations]
        assert held == [neighbour.entity_id in some for some in sets]
    holders = [sum(any(one.tense == "now" for one in some) for some in each.relations) for each in found.shared]
    assert holders == sorted(holders, reverse=True)


def test_what_cannot_be_compared(sample_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    base = sample_pipeline.base.knowledge_base
    with pytest.raises(EntityUnknownError):
        compare_companies(base, ontology, ["catl", "nobody"])
    for ids in (["catl"], ["catl", "catl"], ["catl", "byd", "tesla", "ford", "gm", "bmw"]):
        with pytest.raises(ComparedTooFewOrManyError):
            compare_companies(base, ontology, ids)
