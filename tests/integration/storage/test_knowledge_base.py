from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from core.errors import GuanxiError, KnowledgeBaseCorruptError
from core.ingestion.building.build import build_knowledge_base
from core.ontology import Ontology
from core.storage.embeddings import EmbeddingModelMismatchError, Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.manifest import SCHEMA_VERSION, KnowledgeBaseOutdatedError, read_manifest
from core.storage.publishing import KnowledgeBaseMissingError, current_version
from tests.support import change_manifest, company, settings_for, stored_table, write_data

MODEL = "use-multilingual"
Damage = Callable[[Path], object]


@pytest.fixture
def copied(document_knowledge_base: KnowledgeBase, tmp_path: Path) -> Path:
    """A copy of the document example's knowledge base that a test may damage."""
    original = document_knowledge_base.folder.parents[1]
    return Path(shutil.copytree(original, tmp_path / "copy"))


def change_count(name: str) -> Damage:
    def damage(version: Path) -> None:
        counts = json.loads((version / "manifest.json").read_text())["counts"]
        change_manifest(version, counts=counts | {name: counts[name] + 1})

    return damage


def cut(pattern: str, kept: int) -> Damage:
    def damage(version: Path) -> None:
        files = list(version.glob(pattern))
        assert files
        for file in files:
            file.write_bytes(file.read_bytes()[:kept])

    return damage


def remove(name: str) -> Damage:
    def damage(version: Path) -> None:
        path = version / name
        assert path.exists()
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    return damage


def replace_array(name: str) -> Damage:
    return lambda version: np.save(version / name, np.zeros(1, dtype=np.int32))


def test_everything_is_found_by_its_id(document_knowledge_base: KnowledgeBase) -> None:
    knowledge_base = document_knowledge_base
    assert knowledge_base.entity("公司A").name_en == "Company A"
    assert knowledge_base.entity_at(knowledge_base.node_of["公司C"]).id == "公司C"
    row = knowledge_base.relation_row("公司C--supplies--公司A")
    assert (knowledge_base.relation(row).source, knowledge_base.relation(row).target) == ("公司C", "公司A")
    assert knowledge_base.passage("p2").language == "en"


@pytest.mark.parametrize("look_up", ["entity", "passage", "relation_row"])
def test_an_unknown_id_is_a_key_error(document_knowledge_base: KnowledgeBase, look_up: str) -> None:
    with pytest.raises(KeyError):
        getattr(document_knowledge_base, look_up)("nobody")


def test_companies_are_told_from_bridges(tmp_path: Path, encoder: Encoder, ontology: Ontology) -> None:
    data = write_data(
        tmp_path / "data",
        companies=[company("a", "甲公司", "Alpha Inc."), company("b", "甲", "Beta"), company("c", "丙", "ALPHA")],
        concepts=[{"id": "lidar", "type": "product", "name_zh": "甲", "name_en": "Alpha"}],
    )
    settings = settings_for(data, tmp_path / "knowledge_base")
    build_knowledge_base(settings, encoder, ontology)
    knowledge_base = open_knowledge_base(settings.knowledge_base_folder, embedding_model=MODEL)
    assert knowledge_base.company_nodes.tolist() == [0, 1, 2]
    assert knowledge_base.is_company.tolist() == [True, True, True, False]
    assert knowledge_base.namesakes("a") == {"b", "c"}
    assert knowledge_base.namesakes("b") == {"a"}
    assert knowledge_base.entity("lidar").type == "product"


