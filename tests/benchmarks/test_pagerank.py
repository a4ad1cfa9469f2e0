"""The compiled walks against igraph's prpack: every question has its own influence and seed, one thread each.

All engines answer the same question one after another in one process, and the CPU times of a question are compared,
so that what else the machine does falls on all alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.retrieval.pagerank.conjugate_gradient import ConjugateGradientPersonalizedPageRank
from core.retrieval.pagerank.contract import PersonalizedPageRank, WalkParameters
from core.retrieval.pagerank.igraph_engine import IgraphPersonalizedPageRank
from core.retrieval.pagerank.local_push import LocalPushPersonalizedPageRank
from core.settings import Settings
from core.storage.relation_graph import RelationGraph, build_graph, load_graph, save_graph
from tests.support import ROOT

pytestmark = pytest.mark.benchmark
TYPES = 10
SEEDS = 50
BEST = 100
DATASETS = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets"))
Ends = tuple[NDArray[np.int64], NDArray[np.int64]]


def typed_graph(nodes: int, ends: Ends, seed: int) -> RelationGraph:
    """Ten relation types, a few of them frequent; log-normal weights; node numbers without meaning."""
    random = np.random.default_rng(seed)
    frequency = 1 / np.arange(1, TYPES + 1) ** 0.8
    shuffled = random.permutation(nodes)
    edges = len(ends[0])
    weight = np.clip(random.lognormal(-1.0, 0.7, edges), 0.01, 5.0)
    kinds = random.choice(TYPES, edges, p=frequency / frequency.sum())
    return build_graph(nodes, 0, edges, shuffled[ends[0]], shuffled[ends[1]], weight, kinds)


def distinct(draw: Callable[[int], Ends], nodes: int, edges: int, random: np.random.Generator) -> Ends:
    """``edges`` different edges between different nodes."""
    keys = np.empty(0, dtype=np.int64)
    while len(keys) < edges:
        one, other = draw(edges)
        key = np.minimum(one, other) * nodes + np.maximum(one, other)
        keys = np.unique(np.concatenate([keys, key[one != other]]))
    kept = random.permutation(keys)[:edges]
    return kept // nodes, kept % nodes


def block_model(nodes: int, edges: int) -> RelationGraph:
    """Communities of uneven size and power-law degrees; seven edges of ten stay inside a community."""
    random = np.random.default_rng(1)
    attraction = np.arange(1, nodes + 1) ** (-1 / 1.3)
    attraction = random.permutation(np.minimum(attraction, attraction.sum() * 0.02))
    size = random.pareto(1.5, max(10, nodes // 200)) + 0.2
    community = np.sort(random.choice(len(size), nodes, p=size / size.sum()))
    reach = np.concatenate([[0.0], np.cumsum(attraction)])
    first, last = (np.searchsorted(community, np.arange(len(size)), side=side) for side in ("left", "right"))

    def draw(count: int) -> Ends:
        one = np.searchsorted(reach, random.random(count) * reach[-1], side="right") - 1
        inside = random.random(count) < 0.7
        low = np.where(inside, reach[first[community[one]]], 0.0)
        high = np.where(inside, reach[last[community[one]]], reach[-1])
        return one, np.searchsorted(reach, low + random.random(count) * (high - low), side="right") - 1

    return typed_graph(nodes, distinct(draw, nodes, edges, random), seed=11)


def power_law(nodes: int, edges: int) -> RelationGraph:
    """R-MAT (Chakrabarti et al. 2004) with 0.57, 0.19, 0.19, 0.05: strong hubs, many isolated nodes."""
    random = np.random.default_rng(2)

    def draw(count: int) -> Ends:
        one, other = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
        levels = int(np.ceil(np.log2(nodes)))
        for _ in range(levels):
            chance = random.random(count)
            one = 2 * one + (chance > 0.76)
            other = 2 * other + (((chance > 0.57) & (chance <= 0.76)) | (chance > 0.95))
        return one * nodes >> levels, other * nodes >> levels

    return typed_graph(nodes, distinct(draw, nodes, edges, random), seed=12)


def islands(nodes: int, edges: int) -> RelationGraph:
    """A disconnected graph: half of the nodes on grids where walks spread slowly, half in clusters of about 500."""
    random = np.random.default_rng(3)
    side = int(np.sqrt(nodes / 2))
    cell = np.arange(side * side).reshape(side, side)
    steps = ((0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (2, 1), (1, 2), (2, 2), (0, 3), (3, 0))
    pairs = [(cell[: side - down, : side - right], cell[down:, right:]) for down, right in steps]
    grid = np.concatenate([a.ravel() for a, _ in pairs]), np.concatenate([b.ravel() for _, b in pairs])
    rest = nodes - side * side

    def draw(count: int) -> Ends:
        cluster = random.integers(0, rest // 500, count)
        one, other = ((random.random(count) ** 2 * 500).astype(np.int64) for _ in range(2))
        return cluster * 500 + one, cluster * 500 + other

    clusters = distinct(draw, rest, edges - len(grid[0]), random)
    both = (np.concatenate([grid[end], clusters[end] + side * side]) for end in (0, 1))
    return typed_graph(nodes, (next(both), next(both)), seed=13)


SHAPES = {"block model": block_model, "power law": power_law, "disconnected": islands}


@dataclass
class Measured:
    """CPU milliseconds, L1 difference and precision per question of one engine."""

    milliseconds: list[float] = field(default_factory=list)
    difference: list[float] = field(default_factory=list)
    precision: list[float] = field(default_factory=list)


def best(scores: NDArray[np.float64], seed: int, count: int) -> set[int]:
    """The ``count`` nodes that score best, the seed left out."""
    others = scores.copy()
    others[seed] = -1.0
    return set(np.argpartition(-others, count)[:count].tolist())


def precision(scores: NDArray[np.float64], reference: NDArray[np.float64], seed: int) -> float:
    """Part of the reference's best 100 (fewer, where fewer score anything) that is among the best."""
    count = max(1, min(BEST, int(np.count_nonzero(reference)) - 1))
    return len(best(scores, seed, count) & best(reference, seed, count)) / count


