from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from numba import config

ROOT = Path(__file__).parents[2]
COMPILED = """
from core.retrieval.pagerank import reach_kernels, solver_kernels
from core.retrieval.pagerank.conjugate_gradient import ConjugateGradientPersonalizedPageRank
from tests.graphs import graph_of, walk
import numpy as np

def compiled():
    kernels = [kernel for module in (reach_kernels, solver_kernels) for kernel in vars(module).values()]
    return [(kernel.__name__, len(kernel.signatures)) for kernel in kernels if hasattr(kernel, "signatures")]

graph = graph_of(8, [(0, 1, 1.0, 0), (1, 2, 1.0, 1), (3, 4, 1.0, 0), (4, 5, 1.0, 1), (6, 7, 1.0, 1)])
engine = ConjugateGradientPersonalizedPageRank()
engine.warm_up(graph)
before = compiled()
for hops in (None, 1, 2, 3):
    for last in (1.0, 0.5):
        influence = np.array([*np.ones(graph.walk.types - 1), last])
        for seeds in ({0: 1.0}, {3: 1.0, 7: 2.0}, dict.fromkeys(range(8), 1.0)):
            walk(engine, graph, seeds, influence=influence, max_hops=hops)
print(sum(count for _, count in before), [name for name, count in compiled() if (name, count) not in before])
"""


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")
def test_after_warming_up_no_walk_compiles_anything() -> None:
    finished = subprocess.run([sys.executable, "-c", COMPILED], cwd=ROOT, capture_output=True, text=True, check=True)
    count, late = finished.stdout.split(maxsplit=1)
    assert int(count) >= 6
    assert late.strip() == "[]"
