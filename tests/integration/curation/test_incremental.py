"""Importing and deleting with tables taken over gives what a build from scratch gives, file by file."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import core.curation.open_or_build
from core.curation.deleting import delete_source, put_back, remove
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.ontology_in_force import change_own_types, ontology_in_force
from core.curation.passage_linking import link_passages
from core.curation.same_companies import decide, undoing
from core.domain.linking import LinkingRules
from core.ingestion.building import build
from core.ingestion.building.build import BuildFailedError, build_knowledge_base
from core.ontology import Ontology
from core.settings import Settings
from core.storage import incremental_tables
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.publishing import published_versions
from core.workspace.removals import Removals
from core.workspace.verdicts import verdict

TABLES_OF_LANCEDB = ("tables", "row_order")  # compared by what is found in them
OF_ITS_OWN = ("manifest.json",)
NEW = (
    "id,name,description\n"
    "n1,Newfound Glass,Newfound Glass supplies glass to Company A and to 公司B.\n"
    "公司B,Company B,Company B is described in other words now: 电池 and cells.\n"
    "n2,Zeta Cells,Zeta Cells competes with Newfound Glass.\n"
).encode()
TEXTS = (
    "id,text,date\nx1,Newfound Glass opened a works.,2025-01-02\nx2,公司A 与 Zeta Cells 合作。,2025-01-03\n".encode()
)
TWIN = "id,name_zh,name_en,description\nn3,甲公司,Company A Twin,公司A makes cells.\n".encode()
AUDITS = "relation_types: {audits: {label: {zh: 审计, en: audits}, colour: '#123456'}}"
TIES = "source,relation,target\nn1,supplies,公司A\nn2,competitor,n1\n".encode()


@pytest.fixture
def base(own_settings: Settings, encoder: Encoder, ontology: Ontology, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A knowledge base with vector indexes, small as it is, whose tables are taken over whatever changes."""
    monkeypatch.setattr(incremental_tables, "_MOST_CHANGED", 99.0)
    settings = own_settings.model_copy(update={"vector_index_min_rows": 2, "vector_index_partitions": 1})
    build_knowledge_base(settings, encoder, ontology)
    return settings


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def files(version: Path) -> dict[str, bytes]:
    found = {str(file.relative_to(version)): file.read_bytes() for file in version.rglob("*") if file.is_file()}
    taken = {name for name in found if name.startswith(TABLES_OF_LANCEDB) or name in OF_ITS_OWN}
    states = {name for name in found if name.startswith("row_keys") and name.endswith(".json")}
    return {name: content for name, content in found.items() if name not in taken | states}


def finds(knowledge_base: KnowledgeBase, encoder: Encoder) -> list[list[tuple[str, float]]]:
    def told(table: str, row: int) -> str:
        kinds = {"entities": knowledge_base.entity_at, "relations": knowledge_base.relation}
        if table in kinds:
            return str(kinds[table](row).id)
        return knowledge_base.passage_ids[row]

    found = []
    for query in ("glass for batteries", "电池", "Company B"):
        for table in ("entities", "relations", "passages"):
            rows, scores = knowledge_base.table(table).nearest(encoder.encode([query])[0], limit=99, probes=1)
            found.append((table, rows, [0.0] * len(scores)))  # rounded by the index: test_carried_tables looks at them
        rows, scores = knowledge_base.table("passages").containing(query, column="embedded_text", limit=99)
        found.append(("passages", rows, [round(score, 5) for score in scores.tolist()]))
    return [
        sorted(zip([told(table, row) for row in rows.tolist()], scores, strict=True)) for table, rows, scores in found
    ]


def rows_of(knowledge_base: KnowledgeBase, table: str) -> list[str]:
    columns = [
        name
        for name in ("id", "passage_id", "entity_id", "embedded_text", "vector", "role", "similarity_score")
        if name
        in {"mentions": ("passage_id", "entity_id", "role", "similarity_score")}.get(
            table, ("id", "embedded_text", "vector")
        )
    ]
    return sorted(str(row) for batch in knowledge_base.table(table).batches(columns) for row in batch.to_pylist())


def imported(settings: Settings, ontology: Ontology, *named: tuple[str, bytes]) -> str:
    plan = plan_import(named, settings)
    check = check_import(plan, opened(settings), ontology)
    run_import(plan, check, settings, ontology)
    return check.info.id


def check_against_scratch(settings: Settings, encoder: Encoder, ontology: Ontology, tmp_path: Path) -> None:
    other = tmp_path / "scratch"
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(settings.knowledge_base_folder, other)
    scratch = settings.model_copy(update={"knowledge_base_folder": other})
    build_knowledge_base(scratch, encoder, ontology)
    made, expected = opened(settings), opened(scratch)
    assert (made.folder / "row_order").is_dir()
    assert not (expected.folder / "row_order").exists()
    own = {"build_id": "", "created_at": ""}
    assert made.manifest.described | own == expected.manifest.described | own
    assert files(made.folder) == files(expected.folder)
    assert finds(made, encoder) == finds(expected, encoder)
    for table in ("entities", "relations", "passages", "mentions"):
        assert rows_of(made, table) == rows_of(expected, table)


