"""The readers of the public sets, on sets in miniature and, where they are at hand, on the real ones."""

from __future__ import annotations

import os
from pathlib import Path

import pandas as pd
import pytest

from core.domain.records import Entity
from core.errors import DataUnreadableError
from core.evaluation.tasks import TaskSet
from core.ontology import FALLBACK_TYPE, default_ontology
from tests.research.public_files import WRITERS, parquet, tasks, write_public_sets
from tests.research.public_sets import READERS, read_public_set
from tests.research.public_sets.reading import PublicSet, mapped_relations
from tests.support import ROOT

DATASETS = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets"))
HIDDEN = {"zh_chain": "relations", "global_equities": "relations", "relation_evidence": "triples"}
Triple = tuple[str, str, str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_public_sets(tmp_path_factory.mktemp("public"))


def triples(found: PublicSet) -> set[Triple]:
    return {(relation.source, relation.type, relation.target) for relation in found.records.relations}


def test_every_set_is_read_here() -> None:
    assert set(READERS) == set(WRITERS)


def assert_sound(found: PublicSet) -> None:
    """Ids are unique, everything refers to something, and the questions make a task set."""
    records, ontology = found.records, default_ontology()
    entities, passages = [entity.id for entity in records.entities], [passage.id for passage in records.passages]
    for ids in (entities, passages, [relation.id for relation in records.relations]):
        assert len(ids) == len(set(ids))
    known = set(entities)
    for relation in records.relations:
        assert {relation.source, relation.target} <= known
        assert relation.source != relation.target
        assert relation.type in ontology
    assert {entity for _, entity in records.stated_mentions} <= known
    assert {passage for passage, _ in records.stated_mentions} <= set(passages)
    for question in TaskSet(found.questions, found.universes).questions:
        assert not question.company or question.company in known
        assert set(question.relevant) <= (known if question.target == "company" else set(passages))


@pytest.mark.parametrize("name", READERS)
def test_what_is_read_fits_together(name: str, folder: Path) -> None:
    found = read_public_set(folder, name)
    assert found.questions
    assert_sound(found)


def test_the_chinese_chain_reads_its_relations_in_the_ontology(folder: Path) -> None:
    assert triples(read_public_set(folder, "zh_chain")) == {
        ("CN:000001", "produces", "P:电池"),
        ("CN:000002", "in_industry", "IND:1"),
        ("P:电池", "depends_on", "P:锂"),
        ("P:车", "depends_on", "P:电池"),  # 下游产品 names what lies downstream: turned
        ("P:电池", FALLBACK_TYPE, "P:锂"),
    }


def test_weights_are_brought_into_their_range(folder: Path) -> None:
    weights = {relation.target: relation.weight for relation in read_public_set(folder, "zh_chain").records.relations}
    assert weights["IND:1"] == 1.0
    by_type = {
        relation.type: relation.weight
        for relation in read_public_set(folder, "zh_chain").records.relations
        if relation.target == "P:锂"
    }
    assert by_type == {"depends_on": 1e-6, FALLBACK_TYPE: 1.0}
    assert weights["P:电池"] in (0.4, 1.0)


def test_dirty_rows_cost_themselves_only(folder: Path) -> None:
    entities = {entity.id: entity for entity in read_public_set(folder, "zh_chain").records.entities}
    assert entities["CN:000001"].name_zh == "甲电池"  # the first of its id
    assert len(entities["CN:000002"].description_zh) == 4000
    assert "P:" not in {key.strip() for key in entities}
    assert (entities["CN:000001"].tickers, entities["TW:丙"].tickers) == (("000001",), ())
    equities = {entity.id: entity for entity in read_public_set(folder, "global_equities").records.entities}
    assert "FD:CCC" not in equities
    assert (equities["FD:AAA"].aliases, equities["FD:AAA"].tickers) == (("ALPHA CELLS",), ("AAA",))
    assert equities["FD:BBB"].country == ""
    assert [equities[each].attributes for each in ("FD:AAA", "FD:BBB")] == [(("market cap", "Large Cap"),), ()]


def test_ends_are_cleaned_as_the_ids_that_they_name_are() -> None:
    entities = [Entity(id=given, type="company", name_zh=given, name_en=given) for given in ("A  ", "b\x7f")]
    rows = pd.DataFrame({"source": ["A  "], "target": ["b\x7f"], "relation_type": ["x"], "provenance": ["p"]})
    (found,) = mapped_relations(rows, {}, entities, "en")
    assert (found.source, found.target) == ("A", "b")


def test_kinds_of_nodes_are_read_as_entity_types(folder: Path) -> None:
    types = {
        entity.id: entity.type
        for name in ("zh_chain", "global_equities")
        for entity in read_public_set(folder, name).records.entities
    }
    assert (types["SEG:1"], types["LAY:1"], types["IND:1"], types["P:锂"]) == (*["industry"] * 3, "product")
    assert (types["EXT:parent"], types["country:US"], types["city:A"]) == ("company", "place", "place")


def test_what_the_tasks_of_the_equities_ask_for_is_not_indexed(folder: Path) -> None:
    found = read_public_set(folder, "global_equities")
    assert triples(found) == {
        ("FD:AAA", "located_in", "country:US"),
        ("FD:AAA", "located_in", "city:A"),
        ("FD:AAA", "in_industry", "sector:1"),
        ("FD:BBB", "shareholder_of", "FD:AAA"),
        ("FD:AAA", FALLBACK_TYPE, "FD:BBB"),
    }
    texts = {entity.id: entity.description_en for entity in found.records.entities}
    assert texts["FD:AAA"] == "Formerly known as [hidden]. Makes cells."
    assert texts["FD:BBB"] == "Builds cars."
    assert not any("Oldname" in entity.model_dump_json() for entity in found.records.entities)


def test_questions_choose_among_the_universe_they_name(folder: Path) -> None:
    equities = read_public_set(folder, "global_equities")
    assert equities.universes == {
        "all FD:* companies": ("FD:AAA", "FD:BBB"),
        "file:sp500_universe.json": ("FD:AAA", "FD:BBB"),
    }
    assert {question.task: question.among for question in equities.questions}["en_sp500_peers"] == (
        "file:sp500_universe.json"
    )
    chain = read_public_set(folder, "zh_chain")
    assert chain.universes["all companies TW:*"] == ("TW:丙",)
    assert set(chain.universes["all companies CN:*"]) == {"CN:000001", "CN:000002"}
    assert [question.company for question in chain.questions] == ["CN:000001", ""]


def test_sentences_are_asked_for_by_language(folder: Path) -> None:
    found = read_public_set(folder, "relation_evidence")
    assert found.records.relations == ()
    assert found.records.stated_mentions == (("p1", "en:1"), ("p1", "en:2"), ("p2", "zh:1"))
    first, second = found.questions
    assert (first.task, first.target, first.company, first.relevant) == (
        "relation_evidence_en",
        "passage",
        "en:2",
        {"p1": 1.0},
    )
    assert (second.task, second.language, second.relation) == ("relation_evidence_zh", "zh", "unknown")


def test_the_slice_that_is_asked_about_is_read_with_its_triples(folder: Path) -> None:
    found = read_public_set(folder, "hipporag_slices")
    assert [passage.id for passage in found.records.passages] == ["m:0", "m:1"]
    assert triples(found) == {("Journal", FALLBACK_TYPE, "Association"), ("Association", FALLBACK_TYPE, "Ada Example")}
    assert found.records.relations[0].evidence("en") == "Journal  published by Association"
    assert set(found.records.stated_mentions) == {
        ("m:0", "Journal"),
        ("m:0", "Association"),
        ("m:1", "Ada Example"),
        ("m:1", "Association"),
        ("m:1", "y"),
    }
    (question,) = found.questions
    assert (question.task, question.target, question.relevant) == ("musique_train", "passage", {"m:0": 1, "m:1": 1})


def test_an_unknown_set_names_the_known_ones(folder: Path) -> None:
    with pytest.raises(DataUnreadableError, match="zh_chain, global_equities"):
        read_public_set(folder, "nothing")


def missing(folder: Path) -> None:
    (folder / "companies.parquet").unlink()


def another_column(folder: Path) -> None:
    parquet(folder, "companies", "id called", ["CN:1", "甲"])


def no_parquet(folder: Path) -> None:
    (folder / "relations.parquet").write_bytes(b"PAR1")


def no_json(folder: Path) -> None:
    (folder / "tasks_public.jsonl").write_text("{", encoding="utf-8")


def unknown_kind(folder: Path) -> None:
    parquet(folder, "other_nodes", "id name type", ["X:1", "某物", "meteorite"])


def no_text(folder: Path) -> None:
    parquet(folder, "companies", "id name aliases description country provenance", ["CN:1", None, [], "", "CN", "x"])


def no_gold(folder: Path) -> None:
    tasks(
        folder, {"task_id": "1", "task": "t", "query_entity": "CN:1", "query_text": "?", "candidates": "", "gold": []}
    )


@pytest.mark.parametrize("damage", [missing, another_column, no_parquet, no_json, unknown_kind, no_text, no_gold])
def test_a_set_that_is_not_as_expected_is_refused_by_name(damage: object, tmp_path: Path) -> None:
    damaged = WRITERS["zh_chain"](tmp_path)
    damage(damaged)  # type: ignore[operator]
    with pytest.raises(DataUnreadableError, match="zh_chain"):
        read_public_set(tmp_path, "zh_chain")


@pytest.mark.thorough
@pytest.mark.skipif(not DATASETS.is_dir(), reason=f"the public sets are not at {DATASETS} (set GUANXI_DATASETS)")
@pytest.mark.parametrize("name", READERS)
def test_no_hidden_row_of_the_real_sets_is_among_the_records(name: str) -> None:
    found = read_public_set(DATASETS, name)
    TaskSet(found.questions, found.universes)
    pairs = {frozenset((relation.source, relation.target)) for relation in found.records.relations}
    if name not in HIDDEN:
        assert found.questions
        return
    rows = pd.read_parquet(DATASETS / name / f"{HIDDEN[name]}.parquet")
    hidden, visible = (rows[rows["split"] == split] for split in ("public", "visible"))
    told_otherwise = set(map(frozenset, zip(visible["source"], visible["target"], strict=True)))
    asked = set(map(frozenset, zip(hidden["source"], hidden["target"], strict=True))) - told_otherwise
    assert len(asked) > 500
    assert not asked & pairs
