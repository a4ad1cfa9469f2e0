"""Which companies a filter of a plan lets through."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.domain.plan import Filter
from core.ingestion.mapping.company_sizes import class_place
from core.names.normalise import fold_characters
from core.names.regions import countries_in, country_key
from core.questions.execution.columns import columns_of, countries_of, sizes_in, towns_in
from core.questions.execution.comparing import COMPARE
from core.questions.execution.hops import IN_INDUSTRY, Relations
from core.storage.knowledge_base import KnowledgeBase

Flags = NDArray[np.bool_]
_ANY_OF = ("in", "=", "not_in")
_REGION_DIGITS = 3


def passing(plan: Filter, base: KnowledgeBase, relations: Relations) -> Flags:
    """Which entities are companies that a filter lets through, shape (entities,).

    Of several values one must be equal, or, in an order, all must hold; ``not_in`` lets those through of which nothing
    is known; of countries it does not: who is from elsewhere is from somewhere. There is no order among countries,
    industries and tickers: nothing passes one.
    """
    if plan.attribute in ("founded", "size"):
        fits = _by_figures(plan, base)
    elif plan.operator in _ANY_OF:
        fits = _BY_TEXT[plan.attribute](plan, base, relations)
    else:
        return np.zeros(base.graph.entities, dtype=bool)
    if plan.operator == "not_in":
        fits = ~fits & (countries_of(base).codes >= 0) if plan.attribute == "country" else ~fits
    companies: Flags = base.is_company & fits
    return companies


def _in_countries(plan: Filter, base: KnowledgeBase, _relations: Relations) -> Flags:
    codes = {code for value in plan.values for code in _countries(str(value))}
    return countries_of(base).any_of(codes)


def _countries(value: str) -> frozenset[str]:
    region = value.zfill(_REGION_DIGITS)
    return countries_in(region) if region.isdigit() else frozenset((country_key(value),))


def _in_industries(plan: Filter, base: KnowledgeBase, relations: Relations) -> Flags:
    columns = columns_of(base)
    called = {columns.industry_called.get(str(value), base.node_of.get(str(value))) for value in plan.values}
    nodes = np.array(sorted(node for node in called if node is not None), dtype=np.int64)
    fits = np.isin(columns.industry, nodes)
    fits[relations.hops(nodes, IN_INDUSTRY, "backward").ends] = True
    return fits


def _with_tickers(plan: Filter, base: KnowledgeBase, _relations: Relations) -> Flags:
    fits = np.zeros(base.graph.entities, dtype=bool)
    for value in plan.values:
        fits[columns_of(base).of_entities.tickers.matching(str(value))] = True
    return fits


def _in_towns(plan: Filter, base: KnowledgeBase, _relations: Relations) -> Flags:
    fits = np.zeros(base.graph.entities, dtype=bool)
    towns = towns_in(base)
    for value in map(str, plan.values):
        fits[list(towns.companies.get(towns.called.get(fold_characters(value), value), ()))] = True
    return fits


_BY_TEXT: dict[str, Callable[[Filter, KnowledgeBase, Relations], Flags]] = {
    "country": _in_countries,
    "industry": _in_industries,
    "ticker": _with_tickers,
    "town": _in_towns,
}


def _by_figures(plan: Filter, base: KnowledgeBase) -> Flags:
    """By a number, or, of sizes, by a class such as "Mid Cap"; what is not known is equal to nothing."""
    compare = COMPARE["=" if plan.operator in ("in", "not_in") else plan.operator]
    each = []
    for value in plan.values:
        place = class_place(value) if plan.attribute == "size" and isinstance(value, str) else None
        if plan.attribute == "founded":
            years = columns_of(base).of_entities.founded
            known = np.where(years > 0, years, np.nan)
        else:
            known = sizes_in(base).amounts if place is None else sizes_in(base).classes
        wanted = _number(value) if place is None else place
        each.append(compare(known, wanted))
    together: Flags = (np.any if plan.operator in _ANY_OF else np.all)(each, axis=0)
    return together


def _number(value: str | int | float) -> float:
    """NaN, which is equal to nothing, of what is no number."""
    try:
        return float(value)
    except ValueError:
        return np.nan
