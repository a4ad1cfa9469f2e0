"""The graph that kernels are compiled with."""

from __future__ import annotations

import subprocess
import sys

from core.retrieval.pagerank.preparing import example_graph
from tests.support import ROOT


def test_its_components_are_those_that_would_be_found() -> None:
    graph = example_graph()
    known = vars(graph.walk).pop("components")
    found = graph.walk.components
    assert (known.of.tolist(), known.entries.tolist()) == (found.of.tolist(), found.entries.tolist())


def test_compiling_the_walks_loads_no_library_for_sparse_matrices() -> None:
    code = """
import sys
from core.retrieval.pagerank.engines import compile_walks
from core.settings import Settings
compile_walks(Settings())
print("scipy.sparse" in sys.modules)"""
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "False"