def test_companies_of_one_name_under_different_tickers_are_two(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    tickers = {"a": "AAA", "b": "BBB", "c": "AAA", "d": ""}
    companies = [company(each, "甲公司", "Alpha Inc.", tickers=ticker) for each, ticker in tickers.items()]
    settings = settings_for(write_data(tmp_path / "data", companies=companies), tmp_path / "knowledge_base")
    build_knowledge_base(settings, encoder, ontology)
    knowledge_base = open_knowledge_base(settings.knowledge_base_folder, embedding_model=MODEL)
    assert {each: knowledge_base.namesakes(each) for each in "abd"} == {
        "a": {"c", "d"},
        "b": {"d"},
        "d": {"a", "b", "c"},
    }


def test_nobody_is_a_namesake_of_a_unique_company(document_knowledge_base: KnowledgeBase) -> None:
    assert document_knowledge_base.namesakes("公司D") == frozenset()


def test_the_best_connected_companies_come_first(document_knowledge_base: KnowledgeBase) -> None:
    ids = [document_knowledge_base.entity_ids[node] for node in document_knowledge_base.best_connected_companies(4)]
    assert ids == ["公司A", "公司B", "公司C", "公司D"]
    assert document_knowledge_base.best_connected_companies(1) == [0]


def test_vectors_by_row_are_those_that_are_searched(document_knowledge_base: KnowledgeBase) -> None:
    for table, stored in (
        ("entities", document_knowledge_base.entity_vectors),
        ("relations", document_knowledge_base.relation_vectors),
        ("passages", document_knowledge_base.passage_vectors),
    ):
        searched = stored_table(document_knowledge_base, table).to_arrow()["vector"].to_pylist()
        assert stored.of(list(range(len(searched)))).tolist() == searched


def test_mentions_are_read_by_passage_and_by_entity(document_knowledge_base: KnowledgeBase) -> None:
    knowledge_base = document_knowledge_base
    by_passage = {passage: knowledge_base.mentions_in(passage) for passage in knowledge_base.passage_ids}
    by_entity = {company: knowledge_base.mentions_of(company) for company in knowledge_base.entity_ids}
    assert {mention.entity_id for mention in by_passage["p2"]} == {"公司A", "公司C"}
    assert {mention.passage_id for mention in by_entity["公司C"]} == {
        "p1",
        "p2",
        "profile:zh:公司C",
        "profile:en:公司C",
    }
    first, second = (
        sorted((mention.model_dump() for found in grouped.values() for mention in found), key=repr)
        for grouped in (by_passage, by_entity)
    )
    assert first == second == sorted(stored_table(knowledge_base, "mentions").to_arrow().to_pylist(), key=repr)


def test_mention_edges_lead_from_entities_to_passages(document_knowledge_base: KnowledgeBase) -> None:
    graph = document_knowledge_base.graph
    mentions = slice(graph.relations, None)
    assert (graph.source[mentions] < graph.entities).all()
    assert (graph.target[mentions] >= graph.entities).all()
    assert graph.nodes == 5 + 2 + 10


def test_many_threads_read_the_same(document_knowledge_base: KnowledgeBase) -> None:
    def read(_: int) -> tuple[str, int, int]:
        table = document_knowledge_base.table("entities")
        return document_knowledge_base.entity("公司A").name_en, table.count(), document_knowledge_base.graph.nodes

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(read, range(40))) == {("Company A", 5, 17)}


def test_nothing_built_is_missing(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseMissingError):
        open_knowledge_base(tmp_path / "nowhere", embedding_model=MODEL)


def test_another_model_is_refused_and_both_are_named(copied: Path) -> None:
    with pytest.raises(EmbeddingModelMismatchError) as caught:
        open_knowledge_base(copied, embedding_model="minilm-english")
    assert caught.value.parameters == {"built_with": MODEL, "configured": "minilm-english"}


@pytest.mark.parametrize("found", [0, SCHEMA_VERSION + 1])
def test_another_schema_is_outdated(copied: Path, found: int) -> None:
    change_manifest(current_version(copied), schema_version=found)
    with pytest.raises(KnowledgeBaseOutdatedError) as caught:
        open_knowledge_base(copied, embedding_model=MODEL)
    assert caught.value.parameters == {"found": found, "expected": SCHEMA_VERSION}


