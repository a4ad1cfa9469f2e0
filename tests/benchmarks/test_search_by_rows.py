"""Vector search by the number of rows: no size is much slower than its neighbours, and memory stays bounded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.domain.records import Relation
from core.ingestion.building.searchable import embedded_content
from core.settings import Settings
from core.storage.incremental_tables import copy_or_write
from core.storage.relation_table import RelationTable
from tests.benchmarks.search_run import DIMENSION
from tests.support import ROOT

pytestmark = pytest.mark.benchmark
ROWS = (1_000, 2_000, 4_000, 5_000, 8_000, 12_000, 19_000, 20_000, 50_000, 100_000, 200_000)
EXACT = 20_000  # from here on tables have partitions
MODES = ("8 MB", "chosen")


def written(version: Path, rows: int) -> Path:
    """A version with nothing but relations that all have a vector."""
    vectors = np.random.default_rng(rows).normal(size=(rows, DIMENSION)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    relations = RelationTable.of(
        Relation(id=f"r{row}", source=f"a{row}", target=f"b{row}", type="supplies") for row in range(rows)
    )
    content = embedded_content("relations", relations, [""] * rows, vectors, Settings())
    copy_or_write(version, content, [f"r{row}" for row in range(rows)], np.zeros((rows, 2), dtype=np.uint64), ())
    return version


def measured(version: Path, rows: int, mode: str) -> dict[str, float]:
    run = [sys.executable, "-m", "tests.benchmarks.search_run", str(version), str(rows), mode]
    done = subprocess.run(run, capture_output=True, text=True, cwd=ROOT, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def test_search_by_rows(tmp_path: Path) -> None:
    found = {}
    for rows in ROWS:
        version = written(tmp_path / str(rows), rows)
        for mode in MODES:  # in turn
            found[rows, mode] = measured(version, rows, mode)
    print("\n| rows | " + " | ".join(f"{mode}: ms, processor ms (times 1,000 rows), MB" for mode in MODES) + " |")
    for rows in ROWS:
        cells = [
            f"{each['median_ms']:.1f}, {each['processor_ms']:.1f} ({each['processor_ms'] / first:.1f}), "
            f"{each['resident_mb']:.0f} (+{each['more_mb']:.0f})"
            for mode in MODES
            for each, first in [(found[rows, mode], found[ROWS[0], mode]["processor_ms"])]
        ]
        print(f"| {rows:,} | " + " | ".join(cells) + " |")
    exact = [rows for rows in ROWS if rows < EXACT]
    busy = {rows: found[rows, "chosen"]["processor_ms"] for rows in ROWS}
    assert all(busy[rows] * 2 < found[rows, "8 MB"]["processor_ms"] for rows in exact if rows > 4_096)
    assert max(busy[rows] for rows in exact) < 1.5 * busy[EXACT]  # no cliff before partitions begin
    most = max(rows * DIMENSION * 4 / 1e6 for rows in exact)
    assert max(found[rows, "chosen"]["more_mb"] for rows in exact) < 3 * most
