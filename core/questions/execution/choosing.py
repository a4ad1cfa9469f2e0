"""Which members of a set a Top chooses."""

from __future__ import annotations

import numpy as np

from core.domain.plan import CountOf, DateOf, ShareOf, Top, ValueOf
from core.questions.execution.columns import columns_of, sizes_in
from core.questions.execution.found import Found, Rows, places_in
from core.questions.execution.hops import Relations
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray

_LAST_DAY, _LAST_DAY_OF_A_YEAR = 99, 9_999
_YEAR = 10_000


def chosen(plan: Top, among: Found, base: KnowledgeBase, relations: Relations, within: Found | None) -> Found:
    """The ``n`` with the most or the least, and all that may be equal to the last of them; members of which nothing is
    known, or that have none of what most is asked of, are left out. ``within``: the members of the set that a count is
    within."""
    match plan.by:
        case CountOf(type=kind, end=end):
            flags = np.ones(base.graph.entities, dtype=bool)
            if within is not None:
                flags[:] = False
                flags[within.nodes] = True
            counts = relations.counts(among.nodes, kind, end, flags).astype(np.float64)
            return _best(plan, among, *(2 * (np.where(counts > 0, counts, _of_nothing(plan)),)))
        case ValueOf(attribute=attribute):
            figures = _founded(base) if attribute == "founded" else sizes_in(base).ranked
            return _best(plan, among, *(2 * (figures[among.nodes],)))
        case DateOf():
            return _by_date(plan, among, base)
        case ShareOf():
            rows = among.outer.of(among.nodes)
            shares, place = base.relation_facts.share_low[rows.rows], places_in(among.nodes, rows.nodes)
            stated = ~np.isnan(shares)
            return _best(
                plan, among, *(2 * (_outermost(shares[stated], place[stated], len(among.nodes), least=False),))
            )


def _of_nothing(plan: Top) -> float:
    return 0.0 if plan.which == "least" else np.nan


def _founded(base: KnowledgeBase) -> FloatArray:
    years = columns_of(base).of_entities.founded
    return np.where(years > 0, years, np.nan) if base.graph.entities else np.zeros(0)


def _by_date(plan: Top, among: Found, base: KnowledgeBase) -> Found:
    """By the days on which relations began; a year or a month may mean any of its days. The relations that the choice
    was made by become a part of the evidence."""
    rows = among.outer.of(among.nodes)
    start = base.relation_facts.start[rows.rows].astype(np.float64)
    dated = start > 0
    rows, start = Rows(rows.nodes[dated], rows.rows[dated]), start[dated]
    end = np.where(start % _YEAR == 0, start + _LAST_DAY_OF_A_YEAR, start)
    end = np.where((start % 100 == 0) & (start % _YEAR > 0), start + _LAST_DAY, end)
    place, least = places_in(among.nodes, rows.nodes), plan.which == "least"
    first, last = (_outermost(bounds, place, len(among.nodes), least=least) for bounds in (start, end))
    decisive = start == first[place]
    parts = (*among.parts, Rows(rows.nodes[decisive], rows.rows[decisive]).sorted(base.graph.weight))
    known = Found(among.nodes, among.strength, among.figure, among.outer, parts)
    return _best(plan, known, first, last, figure=first // _YEAR)


def _outermost(dates: FloatArray, place: IntArray, members: int, *, least: bool) -> FloatArray:
    """Of each member the earliest or the latest date, NaN without one."""
    found = np.full(members, np.inf if least else -np.inf)
    (np.minimum if least else np.maximum).at(found, place, dates)
    return np.where(np.isinf(found), np.nan, found)


def _best(plan: Top, among: Found, low: FloatArray, high: FloatArray, figure: FloatArray | None = None) -> Found:
    """Of figures that lie from ``low`` to ``high``, NaN where nothing is known: whoever may be among the ``n`` best."""
    known = ~np.isnan(low)
    if not known.any():
        return among.kept(known)
    last = min(plan.n, int(known.sum())) - 1
    with np.errstate(invalid="ignore"):
        least = low <= np.sort(high[known])[last]
        most = high >= np.sort(low[known])[::-1][last]
    figures = low if figure is None else figure
    return Found(among.nodes, among.strength, figures, among.outer, among.parts).kept(
        known & (least if plan.which == "least" else most)
    )
