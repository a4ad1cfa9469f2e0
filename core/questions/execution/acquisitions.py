"""Acquisitions as holdings: what somebody acquired, and of which of it nothing on record says that it is over."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.domain.plan import Related, RelationEnd
from core.ontology import Ontology
from core.questions.execution.found import NONE
from core.questions.execution.held_shares import asks_owners
from core.questions.execution.hops import Hops, Relations
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_facts import STATUSES
from core.storage.relation_graph import IntArray

ACQUIRED, DIVESTED = "acquired", "divested"
_REPORTED = STATUSES.index("reported")
_NEVER = 9999_99_99  # later than any date


def acquiring_end(ontology: Ontology, asked: Related) -> RelationEnd:
    """The end of acquisitions at which those stand whom a holding is asked for."""
    return "backward" if asks_owners(ontology, asked) else "forward"


class Acquisitions:
    """The acquisitions of a knowledge base as they are on the day of ``relations``."""

    def __init__(self, base: KnowledgeBase, ontology: Ontology, relations: Relations) -> None:
        self._base = base
        self._ontology = ontology
        self._relations = relations
        self._entities = base.graph.entities

    def held(self, nodes: IntArray, asked: Related) -> Hops:
        """Whom acquisitions by, or of, ``nodes``, ascending and each once, lead to; of those that are over nobody."""
        if ACQUIRED not in self._ontology or self._ontology[asked.type].holding is None:
            return Hops()
        hops = self._relations.hops(nodes, ACQUIRED, acquiring_end(self._ontology, asked), asked.when)
        return hops.chosen(~self.over(hops.rows))

    def over(self, rows: IntArray) -> NDArray[np.bool_]:
        """Which acquisitions say nothing of the day: the company has another owner on record, or ``sold`` says so."""
        bought, pairs = self._base.graph.target[rows].astype(np.int64), self._pairs_of(rows)
        owners = np.unique(self._pairs(self._held_of(bought, control=True)))
        others = np.bincount(owners // self._entities, minlength=self._entities)[bought] - np.isin(pairs, owners)
        return self.sold(rows) | (others > 0)

    def sold(self, rows: IntArray) -> NDArray[np.bool_]:
        """Of which acquisitions a row says that it is over: another acquisition that is later, a sale by who acquired
        the company, or the end of what this one held of it."""
        bought, pairs = self._base.graph.target[rows].astype(np.int64), self._pairs_of(rows)
        began = self._base.relation_facts.start[rows]
        again = self._said(self._relations.hops(np.unique(bought), ACQUIRED, "backward").rows)
        last = np.zeros(self._entities, dtype=began.dtype)
        np.maximum.at(last, self._base.graph.target[again], self._base.relation_facts.start[again])
        left = self._left(bought)
        return (began < last[bought]) | _is_later(pairs, began, *left)

    def _left(self, bought: IntArray) -> tuple[IntArray, IntArray]:
        """Who sold, or no longer holds, companies, as pairs, and when; a day that no date reaches where it is not
        recorded when."""
        facts, targets = self._base.relation_facts, np.unique(bought)
        sales = NONE
        if DIVESTED in self._ontology:
            sales = self._said(self._relations.hops(targets, DIVESTED, "backward").rows)
        ended = self._said(self._held_of(bought, ended=True))
        ended = ended[~np.isin(self._pairs(ended), self._pairs(self._held_of(bought)))]
        when = np.concatenate([facts.start[sales], facts.end[ended]])
        return np.concatenate([self._pairs_of(sales), self._pairs(ended)]), np.where(when > 0, when, _NEVER)

    def _held_of(self, bought: IntArray, *, control: bool = False, ended: bool = False) -> IntArray:
        """The holdings of companies, whoever holds them; ``control``: those alone that mean control."""
        rows: list[IntArray] = [NONE]
        for kind in self._ontology.types.values():
            if kind.holding is not None and (kind.holding.control or not control):
                end: RelationEnd = "backward" if kind.holding.owner == "source" else "forward"
                of = self._relations.ended if ended else self._relations.hops
                rows.append(of(np.unique(bought), kind.id, end).rows)
        return self._said(np.concatenate(rows))

    def _said(self, rows: IntArray) -> IntArray:
        """Those of some relations that are recorded, and not only reported."""
        kept = rows[rows >= 0]
        said: IntArray = kept[self._base.relation_facts.status[kept] != _REPORTED]
        return said

    def _pairs(self, holdings: IntArray) -> IntArray:
        """What is held and its owner, as one number."""
        graph, types = self._base.graph, self._base.manifest.edge_types
        kinds = [self._ontology[each].holding for each in types]
        of_source = np.array([each is not None and each.owner == "source" for each in kinds], dtype=bool)
        by_source = of_source[graph.edge_type[holdings]]
        source, target = (each[holdings].astype(np.int64) for each in (graph.source, graph.target))
        pairs: IntArray = np.where(by_source, target, source) * self._entities + np.where(by_source, source, target)
        return pairs

    def _pairs_of(self, deals: IntArray) -> IntArray:
        """What was acquired, or sold, and by whom, as one number."""
        graph = self._base.graph
        pairs: IntArray = graph.target[deals].astype(np.int64) * self._entities + graph.source[deals]
        return pairs


def _is_later(pairs: IntArray, began: IntArray, others: IntArray, when: IntArray) -> NDArray[np.bool_]:
    """Of which pairs something is said that is later than when each began."""
    order = np.lexsort((when, others))
    others, when = others[order], when[order]
    place = np.searchsorted(others, pairs, side="right") - 1
    known = place >= 0
    later = np.zeros(len(pairs), dtype=bool)
    later[known] = (others[place[known]] == pairs[known]) & (when[place[known]] > began[known])
    return later
