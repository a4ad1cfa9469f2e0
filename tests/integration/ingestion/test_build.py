from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import lancedb
import numpy as np
import pytest

from core.ingestion.building import build as build_module
from core.ingestion.building.build import BuildReport, build_knowledge_base
from core.ingestion.progress import STAGES, BuildProgress
from core.ingestion.records.profiles import PROFILE
from core.names.normalise import normalise_name
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.publishing import KEPT_VERSIONS, current_version
from tests.build_parts import made_up, opened, query_plan, versions
from tests.support import (
    company,
    relation,
    settings_for,
    stored_table,
    write_data,
)


@pytest.fixture
def served(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> BuildReport:
    """A first build of the document example."""
    return build_knowledge_base(own_settings, encoder, ontology)


def test_a_build_counts_what_it_stored(served: BuildReport, own_settings: Settings) -> None:
    counts = served.manifest.counts
    assert (counts.entities, counts.companies, counts.relations, counts.passages) == (5, 5, 2, 2 + 10)
    assert counts.mentions == 5 + 12  # each profile names its company, and one also names a rival, in both languages
    assert (counts.skipped_rows, served.problems) == (0, ())
    assert served.version == current_version(own_settings.knowledge_base_folder)


def test_the_manifest_names_model_and_edge_types(served: BuildReport, encoder: Encoder, ontology: Ontology) -> None:
    manifest = served.manifest
    assert (manifest.embedding_model, manifest.embedding_dimension) == (encoder.name, encoder.dimension)
    assert manifest.edge_types == (*ontology.types, "PRIMARY", "SECONDARY", "PERIPHERAL")
    assert json.loads((served.version / "manifest.json").read_text())["build_id"] == served.version.name


def test_edges_weigh_weight_times_confidence(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> None:
    (own_settings.data_folder / "relations.csv").write_text(
        "source,type,target,weight,confidence,evidence_en\n公司A,competitor,公司B,0.5,0.5,rivals\n", encoding="utf-8"
    )
    build_knowledge_base(own_settings, encoder, ontology)
    graph = opened(own_settings).graph
    assert graph.weight[0] == 0.25
    assert graph.edge_type[0] == ontology.codes["competitor"]


def test_stored_vectors_are_those_of_the_model(served: BuildReport, own_settings: Settings, encoder: Encoder) -> None:
    rows = stored_table(opened(own_settings), "entities").to_arrow().to_pylist()
    assert rows[0]["embedded_text"].startswith("公司A Company A. ")
    assert rows[0]["vector"] == pytest.approx(encoder.encode([rows[0]["embedded_text"]])[0].tolist(), abs=1e-3)


def test_only_texts_that_are_still_to_be_embedded_count(
    own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    """Relations without evidence, and texts whose vectors are known, take no time that could be told beforehand."""
    some = [company(each, each, each) for each in "abc"]
    ties = [
        relation(first, kind, second, "")
        for first in "abc"
        for second in "abc"
        if first != second
        for kind in ("supplies", "partner")
    ]
    write_data(own_settings.data_folder, companies=some, relations=ties)
    for more, texts in ((some, 3), ([*some, company("d", "d", "d")], 1)):
        write_data(own_settings.data_folder, companies=more, relations=ties)
        heard: list[BuildProgress] = []
        build_knowledge_base(own_settings, encoder, ontology, heard.append)
        told = [each for each in heard if each.stage == "entities"]
        assert told[0].done == len(more) - texts
        assert told[-1].fraction == pytest.approx(0.95)


def test_progress_passes_through_every_stage_and_only_forward(
    own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    heard: list[BuildProgress] = []
    build_knowledge_base(own_settings, encoder, ontology, heard.append)
    assert list(dict.fromkeys(said.stage for said in heard)) == list(STAGES)
    fractions = [said.fraction for said in heard]
    assert fractions == sorted(fractions)
    assert (fractions[0], fractions[-1]) == (0.0, 1.0)
    assert all(said.done <= said.total for said in heard)


def test_texts_are_embedded_in_batches(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> None:
    small = own_settings.model_copy(update={"embedding_batch_size": 2})
    heard: list[BuildProgress] = []
    build_knowledge_base(small, encoder, ontology, heard.append)
    assert [said.done for said in heard if said.stage == "entities"] == [0, 2, 4, 5]


def test_skipped_rows_are_counted_once_each(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> None:
    with (own_settings.data_folder / "relations.csv").open("a", encoding="utf-8") as file:
        file.write("公司A,competitor,公司D,soon,heavy,,,,,,,,,\n公司A,competitor,nobody,,,,,,,,,,,\n")
    report = build_knowledge_base(own_settings, encoder, ontology)
    assert len(report.problems) == 3
    assert (report.manifest.counts.skipped_rows, report.manifest.counts.relations) == (2, 2)


def test_links_between_kinds_of_sources_are_stored(
    own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    (own_settings.data_folder / "passages.csv").write_text(
        "id,language,source_kind,publisher,text\n"
        "p,en,note,Press,Company C supplies wafers to Company A.\n"
        "q,en,filing,Press,Company C supplies wafers to Company A.\n",
        encoding="utf-8",
    )
    report = build_knowledge_base(own_settings, encoder, ontology)
    links = stored_table(opened(own_settings), "links").to_arrow().to_pylist()
    assert (report.manifest.counts.links, len(links)) == (1, 1)
    assert (links[0]["from_passage_id"], links[0]["to_passage_id"], links[0]["type"]) == ("p", "q", "EXPLAINS")
    assert (links[0]["name_boost"], links[0]["author_boost"]) == (pytest.approx(0.15), pytest.approx(0.10))


def test_a_folder_of_headers_alone_makes_an_empty_knowledge_base(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    settings = settings_for(write_data(tmp_path / "data"), tmp_path / "knowledge_base")
    report = build_knowledge_base(settings, encoder, ontology)
    assert set(report.manifest.counts.model_dump().values()) == {0}
    assert opened(settings).company_nodes.tolist() == []


def test_relations_without_evidence_never_come_back_from_a_search(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    data = write_data(
        tmp_path / "data",
        companies=[company("a"), company("b"), company("c")],
        relations=[relation("a", "supplies", "b", ""), relation("b", "supplies", "c", "b supplies c")],
    )
    settings = settings_for(data, tmp_path / "knowledge_base", embedding_batch_size=1)
    build_knowledge_base(settings, encoder, ontology)
    query = encoder.encode(["supplies"])[0]
    found = stored_table(opened(settings), "relations").search(query, vector_column_name="vector").limit(10).to_list()
    assert [row["id"] for row in found] == ["b--supplies--c"]
    assert opened(settings).manifest.counts.relations == 2


def test_full_text_finds_chinese_words_inside_a_passage(
    own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    (own_settings.data_folder / "passages.csv").write_text(
        "id,language,text\np,zh,公司A从事半导体设备制造。\nq,zh,公司E提供云计算服务。\nr,en,Photoresist for wafers.\n",
        encoding="utf-8",
    )
    build_knowledge_base(own_settings, encoder, ontology)
    passages = stored_table(opened(own_settings), "passages")

    def found(word: str) -> list[str]:
        rows = passages.search(word, query_type="fts").limit(10).to_list()
        return [row["id"] for row in rows if row["source_kind"] != PROFILE]

    assert [found(word) for word in ("半导体", "云计算", "photoresist", "Wafers", "银行")] == [
        ["p"],
        ["q"],
        ["r"],
        ["r"],
        [],
    ]


def test_markup_is_stored_as_it_stands(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> None:
    name = "<b onclick=x>A</b> **B** [c](d)"
    with (own_settings.data_folder / "companies.csv").open("a", encoding="utf-8") as file:
        file.write(f"odd,奇,{name}\u202e\x07,,,,,,,\n")
    build_knowledge_base(own_settings, encoder, ontology)
    assert opened(own_settings).entity("odd").name_en == name
    assert normalise_name(name) == "b onclick x a b b c d"


def test_an_index_is_made_from_the_configured_number_of_rows(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, tmp_path, vector_index_min_rows=300, vector_index_partitions=4)
    made_up(tmp_path / "at", 300, settings, name="entities")
    made_up(tmp_path / "below", 299, settings, name="entities")
    assert "ANN" in query_plan(tmp_path / "at")
    assert "vector_idx" in query_plan(tmp_path / "at")
    assert "KNNVectorDistance" in query_plan(tmp_path / "below")
    assert "ANN" not in query_plan(tmp_path / "below")


@pytest.mark.parametrize(("name", "kind", "rounding"), [("relations", "IvfFlat", 1e-5), ("passages", "IvfSq", 5e-3)])
def test_an_index_of_cosine_distances_finds_the_vector_itself(
    name: Literal["relations", "passages"], kind: str, rounding: float, tmp_path: Path
) -> None:
    settings = settings_for(tmp_path, tmp_path, vector_index_min_rows=300, vector_index_partitions=4)
    vectors = made_up(tmp_path / "t", 300, settings, name=name)
    table = lancedb.connect(str(tmp_path / "t")).open_table(name)
    index = next(index for index in table.list_indices() if index.columns == ["vector"])
    hit = table.search(vectors[123] * 3, vector_column_name="vector").distance_type("cosine").limit(1).to_list()[0]
    assert index.index_type == kind
    assert (hit["id"], hit["_distance"]) == ("123", pytest.approx(0.0, abs=rounding))


def test_a_real_build_is_indexed_too(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> None:
    indexed = own_settings.model_copy(update={"vector_index_min_rows": 5, "vector_index_partitions": 1})
    build_knowledge_base(indexed, encoder, ontology)
    knowledge_base = opened(indexed)
    indices = {index.columns[0]: index.index_type for index in stored_table(knowledge_base, "entities").list_indices()}
    assert indices == {"vector": "IvfSq", "type": "Bitmap"}
    assert stored_table(knowledge_base, "relations").list_indices() == []


def test_an_index_leaves_out_null_vectors(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, tmp_path, vector_index_min_rows=300, vector_index_partitions=4)
    made_up(tmp_path / "t", 300, settings, empty=100, name="entities")
    table = lancedb.connect(str(tmp_path / "t")).open_table("entities")
    query = np.ones(16, dtype=np.float32)
    found = table.search(query, vector_column_name="vector").distance_type("cosine").nprobes(4).limit(300).to_list()
    assert {int(row["id"]) for row in found} == set(range(100, 300))


def test_an_exact_scan_leaves_out_null_vectors(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, tmp_path, vector_index_min_rows=300, vector_index_partitions=4)
    made_up(tmp_path / "t", 60, settings, empty=20, name="entities")
    table = lancedb.connect(str(tmp_path / "t")).open_table("entities")
    query = np.ones(16, dtype=np.float32)
    found = table.search(query, vector_column_name="vector").distance_type("cosine").nprobes(4).limit(300).to_list()
    assert "ANN" not in query_plan(tmp_path / "t")
    assert {int(row["id"]) for row in found} == set(range(20, 60))


@pytest.mark.parametrize("embedded", [1, 2, 40, 1500])
def test_a_large_table_with_few_vectors_is_searched_exactly_without_reading_the_other_rows(
    embedded: int, tmp_path: Path
) -> None:
    vectors = made_up(tmp_path / "t", 1500, Settings(), empty=1500 - embedded, name="entities")
    table = lancedb.connect(str(tmp_path / "t")).open_table("entities")
    query = np.ones(16, dtype=np.float32)
    search = table.search(query, vector_column_name="vector").distance_type("cosine").nprobes(10).limit(30)
    cosines = vectors[1500 - embedded :] @ query / np.linalg.norm(query)
    nearest = [1500 - embedded + row for row in np.argsort(-cosines, kind="stable")[:30].tolist()]
    assert "ANN" in query_plan(tmp_path / "t")
    assert [int(row["id"]) for row in search.to_list()] == nearest
    assert [row["_distance"] for row in search.to_list()] == pytest.approx(
        np.sort(1.0 - cosines)[:30].tolist(), abs=1e-5
    )


def test_without_any_vector_there_is_nothing_to_index(tmp_path: Path) -> None:
    made_up(tmp_path / "t", 1500, Settings(), empty=1500, name="relations")
    assert lancedb.connect(str(tmp_path / "t")).open_table("relations").list_indices() == []


def test_the_second_build_serves(
    served: BuildReport, own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    old = opened(own_settings)
    with (own_settings.data_folder / "companies.csv").open("a", encoding="utf-8") as file:
        file.write("new,新公司,New Company,,,,,,,\n")
    build_knowledge_base(own_settings, encoder, ontology)
    assert opened(own_settings).entity("new").name_zh == "新公司"
    assert "new" not in old.node_of
    assert old.table("entities").count() == 5  # a reader of the old version reads on


def test_at_most_three_versions_are_kept(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> None:
    built = [build_knowledge_base(own_settings, encoder, ontology).version.name for _ in range(KEPT_VERSIONS + 1)]
    assert versions(own_settings) == built[-KEPT_VERSIONS:]
    assert current_version(own_settings.knowledge_base_folder).name == built[-1]


def test_a_change_of_the_data_during_a_build_is_noticed_afterwards(
    own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    before = build_module.fingerprint(own_settings.data_folder, ontology)
    path = own_settings.data_folder / "companies.csv"

    def edit(progress: BuildProgress) -> None:
        if progress.stage == "publish" and progress.done == 0:
            path.write_text(path.read_text(encoding="utf-8") + "late,迟,Late,,,,,,,\n", encoding="utf-8")

    report = build_knowledge_base(own_settings, encoder, ontology, edit)
    assert report.manifest.counts.entities == 5
    assert report.manifest.data_fingerprint == before
