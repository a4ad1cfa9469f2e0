"""The real set of 51,809 listed companies comes in as files do, 200 more follow, and each goes again."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.scale_data import KEPT, SOURCE
from tests.benchmarks.test_scale import AS_MAKE_SETS, _show
from tests.support import COLUMNS, ROOT

pytestmark = pytest.mark.benchmark
FILES = [SOURCE / f"{name}.parquet" for name in ("companies", "other_nodes", "relations")]
EQUITIES = KEPT.parent / "equities"  # kept: its vectors need not be computed again


def step(name: str, *arguments: object) -> dict[str, object]:
    finished = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.import_run", name, *map(str, arguments)],
        cwd=ROOT,
        env={**AS_MAKE_SETS, **os.environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    figures: dict[str, object] = json.loads(finished.stdout.splitlines()[-1])
    return figures


def hundred(file: Path, first: int) -> Path:
    """A hundred companies that are new, each described by naming others."""
    with file.open("w", encoding="utf-8", newline="") as target:
        rows = csv.writer(target)
        rows.writerow(("id", "name", "description"))
        for number in range(first, first + 100):
            text = (
                f"Newcomer {number} Works makes parts no. {number} for Tesla, Inc. and for Newcomer {number + 1} Works."
            )
            rows.writerow((f"newcomer-{number}", f"Newcomer {number} Works", text))
    return file


@pytest.mark.skipif(not SOURCE.exists(), reason=f"needs the set global_equities in {SOURCE} (GUANXI_DATASETS)")
def test_the_whole_set_comes_in_and_small_sources_come_and_go(tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "base"
    data.mkdir()
    for name, columns in COLUMNS.items():
        (data / name).write_text(",".join(columns) + "\n", encoding="utf-8")
    step("empty", folder, data, *([EQUITIES] if (EQUITIES / "CURRENT").exists() else []))
    _show("whole set", step("import", folder, data, "equities", *FILES))
    for name, first in (("one", 0), ("other", 500)):
        file = hundred(tmp_path / f"{name}.csv", first)
        _show(f"100 companies more ({name})", step("import", folder, data, name, file))
    for name in ("one", "other"):
        _show(f"source of 100 companies deleted ({name})", step("delete", folder, data, name))
    _show("searches", step("search", folder, data))
    _show("links between its descriptions", step("link", folder, data))
    if not EQUITIES.exists():
        shutil.copytree(folder, EQUITIES)


@pytest.mark.parametrize(
    ("name", "files", "least"),
    [
        ("zh_chain", ("companies", "other_nodes", "relations"), {"entities": 103_000, "relations": 55_000}),
        (
            "relation_evidence",
            ("entities", "passages", "triples"),
            {"entities": 16_000, "relations": 6_400, "passages": 13_300},
        ),
    ],
)
def test_other_real_sets_come_in_as_files(
    name: str, files: tuple[str, ...], least: dict[str, int], tmp_path: Path
) -> None:
    """Refused is what has a label that says nothing here by itself, such as 上游材料 between two products."""
    folder = SOURCE.parent / name
    if not folder.exists():
        pytest.skip(f"needs the set {name} in {folder} (GUANXI_DATASETS)")
    step("empty", tmp_path / "base", ROOT / "data")
    found = step("import", tmp_path / "base", ROOT / "data", name, *(folder / f"{file}.parquet" for file in files))
    _show(name, found)
    records = found["records"]
    assert isinstance(records, dict)
    assert all(records[kind] >= count for kind, count in least.items())


def test_searches_of_the_bundled_sample(tmp_path: Path) -> None:
    step("empty", tmp_path / "base", ROOT / "data")
    _show("searches of the sample", step("search", tmp_path / "base", ROOT / "data"))
