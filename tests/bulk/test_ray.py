"""Two workers on Ray make exactly what a build in one process makes, also when they are killed in between."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.bulk.engine import BulkFailedError, RayWorker
from core.bulk.parquet_rows import write_whole
from core.bulk.run import run_bulk
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import KnowledgeBase
from tests.bulk_data import BulkCommand, assert_the_same, bulk_job, bulk_settings, exported
from tests.conftest import build_and_open

pytestmark = pytest.mark.bulk
WORKERS = 2


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


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    """Ray is stopped after the last test."""
    yield
    import ray

    ray.shutdown()


def test_two_workers_make_what_one_process_makes(
    settings: Settings, built: KnowledgeBase, source: Path, tmp_path: Path
) -> None:
    heard: list[tuple[str, int, int]] = []
    reports = run_bulk(
        bulk_job(settings, source, tmp_path / "out", 5), "links", WORKERS, lambda *told: heard.append(told)
    )
    assert_the_same(tmp_path / "out", built)
    assert {stage for stage, done, partitions in heard if done == partitions} >= {"triplets", "mentions", "links"}
    again = run_bulk(bulk_job(settings, source, tmp_path / "out", 5), "links", WORKERS, lambda *_: None)
    assert sum(report.computed for report in reports) == sum(report.already_done for report in again)
    assert sum(report.computed for report in again) == 0


def test_what_is_wrong_with_a_partition_is_said(settings: Settings, source: Path, tmp_path: Path) -> None:
    rows = pq.read_table(source / "relations.parquet")
    weights = pa.array([1.0] * (len(rows) - 1) + [7.0])
    changed = rows.set_column(rows.column_names.index("weight"), "weight", weights)
    for name in ("entities", "passages"):
        write_whole(pq.read_table(source / f"{name}.parquet"), tmp_path / "input" / f"{name}.parquet")
    write_whole(changed, tmp_path / "input" / "relations.parquet")
    with pytest.raises(BulkFailedError, match=f"row {len(rows)}.*weight"):
        run_bulk(bulk_job(settings, tmp_path / "input", tmp_path / "out"), "links", WORKERS, lambda *_: None)


def test_workers_that_cannot_start_are_said(
    settings: Settings, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def __init__(self, *_: object) -> None:
            raise OSError("no worker")

    monkeypatch.setattr("core.bulk.engine.RayWorker", Broken)
    with pytest.raises(BulkFailedError, match="triplets"):
        run_bulk(bulk_job(settings, source, tmp_path / "out"), "links", WORKERS, lambda *_: None)


def test_a_worker_that_dies_is_replaced(
    settings: Settings, built: KnowledgeBase, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    died = tmp_path / "died"

    class Dying(RayWorker):
        def __call__(self, row: dict[str, int]) -> dict[str, int | str]:
            if row["partition"] == 2 and not died.exists():
                died.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return super().__call__(row)

    monkeypatch.setattr("core.bulk.engine.RayWorker", Dying)
    run_bulk(bulk_job(settings, source, tmp_path / "out"), "links", WORKERS, lambda *_: None)
    assert died.exists()
    assert_the_same(tmp_path / "out", built)


def test_killed_with_its_workers_it_goes_on_where_it_was(
    settings: Settings, built: KnowledgeBase, source: Path, tmp_path: Path
) -> None:
    options = ("--partitions", "8", "--workers", str(WORKERS))
    command = BulkCommand(settings, source, tmp_path / "out")
    process = command.start("links", *options)
    deadline = time.monotonic() + 120
    while not list((tmp_path / "out" / "relation_vectors").glob("part-*[0-9].parquet")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(3)  # workers whose driver is gone end by themselves, and may still finish what they were at
    finished = len(list((tmp_path / "out").glob("*/part-*[0-9].parquet")))
    printed, said = command.start("links", *options).communicate(timeout=240)
    reports = json.loads(printed or said)
    assert sum(report["already_done"] for report in reports) == finished
    assert sum(report["computed"] for report in reports) > 0
    assert_the_same(tmp_path / "out", built)
