"""Which companies are candidates, and what every arm says of each of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from core.domain.arms import ARMS, Arm
from core.retrieval.fusion import Matrix
from core.retrieval.pagerank.contract import Scores
from core.retrieval.vector_search import Vector
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

_PROPOSING: tuple[Arm, ...] = ("graph", "peers", "words")


def proposed(
    companies: IntArray, dense: Mapping[Arm, Scores], sparse: Mapping[Arm, Mapping[int, float]], limit: int
) -> IntArray:
    """Nodes of the ``limit`` best ``companies`` (ascending) of each arm, ascending.

    ``dense``: scores of all entities, shape (entities,), 0 for nothing; ``sparse``: node → score. Of what is named in
    the question many companies may be related, so the walk decides which of them are proposed.
    """
    nodes = [_best(companies, dense[arm][companies], limit) for arm in _PROPOSING]
    named = companies[dense["named"][companies] > 0]
    nodes.append(_best(named, dense["graph"][named], limit))
    nodes.append(np.array([node for scores in sparse.values() for node in scores], dtype=np.int64))
    every = np.unique(np.concatenate(nodes))
    return np.asarray(every[np.append(companies, -1)[np.searchsorted(companies, every)] == every])


def score_candidates(
    knowledge_base: KnowledgeBase,
    nodes: IntArray,
    dense: Mapping[Arm, Scores],
    sparse: Mapping[Arm, Mapping[int, float]],
    vector: Vector | None,
) -> tuple[tuple[str, ...], Matrix]:
    """Ids, ascending, and scores by every arm, shape (candidates, arms); NaN where an arm says nothing.

    ``vector``: compared with the text of every candidate that was not found by it; None if the question could not
    be embedded.
    """
    raw = np.full((len(nodes), len(ARMS)), np.nan)
    for arm, scores in dense.items():
        values = scores[nodes]
        raw[:, ARMS.index(arm)] = np.where(values > 0, values, np.nan)
    for arm, found in sparse.items():
        mine = np.array(list(found), dtype=np.int64)
        _, places, chosen = np.intersect1d(nodes, mine, assume_unique=True, return_indices=True)
        raw[places, ARMS.index(arm)] = np.array(list(found.values()))[chosen]
    if vector is not None:
        unread = np.flatnonzero(np.isnan(raw[:, ARMS.index("text")]))
        raw[unread, ARMS.index("text")] = knowledge_base.entity_vectors.centred_similarities(nodes[unread], vector)
    ids = knowledge_base.entity_ids.at(nodes)
    order = sorted(range(len(ids)), key=ids.__getitem__)
    return tuple(ids[row] for row in order), raw[order]


def _best(nodes: IntArray, scores: Scores, limit: int) -> IntArray:
    reached = np.flatnonzero(scores > 0)
    return nodes[reached[places_of_largest(scores[reached], limit)]]
