"""A real graph of 307,318 nodes and 1,602,532 edges: opening it, what it takes in memory, and answering from it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.benchmarks.scale_data import SOURCE, scale_settings
from tests.support import ROOT

pytestmark = pytest.mark.benchmark
AS_MAKE_SETS = {"OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}


@pytest.mark.skipif(not SOURCE.exists(), reason=f"needs the set global_equities in {SOURCE} (GUANXI_DATASETS)")
def test_a_graph_of_a_million_relations_opens_and_answers() -> None:
    settings = scale_settings()
    finished = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.scale_run", str(settings.knowledge_base_folder)],
        cwd=ROOT,
        env={**AS_MAKE_SETS, **os.environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    for name, figure in json.loads(finished.stdout.splitlines()[-1]).items():
        _show(name, figure)


def _show(name: str, figure: object) -> None:
    """One line a figure, what belongs together indented."""
    nested = isinstance(figure, dict) and any(isinstance(part, dict) for part in figure.values())
    print(f"{name}:" if nested else f"{name}: {json.dumps(figure)}")
    for part, value in figure.items() if nested else ():  # type: ignore[attr-defined]
        _show(f"  {part}", value)
