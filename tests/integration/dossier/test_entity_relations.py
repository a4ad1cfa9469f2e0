"""One group of relations, and the timeline, against the profile and the records of real knowledge bases."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.partial_dates import today
from core.dossier.profile import entity_profile
from core.dossier.relations import Kind, relation_group
from core.dossier.timeline import entity_timeline
from core.errors import EntityUnknownError
from core.ontology import Ontology
from core.retrieval.tenses import tense_of
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, examples, relation, settings_for, write_data


@pytest.fixture(scope="module")
def sample(sample_pipeline: DiscoveryPipeline) -> KnowledgeBase:
    return sample_pipeline.base.knowledge_base


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> KnowledgeBase:
    folder: Path = tmp_path_factory.mktemp("dated")
    data = write_data(
        folder / "data",
        companies=[company("hub"), company("one"), company("two"), company("three")],
        relations=[
            relation("hub", "supplies", "one", year="2021", weight="0.4"),
            relation("two", "supplies", "hub", year="2019"),
            relation("hub", "competitor", "three", year="2021", weight="0.9"),
            relation("hub", "supplies", "two", weight="0.8"),
        ],
    )
    return build_and_open(settings_for(data, folder / "kb"), encoder)


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), limit=st.integers(1, 30))
def test_a_group_is_that_of_the_profile(
    sample: KnowledgeBase, ontology: Ontology, data: st.DataObject, limit: int
) -> None:
    entity_id = sample.entity_ids[data.draw(st.integers(0, len(sample.entity_ids) - 1))]
    for group in entity_profile(sample, ontology, entity_id, neighbours_per_type=limit).groups:
        kind = Kind(group.relation_type, group.forward, group.tense)
        assert relation_group(sample, ontology, entity_id, kind, limit=limit) == group
        rows = [sample.relation_row(each.relation_id) for each in group.strongest]
        assert {tense_of(sample, ontology, row, today()) for row in rows} == {group.tense}


def test_what_has_ended_stands_apart_and_behind(sample: KnowledgeBase, ontology: Ontology) -> None:
    groups = entity_profile(sample, ontology, "tesla").groups
    assert [each.tense for each in groups] == sorted(each.tense for each in groups)  # now, past
    former = [each for each in groups if each.relation_type == "shareholder_of" and each.tense == "past"]
    assert {each.label_en for each in former if not each.forward} == {"has as shareholder (ended)"}
    assert {each.entity_id for group in former for each in group.strongest} >= {"toyota", "mercedes-benz"}


def test_what_an_entity_does_not_have_is_no_group(dated: KnowledgeBase, ontology: Ontology) -> None:
    assert relation_group(dated, ontology, "one", Kind("supplies", True), limit=5) is None
    assert relation_group(dated, ontology, "one", Kind("competitor", True), limit=5) is None
    assert relation_group(dated, ontology, "one", Kind("never heard of", True), limit=5) is None


def test_a_timeline_goes_from_the_earliest_to_the_latest(dated: KnowledgeBase, ontology: Ontology) -> None:
    found = entity_timeline(dated, ontology, "hub")
    told = [(each.year, each.relation_type, each.forward, each.neighbour.entity_id) for each in found.dated]
    assert told == [
        (2019, "supplies", False, "two"),
        (2021, "competitor", True, "three"),
        (2021, "supplies", True, "one"),
    ]
    assert (found.dated[0].label_zh, found.dated[0].label_en) == ("采购自", "is supplied by")
    assert (found.undated, found.not_read) == (1, 0)


def test_of_a_hub_only_the_strongest_are_read(dated: KnowledgeBase, ontology: Ontology) -> None:
    found = entity_timeline(dated, ontology, "hub", strongest=3)
    assert [each.neighbour.entity_id for each in found.dated] == ["two", "three"]
    assert (found.undated, found.not_read) == (1, 1)


def test_an_unknown_id_is_refused(dated: KnowledgeBase, ontology: Ontology) -> None:
    with pytest.raises(EntityUnknownError):
        relation_group(dated, ontology, "nobody", Kind("supplies", True), limit=5)
    with pytest.raises(EntityUnknownError):
        entity_timeline(dated, ontology, "nobody")


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), strongest=st.integers(1, 60))
def test_every_relation_is_dated_undated_or_not_read(
    sample: KnowledgeBase, ontology: Ontology, data: st.DataObject, strongest: int
) -> None:
    node = data.draw(st.integers(0, len(sample.entity_ids) - 1))
    found = entity_timeline(sample, ontology, sample.entity_ids[node], strongest=strongest)
    rows = sample.relations_of(node)[0]
    assert len(found.dated) + found.undated == min(strongest, len(rows))
    assert len(found.dated) + found.undated + found.not_read == len(rows)
    assert [each.year for each in found.dated] == sorted(each.year for each in found.dated)
    own = {sample.relation(row).id: sample.relation(row).year for row in rows.tolist()}
    assert all(own[each.neighbour.relation_id] == each.year for each in found.dated)
