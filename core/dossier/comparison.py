"""Two or three companies side by side: what relates them, what they share, what only one of them has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from core.domain.partial_dates import today
from core.domain.results import Result, Tense
from core.errors import EntityUnknownError, RefusedError
from core.ontology import Ontology
from core.retrieval.company_text import stated_as_of
from core.retrieval.tenses import in_force, tense_of
from core.retrieval.terms import label_in_tense
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

MOST = 5
"""Companies that can be compared at a time."""


class ComparedTooFewOrManyError(RefusedError):
    """Two to ``most`` different companies can be compared."""


class ComparedRelation(Result):
    """A relation of a company, as it reads from it (supplies, is supplied by; supplies (ended)); ``weight`` in (0, 1].
    ``tense``: that of the relation on the day that is asked of."""

    relation_id: str
    type: str
    forward: bool
    label_zh: str
    label_en: str
    tense: Tense = "now"
    weight: float = Field(gt=0.0, le=1.0)
    year: int | None
    evidence_zh: str
    evidence_en: str
    origin: str


class ComparedNeighbour(Result):
    """An entity and the relations that each of the companies has to it, in the order of the companies."""

    entity_id: str
    entity_type: str
    name_zh: str
    name_en: str
    relations: tuple[tuple[ComparedRelation, ...], ...]


class Compared(Result):
    """``direct``: neighbours that are among the companies themselves. ``shared``: those of at least two of them by
    relations in force, those of most first, then the strongest. ``own``: those of one only, by company, strongest
    first; ``own_counts`` and ``shared_count`` count all, whatever is listed; ``shared_by_all`` those of every company,
    which stand first. All tell every relation to those they list."""

    company_ids: tuple[str, ...]
    direct: tuple[ComparedNeighbour, ...]
    shared: tuple[ComparedNeighbour, ...]
    shared_count: int = Field(ge=0)
    shared_by_all: int = Field(ge=0)
    own: tuple[tuple[ComparedNeighbour, ...], ...]
    own_counts: tuple[int, ...]


def compare_companies(
    base: KnowledgeBase,
    ontology: Ontology,
    company_ids: Sequence[str],
    *,
    shared: int = 100,
    own: int = 10,
    day: int | None = None,
) -> Compared:
    """Compare two to five entities as of a ``day`` of eight digits, by default today; at most ``shared`` common and
    ``own`` other neighbours of each are read.

    Raises EntityUnknownError, and ComparedTooFewOrManyError for fewer than two different ids or more than five.
    """
    ids = tuple(dict.fromkeys(company_ids))
    if not 2 <= len(ids) <= MOST:
        raise ComparedTooFewOrManyError(most=MOST, given=len(ids))
    for each in ids:
        if each not in base.node_of:
            raise EntityUnknownError(entity=each)
    nodes, as_of = np.array([base.node_of[each] for each in ids]), today() if day is None else day
    reach = [_strengths(base, ontology, int(node), as_of) for node in nodes]
    found, places = np.unique(np.concatenate([others for others, _ in reach]), return_inverse=True)
    strength = np.zeros((len(ids), len(found)))
    start = 0
    for row, (others, weights) in enumerate(reach):
        strength[row, places[start : start + len(others)]] = weights
        start += len(others)
    holders, among = (strength > 0).sum(axis=0), np.isin(found, nodes)
    weakest = np.where(strength > 0, strength, np.inf).min(axis=0)
    common = np.flatnonzero((holders >= 2) & ~among)
    order = common[np.lexsort((found[common], -weakest[common], -holders[common]))]

    def told(node: int) -> ComparedNeighbour:
        return _neighbour(base, ontology, nodes, node, as_of)

    single = [np.flatnonzero((holders == 1) & ~among & (strength[row] > 0)) for row in range(len(ids))]
    best = [some[places_of_largest(strength[row][some], own)] for row, some in enumerate(single)]
    best = [some[np.lexsort((found[some], -strength[row][some]))] for row, some in enumerate(best)]
    return Compared(
        company_ids=ids,
        direct=tuple(told(node) for node in nodes[_related(base, nodes)].tolist()),
        shared=tuple(told(node) for node in found[order[:shared]].tolist()),
        shared_count=len(common),
        shared_by_all=int(np.count_nonzero(holders[common] == len(ids))),
        own=tuple(tuple(told(node) for node in found[some].tolist()) for some in best),
        own_counts=tuple(len(some) for some in single),
    )


def _related(base: KnowledgeBase, nodes: IntArray) -> NDArray[np.bool_]:
    """Which of some nodes have a relation of any time to another one of them."""
    return np.array([np.isin(nodes[nodes != node], base.relations_of(int(node))[1]).any() for node in nodes])


def _strengths(
    base: KnowledgeBase, ontology: Ontology, node: int, day: int
) -> tuple[IntArray, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """The different neighbours of a node by relations in force and the weight of the strongest to each."""
    rows, others = base.relations_of(node)
    now = in_force(base, ontology, rows, day)
    rows, others = rows[now], others[now]
    found, places = np.unique(others, return_inverse=True)
    strongest = np.zeros(len(found))
    np.maximum.at(strongest, places, base.graph.weight[rows])
    return found, strongest


def _neighbour(base: KnowledgeBase, ontology: Ontology, nodes: IntArray, other: int, day: int) -> ComparedNeighbour:
    entity = base.entity_at(other)
    rows, ends = base.relations_of(other)
    relations = tuple(
        tuple(_relation(base, ontology, row, int(node), day) for row in rows[ends == node].tolist()) for node in nodes
    )
    return ComparedNeighbour(
        entity_id=entity.id,
        entity_type=entity.type,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        relations=relations,
    )


def _relation(base: KnowledgeBase, ontology: Ontology, row: int, node: int, day: int) -> ComparedRelation:
    relation, tense = base.relation(row), tense_of(base, ontology, row, day)
    kind = ontology[relation.type]
    forward = kind.symmetric or int(base.graph.source[row]) == node
    return ComparedRelation(
        relation_id=relation.id,
        type=relation.type,
        forward=forward,
        label_zh=label_in_tense(kind.reads("zh", forward=forward), tense, "zh"),
        label_en=label_in_tense(kind.reads("en", forward=forward), tense, "en"),
        tense=tense,
        weight=float(base.graph.weight[row]),
        year=relation.year,
        evidence_zh=stated_as_of(base, ontology, row, day, "zh"),
        evidence_en=stated_as_of(base, ontology, row, day, "en"),
        origin=relation.origin,
    )
