"""One hop over the arrays of the graph: whom relations of a type lead to, in which time, and by which rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.domain.plan import RelationEnd, When
from core.ontology import Ontology
from core.questions.execution.columns import LOCATED_IN, columns_of, recorded_codes, seats_in
from core.questions.execution.found import NONE, places_in
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

IN_INDUSTRY = "in_industry"
"""The relation type that a company's column ``industry`` stands for, too."""
_SCANNED = 4  # all relations are read where the nodes touch more than a quarter of them
_YEAR = 10_000
_FIRST_DAY = 101
_ENOUGH = 2


@dataclass(frozen=True, eq=False)
class Hops:
    """``ends[k]`` is reached from ``starts[k]``, a place in the nodes asked from, by relation ``rows[k]``; -1 where a
    column says it. ``leads[k]``: the relation to the bridge that both share, -1 without one.
    """

    starts: IntArray = field(default_factory=NONE.copy)
    ends: IntArray = field(default_factory=NONE.copy)
    rows: IntArray = field(default_factory=NONE.copy)
    leads: IntArray = field(default_factory=NONE.copy)

    def chosen(self, which: NDArray[np.bool_] | IntArray) -> Hops:
        """Some of them."""
        return Hops(self.starts[which], self.ends[which], self.rows[which], self.leads[which])


def together(hops: Iterable[Hops]) -> Hops:
    """All of them, one after the other."""
    every = (Hops(), *hops)
    return Hops(*(np.concatenate([getattr(each, name) for each in every]) for name in vars(every[0])))


