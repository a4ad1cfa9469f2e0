"""Two or three companies side by side: what relates them, what they share, what only one of them has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pydantic import Field

from core.domain.partial_dates import today
from core.domain.results import Result
from core.errors import EntityUnknownError, RefusedError
from core.ontology import Ontology
from core.retrieval.company_text import stated_as_of
from core.retrieval.terms import has_ended
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

MOST = 5
"""Companies that can be compared at a time."""


class ComparedTooFewOrManyError(RefusedError):
    """Two to ``most`` different companies can be compared."""


class ComparedRelation(Result):
    """A relation of a company, as it reads from it (supplies, is supplied by); ``weight`` in (0, 1].
    ``ended``: whether it is over by today."""

    relation_id: str
    type: str
    forward: bool
    label_zh: str
    label_en: str
    ended: bool = False
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
    """``direct``: neighbours that are among the companies themselves. ``shared``: those of at least two of them,
    those of most first, then the strongest. ``own``: those of one only, by company, strongest first; ``own_counts`` and
    ``shared_count`` count all, whatever is listed."""

    company_ids: tuple[str, ...]
    direct: tuple[ComparedNeighbour, ...]
    shared: tuple[ComparedNeighbour, ...]
    shared_count: int = Field(ge=0)
    own: tuple[tuple[ComparedNeighbour, ...], ...]
    own_counts: tuple[int, ...]


def compare_companies(
    base: KnowledgeBase, ontology: Ontology, company_ids: Sequence[str], *, shared: int = 100, own: int = 10
) -> Compared:
    """Compare two to five entities; at most ``shared`` common and ``own`` other neighbours of each are read.

    Raises EntityUnknownError, and ComparedTooFewOrManyError for fewer than two different ids or more than five.
    """
    ids = tuple(dict.fromkeys(company_ids))
    if not 2 <= len(ids) <= MOST:
        raise ComparedTooFewOrManyError(most=MOST, given=len(ids))
    for each in ids:
        if each not in base.node_of:
            raise EntityUnknownError(entity=each)
    nodes = np.array([base.node_of[each] for each in ids])
    reach = [_strengths(base, int(node)) for node in nodes]
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

    def told(place: int) -> ComparedNeighbour:
        return _neighbour(base, ontology, nodes, int(found[place]))

    single = [np.flatnonzero((holders == 1) & ~among & (strength[row] > 0)) for row in range(len(ids))]
    best = [some[places_of_largest(strength[row][some], own)] for row, some in enumerate(single)]
    best = [some[np.lexsort((found[some], -strength[row][some]))] for row, some in enumerate(best)]
    return Compared(
        company_ids=ids,
        direct=tuple(told(place) for place in np.flatnonzero(among).tolist()),
        shared=tuple(told(place) for place in order[:shared].tolist()),
        shared_count=len(common),
        own=tuple(tuple(told(place) for place in some.tolist()) for some in best),
        own_counts=tuple(len(some) for some in single),
    )


def _strengths(base: KnowledgeBase, node: int) -> tuple[IntArray, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """The different neighbours of a node and the weight of the strongest relation to each."""
    rows, others = base.relations_of(node)
    found, places = np.unique(others, return_inverse=True)
    strongest = np.zeros(len(found))
    np.maximum.at(strongest, places, base.graph.weight[rows])
    return found, strongest


def _neighbour(base: KnowledgeBase, ontology: Ontology, nodes: IntArray, other: int) -> ComparedNeighbour:
    entity = base.entity_at(other)
    rows, ends = base.relations_of(other)
    relations = tuple(
        tuple(_relation(base, ontology, row, int(node)) for row in rows[ends == node].tolist()) for node in nodes
    )
    return ComparedNeighbour(
        entity_id=entity.id,
        entity_type=entity.type,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        relations=relations,
    )


def _relation(base: KnowledgeBase, ontology: Ontology, row: int, node: int) -> ComparedRelation:
    relation = base.relation(row)
    kind = ontology[relation.type]
    forward = kind.symmetric or int(base.graph.source[row]) == node
    return ComparedRelation(
        relation_id=relation.id,
        type=relation.type,
        forward=forward,
        label_zh=kind.reads("zh", forward=forward),
        label_en=kind.reads("en", forward=forward),
        ended=has_ended(relation, kind, today()),
        weight=float(base.graph.weight[row]),
        year=relation.year,
        evidence_zh=stated_as_of(base, ontology, relation, today(), "zh"),
        evidence_en=stated_as_of(base, ontology, relation, today(), "en"),
        origin=relation.origin,
    )