def test_every_step_gives_what_a_build_from_scratch_gives(
    base: Settings, encoder: Encoder, ontology: Ontology, tmp_path: Path
) -> None:
    first = imported(base, ontology, ("new.csv", NEW), ("ties.csv", TIES))
    check_against_scratch(base, encoder, ontology, tmp_path)
    second = imported(base, ontology, ("texts.csv", TEXTS))
    check_against_scratch(base, encoder, ontology, tmp_path)
    delete_source(first, base, ontology)
    check_against_scratch(base, encoder, ontology, tmp_path)
    delete_source(second, base, ontology)
    check_against_scratch(base, encoder, ontology, tmp_path)


def merging(settings: Settings, ontology: Ontology) -> None:
    imported(settings, ontology, ("twin.csv", TWIN))
    decide([verdict("公司A", "n3", "same")], opened(settings), settings, ontology)
    assert [each.id for each in opened(settings).merged] == ["n3"]


def dividing(settings: Settings, ontology: Ontology) -> None:
    merging(settings, ontology)
    decide(undoing("n3", opened(settings), settings), opened(settings), settings, ontology)
    assert not opened(settings).merged


def linking(settings: Settings, ontology: Ontology) -> None:
    imported(settings, ontology, ("texts.csv", TEXTS))
    link_passages(LinkingRules(pairs=("*:*",), min_similarity=0.0), settings, ontology)
    assert list(opened(settings).links())


def removing(settings: Settings, ontology: Ontology) -> None:
    imported(settings, ontology, ("new.csv", NEW), ("ties.csv", TIES), ("texts.csv", TEXTS))
    remove(Removals(entities=("n1",), passages=("x1",)), settings, ontology)
    put_back(Removals(passages=("x1",)), settings, ontology)
    assert "n1" not in opened(settings).node_of
    assert opened(settings).has_passage("x1")


@pytest.mark.matrix()
@pytest.mark.parametrize("change", [merging, dividing, linking, removing])
def test_whatever_is_said_of_the_data_a_build_gives_what_one_from_scratch_gives(
    change: Callable[[Settings, Ontology], None],
    base: Settings,
    encoder: Encoder,
    ontology: Ontology,
    tmp_path: Path,
) -> None:
    change(base, ontology)
    check_against_scratch(base, encoder, ontology, tmp_path)


@pytest.mark.thorough
def test_with_another_ontology_too(base: Settings, encoder: Encoder, ontology: Ontology, tmp_path: Path) -> None:
    imported(base, ontology, ("texts.csv", TEXTS))
    change_own_types(AUDITS, base)
    extended = ontology_in_force(base)
    more = b"source,relation,target\nn1,audits,n2\n"
    source = imported(base, extended, ("new.csv", NEW), ("audits.csv", more))
    counts = opened(base).manifest.counts
    assert "audits" in {opened(base).relation(row).type for row in range(counts.relations)}
    check_against_scratch(base, encoder, extended, tmp_path)
    delete_source(source, base, extended)
    check_against_scratch(base, encoder, extended, tmp_path)


def test_it_needs_none_of_the_versions_before_it(base: Settings, encoder: Encoder, ontology: Ontology) -> None:
    imported(base, ontology, ("new.csv", NEW), ("ties.csv", TIES))
    imported(base, ontology, ("texts.csv", TEXTS))
    serving = opened(base)
    before = files(serving.folder), finds(serving, encoder), rows_of(serving, "entities"), rows_of(serving, "mentions")
    for version in published_versions(base.knowledge_base_folder):
        if version != serving.folder:
            shutil.rmtree(version)
    left = opened(base)
    assert (files(left.folder), finds(left, encoder), rows_of(left, "entities"), rows_of(left, "mentions")) == before


def test_where_a_step_beside_the_others_fails_nothing_is_published(
    base: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = opened(base)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for step in ("save_lexical_index", "copy_or_write", "write_table", "save_names"):
        with monkeypatch.context() as broken:
            broken.setattr(build, step, full)
            with pytest.raises(BuildFailedError, match="No space left"):
                imported(base, ontology, ("texts.csv", TEXTS))
        assert opened(base).folder == before.folder
        assert not list((base.knowledge_base_folder / "versions").glob("*.partial"))
    imported(base, ontology, ("texts.csv", TEXTS))
    assert opened(base).has_passage("x1")


def test_no_model_is_loaded_where_every_text_is_known(
    base: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = imported(base, ontology, ("texts.csv", TEXTS))

    def missing(*_: object, **__: object) -> Encoder:
        raise EmbeddingModelUnavailableError(model="use-multilingual", detail="not there")

    monkeypatch.setattr(core.curation.open_or_build, "load_encoder", missing)
    delete_source(source, base, ontology)
    serving = opened(base).folder
    with pytest.raises(EmbeddingModelUnavailableError):
        imported(base, ontology, ("new.csv", NEW))
    assert opened(base).folder == serving


def test_a_build_without_a_change_takes_nothing_over(base: Settings, encoder: Encoder, ontology: Ontology) -> None:
    report = build_knowledge_base(base, encoder, ontology)
    data = (report.version / "tables" / "entities.lance" / "data").iterdir()
    assert {file.stat().st_nlink for file in data} == {1}