class Relations:
    """The relations of a knowledge base as they are on a day, a number such as 20261125."""

    def __init__(self, knowledge_base: KnowledgeBase, ontology: Ontology, day: int) -> None:
        self._base = knowledge_base
        self._graph = knowledge_base.graph
        self._ontology = ontology
        self.day = day
        self._codes = {kind: code for code, kind in enumerate(knowledge_base.manifest.edge_types)}

    @cached_property
    def recorded_types(self) -> frozenset[str]:
        """Types that any relation of the base has, or the column that stands for it."""
        types = {self._base.manifest.edge_types[code] for code in recorded_codes(self._base)}
        by_column = {IN_INDUSTRY} if columns_of(self._base).industry_called else set[str]()
        return frozenset(types | by_column)

    @cached_property
    def founded_later(self) -> NDArray[np.bool_]:
        """Which companies are founded after the year of the day, shape (entities,)."""
        return self._base.founded > self.day // _YEAR

    def hops(self, nodes: IntArray, kind: str, end: RelationEnd, when: When | None = None) -> Hops:
        """Whom relations of a type lead to from ``nodes``, ascending and each once. Of a type that is recorded nowhere
        in the base but implied by bridges: the companies that share a bridge, and at most two of those that each shares
        it with."""
        bridging = self.bridging(kind)
        if bridging:
            return together(self._sharing(nodes, bridge, when) for bridge in bridging)
        return self._inside(self._hops(nodes, kind, end, when))

    def ended(self, nodes: IntArray, kind: str, end: RelationEnd, when: When | None = None) -> Hops:
        """The same of relations that have ended; of what happened once all, of what bridges imply none."""
        if self.bridging(kind):
            return Hops()
        return self._inside(self._hops(nodes, kind, end, when, ended=not self.is_event(kind)))

    def is_event(self, kind: str) -> bool:
        """Whether relations of a type happened once, so that they do not end."""
        return kind in self._ontology and self._ontology[kind].happens_once

    def bridging(self, kind: str) -> list[str]:
        """The types of relations to bridges that imply a type, where none of its own is recorded."""
        if kind in self.recorded_types:
            return []
        types = self._ontology.types.values()
        return [each.id for each in types if each.shared == kind and each.id in self.recorded_types]

    def counts(self, nodes: IntArray, kind: str, end: RelationEnd, among: NDArray[np.bool_]) -> IntArray:
        """How many others among some, flagged by node, relations of a type lead to from each of ``nodes``."""
        bridging = self.bridging(kind)
        if bridging:
            return self._counts_sharing(nodes, bridging, among)
        hops = self.hops(nodes, kind, end)
        counted = among[hops.ends]
        pairs = np.unique(hops.starts[counted] * self._graph.entities + hops.ends[counted])
        counts: IntArray = np.bincount(pairs // max(self._graph.entities, 1), minlength=len(nodes))
        return counts

    def _hops(self, nodes: IntArray, kind: str, end: RelationEnd, when: When | None, *, ended: bool = False) -> Hops:
        """The same of recorded relations and columns; industries that only columns know have numbers from ``entities``
        on."""
        ways = {"forward": (True,), "backward": (False,), "either": (True, False)}[
            "either" if self._ontology[kind].symmetric else end
        ]
        found = [self._recorded(nodes, self._codes[kind], way) for way in ways] if kind in self._codes else []
        hops = together(found)
        hops = hops.chosen(self._answers(hops.rows, kind, when, ended=ended))
        if kind not in (IN_INDUSTRY, LOCATED_IN) or when is not None or ended:
            return hops
        leads = columns_of(self._base).industry if kind == IN_INDUSTRY else seats_in(self._base)
        return together([hops, *(self._by_column(nodes, leads, forward=way) for way in ways)])

    def _recorded(self, nodes: IntArray, code: int, forward: bool) -> Hops:
        graph, inside = self._graph, nodes[nodes < self._graph.entities]  # ascending: the others are the last
        starts: IntArray
        rows: IntArray
        if _SCANNED * int((graph.indptr[inside + 1] - graph.indptr[inside]).sum()) > graph.relations:
            rows = np.flatnonzero(graph.edge_type[: graph.relations] == code)
            near, far = (graph.source, graph.target) if forward else (graph.target, graph.source)
            starts, ends = places_in(inside, near[rows]), far[rows]
            kept = (starts >= 0) & (near[rows] != ends)
        else:
            entries, starts = graph.entries_of(inside)
            rows, ends = graph.incident[entries], graph.adjacent[entries]
            near = graph.source if forward else graph.target
            kept = (rows < graph.relations) & (graph.edge_type[rows] == code)
            kept &= (near[rows] == inside[starts]) & (ends != inside[starts])
        rows = rows[kept].astype(np.int64)
        return Hops(starts[kept], ends[kept].astype(np.int64), rows, np.full(len(rows), -1))

    def _answers(self, rows: IntArray, kind: str, when: When | None, *, ended: bool) -> NDArray[np.bool_]:
        """Which relations of a type are to be counted: what is not asserted, or has not begun, never is. What has no
        date has not begun before both ends were founded."""
        facts = self._base.relation_facts.at(rows)
        later = self.founded_later[self._graph.source[rows]] | self.founded_later[self._graph.target[rows]]
        so: NDArray[np.bool_] = facts.asserted & (facts.start <= self.day) & ((facts.start > 0) | ~later)
        symmetric = np.full(len(rows), self._ontology[kind].symmetric)
        if when is not None and when.held:
            so &= self._held(rows, when, symmetric)
        elif when is not None:
            first, last = when.first or 1, when.last or _YEAR
            so &= (facts.start // _YEAR >= first) & (facts.start // _YEAR <= last)
        over = facts.ended_before(self.day)
        if ended:
            so &= over
        elif when is None and not self.is_event(kind):
            so &= ~over & ~self._base.newer_ends.overrule(rows, self.day, symmetric)
        return so

    def _held(self, rows: IntArray, when: When, symmetric: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which relations are known to have been so at some time in years: begun by the last one, or over within them,
        and not over before the first."""
        facts = self._base.relation_facts.at(rows)
        first, last = when.first or 1, when.last or _YEAR
        ended = facts.end // _YEAR
        began = (facts.start > 0) & (facts.start // _YEAR <= last)
        within = (ended >= first) & (ended <= last)
        day = first * _YEAR + _FIRST_DAY
        over = facts.ended_before(day) & (ended != first)
        held: NDArray[np.bool_] = (began | within) & ~over & ~self._base.newer_ends.overrule(rows, day, symmetric)
        return held

    def _by_column(self, nodes: IntArray, leads: IntArray, *, forward: bool) -> Hops:
        starts: IntArray
        ends: IntArray
        if forward:
            inside = nodes[nodes < self._graph.entities]
            starts, ends = np.arange(len(inside)), leads[inside]
        else:
            starts, ends = places_in(nodes, leads), np.arange(len(leads))
        there = self._base.is_company & ~self.founded_later
        kept = (there[inside] if forward else there) & (ends >= 0) & (starts >= 0)
        nothing = np.full(int(kept.sum()), -1)
        return Hops(starts[kept], ends[kept], nothing, nothing)

    def _inside(self, hops: Hops) -> Hops:
        return hops.chosen(hops.ends < self._graph.entities)

    def _to_bridges(self, nodes: IntArray, bridge: str, when: When | None) -> Hops:
        hops = self._hops(nodes, bridge, "forward", when)
        is_bridge = np.ones(len(hops.ends), dtype=bool)
        inside = hops.ends < self._graph.entities
        is_bridge[inside] = ~self._base.is_company[hops.ends[inside]]
        return hops.chosen(is_bridge)

    def _companies_at(self, bridges: IntArray, bridge: str, when: When | None) -> Hops:
        hops = self._inside(self._hops(bridges, bridge, "backward", when))
        return hops.chosen(self._base.is_company[hops.ends])

    def _sharing(self, nodes: IntArray, bridge: str, when: When | None) -> Hops:
        leads = _two_of_each(self._to_bridges(nodes, bridge, when))
        bridges, at = np.unique(leads.ends, return_inverse=True)
        back = self._companies_at(bridges, bridge, when)
        order = np.argsort(at, kind="stable")
        firsts = np.searchsorted(at[order], back.starts, side="left")
        counts = np.searchsorted(at[order], back.starts, side="right") - firsts
        before = np.cumsum(counts) - counts
        lead = order[np.arange(counts.sum()) + np.repeat(firsts - before, counts)]
        hops = Hops(leads.starts[lead], np.repeat(back.ends, counts), np.repeat(back.rows, counts), leads.rows[lead])
        return hops.chosen(nodes[hops.starts] != hops.ends)

    def _counts_sharing(self, nodes: IntArray, bridging: list[str], among: NDArray[np.bool_]) -> IntArray:
        """Nodes that lead to the same bridges are counted together: there are far fewer such groups than nodes."""
        led: list[tuple[tuple[str, int], ...]] = [()] * len(nodes)
        companies: dict[tuple[str, int], IntArray] = {}
        for bridge in bridging:
            hops = self._to_bridges(nodes, bridge, None)
            pairs = np.unique(np.stack([hops.starts, hops.ends]), axis=1).tolist()
            for start, end in zip(*pairs, strict=True):
                led[start] += ((bridge, end),)
            companies |= self._companies_of_each(np.unique(hops.ends), bridge)
        alike: dict[tuple[tuple[str, int], ...], list[int]] = {}
        for place, group in enumerate(led):
            alike.setdefault(group, []).append(place)
        counts = np.zeros(len(nodes), dtype=np.int64)
        for group, places in alike.items():
            sharing = np.unique(np.concatenate([NONE, *(companies[each] for each in group)]))
            sharing = sharing[among[sharing]]
            counts[places] = len(sharing) - (places_in(sharing, nodes[places]) >= 0)
        return counts

    def _companies_of_each(self, bridges: IntArray, bridge: str) -> dict[tuple[str, int], IntArray]:
        """The companies at each of some bridges, by the type of the relation and the bridge."""
        back = self._companies_at(bridges, bridge, None)
        order = np.argsort(back.starts, kind="stable")
        each = np.split(back.ends[order], np.searchsorted(back.starts[order], np.arange(1, len(bridges))))
        return dict(zip(((bridge, node) for node in bridges.tolist()), each, strict=False))


def _two_of_each(hops: Hops) -> Hops:
    """Of those that end at one node, those from two different starts: whoever else is reached from there differs from
    one of them."""
    order = np.lexsort((hops.starts, hops.ends))
    starts, ends = hops.starts[order], hops.ends[order]
    another = np.ones(len(order), dtype=bool)
    another[1:] = (starts[1:] != starts[:-1]) | (ends[1:] != ends[:-1])
    order, ends = order[another], ends[another]
    return hops.chosen(np.sort(order[np.arange(len(ends)) - np.searchsorted(ends, ends) < _ENOUGH]))
