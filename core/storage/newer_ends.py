"""Rows that say that a relation has ended: they overrule older rows that do not, and rows of the same time without an
end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from core.storage.relation_facts import RelationFacts
from core.storage.relation_graph import IntArray

BoolArray = NDArray[np.bool_]
IsClosedBy = Callable[[int, int], bool]
"""Whether a second row says until when what the first one says was so."""


@dataclass(frozen=True, eq=False)
class Ends:
    """The ends and the type of each relation as numbers, shape (relations,); there are ``entities`` entities."""

    source: IntArray
    target: IntArray
    kind: IntArray
    entities: int

    def keys(self, rows: IntArray, *, reversed_: bool = False) -> IntArray:
        """The same number for relations of one type between the same two, in the same direction."""
        source, target, kind = (each[rows].astype(np.int64) for each in (self.source, self.target, self.kind))
        first, second = (target, source) if reversed_ else (source, target)
        keys: IntArray = (kind * self.entities + first) * self.entities + second
        return keys


@dataclass(frozen=True, eq=False)
class NewerEnds:
    """``rows``: the relations that state an end and as of when that is said, sorted by ``keys``, then the newest
    last. ``closing``: those that state the day of an end, sorted by ``closing_keys``."""

    ends: Ends
    facts: RelationFacts
    keys: IntArray
    rows: IntArray
    closing_keys: IntArray
    closing: IntArray
    is_closed_by: IsClosedBy

    @classmethod
    def of(cls, ends: Ends, facts: RelationFacts, is_closed_by: IsClosedBy = lambda *_: False) -> Self:
        """Those among all relations."""
        rows = np.flatnonzero(facts.says_end & facts.asserted & (facts.as_of > 0))
        keys = ends.keys(rows)
        order = np.lexsort((facts.end[rows], facts.as_of[rows], keys))
        closing = np.flatnonzero((facts.end > 0) & facts.asserted)
        closing_keys = ends.keys(closing)
        by_key = np.argsort(closing_keys, kind="stable")
        return cls(ends, facts, keys[order], rows[order], closing_keys[by_key], closing[by_key], is_closed_by)

    def overrule(self, rows: IntArray, day: int, symmetric: BoolArray) -> BoolArray:
        """Which relations a newer row, by ``as_of``, says to have ended by a ``day``: one between the same two, of a
        time that is not over before the relation begins. Of several such rows the newest counts. So does one that
        states the end of a relation which began with it and has none. ``symmetric``: of which relations the direction
        says nothing, shape (len(rows),)."""
        newest = self._newest(self.ends.keys(rows), day)
        if symmetric.any():
            other = self._newest(np.where(symmetric, self.ends.keys(rows, reversed_=True), -1), day)
            newest = np.where(self._is_newer(other, newest), other, newest)
        found = newest >= 0
        closed = self._closed(rows, day, symmetric)
        if not found.any():
            return closed
        facts = self.facts.at(rows)
        said, end = self.facts.as_of[newest], self.facts.end[newest]
        one_time = facts.start <= np.where(end > 0, end, said)
        overruled: BoolArray = found & (facts.as_of > 0) & (facts.as_of < said) & one_time
        return overruled | closed

    def _closed(self, rows: IntArray, day: int, symmetric: BoolArray) -> BoolArray:
        """Which relations without an end, whose beginning is known, have one that has passed by a day in another row.

        Records are read only of these few."""
        closed = np.zeros(len(rows), dtype=bool)
        if not len(self.closing):
            return closed
        for reversed_ in (False, True) if symmetric.any() else (False,):
            keys = self.ends.keys(rows, reversed_=reversed_)
            first, last = (np.searchsorted(self.closing_keys, keys, side=side) for side in ("left", "right"))
            paired = (last > first) & ~closed & (symmetric | (not reversed_))
            places = np.flatnonzero(paired & (self.facts.start[rows] > 0) & (self.facts.end[rows] == 0))
            for place in places.tolist():
                others = self.closing[first[place] : last[place]]
                passed = others[self.facts.at(others).ended_before(day)].tolist()
                closed[place] = any(self.is_closed_by(int(rows[place]), other) for other in passed)
        return closed

    def _newest(self, keys: IntArray, day: int) -> IntArray:
        """The newest row of each key that says of an end that has passed by a day; -1 where there is none."""
        newest = np.full(len(keys), -1)
        first, last = (np.searchsorted(self.keys, keys, side=side) for side in ("left", "right"))
        counts = last - first
        if counts.any():
            places = np.repeat(np.arange(len(keys)), counts)
            rows = self.rows[np.arange(len(places)) + np.repeat(first - (np.cumsum(counts) - counts), counts)]
            said = self.facts.at(rows)
            passed = said.ended_before(day) & (said.start <= day)
            newest[places[passed]] = rows[passed]  # of one place the last, which is the newest
        return newest

    def _is_newer(self, one: IntArray, other: IntArray) -> BoolArray:
        """Whether the first of two rows is; any is newer than none."""
        said, end = self.facts.as_of, self.facts.end
        later = (said[one] > said[other]) | ((said[one] == said[other]) & (end[one] > end[other]))
        newer: BoolArray = (one >= 0) & ((other < 0) | later)
        return newer
