"""Searching 195,255 real relations beside the companies: what it adds to an answer, and what the index misses."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np
import pytest

from core.retrieval.relationship_search import RelationshipSearch
from core.retrieval.vector_search import Vector, search_triplets
from core.settings import Settings
from core.storage.embeddings import load_encoder
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from tests.benchmarks.relation_data import relation_settings
from tests.benchmarks.scale_data import SOURCE

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.skipif(not SOURCE.exists(), reason=f"needs the set global_equities in {SOURCE} (GUANXI_DATASETS)"),
]
QUESTIONS = 100
TEXTS = ("Who owns {name}?", "{name}的股东有哪些？", "Which subsidiaries does {name} have?", "Where is {name} located?")


@pytest.fixture(scope="module")
def settings() -> Settings:
    return relation_settings()


@pytest.fixture(scope="module")
def knowledge_base(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


@pytest.fixture(scope="module")
def asked(knowledge_base: KnowledgeBase) -> list[str]:
    chosen = random.Random(5).sample(knowledge_base.company_nodes.tolist(), QUESTIONS)
    names = [knowledge_base.entity_at(node).name_en for node in chosen]
    return [TEXTS[number % len(TEXTS)].format(name=name) for number, name in enumerate(names)]


def spent(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of wall and of processor time."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - wall) * 1000, (time.process_time() - processor) * 1000


def test_relations_add_less_than_a_tenth_of_a_second(
    knowledge_base: KnowledgeBase, settings: Settings, asked: list[str]
) -> None:
    assert len(knowledge_base.relation_vectors.rows) > 190_000
    encoder = load_encoder(settings.embedding_model)
    search = RelationshipSearch(knowledge_base, lambda: encoder, settings)
    both, objects = [], []
    for place, question in enumerate(asked):
        without = spent(lambda question=question: search.objects(question, limit=20))  # type: ignore[misc]
        together = spent(lambda question=question: search.search(question))  # type: ignore[misc]
        if place >= 5:  # the first ones read the index
            objects.append(without)
            both.append(together)
    alone, together_ms = np.array(objects), np.array(both)
    added = together_ms - alone
    print(f"\n{len(knowledge_base.relation_vectors.rows):,} relations, wall and processor ms, p50 / p95")
    for name, found in (("companies alone", alone), ("with relations", together_ms), ("added", added)):
        p50, p95 = np.percentile(found, 50, axis=0), np.percentile(found, 95, axis=0)
        print(f"{name}: wall {p50[0]:.1f} / {p95[0]:.1f}, processor {p50[1]:.1f} / {p95[1]:.1f}")
    assert np.percentile(added[:, 0], 95) < 100


def test_what_the_index_misses(knowledge_base: KnowledgeBase, settings: Settings, asked: list[str]) -> None:
    encoder = load_encoder(settings.embedding_model)
    rows = knowledge_base.relation_vectors.rows
    for probes in (10, 20, 40):
        probing = settings.model_copy(update={"vector_nprobes": probes})
        recall: dict[int, list[float]] = {10: [], 50: []}
        milliseconds = []
        for question in asked[:40]:
            vector: Vector = encoder.encode([question])[0]
            exact = knowledge_base.relation_vectors.similarities(np.asarray(rows), vector)
            start = time.process_time()
            found = [match.similarity for match in search_triplets(knowledge_base, vector, probing)]
            milliseconds.append((time.process_time() - start) * 1000)
            for count, shares in recall.items():
                least = np.sort(exact)[-count]  # many triplets are worded alike: as good counts as found
                shares.append(sum(similarity >= least - 1e-5 for similarity in found[:count]) / count)
        recalls = ", ".join(f"recall@{count} {np.mean(shares):.3f}" for count, shares in recall.items())
        print(
            f"\nIVF_FLAT, {probes} of {settings.vector_index_partitions} partitions: {recalls}, "
            f"{np.median(milliseconds):.1f} ms processor",
            end="",
        )
        assert np.mean(recall[10]) > 0.5
