"""Profiles against the records of real knowledge bases, read one by one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.discovery.pipeline import DiscoveryPipeline
from core.dossier.profile import entity_profile
from core.dossier.relations import NeighbourGroup
from core.errors import EntityUnknownError
from core.ontology import Ontology
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.conftest import build_and_open
from tests.support import company, examples, relation, settings_for, write_data

LARGE = 1_000_000


@pytest.fixture(scope="module")
def sample(sample_pipeline: DiscoveryPipeline) -> KnowledgeBase:
    return sample_pipeline.base.knowledge_base


def groups_by_kind(groups: tuple[NeighbourGroup, ...]) -> dict[tuple[str, bool], NeighbourGroup]:
    return {(each.relation_type, each.forward): each for each in groups}


def test_a_company_has_what_its_rows_say(document_knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    found = entity_profile(document_knowledge_base, ontology, "公司A")
    assert found.entity.tickers == ("000001.SZ",)
    assert (found.entity.name("zh"), found.entity.name("en"), found.is_company) == ("公司A", "Company A", True)
    assert found.merged == ()
    assert (found.relations, found.neighbours) == (2, 2)
    groups = groups_by_kind(found.groups)
    rival = groups["competitor", True]
    supplier = groups["supplies", False]
    assert (rival.label_zh, rival.label_en) == ("竞争", "competes with")
    assert (supplier.label_zh, supplier.label_en) == ("采购自", "is supplied by")
    assert [each.entity_id for each in rival.strongest] == ["公司B"]
    neighbour = supplier.strongest[0]
    assert (neighbour.entity_id, neighbour.entity_type, neighbour.name_en) == ("公司C", "company", "Company C")
    assert (neighbour.evidence_zh, neighbour.weight) == ("公司C是公司A的上游供应商。", 1.0)
    assert neighbour.relation_id == document_knowledge_base.relation(1).id
    assert neighbour.origin == document_knowledge_base.relation(1).origin


def test_a_symmetric_relation_is_one_group_from_both_ends(
    document_knowledge_base: KnowledgeBase, ontology: Ontology
) -> None:
    found = entity_profile(document_knowledge_base, ontology, "公司B")
    assert [(each.relation_type, each.forward) for each in found.groups] == [("competitor", True)]


def test_what_nothing_is_known_of_has_an_empty_profile(tmp_path: Path, encoder: Encoder, ontology: Ontology) -> None:
    data = write_data(tmp_path / "data", companies=[company("alone", "独行者", "Loner Holdings")])
    base = build_and_open(settings_for(data, tmp_path / "kb"), encoder)
    found = entity_profile(base, ontology, "alone")
    assert (found.groups, found.relations, found.neighbours) == ((), 0, 0)
    assert (found.passages, found.mentions, found.links) == ((), 0, ())


def test_limits_shorten_the_lists_and_not_the_counts(tmp_path: Path, encoder: Encoder, ontology: Ontology) -> None:
    suppliers = [f"s{number}" for number in range(6)]
    data = write_data(
        tmp_path / "data",
        companies=[company("hub"), *map(company, suppliers)],
        relations=[
            *(relation(each, "supplies", "hub", weight=f"0.{number + 1}") for number, each in enumerate(suppliers)),
            relation("s5", "supplies", "hub", "stated again", weight="0.9", year="2023"),
        ],
    )
    base = build_and_open(settings_for(data, tmp_path / "kb"), encoder)
    found = entity_profile(base, ontology, "hub", neighbours_per_type=2)
    group = found.groups[0]
    assert (group.relations, group.entities, found.relations, found.neighbours) == (7, 6, 7, 6)
    assert [(each.entity_id, each.year) for each in group.strongest] == [("s5", 2023), ("s5", None)]
    assert [each.weight for each in group.strongest] == pytest.approx([0.9, 0.6])


def test_the_ids_of_merged_companies_lead_to_the_one_that_is_kept(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    listed = {"tickers": "600001.SH", "country": "China", "founded": "1999"}
    data = write_data(
        tmp_path / "data",
        companies=[
            company("one", "北辰仪器", "Beichen Instruments", **listed),
            company("two", "北辰仪器", "Beichen Instruments", **listed),
        ],
    )
    base = build_and_open(settings_for(data, tmp_path / "kb", merge_same_company_from=0.5), encoder)
    merged = base.merged[0]
    found = entity_profile(base, ontology, merged.id)
    assert found == entity_profile(base, ontology, merged.into)
    assert found.entity.id == merged.into
    assert found.merged == (merged,)


def test_an_unknown_id_is_refused_in_both_languages(document_knowledge_base: KnowledgeBase, ontology: Ontology) -> None:
    with pytest.raises(EntityUnknownError) as refused:
        entity_profile(document_knowledge_base, ontology, "nobody")
    assert refused.value.code == "entity_unknown"
    assert all("nobody" in refused.value.message(language) for language in ("zh", "en"))


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), limit=st.integers(1, 30), passages=st.integers(1, 15))
def test_groups_partition_the_relations_and_counts_are_the_graphs(
    sample: KnowledgeBase, ontology: Ontology, data: st.DataObject, limit: int, passages: int
) -> None:
    node = data.draw(st.integers(0, len(sample.entity_ids) - 1))
    entity_id = sample.entity_ids[node]
    found = entity_profile(sample, ontology, entity_id, neighbours_per_type=limit, passages=passages)
    rows, others = sample.relations_of(node)
    whole = entity_profile(sample, ontology, entity_id, neighbours_per_type=LARGE, passages=LARGE)

    listed = [each.relation_id for group in whole.groups for each in group.strongest]
    assert sorted(listed) == sorted(sample.relation(row).id for row in rows.tolist())
    assert (found.relations, found.neighbours) == (len(rows), len(set(others.tolist())))
    for short, full in zip(found.groups, whole.groups, strict=True):
        assert short.strongest == full.strongest[:limit]
        assert (short.relations, short.entities) == (full.relations, full.entities)
        assert full.relations == len(full.strongest)
        assert full.entities == len({each.entity_id for each in full.strongest})
        weights = [each.weight for each in full.strongest]
        assert weights == sorted(weights, reverse=True)
        for each in full.strongest:
            stored = sample.relation(sample.relation_row(each.relation_id))
            ends = (stored.source, stored.target) if short.forward else (stored.target, stored.source)
            assert stored.type == short.relation_type
            assert ends == (entity_id, each.entity_id) or ontology[stored.type].symmetric

    mentions = {each.passage_id: each for each in sample.mentions_of(entity_id)}
    assert found.mentions == len(mentions)
    assert found.passages == whole.passages[:passages]
    assert {each.passage.id for each in whole.passages} == set(mentions)
    strengths = [mentions[each.passage.id].weight for each in whole.passages]
    assert [each.weight for each in whole.passages] == strengths == sorted(strengths, reverse=True)
    shown = {each.passage.id for each in found.passages}
    assert all({each.link.from_passage_id, each.link.to_passage_id} & shown for each in found.links)
