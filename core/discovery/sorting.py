"""The order in which a list is shown: by rank, or by what is recorded of its companies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

from core.discovery.searched import Searched
from core.messages import Language
from core.names.regions import country_name

SortKey = Literal["relevance", "name", "country", "founded", "strength"]
SORT_KEYS: tuple[SortKey, ...] = get_args(SortKey)


def in_order(company_ids: Sequence[str], by: SortKey, searched: Searched, language: Language) -> list[str]:
    """``company_ids``, given best first, in the order of ``by``; equal ones stay best first, unknown values come last.

    ``founded``: the oldest first. ``strength``: of the strongest relation with a company asked about, strongest first.
    Chinese names sort as in GB 18030, the common ones by their pronunciation.
    """
    if by == "relevance":
        return list(company_ids)
    values = {each: _VALUES[by](each, searched, language) for each in company_ids}
    return sorted(company_ids, key=lambda each: (values[each] == b"", values[each]))


def strength(company_id: str, searched: Searched) -> float | None:
    """Weight × confidence of the strongest relation with a company asked about, in (0, 1]; None where there is none."""
    base = searched.base.knowledge_base
    rows, others = base.relations_of(base.node_of[company_id])
    asked = {base.node_of[each] for each in searched.understood.link.entity_ids}
    joined = zip(rows.tolist(), others.tolist(), strict=True)
    return max((float(base.graph.weight[row]) for row, other in joined if other in asked), default=None)


def _name(company_id: str, searched: Searched, language: Language) -> bytes:
    return _in_order(searched.base.knowledge_base.entity(company_id).name(language), language)


def _in_order(words: str, language: Language) -> bytes:
    return words.casefold().encode("gb18030" if language == "zh" else "utf-8")


def _country(company_id: str, searched: Searched, language: Language) -> bytes:
    return _in_order(country_name(searched.base.knowledge_base.entity(company_id).country, language), language)


def _founded(company_id: str, searched: Searched, language: Language) -> bytes:  # noqa: ARG001
    year = searched.base.knowledge_base.entity(company_id).founded
    return b"" if year is None else b"%04d" % year


def _strength(company_id: str, searched: Searched, language: Language) -> bytes:  # noqa: ARG001
    weight = strength(company_id, searched)
    return b"" if weight is None else b"%.9f" % (1.0 - weight)


_VALUES: Mapping[SortKey, Callable[[str, Searched, Language], bytes]] = {
    "name": _name,
    "country": _country,
    "founded": _founded,
    "strength": _strength,
}
"""What is sorted by, as bytes in ascending order; empty where nothing is known."""
