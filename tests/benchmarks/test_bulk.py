"""Bulk work over real company descriptions: rows per second of each stage with one process and with two Ray workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from tests.benchmarks.scale_data import SOURCE
from tests.support import ROOT

pytestmark = pytest.mark.benchmark
COMPANIES = 4_000
PARTITIONS = 16


def write_input(folder: Path) -> None:
    """Companies with their descriptions, their industries, and each description once more as a passage of two kinds."""
    columns = ["id", "name", "description", "industry_group"]
    rows = [
        row for row in pq.read_table(SOURCE / "companies.parquet", columns=columns).to_pylist() if row["description"]
    ]
    chosen = rows[:COMPANIES]
    industries = sorted({str(row["industry_group"]) for row in chosen if row["industry_group"]})
    entities = [
        {
            "id": str(row["id"]),
            "type": "company",
            "name_zh": str(row["name"])[:300],
            "name_en": str(row["name"])[:300],
            "description_en": str(row["description"])[:4000],
        }
        for row in chosen
    ]
    entities += [
        {"id": f"industry:{name}", "type": "industry", "name_zh": name, "name_en": name} for name in industries
    ]
    relations = [
        {
            "id": f"r{number}",
            "source": str(row["id"]),
            "target": f"industry:{row['industry_group']}",
            "type": "in_industry",
            "evidence_en": str(row["description"])[:200],
        }
        for number, row in enumerate(chosen)
        if row["industry_group"]
    ]
    passages = [
        {
            "id": f"p{number}",
            "text": str(row["description"])[:2000],
            "title": "",
            "language": "en",
            "source_kind": ("filing", "news")[number % 2],
        }
        for number, row in enumerate(chosen)
    ]
    folder.mkdir()
    for name, records in (("entities", entities), ("relations", relations), ("passages", passages)):
        pd.DataFrame(records).to_parquet(folder / f"{name}.parquet", row_group_size=256)
    print(f"{len(entities)} entities, {len(relations)} relations, {len(passages)} passages")


@pytest.mark.skipif(not SOURCE.exists(), reason=f"needs the set global_equities in {SOURCE} (GUANXI_DATASETS)")
def test_rows_per_second_of_each_stage(tmp_path: Path) -> None:
    write_input(tmp_path / "input")
    found = {}
    for workers in (1, 2) if find_spec("ray") else (1,):
        folders = ("--input", str(tmp_path / "input"), "--output", str(tmp_path / f"output-{workers}"))
        options = ("--workers", str(workers), "--partitions", str(PARTITIONS))
        finished = subprocess.run(
            [sys.executable, "-m", "core", "bulk", "links", *folders, *options],
            cwd=ROOT,
            env={"OMP_NUM_THREADS": "1", **os.environ},
            capture_output=True,
            text=True,
            check=False,
        )
        assert finished.returncode == 0, finished.stderr
        found[workers] = {report["stage"]: report for report in json.loads(finished.stdout)}
    for stage in found[1]:
        figures = (
            f"{each[stage]['seconds']:8.1f} s {each[stage]['rows_per_second']:9.0f}/s" for each in found.values()
        )
        print(f"{stage:24}{found[1][stage]['rows']:8}", *figures)
