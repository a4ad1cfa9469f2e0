"""Bulk jobs in one process: the same as a build, partition by partition, and nothing computed twice."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.bulk import engine, reduced
from core.bulk.engine import BulkEngineMissingError, BulkFailedError, RayWorker, compute
from core.bulk.job import BulkDiffersError, Job, JobFiles
from core.bulk.parquet_rows import ParquetRows, spans, write_whole
from core.bulk.run import BULK_COMMANDS, hand_over_proposals, hand_over_vectors, run_bulk
from core.bulk.side_tables import SideTables
from core.cli.parser import main
from core.curation.text_reading import read_texts, texts_to_read
from core.domain.records import Passage
from core.errors import DataUnreadableError
from core.ingestion.building import cross_links, mentions
from core.ingestion.building.build import build_knowledge_base
from core.ingestion.reading.kept_proposals import KeptProposals
from core.ingestion.records.profiles import is_reserved
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from tests.bulk_data import BulkCommand, assert_the_same, bulk_job, bulk_settings, exported
from tests.conftest import build_and_open


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of the knowledge base that all tests here compare with."""
    return bulk_settings(tmp_path_factory.mktemp("bulk"))


@pytest.fixture(scope="module")
def built(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    """That knowledge base, built in one process."""
    return build_and_open(settings, encoder)


@pytest.fixture(scope="module")
def source(built: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as Parquet."""
    return exported(built, tmp_path_factory.mktemp("parquet") / "input")


def ignored(*_: object) -> None:
    """Nobody listens."""


def computed(job: Job, command: Any = "links") -> dict[str, int]:
    """Run a job; how many partitions of each stage were computed."""
    return {report.stage: report.computed for report in run_bulk(job, command, 1, ignored)}


@pytest.mark.parametrize("partitions", [1, 3, 50])
def test_partitions_together_are_what_a_build_makes(
    settings: Settings, built: KnowledgeBase, source: Path, partitions: int, tmp_path: Path
) -> None:
    computed(bulk_job(settings, source, tmp_path / "out", partitions))
    assert_the_same(tmp_path / "out", built)


def test_texts_read_in_partitions_are_read_as_in_one_process(
    settings: Settings, built: KnowledgeBase, source: Path, tmp_path: Path
) -> None:
    own = settings.model_copy(update={"knowledge_base_folder": tmp_path / "own"})
    base = Base.over(built, default_ontology(), own)
    job = bulk_job(settings, source, tmp_path / "out", 3)
    assert computed(job, "read") == {"prepare": 0, "read_relations": 3}
    assert computed(job, "read")["read_relations"] == 0
    assert hand_over_proposals(job, base) == len(built.passage_ids) - sum(map(is_reserved, built.passage_ids))
    assert texts_to_read(base) == 0
    handed = KeptProposals(own.knowledge_base_folder).all()
    alone = Base.over(built, default_ontology(), own.model_copy(update={"knowledge_base_folder": tmp_path / "alone"}))
    read_texts(alone)
    assert handed == KeptProposals(tmp_path / "alone").all()
    assert len(handed) > 5


def test_what_counts_over_all_partitions_does(
    encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word that stands in too many passages is known by counting all of them; pairs found twice by comparing all."""
    monkeypatch.setattr(mentions, "_NEVER_TOO_OFTEN", 5)
    monkeypatch.setattr(cross_links, "_COMPARED_WITH_ALL", 4)
    monkeypatch.setattr(cross_links, "_BLOCK", 2)
    own = bulk_settings(tmp_path, link_pairs="news:filing filing:news", link_min_similarity=0.3)
    built = build_and_open(own, encoder)
    job = bulk_job(own, exported(built, tmp_path / "input"), tmp_path / "out", 3)
    assert computed(job)["linked_rows"] > 1
    assert_the_same(tmp_path / "out", built)
    assert reduced.words(JobFiles(job)).tolist() == [0]  # c0


def test_workers_look_up_the_entities_and_vectors_of_the_knowledge_base(
    settings: Settings, built: KnowledgeBase, source: Path, tmp_path: Path
) -> None:
    job = bulk_job(settings, source, tmp_path / "out")
    computed(job, "mentions")
    side = SideTables(JobFiles(job))
    assert {entity_id: entity.name_en for entity_id, entity in side.entities.items()} == {
        entity_id: built.entity(entity_id).name_en for entity_id in built.entity_ids
    }
    assert len(side.entities) == len(side.entity_vectors) == len(built.entity_ids)
    assert side.entity_vectors.tolist() == built.entity_vectors.of(list(range(len(built.entity_ids)))).tolist()


def test_a_finished_partition_is_not_computed_again(settings: Settings, source: Path, tmp_path: Path) -> None:
    job = bulk_job(settings, source, tmp_path / "out")
    first = computed(job)
    assert first["relation_vectors"] > 1
    assert not any(computed(job).values())
    (tmp_path / "out" / "relation_vectors" / "part-000001.parquet").unlink()
    assert {stage: count for stage, count in computed(job).items() if count} == {"relation_vectors": 1}


def test_each_command_does_what_comes_before_it_and_no_more(settings: Settings, source: Path, tmp_path: Path) -> None:
    last = ["triplets", "passage_vectors", "mentions", "links", "read_relations"]
    job = bulk_job(settings, source, tmp_path / "out")
    assert [list(computed(job, command))[-1] for command in BULK_COMMANDS] == last


@pytest.mark.thorough
def test_killed_in_the_middle_it_goes_on_where_it_was(
    settings: Settings, built: KnowledgeBase, source: Path, tmp_path: Path
) -> None:
    command = BulkCommand(settings, source, tmp_path / "out")
    process = command.start("links", "--partitions", "6")
    deadline = time.monotonic() + 60
    while not (tmp_path / "out" / "entity_vectors" / "part-000000.parquet").exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    finished = len(list((tmp_path / "out").glob("*/part-*[0-9].parquet")))
    again = command.start("links", "--partitions", "6")
    printed, _ = again.communicate(timeout=120)
    reports = json.loads(printed)
    assert sum(report["already_done"] for report in reports) == finished
    assert sum(report["computed"] for report in reports) > 0
    assert_the_same(tmp_path / "out", built)


def test_a_build_embeds_nothing_that_was_handed_over(
    settings: Settings, source: Path, encoder: Encoder, tmp_path: Path
) -> None:
    job = bulk_job(settings, source, tmp_path / "out")
    computed(job, "embed")
    own = settings.model_copy(update={"knowledge_base_folder": tmp_path / "knowledge_base"})
    handed = hand_over_vectors(job, own, encoder)
    assert handed > 20
    assert hand_over_vectors(job, own, encoder) == 0

    class Refusing:
        name, dimension = encoder.name, encoder.dimension

        def encode(self, texts: Sequence[str]) -> Vectors:
            raise AssertionError(texts)

    report = build_knowledge_base(own, Refusing(), default_ontology())
    assert report.manifest.counts.passages > 0
    opened = open_knowledge_base(own.knowledge_base_folder, embedding_model=encoder.name)
    assert_the_same_vectors(opened, tmp_path / "out")


def assert_the_same_vectors(knowledge_base: KnowledgeBase, output: Path) -> None:
    rows = ParquetRows(output / "entity_vectors")
    found = rows.read(range(len(rows)))
    assert knowledge_base.entity_vectors.of(found["row"].to_numpy()).tolist() == found["vector"].to_pylist()


def test_the_command_says_what_it_did(
    settings: Settings,
    encoder: Encoder,
    source: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "knowledge_base"))
    places = ["--input", str(source), "--output", str(tmp_path / "out"), "--partitions", "2"]
    assert main(["bulk", "embed", *places]) == 0
    said = capsys.readouterr()
    assert "entity_vectors 1/1" in said.err
    assert {report["stage"] for report in json.loads(said.out)} >= {"triplets", "passage_vectors"}
    assert main(["bulk", "hand-over", *places]) == 0
    assert json.loads(capsys.readouterr().out)["vectors"] > 0
    folder = tmp_path / "knowledge_base"
    build_and_open(settings.model_copy(update={"knowledge_base_folder": folder}), encoder)
    texts = ["--input", str(source), "--output", str(tmp_path / "read"), "--partitions", "2"]
    assert main(["bulk", "read", *texts]) == 0
    capsys.readouterr()
    assert main(["bulk", "hand-over", *texts]) == 0
    assert json.loads(capsys.readouterr().out)["passages_read"] == len(KeptProposals(folder).read_as()) > 0
    with pytest.raises(SystemExit):
        main(["bulk", "embed", *places[:-1], "0"])


def test_results_of_another_job_are_not_mixed_in(settings: Settings, source: Path, tmp_path: Path) -> None:
    job = bulk_job(settings, source, tmp_path / "out")
    computed(job, "triplets")
    with pytest.raises(BulkDiffersError, match="partitions, embedding_batch_size"):
        computed(job.model_copy(update={"partitions": 5, "embedding_batch_size": 7}))
    other = tmp_path / "other"
    other.mkdir()
    for name in ("entities", "relations", "passages"):
        rows = pq.read_table(source / f"{name}.parquet")
        write_whole(rows.slice(0, len(rows) - 1) if name == "passages" else rows, other / f"{name}.parquet")
    with pytest.raises(BulkDiffersError, match="inputs"):
        computed(job.model_copy(update={"input": other}))
    (tmp_path / "out" / "job.json").write_text("{}")
    with pytest.raises(BulkDiffersError, match=r"job\.json"):
        computed(job)


def test_input_in_many_files_counts_as_one(
    settings: Settings, built: KnowledgeBase, source: Path, tmp_path: Path
) -> None:
    for name in ("entities", "relations", "passages"):
        rows = pq.read_table(source / f"{name}.parquet")
        for number, start in enumerate(range(0, len(rows), 5)):
            write_whole(rows.slice(start, 5), tmp_path / "input" / name / f"{number:03}.parquet")
    computed(bulk_job(settings, tmp_path / "input", tmp_path / "out", 3))
    assert_the_same(tmp_path / "out", built)


def test_missing_and_broken_input_is_said(settings: Settings, source: Path, tmp_path: Path) -> None:
    with pytest.raises(DataUnreadableError, match="entities"):
        computed(bulk_job(settings, tmp_path, tmp_path / "out"))
    broken = tmp_path / "broken"
    broken.mkdir()
    for name in ("entities", "relations", "passages"):
        (broken / f"{name}.parquet").write_bytes((source / f"{name}.parquet").read_bytes())
    (broken / "passages.parquet").write_bytes(b"no parquet")
    with pytest.raises(DataUnreadableError, match="passages"):
        computed(bulk_job(settings, broken, tmp_path / "out"))


def test_a_row_that_is_no_record_stops_the_job_and_is_named(settings: Settings, source: Path, tmp_path: Path) -> None:
    rows = pq.read_table(source / "relations.parquet")
    weights = pa.array([1.0] * (len(rows) - 1) + [7.0])
    changed = rows.set_column(rows.column_names.index("weight"), "weight", weights)
    for name in ("entities", "passages"):
        write_whole(pq.read_table(source / f"{name}.parquet"), tmp_path / "input" / f"{name}.parquet")
    write_whole(changed, tmp_path / "input" / "relations.parquet")
    job = bulk_job(settings, tmp_path / "input", tmp_path / "out")
    with pytest.raises(BulkFailedError, match=f"row {len(rows)}.*weight"):
        computed(job)
    assert len(list((tmp_path / "out" / "triplets").glob("*.parquet"))) == 3  # what was finished is kept
    (told,) = [RayWorker(job, "triplets")({"partition": 3})]
    assert "weight" in str(told["fault"])
    assert RayWorker(job, "triplets")({"partition": 0}) == {"rows": 7, "fault": ""}


def test_several_workers_need_ray(
    settings: Settings, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    job = bulk_job(settings, source, tmp_path / "out")
    with pytest.raises(BulkEngineMissingError, match="requirements-bulk"):
        list(compute(job, "triplets", [0], 2))


def test_on_a_cluster_it_says_how_many_processors_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    ray = SimpleNamespace(is_initialized=lambda: bool(asked[1:]), init=lambda **options: asked.append(options))
    engine._start(ray, 2)
    monkeypatch.setenv("RAY_ADDRESS", "ray.example:6379")
    engine._start(ray, 2)
    engine._start(ray, 2)
    assert [options.get("num_cpus") for options in asked] == [2, None]


def test_the_core_needs_no_ray() -> None:
    assert "ray" not in sys.modules


def test_no_rows_are_no_partitions(tmp_path: Path) -> None:
    assert spans(0, 4) == []
    write_whole(pa.table({"id": pa.array([], pa.string())}), tmp_path / "rows.parquet")
    assert list(ParquetRows(tmp_path / "rows.parquet").records(Passage, range(0))) == []


@given(st.integers(0, 500), st.integers(1, 40), st.integers(1, 20))
def test_spans_cover_every_row_once(rows: int, partitions: int, multiple: int) -> None:
    found = spans(rows, partitions, multiple)
    assert [row for span in found for row in span] == list(range(rows))
    assert len(found) <= partitions
    assert all(len(span) % multiple == 0 for span in found[:-1])


@given(st.lists(st.integers(0, 6), max_size=5), st.data())
def test_rows_are_read_across_files_and_row_groups(sizes: list[int], data: st.DataObject) -> None:
    from tempfile import TemporaryDirectory

    total = sum(sizes)
    with TemporaryDirectory() as name:
        first = 0
        for number, size in enumerate(sizes):
            table = pa.table({"value": pa.array(range(first, first + size), pa.int64())})
            pq.write_table(table, Path(name) / f"{number}.parquet", row_group_size=2)
            first += size
        rows = ParquetRows(Path(name))
        start = data.draw(st.integers(0, total))
        stop = data.draw(st.integers(start, total))
        found = rows.read(range(start, stop))
        assert (found["value"].to_pylist() if start < stop else []) == list(range(start, stop))
        assert len(rows) == total
