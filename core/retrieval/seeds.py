"""Where the walks start: the companies asked about, the best-matching triplets, passages at a small weight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from core.retrieval.vector_search import TripletMatch
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase

SEED_TRIPLETS = 5
SEED_PEERS = 5
OWN_SHARE = 0.3
"""Share of the restarts that stays with the companies asked about when the walk starts from similar companies."""


def walk_seeds(
    knowledge_base: KnowledgeBase,
    query_ids: Iterable[str],
    triplets: Sequence[TripletMatch],
    passages: Mapping[int, float],
    *,
    triplet_weight: float,
    passage_weight: float,
) -> dict[int, float]:
    """Node → weight: 1 in the mean for each entity asked about, less for products and places that many passages hold;
    ``triplet_weight`` in all for the ends of the first five ``triplets`` (best first; the caller puts those that touch
    what is asked about before others), each divided by how many passages hold it (node specificity, Gutiérrez et al.
    2024, section 2.3); and ``passage_weight`` in all for passages, in proportion to their scores."""
    seeds = _specific(knowledge_base, [knowledge_base.node_of[query_id] for query_id in query_ids])
    ends: dict[int, list[float]] = {}
    for match in triplets[:SEED_TRIPLETS]:
        for end in (match.source, match.target):
            node = knowledge_base.node_of[end]
            ends.setdefault(node, []).append(
                max(0.0, match.similarity) / max(1, passages_holding(knowledge_base, node))
            )
    _add(seeds, {node: sum(parts) / len(parts) for node, parts in ends.items()}, triplet_weight)
    _add(seeds, passages, passage_weight)
    return seeds


def _specific(knowledge_base: KnowledgeBase, nodes: Sequence[int]) -> dict[int, float]:
    """Companies weigh 1; a bridge is divided by how many passages hold it, as the ends of triplets are."""
    weights = {
        node: 1.0 if knowledge_base.is_company[node] else 1.0 / max(1, passages_holding(knowledge_base, node))
        for node in nodes
    }
    total = sum(weights.values())
    return {node: len(weights) * weight / total for node, weight in weights.items()}


def passages_holding(knowledge_base: KnowledgeBase, node: int) -> int:
    """How many passages mention the entity ``node``."""
    return int((knowledge_base.graph.edges_of(node) >= knowledge_base.graph.relations).sum())


def peer_seeds(queries: Sequence[int], nodes: np.ndarray, likeness: np.ndarray) -> dict[int, float]:
    """Seeds of the walk from similar companies: the five most alike, in proportion to the cube of their likeness,
    and the companies asked about with ``OWN_SHARE`` of the whole. ``nodes``, ``likeness`` ≥ 0: shape (companies,)."""
    best = places_of_largest(likeness, SEED_PEERS)
    cubes = {int(nodes[place]): float(likeness[place]) ** 3 for place in best if likeness[place] > 0}
    seeds: dict[int, float] = {}
    _add(seeds, cubes, 1.0 - OWN_SHARE)
    _add(seeds, dict.fromkeys(queries, 1.0), OWN_SHARE)
    return seeds


def _add(seeds: dict[int, float], weights: Mapping[int, float], total: float) -> None:
    """Add ``weights``, scaled to sum to ``total``."""
    every = sum(weights.values())
    if every > 0 and total > 0:
        for node, weight in weights.items():
            seeds[node] = seeds.get(node, 0.0) + total * weight / every
