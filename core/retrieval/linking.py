"""Name linking: which companies a person means, by Chinese or English name, alias, ticker or id."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process
from rapidfuzz.distance import JaroWinkler

from core.domain.entity_names import EntityNames
from core.domain.name_finder import NameFinder, NameMatch
from core.domain.names import is_legal_form, is_written_as_name, normalise_name, reads_as_company_name
from core.domain.records import Entity
from core.domain.results import NameChoice

_OFFERED = 6
_MIN_LIKENESS = 0.78
_MIN_LIKENESS_IN_TEXT = 75.0
_COMPARED = 2_000
_REMEMBERED = 1_000
Scorer = Callable[..., float]


@dataclass(frozen=True)
class Link:
    """What was meant. ``entity_ids`` are the query's companies, or its bridges where it names no company.

    ``topic``: nothing is named, but the texts know what the question is about.
    """

    outcome: Literal["linked", "topic", "unknown", "ambiguous"]
    entity_ids: tuple[str, ...] = ()
    choices: tuple[NameChoice, ...] = ()


class Named(Protocol):
    """Entities by number and id, with their names tabulated: an open knowledge base."""

    @property
    def names(self) -> EntityNames:
        """All names."""
        ...

    @property
    def entity_ids(self) -> Sequence[str]:
        """Ids by number."""
        ...

    @property
    def node_of(self) -> Numbered:
        """Id → number."""
        ...

    @property
    def is_company(self) -> NDArray[np.bool_]:
        """Per entity number, whether it is a company."""
        ...

    def entity(self, entity_id: str, /) -> Entity:
        """The entity with this id."""
        ...


class Numbered(Protocol):
    """Id → number."""

    def __getitem__(self, entity_id: str, /) -> int: ...

    def __contains__(self, entity_id: str, /) -> bool: ...


class NameIndex:
    """Links names to entities; companies come before bridges of the same name. Remembers the last names linked."""

    def __init__(self, named: Named) -> None:
        self._named = named
        self._finder = NameFinder(named.names.folded, named.entity_ids)
        self.link_name = lru_cache(maxsize=_REMEMBERED)(self._link_name)
        self.link_question = lru_cache(maxsize=_REMEMBERED)(self._link_question)

    def find(self, text: str) -> list[NameMatch]:
        """Names of companies and bridges in ``text``, left to right; case does not count."""
        return self._finder.find(text, respect_case=False)

    def _link_name(self, name: str) -> Link:
        """Link a company field: an id, or a whole name, alias or ticker. Unknown → nearest names."""
        if name in self._named.node_of:
            return Link("linked", (self._named.entity(name).id,))  # of a merged company the id that it is kept under
        companies = self._named.names.companies
        place = companies.place(normalise_name(name))
        bearers = () if place is None else self._ids(companies.bearers(place))
        if len(bearers) == 1:
            return Link("linked", bearers)
        if bearers:
            return Link("ambiguous", choices=self._choices(dict.fromkeys(bearers, 1.0)))
        contained, rest = self._named_companies(name)
        if len(contained) == 1 and not normalise_name(rest):
            return Link("linked", contained)  # nothing but its names: "宁德时代 CATL"
        # Jaro and Winkler's similarity looks at the beginning first, as people do; parts count nothing, or a ticker of
        # two letters would be like every long name.
        likeness = self._nearest(normalise_name(name), JaroWinkler.similarity, _MIN_LIKENESS, 1.0)
        return Link("unknown", choices=self._choices({**likeness, **dict.fromkeys(contained, 1.0)}))

    def link_entity(self, name: str) -> Link:
        """Link a name to any entity: where no company bears it, to the product, industry or person that does."""
        link = self.link_name(name)
        if link.outcome != "unknown":
            return link
        whole = normalise_name(name)
        named = (match for match in self.find(name) if normalise_name(name[match.start : match.end]) == whole)
        bearers = tuple(dict.fromkeys(entity_id for match in named for entity_id in match.entity_ids))
        if len(bearers) == 1:
            return Link("linked", bearers)
        return Link("ambiguous", choices=self._choices(dict.fromkeys(bearers, 1.0))) if bearers else link

    def beginning_with(self, text: str) -> tuple[str, ...]:
        """Companies of which a name, an alias or a ticker begins with ``text``, as far as it was typed."""
        begun, companies = normalise_name(text), self._named.names.companies
        if not begun:
            return ()
        bearers = {number for place in companies.beginning_with(begun) for number in companies.bearers(place)}
        return self._ids(sorted(bearers))

    def _link_question(self, question: str) -> Link:
        """Link a question by the names in it: all companies it names, else its products, industries, people."""
        bridges: dict[str, None] = {}
        companies: dict[str, None] = {}
        names = self.find(question)
        if self.is_unknown_name(question, names):
            return self.link_name(question)
        for match in names:
            named = self._companies(match)
            if len(named) > 1:
                return Link("ambiguous", choices=self._choices(dict.fromkeys(named, 1.0)))
            companies.update(dict.fromkeys(named))
            bridges.update((entity_id, None) for entity_id in match.entity_ids if entity_id not in named)
        if companies or bridges:
            return Link("linked", tuple(companies or bridges))
        likeness = self._nearest(normalise_name(question), fuzz.partial_ratio, _MIN_LIKENESS_IN_TEXT, 100.0)
        return Link("unknown", choices=self._choices(likeness))

    def is_unknown_name(self, question: str, names: Sequence[NameMatch]) -> bool:
        """Whether a question is the name of a company that is not here, whatever place or industry is in it.

        ``names``: what ``find`` finds in it.
        """
        named = any(self._companies(match) and not _is_form_behind(question, match) for match in names)
        return not named and (reads_as_company_name(question) or (not names and is_written_as_name(question)))

    def _named_companies(self, text: str) -> tuple[tuple[str, ...], str]:
        """Companies named in ``text``, and what is left of it without their names."""
        found: dict[str, None] = {}
        rest: list[str] = []
        position = 0
        for match in self.find(text):
            companies = self._companies(match)
            if companies and not _is_form_behind(text, match):
                found.update(dict.fromkeys(companies))
                rest.append(text[position : match.start])
                position = match.end
        return tuple(found), " ".join([*rest, text[position:]])

    def _companies(self, match: NameMatch) -> list[str]:
        """Those of the bearers of a name that are companies."""
        return [entity_id for entity_id in match.entity_ids if self._named.is_company[self._named.node_of[entity_id]]]

    def _ids(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._named.entity_ids[number] for number in numbers)

    def _nearest(self, text: str, scorer: Scorer, cutoff: float, highest: float) -> dict[str, float]:
        """Companies whose names begin with, contain as a word, or are like ``text``: id → likeness in [0, 1].

        ``cutoff``: the least score, of ``highest``.

        Compared are the 2,000 names that share most pairs of characters with it: all of them in a small base.
        """
        if not text:
            return {}
        companies, nearest = self._named.names.companies, self._named.names.nearest
        containing = nearest.containing(text, companies)
        if containing:
            bearers = {number for place in containing for number in companies.bearers(place)}
            return dict.fromkeys(self._ids(bearers), 0.99)
        places = nearest.alike(text, longest=max(2 * len(text), 4), limit=_COMPARED)
        names = [companies.names[place] for place in places]
        likeness: dict[str, float] = {}
        alike = process.extract(text, names, scorer=scorer, score_cutoff=cutoff, limit=4 * _OFFERED)
        for _, score, found in alike:
            for entity_id in self._ids(companies.bearers(places[found])):
                likeness[entity_id] = max(likeness.get(entity_id, 0.0), score / highest)
        return likeness

    def _choices(self, likeness: dict[str, float]) -> tuple[NameChoice, ...]:
        best = sorted(likeness, key=lambda entity_id: (-likeness[entity_id], entity_id))[:_OFFERED]
        return tuple(
            NameChoice(
                company_id=entity_id,
                name_zh=self._named.entity(entity_id).name_zh,
                name_en=self._named.entity(entity_id).name_en,
                similarity=likeness[entity_id],
            )
            for entity_id in best
        )


def _is_form_behind(text: str, match: NameMatch) -> bool:
    """Whether what looks like a company is the legal form of another one: "PLC" in "Kiotech International plc"."""
    return match.start > 0 and is_legal_form(text[match.start : match.end])
