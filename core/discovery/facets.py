"""Facets of a list: by what its companies can be narrowed, how many have each value, and the list narrowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal, get_args

from core.discovery.ranking import Line, Ranked
from core.discovery.searched import Searched
from core.messages import Language, translate
from core.names.regions import country_key, country_name
from core.retrieval.tenses import TENSES, tense_of
from core.retrieval.terms import label_in_tense

FacetName = Literal["relation", "country", "industry", "period"]
FACETS: tuple[FacetName, ...] = get_args(FacetName)
_COUNTED = 50
"""So many of the companies that do not answer the question are counted: as many as a list can show."""
_PERIODS = (2020, 2015, 2010, 2000)
"""First years of the periods in which relations began, the latest first; what began earlier is one period."""
_EARLIER = "earlier"

Chosen = Mapping[FacetName, Collection[str]]
"""The chosen values by facet: any of them is enough. A facet without a chosen value narrows nothing."""
NOTHING_CHOSEN: Chosen = MappingProxyType({})


@dataclass(frozen=True)
class FacetValue:
    """A value, its label in the reader's language, and how many companies of the list have it."""

    value: str
    label: str
    companies: int


@dataclass(frozen=True)
class FacetedList:
    """The companies of one list with what each is and how it is related to the company asked about; what is not in
    force on the day asked of is a value of its own (``supplies:backward:past``), and begins no period."""

    searched: Searched
    order: Ranked
    _known: dict[str, Mapping[FacetName, frozenset[str]]] = field(default_factory=dict)

    def narrowed(self, chosen: Chosen) -> Ranked:
        """The same order of those alone that have a chosen value of every facet of which one is chosen."""
        if not any(chosen.values()):
            return self.order
        members = tuple(line for line in self.order.members if self._passes(line, chosen))
        others = tuple(line for line in self.order.others if self._passes(line, chosen))
        return replace(self.order, members=members, others=others)

    def values(self, facet: FacetName, chosen: Chosen, language: Language) -> list[FacetValue]:
        """The values of a facet, those of most companies first, periods the latest first.

        Counted among those who answer the question, or among the best listed where nobody does, as the other facets
        narrow them; a chosen value is there even if no company is left that has it.
        """
        others = {name: values for name, values in chosen.items() if name != facet}
        counts: Counter[str] = Counter(dict.fromkeys(chosen.get(facet, ()), 0))
        for line in self._counted:
            if self._passes(line, others):
                counts.update(self._of(line.company_id)[facet])
        found = [FacetValue(value, self._label(facet, value, language), count) for value, count in counts.items()]
        if facet == "period":
            return sorted(found, key=lambda each: each.value if each.value.isdigit() else "", reverse=True)
        return sorted(found, key=lambda each: (-each.companies, each.label))

    @cached_property
    def _counted(self) -> Sequence[Line]:
        return self.order.members or self.order.others[:_COUNTED]

    def _passes(self, line: Line, chosen: Chosen) -> bool:
        has = self._of(line.company_id)
        return all(not has[facet].isdisjoint(values) for facet, values in chosen.items() if values)

    def _of(self, company_id: str) -> Mapping[FacetName, frozenset[str]]:
        if company_id not in self._known:
            self._known[company_id] = self._read(company_id)
        return self._known[company_id]

    def _read(self, company_id: str) -> Mapping[FacetName, frozenset[str]]:
        base = self.searched.base.knowledge_base
        entity, ontology = base.entity(company_id), self.searched.base.ontology
        relations, periods = set(), set()
        member = self.searched.understood.members.of(company_id)
        asked = None if member is None else frozenset(member.rows)  # of who answers, what is asked began then
        for other in self.searched.understood.link.entity_ids:
            for row in self._rows_between(company_id, other):
                relation, tense = base.relation(row), tense_of(base, ontology, row, self.searched.understood.day)
                kind = ontology[relation.type]
                way = "forward" if kind.symmetric or relation.source == other else "backward"
                relations.add(f"{kind.id}:{way}" if tense == "now" else f"{kind.id}:{way}:{tense}")
                start = base.relation_facts.start[row]
                if start and tense == "now" and (asked is None or row in asked):
                    periods.add(_period(int(start) // 10_000))
        return {
            "relation": frozenset(relations),
            "country": frozenset(filter(None, [country_key(entity.country)])),
            "industry": frozenset(filter(None, [entity.industry])),
            "period": frozenset(periods),
        }

    def _rows_between(self, company_id: str, other: str) -> Sequence[int]:
        base = self.searched.base.knowledge_base
        node, far = base.node_of[company_id], base.node_of[other]
        rows, neighbours = base.relations_of(node)
        between: list[int] = rows[neighbours == far].tolist()
        return between

    def _label(self, facet: FacetName, value: str, language: Language) -> str:
        return _LABELS[facet](self.searched, value, language)


def _period(year: int) -> str:
    return next((str(first) for first in _PERIODS if year >= first), _EARLIER)


def _relation_label(searched: Searched, value: str, language: Language) -> str:
    kind, _, way = value.partition(":")
    direction, _, tense = way.partition(":")
    if kind not in searched.base.ontology:
        return value
    role = searched.base.ontology[kind].other_end_is(language, forward=direction == "forward")
    return label_in_tense(role, next((each for each in TENSES if each == tense), "now"), language)


def _country_label(searched: Searched, value: str, language: Language) -> str:  # noqa: ARG001 - one signature for all
    return country_name(value, language)


def _industry_label(searched: Searched, value: str, language: Language) -> str:
    base = searched.base.knowledge_base
    return base.entity(value).name(language) if value in base.node_of else value


def _period_label(searched: Searched, value: str, language: Language) -> str:  # noqa: ARG001 - one signature for all
    if value == _EARLIER:
        return translate("facet.period.before", language, year=_PERIODS[-1])
    if value not in map(str, _PERIODS):
        return value
    later = [year for year in _PERIODS if year > int(value)]
    if not later:
        return translate("facet.period.since", language, year=value)
    return translate("facet.period.between", language, first=value, last=later[-1] - 1)


_LABELS: Mapping[FacetName, Callable[[Searched, str, Language], str]] = {
    "relation": _relation_label,
    "country": _country_label,
    "industry": _industry_label,
    "period": _period_label,
}
