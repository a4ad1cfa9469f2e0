"""Recorded holdings as arrays, and those of one company's tree as of a day."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from core.dossier.ownership.kernels import gather_tree
from core.ontology.types import RelationType
from core.retrieval.base import Base
from core.storage.newer_ends import Ends, IsClosedBy, NewerEnds
from core.storage.relation_facts import RelationFacts
from core.storage.relation_graph import FloatArray, IntArray

_YEAR = 10_000  # a day of eight digits by its year
_DAYS_KEPT = 4
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Stakes:
    """Holdings of one tree, one for each owner and what it holds; owners and what they hold are places in ``nodes``.

    ``low`` and ``high`` are fractions of 1; ``control``: a source says that the owner controls it, whatever the share.
    ``rows``: the relations that say so, those of stake k from ``first[k]`` up to ``first[k + 1]``, the one that counts
    last.
    """

    nodes: IntArray
    root: int
    owner: IntArray
    held: IntArray
    low: FloatArray
    high: FloatArray
    control: BoolArray
    rows: IntArray
    first: IntArray

    def __len__(self) -> int:
        return len(self.owner)

    def rows_of(self, stake: int) -> IntArray:
        """The relations that say of this stake, the one that counts last."""
        return self.rows[self.first[stake] : self.first[stake + 1]]


@dataclass(frozen=True, eq=False)
class Holdings:
    """Every recorded holding, in the order of what is held, of the owners and of what counts; all arrays but those of
    ``first`` have shape (holdings,).

    ``low`` and ``high`` are fractions of 1 and ``stated`` says whether they are recorded; ``date`` is ``as_of`` or else
    ``start``; ``founded``: of what has no start, the year by which both ends are founded, 0 where that is not known;
    ``row`` is the number of the relation. ``by_held`` and ``by_owner`` are the places of the holdings in the
    order of what is held and of the owners, those of node n from ``…_first[n]`` up to ``…_first[n + 1]``.
    """

    nodes: int
    owner: IntArray
    held: IntArray
    low: FloatArray
    high: FloatArray
    stated: BoolArray
    date: IntArray
    founded: IntArray
    control: BoolArray
    row: IntArray
    facts: RelationFacts
    newer_ends: NewerEnds
    by_held: IntArray
    by_owner: IntArray
    held_first: IntArray
    owner_first: IntArray
    _days: dict[int, BoolArray] = field(default_factory=dict)

    @classmethod
    def of(
        cls, nodes: int, owner: IntArray, held: IntArray, bounds: FloatArray, control: BoolArray, facts: RelationFacts
    ) -> Self:
        """Holdings of one type between entities 0…nodes-1. ``bounds``, shape (holdings, 2), fractions of 1, stand where
        ``facts`` record no share. The number of a relation is its place."""
        rows, kind = np.arange(len(owner)), np.zeros(len(owner), dtype=np.int64)
        return cls._arranged(nodes, owner, held, kind, bounds, control, rows, facts, np.zeros_like(rows))

    @classmethod
    def _arranged(
        cls,
        nodes: int,
        owner: IntArray,
        held: IntArray,
        kind: IntArray,
        bounds: FloatArray,
        control: BoolArray,
        row: IntArray,
        facts: RelationFacts,
        founded: IntArray,
        is_closed_by: IsClosedBy = lambda *_: False,
    ) -> Self:
        date = np.where(facts.as_of > 0, facts.as_of, facts.start)
        order = np.lexsort((row, date, ~np.isnan(facts.share_low), owner, held))
        facts = facts.at(order)
        stated = np.logical_not(np.isnan(facts.share_low))
        low = np.where(stated, facts.share_low / 100.0, bounds[order, 0])
        high = np.where(stated, facts.share_high / 100.0, bounds[order, 1])
        owner, held, numbers = owner[order], held[order], row[order]
        ends = Ends(owner, held, kind[order], nodes)
        return cls(
            nodes=nodes,
            owner=owner,
            held=held,
            low=low,
            high=high,
            stated=stated,
            date=date[order],
            founded=np.where(facts.start > 0, 0, founded[order]),
            control=control[order],
            row=numbers,
            facts=facts,
            newer_ends=NewerEnds.of(ends, facts, lambda one, by: is_closed_by(int(numbers[one]), int(numbers[by]))),
            by_held=np.arange(len(order)),
            by_owner=np.argsort(owner, kind="stable"),
            held_first=_firsts(held, nodes),
            owner_first=_firsts(owner, nodes),
        )

    def owners_of(self, node: int, day: int) -> Stakes:
        """All stakes in a company and in whatever holds it, directly or not. ``day``: of eight digits."""
        return self._tree(node, day, upwards=True)

    def held_by(self, node: int, day: int) -> Stakes:
        """All stakes of an owner and of whatever it holds, directly or not. ``day``: of eight digits."""
        return self._tree(node, day, upwards=False)

    def stakes_in(self, nodes: IntArray, day: int, root: int) -> Stakes:
        """All direct stakes in some companies, of which ``root`` is one. ``day``: of eight digits."""
        entries = _entries(self.held_first, nodes)
        entries = entries[self.in_force(day)[entries]]
        every = np.union1d(nodes, self.owner[entries])
        return self._stakes(np.sort(entries), every, root)

    def in_force(self, day: int) -> BoolArray:
        """Which holdings are in force on a day: begun, not ended, asserted, above nothing."""
        found = self._days.get(day)
        if found is None:
            facts = self.facts
            every = np.arange(len(self.owner))
            over = facts.ended_before(day) | self.newer_ends.overrule(every, day, np.zeros(len(every), dtype=bool))
            begun = (facts.start <= day) & (self.founded <= day // _YEAR)
            found = facts.asserted & begun & ~over & (self.high > 0.0)
            if len(self._days) >= _DAYS_KEPT:
                self._days.clear()
            self._days[day] = found
        return found

    def over(self, day: int) -> BoolArray:
        """Which holdings are said to have ended before a day."""
        ended: BoolArray = self.facts.ended_before(day) & self.facts.asserted
        return ended

    def _tree(self, node: int, day: int, *, upwards: bool) -> Stakes:
        first, order, others = (
            (self.held_first, self.by_held, self.owner) if upwards else (self.owner_first, self.by_owner, self.held)
        )
        seen = np.zeros(self.nodes, dtype=bool)
        nodes, found = np.empty(self.nodes, dtype=np.int64), np.empty(len(self.owner), dtype=np.int64)
        nodes[0] = node
        reached, kept = gather_tree(first, order, others, self.in_force(day), seen, nodes, found)
        return self._stakes(np.sort(found[:kept]), np.sort(nodes[:reached]), node)

    def _stakes(self, entries: IntArray, nodes: IntArray, root: int) -> Stakes:
        """One stake for each pair, of ascending ``entries``. What records a share counts before what does not, then the
        newest; of several that are equally new the bounds of all. Where none records a share, what all of them leave
        possible."""
        owner, held = self.owner[entries], self.held[entries]
        differs = np.ones(len(entries), dtype=bool)
        differs[1:] = (owner[1:] != owner[:-1]) | (held[1:] != held[:-1])
        firsts = np.flatnonzero(differs)
        low, high, control = self.low[entries], self.high[entries], self.control[entries]
        if len(firsts) < len(entries):
            low, high = self._together(entries, differs, firsts)
            control = np.logical_or.reduceat(control, firsts)
        place = np.empty(self.nodes, dtype=np.int32)
        place[nodes] = np.arange(len(nodes))
        return Stakes(
            nodes=nodes,
            root=int(place[root]),
            owner=place[owner[firsts]],
            held=place[held[firsts]],
            low=low,
            high=high,
            control=control,
            rows=self.row[entries],
            first=np.append(firsts, len(entries)),
        )

    def _together(self, entries: IntArray, differs: BoolArray, firsts: IntArray) -> tuple[FloatArray, FloatArray]:
        """Bounds of each pair that has several holdings, the one that counts last."""
        low, high, stated, date = (each[entries] for each in (self.low, self.high, self.stated, self.date))
        last = (np.append(firsts[1:], len(entries)) - 1)[np.cumsum(differs) - 1]
        counts = (stated == stated[last]) & ((date == date[last]) | np.logical_not(stated))
        least = np.minimum.reduceat(np.where(counts, low, np.inf), firsts)
        most = np.maximum.reduceat(np.where(counts, high, -np.inf), firsts)
        any_stated = stated[last][firsts]
        left = np.maximum.reduceat(low, firsts), np.minimum.reduceat(high, firsts)
        return np.where(any_stated, least, left[0]), np.where(any_stated, most, left[1])


def holdings_of(base: Base) -> Holdings:
    """The holdings that a knowledge base records, by the types that mean holding; ``base.once`` keeps them."""
    graph, types = base.knowledge_base.graph, base.knowledge_base.manifest.edge_types
    kinds = [base.ontology[name] for name in types]
    means = np.array([kind.holding is not None for kind in kinds], dtype=bool)
    codes = graph.edge_type[: graph.relations]
    row = np.flatnonzero(means[codes]) if len(codes) else np.empty(0, dtype=np.int64)
    code = codes[row]
    backwards = np.array([_is_held_by_its_target(kind) for kind in kinds], dtype=bool)[code]
    bounds = np.array([_bounds(kind) for kind in kinds], dtype=np.float64).reshape(-1, 2)[code]
    control = np.array([kind.holding is not None and kind.holding.control for kind in kinds], dtype=bool)[code]
    source, target = graph.source[row].astype(np.int64), graph.target[row].astype(np.int64)
    owner, held = np.where(backwards, target, source), np.where(backwards, source, target)
    facts = base.knowledge_base.relation_facts.at(row)
    years = base.knowledge_base.founded.astype(np.int64)
    founded = np.maximum(years[owner], years[held])
    closed_by = base.knowledge_base.is_closed_by
    return Holdings._arranged(graph.entities, owner, held, code, bounds, control, row, facts, founded, closed_by)


def _is_held_by_its_target(kind: RelationType) -> bool:
    return kind.holding is not None and kind.holding.owner == "target"


def _bounds(kind: RelationType) -> tuple[float, float]:
    low, high = kind.holding.share if kind.holding is not None else (0.0, 0.0)
    return low / 100.0, high / 100.0


def _firsts(ends: IntArray, nodes: int) -> IntArray:
    return np.concatenate([[0], np.cumsum(np.bincount(ends, minlength=nodes))]).astype(np.int64)


def _entries(firsts: IntArray, nodes: IntArray) -> IntArray:
    """Places of all that belongs to ``nodes`` in compressed sparse rows."""
    starts = firsts[nodes]
    counts = firsts[nodes + 1] - starts
    before = np.cumsum(counts) - counts
    entries: IntArray = np.arange(counts.sum()) + np.repeat(starts - before, counts)
    return entries