def measure(
    graph: RelationGraph, engines: dict[str, PersonalizedPageRank], *, questions: int, max_hops: int | None = None
) -> dict[str, Measured]:
    """Ask every engine the same questions in turn; the first engine is the reference."""
    random = np.random.default_rng(4)
    seeds = random.choice(np.flatnonzero(np.diff(graph.indptr) >= 2), questions + 1)
    found = {name: Measured() for name in engines}
    for engine in engines.values():
        engine.warm_up(graph)
    for place, seed in enumerate(seeds.tolist()):
        influence = random.uniform(0.1, 2.0, graph.walk.types)
        reference: NDArray[np.float64] | None = None
        for name, engine in engines.items():
            start = time.process_time()
            walk = engine.walk(graph, influence, {seed: 1.0}, WalkParameters(max_hops=max_hops))
            spent = (time.process_time() - start) * 1000
            assert walk.converged
            reference = walk.scores if reference is None else reference
            if place:  # the first question warms memory up
                found[name].milliseconds.append(spent)
                found[name].difference.append(float(np.abs(walk.scores - reference).sum()))
                found[name].precision.append(precision(walk.scores, reference, seed))
    return found


def report(title: str, found: dict[str, Measured]) -> dict[str, float]:
    """Print a line per engine; how many times faster than the first each is."""
    base = float(np.median(next(iter(found.values())).milliseconds))
    ratios = {name: base / float(np.median(each.milliseconds)) for name, each in found.items()}
    for name, each in found.items():
        print(
            f"\n{title}, {name}: median {np.median(each.milliseconds):.2f} ms CPU, "
            f"p95 {np.percentile(each.milliseconds, 95):.2f} ms, x{ratios[name]:.1f}, "
            f"L1 mean {np.mean(each.difference):.1e} max {max(each.difference):.1e}, "
            f"precision@{BEST} mean {np.mean(each.precision):.4f} worst {min(each.precision):.2f}",
            end="",
        )
    print()
    return ratios


