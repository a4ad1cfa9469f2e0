"""Whom an entity could be expanded by: its neighbours by relation type and direction, counted, and a choice of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.domain.partial_dates import today
from core.domain.results import Tense
from core.ontology import Ontology
from core.retrieval.tenses import TENSES, tense_codes
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

Order = Literal["strongest", "newest"]
ORDERS: tuple[Order, ...] = ("strongest", "newest")
_DATED = 1_000


@dataclass(frozen=True)
class NeighbourKind:
    """Relations of one type in one direction: away from the entity where ``forward``, always so for symmetric types.
    What is not so today is of a kind of its own."""

    relation_type: str
    forward: bool
    tense: Tense = "now"


@dataclass(frozen=True)
class KindCount:
    """How many different entities are related so: ``entities`` in all, of which ``further`` are not shown yet."""

    kind: NeighbourKind
    entities: int
    further: int


class Neighbours:
    """The neighbours of one entity. Reads arrays only, those of this entity; records where years are asked for.

    Raises KeyError for an id that there is not.
    """

    def __init__(self, base: KnowledgeBase, ontology: Ontology, entity_id: str) -> None:
        self._base = base
        node = base.node_of[entity_id]
        rows, others = base.relations_of(node)
        away = others != node
        self._rows, self._others = rows[away], others[away]
        types = base.manifest.edge_types
        symmetric = np.array([ontology[name].symmetric for name in types], dtype=bool)
        codes = base.graph.edge_type[self._rows].astype(np.int64)
        forward = (base.graph.source[self._rows] == node) | symmetric[codes]
        tenses = tense_codes(base, ontology, self._rows, today())
        self._kinds: IntArray = (2 * codes + ~forward) * len(TENSES) + tenses
        self.kinds = {
            number: NeighbourKind(types[way // 2], not way % 2, TENSES[tense])
            for number in np.unique(self._kinds).tolist()
            for way, tense in [divmod(number, len(TENSES))]
        }

    def further(self, shown: Iterable[str]) -> int:
        """How many different neighbours are not among ``shown``."""
        return len(np.unique(self._others[self._new(shown)]))

    def counts(self, shown: Iterable[str]) -> tuple[KindCount, ...]:
        """By kind, those in force first, of these the one with most entities."""
        new = self._new(shown)
        counted = [
            KindCount(kind, len(np.unique(self._others[of_kind])), len(np.unique(self._others[of_kind & new])))
            for number, kind in self.kinds.items()
            for of_kind in [self._kinds == number]
        ]
        return tuple(sorted(counted, key=lambda each: (TENSES.index(each.kind.tense), -each.entities)))

    def choose(
        self, shown: Iterable[str], *, kind: NeighbourKind | None = None, order: Order = "strongest", limit: int
    ) -> tuple[str, ...]:
        """At most ``limit`` (≥ 1) neighbours that are not among ``shown``, by any relation or one of ``kind``.

        ``strongest``: by the greatest weight × confidence of a relation to them. ``newest``: by its year, undated last,
        among the 1,000 strongest relations.
        """
        chosen = self._new(shown)
        if kind is not None:
            numbers = [number for number, each in self.kinds.items() if each == kind]
            chosen = chosen & np.isin(self._kinds, numbers)
        rows, others = self._rows[chosen], self._others[chosen]
        weight = self._base.graph.weight[rows]
        if order == "newest":
            kept = places_of_largest(weight, _DATED)
            rows, others, weight = rows[kept], others[kept], weight[kept]
            years = np.array([self._base.relation(row).year or 0 for row in rows.tolist()])
            ordered = np.lexsort((rows, -weight, -years))
        else:
            ordered = np.lexsort((rows, -weight))
        return tuple(self._base.entity_ids[node] for node in _first_different(others[ordered], limit))

    def _new(self, shown: Iterable[str]) -> NDArray[np.bool_]:
        known = self._base.node_of
        there = [known[entity_id] for entity_id in shown if entity_id in known]
        return ~np.isin(self._others, np.array(there, dtype=np.int64))


def _first_different(nodes: IntArray, limit: int) -> Sequence[int]:
    _, first = np.unique(nodes, return_index=True)
    chosen: list[int] = nodes[np.sort(first)][:limit].tolist()
    return chosen
