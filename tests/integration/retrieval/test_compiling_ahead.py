"""What is compiled while the knowledge base is built is what its graph is walked with."""

from __future__ import annotations

import subprocess
import sys

import pytest

from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from tests.support import ROOT

# In a process of its own: here, other tests have compiled the kernels by now.
_SCRIPT = """
import sys
from pathlib import Path
from core.retrieval.pagerank.contract import WalkParameters
from core.retrieval.pagerank.engines import compile_walks, engine_from
from core.retrieval.pagerank import local_push, push_kernels, reach_kernels, solver_kernels
from core.settings import Settings
from core.storage.knowledge_base import open_knowledge_base
import numpy as np

def versions():
    modules = (push_kernels, reach_kernels, solver_kernels)
    found = {(module.__name__, name): each for module in modules for name, each in vars(module).items()}
    return {name: len(each.signatures) for name, each in found.items() if hasattr(each, "signatures")}

settings = Settings(knowledge_base_folder=Path(sys.argv[1]), ppr_engine=sys.argv[2])
compile_walks(settings)
before = versions()
graph = open_knowledge_base(settings.knowledge_base_folder, embedding_model="use-multilingual").graph
types = graph.walk.types
for max_hops in (None, 1, 2):
    for influence in (np.ones(types), np.array([*np.ones(types - 1), 0.5])):
        engine_from(settings).walk(graph, influence, {0: 1.0, 3: 0.5}, WalkParameters(max_hops=max_hops))
after = versions()
print(sum(before.values()), *(f"{name}" for name in after if after[name] != before[name]))
"""


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize("engine", ["conjugate_gradient", "local_push", "automatic"])
def test_a_walk_over_the_real_graph_compiles_nothing_more(
    document_knowledge_base: KnowledgeBase, document_settings: Settings, engine: str
) -> None:
    folder = str(document_settings.knowledge_base_folder)
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT, folder, engine], cwd=ROOT, capture_output=True, text=True, check=True
    )
    compiled, *later = run.stdout.split()
    assert int(compiled) > 0
    assert later == []
