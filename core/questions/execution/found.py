"""What the sets of a plan hold while it is executed: nodes, and the relation rows that made them members."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.storage.relation_graph import FloatArray, IntArray

ROWS_OF_A_PART = 10
"""Of one part of a plan, so many relations of each member are kept, the strongest."""
NONE: IntArray = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Rows:
    """Relation ``rows[k]`` is one of ``nodes[k]``; nodes that are no member may occur."""

    nodes: IntArray = field(default_factory=NONE.copy)
    rows: IntArray = field(default_factory=NONE.copy)

    def sorted(self, weight: FloatArray) -> Rows:
        """By node, each once, the strongest first."""
        order = np.lexsort((self.rows, -weight[self.rows], self.nodes))
        nodes, rows = self.nodes[order], self.rows[order]
        first = np.ones(len(nodes), dtype=bool)
        first[1:] = (nodes[1:] != nodes[:-1]) | (rows[1:] != rows[:-1])
        return Rows(nodes[first], rows[first])

    def strongest(self, weight: FloatArray, limit: int = ROWS_OF_A_PART) -> Rows:
        """The same, at most ``limit`` of each node."""
        ordered = self.sorted(weight)
        before = np.searchsorted(ordered.nodes, ordered.nodes, side="left")
        kept = np.arange(len(ordered.nodes)) - before < limit
        return Rows(ordered.nodes[kept], ordered.rows[kept])

    def of(self, nodes: IntArray) -> Rows:
        """Those of some nodes, sorted and each once."""
        kept = places_in(nodes, self.nodes) >= 0
        return Rows(self.nodes[kept], self.rows[kept])

    def handed_on(self, members: IntArray, through: IntArray) -> Rows:
        """The rows of the nodes ``through`` as rows of ``members``, one by one: what lies before a step of a chain.
        These rows must be sorted by node."""
        firsts = np.searchsorted(self.nodes, through, side="left")
        counts = np.searchsorted(self.nodes, through, side="right") - firsts
        before = np.cumsum(counts) - counts
        return Rows(np.repeat(members, counts), self.rows[np.arange(counts.sum()) + np.repeat(firsts - before, counts)])


@dataclass(frozen=True, eq=False)
class Found:
    """A set that was executed. ``nodes``: the members, ascending, each once; ``strength`` and ``figure`` have the same
    shape: the largest weight of the outermost relations, 0 without any, and what a Top chose them by, NaN without one.

    ``outer``: all rows of the outermost relations. ``parts``: the strongest rows of each relation of the plan.
    """

    nodes: IntArray
    strength: FloatArray
    figure: FloatArray
    outer: Rows = field(default_factory=Rows)
    parts: tuple[Rows, ...] = ()

    def kept(self, chosen: NDArray[np.bool_]) -> Found:
        """Only the chosen members."""
        return Found(self.nodes[chosen], self.strength[chosen], self.figure[chosen], self.outer, self.parts)

    def without(self, nodes: IntArray) -> Found:
        """All members but those among ``nodes``, sorted and each once."""
        return self.kept(places_in(nodes, self.nodes) < 0) if len(nodes) else self


def rows_together(every: Iterable[Rows]) -> Rows:
    """All of them, in no order."""
    parts = (Rows(), *every)
    return Rows(np.concatenate([each.nodes for each in parts]), np.concatenate([each.rows for each in parts]))


def found(nodes: IntArray) -> Found:
    """A set of which no relation makes the members."""
    return of_ordered(np.unique(nodes))


def of_ordered(members: IntArray) -> Found:
    """The same of nodes that are ascending, each once."""
    return Found(members, np.zeros(len(members)), np.full(len(members), np.nan))


def joined(sets: Iterable[Found], nodes: IntArray) -> Found:
    """``nodes`` with all that any of the sets says of them."""
    members, every = found(nodes), tuple(sets)
    for each in every:
        place = places_in(each.nodes, members.nodes)
        there = place >= 0
        strength, figure = each.strength[place[there]], each.figure[place[there]]
        members.strength[there] = np.maximum(members.strength[there], strength)
        members.figure[there] = np.where(np.isnan(members.figure[there]), figure, members.figure[there])
    rows = rows_together(each.outer.of(each.nodes) for each in every)
    parts = tuple(part.of(each.nodes) for each in every for part in each.parts)
    return Found(members.nodes, members.strength, members.figure, rows, parts)


def places_in(ordered: IntArray, nodes: IntArray) -> IntArray:
    """Where each of ``nodes`` stands in ``ordered``, ascending and each once; -1 where it does not."""
    if not len(ordered):
        return np.full(len(nodes), -1)
    places = np.minimum(np.searchsorted(ordered, nodes), len(ordered) - 1)
    return np.where(ordered[places] == nodes, places, -1)
