"""Name linking: which companies a person means, by Chinese or English name, alias, ticker or id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz, process

from core.domain.name_automaton import NameAutomaton, NameMatch, searchable_tickers
from core.domain.names import normalise_name
from core.domain.records import Entity
from core.domain.results import NameChoice

_OFFERED = 6
_MIN_LIKENESS = 70.0
_MIN_LIKENESS_IN_TEXT = 75.0


@dataclass(frozen=True)
class Link:
    """What was meant. ``entity_ids`` are the query's companies, or its bridges where it names no company."""

    outcome: Literal["linked", "unknown", "ambiguous"]
    entity_ids: tuple[str, ...] = ()
    choices: tuple[NameChoice, ...] = ()


class NameIndex:
    """All names of all entities, ready to link; companies come before bridges of the same name."""

    def __init__(self, entities: Iterable[Entity]) -> None:
        self._entities = {entity.id: entity for entity in entities}
        self._bearers: dict[str, dict[str, None]] = {}
        for entity in self._entities.values():
            if entity.type == "company":
                for name in (entity.name_zh, entity.name_en, *entity.aliases, *searchable_tickers(entity)):
                    self._bearers.setdefault(normalise_name(name), {})[entity.id] = None
        self._names = [name for name in self._bearers if len(name) > 1]
        self._automaton = NameAutomaton(self._entities.values())

    def find(self, text: str) -> list[NameMatch]:
        """Names of companies and bridges in ``text``, left to right; case does not count."""
        return self._automaton.find(text, respect_case=False)

    def link_name(self, name: str) -> Link:
        """Link a company field: an id, or a whole name, alias or ticker. Unknown → nearest names."""
        if name in self._entities:
            return Link("linked", (name,))
        bearers = tuple(self._bearers.get(normalise_name(name), ()))
        if len(bearers) == 1:
            return Link("linked", bearers)
        if bearers:
            return Link("ambiguous", choices=self._choices(dict.fromkeys(bearers, 1.0)))
        contained, rest = self._named_companies(name)
        if len(contained) == 1 and not normalise_name(rest):
            return Link("linked", contained)  # nothing but its names: "宁德时代 CATL"
        likeness = self._nearest(normalise_name(name), fuzz.WRatio, _MIN_LIKENESS)
        return Link("unknown", choices=self._choices({**likeness, **dict.fromkeys(contained, 1.0)}))

    def link_question(self, question: str) -> Link:
        """Link a question by the names in it: all companies it names, else its products, industries, people."""
        bridges: dict[str, None] = {}
        companies: dict[str, None] = {}
        for match in self.find(question):
            named = [entity_id for entity_id in match.entity_ids if self._entities[entity_id].type == "company"]
            if len(named) > 1:
                return Link("ambiguous", choices=self._choices(dict.fromkeys(named, 1.0)))
            companies.update(dict.fromkeys(named))
            bridges.update((entity_id, None) for entity_id in match.entity_ids if entity_id not in named)
        if companies or bridges:
            return Link("linked", tuple(companies or bridges))
        likeness = self._nearest(normalise_name(question), fuzz.partial_ratio, _MIN_LIKENESS_IN_TEXT)
        return Link("unknown", choices=self._choices(likeness))

    def _named_companies(self, text: str) -> tuple[tuple[str, ...], str]:
        """Companies named in ``text``, and what is left of it without their names."""
        found: dict[str, None] = {}
        rest: list[str] = []
        position = 0
        for match in self.find(text):
            companies = [entity_id for entity_id in match.entity_ids if self._entities[entity_id].type == "company"]
            if companies:
                found.update(dict.fromkeys(companies))
                rest.append(text[position : match.start])
                position = match.end
        return tuple(found), " ".join([*rest, text[position:]])

    def _nearest(self, text: str, scorer: object, cutoff: float) -> dict[str, float]:
        """Companies whose names begin with, contain as a word, or are like ``text``: id → likeness in [0, 1]."""
        likeness: dict[str, float] = {}
        if not text:
            return likeness
        for name, bearers in self._bearers.items():
            if name.startswith(text) or f" {text} " in f" {name} ":
                likeness.update(dict.fromkeys(bearers, 0.99))
        if likeness:
            return likeness
        names = [name for name in self._names if len(name) <= max(2 * len(text), 4)]
        for name, score, _ in process.extract(text, names, scorer=scorer, score_cutoff=cutoff, limit=4 * _OFFERED):  # type: ignore[arg-type]
            for entity_id in self._bearers[name]:
                likeness[entity_id] = max(likeness.get(entity_id, 0.0), score / 100.0)
        return likeness

    def _choices(self, likeness: dict[str, float]) -> tuple[NameChoice, ...]:
        best = sorted(likeness, key=lambda entity_id: (-likeness[entity_id], entity_id))[:_OFFERED]
        return tuple(
            NameChoice(
                company_id=entity_id,
                name_zh=self._entities[entity_id].name_zh,
                name_en=self._entities[entity_id].name_en,
                similarity=likeness[entity_id],
            )
            for entity_id in best
        )