def test_a_later_schema_with_another_manifest_is_outdated(copied: Path) -> None:
    change_manifest(current_version(copied), schema_version=SCHEMA_VERSION + 1, a_new_field="x")
    with pytest.raises(KnowledgeBaseOutdatedError):
        open_knowledge_base(copied, embedding_model=MODEL)


def test_a_missing_manifest_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseCorruptError, match=r"manifest\.json"):
        read_manifest(tmp_path)


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(
    "damage",
    [
        remove("manifest.json"),
        remove("graph"),
        remove("graph/weight.npy"),
        remove("tables"),
        remove("tables/entities.lance"),
        remove("tables/relations.lance"),
        remove("tables/passages.lance"),
        remove("tables/mentions.lance"),
        remove("tables/entities.lance/data"),
        remove("tables/entities.lance/_versions"),
        cut("manifest.json", 60),
        cut("manifest.json", 0),
        cut("graph/source.npy", 130),
        cut("graph/indptr.npy", 20),
        cut("tables/entities.lance/data/*", 50),
        cut("tables/mentions.lance/data/*", 0),
        cut("tables/entities.lance/_versions/*.manifest", 10),
        remove("records"),
        remove("companies"),
        cut("records/relations/records.jsonl", 20),
        cut("records/passages/offsets.npy", 130),
        replace_array("records/passages/offsets.npy"),
        replace_array("companies/flags.npy"),
        replace_array("companies/tickers.npy"),
        replace_array("companies/sizes.npy"),
        remove("row_numbers/relations/rows.npy"),
        remove("names/nearest/pair.npy"),
        remove("mentions"),
        cut("ids/entities.arrow", 300),
        cut("ids/passages.arrow", 0),
        cut("vectors/entities/matrix.npy", 200),
        cut("vectors/relations/rows.npy", 0),
        cut("row_numbers/entities/hashes.npy", 100),
        cut("names/folded/names.marisa", 100),
        cut("names/companies/bearer.npy", 129),
        replace_array("row_numbers/passages/rows.npy"),
        replace_array("vectors/passages/rows.npy"),
        replace_array("names/folded/bearer.npy"),
        replace_array("names/companies/start.npy"),
        replace_array("mentions/scores.npy"),
        remove("facts/start.npy"),
        cut("facts/share_low.npy", 130),
        replace_array("facts/status.npy"),
        remove("records/sources/records.jsonl"),
        replace_array("row_numbers/sources/rows.npy"),
        change_count("entities"),
        change_count("relations"),
        change_count("passages"),
        change_count("mentions"),
        lambda version: change_manifest(version, counts={}),
        lambda version: (version / "manifest.json").write_bytes(b"\xff\xfe"),
        lambda version: (version / "manifest.json").write_text("[]"),
        lambda version: (version.parents[1] / "CURRENT").write_text("garbage"),
        lambda version: (version.parents[1] / "CURRENT").write_text(""),
        lambda version: np.save(version / "graph" / "size.npy", np.array([4, 3, 2])),
        pytest.param(
            cut("graph/weight.npy", 0),
        ),
        pytest.param(
            lambda version: (version.parents[1] / "CURRENT").write_bytes(b"\xff\xfe"),
        ),
        pytest.param(
            remove("tables/links.lance"),
        ),
        pytest.param(
            change_count("companies"),
        ),
        pytest.param(
            change_count("links"),
        ),
        pytest.param(
            lambda version: change_manifest(version, embedding_dimension=7),
        ),
    ],
)
def test_a_damaged_version_is_corrupt_and_says_where(copied: Path, damage: Damage) -> None:
    damage(current_version(copied))
    with pytest.raises(GuanxiError) as caught:
        open_knowledge_base(copied, embedding_model=MODEL)
    assert isinstance(caught.value, KnowledgeBaseCorruptError)
    assert str(copied) in caught.value.message("zh")
    assert "python -m core build" in caught.value.message("en")