def all_engines() -> dict[str, PersonalizedPageRank]:
    return {
        "igraph prpack": IgraphPersonalizedPageRank(),
        "conjugate gradient": ConjugateGradientPersonalizedPageRank(),
        "local push": LocalPushPersonalizedPageRank(Settings().ppr_push_threshold),
    }


@pytest.fixture(autouse=True)
def one_thread() -> None:
    assert os.environ["OMP_NUM_THREADS"] == "1"  # igraph and the compiled walks are compared on one thread each


@pytest.mark.parametrize("shape", list(SHAPES))
def test_the_compiled_walks_are_fast_and_right(shape: str) -> None:
    graph = SHAPES[shape](100_000, 1_000_000)
    found = measure(graph, all_engines(), questions=SEEDS)
    ratios = report(f"{shape}, 100k nodes, 1M edges", found)
    assert max(found["conjugate gradient"].difference) <= 1e-5
    assert np.mean(found["local push"].precision) >= 0.99
    assert min(found["local push"].precision) >= 0.95
    assert ratios["local push"] >= 80
    assert ratios["conjugate gradient"] >= 10


def test_a_push_grows_less_than_the_graph() -> None:
    medians = []
    for nodes in (100_000, 1_000_000):
        local: dict[str, PersonalizedPageRank] = {"local push": LocalPushPersonalizedPageRank(1e-4 * nodes)}
        found = measure(block_model(nodes, 10 * nodes), local, questions=SEEDS)
        report(f"block model, {nodes:,} nodes, {10 * nodes:,} edges, threshold 1e-4", found)
        medians.append(float(np.median(found["local push"].milliseconds)))
    assert medians[1] < 10 * medians[0]  # the hubs of the larger graph have more neighbours to hand on to


@pytest.fixture(scope="module")
def scale_graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph of all listed companies of the public data sets, saved as a build would."""
    import pyarrow.parquet as pq

    folder = DATASETS / "global_equities"
    if not (folder / "scale_edges.parquet").exists():
        pytest.skip("no data sets: set GUANXI_DATASETS")
    nodes = pq.read_table(folder / "scale_nodes.parquet").num_rows
    edges = pq.read_table(folder / "scale_edges.parquet").to_pandas()
    saved = tmp_path_factory.mktemp("scale") / "graph"
    kinds = edges["type"].astype("category").cat.codes.to_numpy()
    ends = edges["s"].to_numpy(), edges["t"].to_numpy()
    save_graph(build_graph(nodes, 0, len(edges), *ends, edges["weight"].to_numpy(np.float64), kinds), saved)
    return saved


def test_opening_the_scale_graph(scale_graph: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from core.storage.relation_graph import load_graph\n"
        "start = time.perf_counter(); graph = load_graph(Path(sys.argv[1])); spent = time.perf_counter() - start\n"
        "resident = next(line for line in open('/proc/self/status') if line.startswith('VmRSS')).split()[1]\n"
        "print(spent, graph.nodes, len(graph.source), int(resident) / 1024)"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code, str(scale_graph)], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split()
        for _ in range(5)
    ]
    seconds = sorted(float(run[0]) for run in runs)
    print(
        f"\nopening {runs[0][1]} nodes, {runs[0][2]} edges: median {seconds[2] * 1000:.0f} ms, "
        f"slowest {seconds[-1] * 1000:.0f} ms, process {float(runs[0][3]):.0f} MB"
    )


@pytest.mark.parametrize("max_hops", [2, 3, None])
def test_walks_over_the_scale_graph(scale_graph: Path, max_hops: int | None) -> None:
    found = measure(load_graph(scale_graph), all_engines(), questions=20, max_hops=max_hops)
    report(f"scale graph, max_hops {max_hops}", found)
    assert max(found["conjugate gradient"].difference) <= 1e-5
