"""A chart parser: the likeliest readings of a row of tokens under weighted rules (Kay 1980, bottom-up, left-corner).

A token that no rule takes may be passed over at a cost of its category. Everything is plain data; the rules say what
phrases mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any, NamedTuple

from pydantic import ValidationError

from core.questions.parsing.reachable import Derivations, Reachable, Waiting, waiting_of

MOST_READINGS = 4
"""Readings kept of one category over one stretch."""
TOO_DEAR = 4.0
"""How much dearer than the cheapest of the same category and stretch a reading may be."""
MOST_STEPS = 4_000
"""Steps of one filling at most: a row of tokens that takes more has no readings. Of 802 public, bundled and generated
questions one took over 2,447, which no reading was right of."""

MOST_TOKENS = 100
"""Tokens of a row at most: a longer one has no readings. Time grows with their cube, also where no rule fits and so no
step is counted. No public or bundled question has over 14."""


@dataclass(frozen=True)
class Token:
    """``question[start:end]``, and what it may be: category → meanings."""

    start: int
    end: int
    readings: Mapping[str, tuple[Any, ...]]


@dataclass(frozen=True)
class Rule:
    """``result`` → ``parts``; ``meaning`` makes one meaning of theirs, None where they do not fit."""

    result: str
    parts: tuple[str, ...]
    meaning: Callable[..., Any]
    cost: float = 0.0


def rule(result: str, parts: str, meaning: Callable[..., Any], cost: float = 0.0) -> Rule:
    """A rule whose parts are written in a row."""
    return Rule(result, tuple(parts.split()), meaning, cost)


@dataclass(frozen=True)
class Reading:
    """``tokens[start:end]`` read as ``category``; ``skipped``: places of tokens that were passed over."""

    category: str
    start: int
    end: int
    meaning: Any
    cost: float
    skipped: frozenset[int]


class _Open(NamedTuple):
    """A rule of which some parts are found, the first at ``start``. ``lacking``: None where all are."""

    rule: Rule
    lacking: Waiting | None
    start: int
    meanings: tuple[Any, ...]
    cost: float
    skipped: frozenset[int]


_Begun = dict[str, list[tuple[Waiting, _Open]]]
"""Category → rules that wait for it."""


@dataclass(frozen=True)
class _Grammar:
    """Rules by their first part, each with what it lacks behind that."""

    by_first: Mapping[str, Sequence[tuple[Rule, Waiting | None]]]
    derivations: Derivations


class Chart:
    """Parses rows of tokens under ``rules``; ``skip_costs``: what it costs to pass a token over, by its cheapest
    category; what is not named there costs ``other``."""

    def __init__(self, rules: Sequence[Rule], skip_costs: Mapping[str, float], other: float) -> None:
        by_first: dict[str, list[tuple[Rule, Waiting | None]]] = defaultdict(list)
        for rule in rules:
            by_first[rule.parts[0]].append((rule, waiting_of(rule.parts)))
        self._grammar = _Grammar(by_first, Derivations(rules))
        self._skip_costs = skip_costs
        self._other = other

    def skip_cost(self, token: Token) -> float:
        """What it costs to pass a token over."""
        return min((self._skip_costs.get(each, self._other) for each in token.readings), default=self._other)

    def readings(self, tokens: Sequence[Token], category: str) -> list[Reading]:
        """All kept readings of any stretch as ``category``, the cheapest first: what is outside it is skipped.

        A row that takes more than ``MOST_STEPS`` has none: the cheapest might be missing. Nor has one of more than
        ``MOST_TOKENS``.
        """
        if len(tokens) > MOST_TOKENS:
            return []
        costs = [self.skip_cost(token) for token in tokens]
        try:
            found = _Filling(self._grammar, tokens, costs).fill()
        except _TooManyStepsError:
            return []
        whole: list[Reading] = []
        for each in found.get(category, ()):
            outside = [*range(each.start), *range(each.end, len(tokens))]
            cost = each.cost + sum(costs[place] for place in outside)
            whole.append(Reading(category, each.start, each.end, each.meaning, cost, each.skipped | set(outside)))
        return sorted(whole, key=lambda reading: (reading.cost, reading.start, -reading.end))


class _TooManyStepsError(Exception):
    """A row of tokens has more readings than are looked at."""


class _Filling:
    """One filling of a chart, from left to right: everything that ends at a place is complete before the next."""

    def __init__(self, grammar: _Grammar, tokens: Sequence[Token], costs: Sequence[float]) -> None:
        self._by_first, self._tokens, self._costs = grammar.by_first, tokens, costs
        self._reachable = Reachable(grammar.derivations, [frozenset(each.readings) for each in tokens])
        self.steps = 0
        self._closed: dict[tuple[int, int], dict[str, list[Reading]]] = {}
        self._opened: dict[tuple[int, int], _Begun] = defaultdict(lambda: defaultdict(list))
        self._begun: dict[tuple[str, int], list[tuple[Rule, Waiting | None]]] = {}

    def fill(self) -> dict[str, list[Reading]]:
        """Every kept reading, by category."""
        for end in range(1, len(self._tokens) + 1):
            for start in reversed(range(end)):
                self._complete(start, end)
        every: dict[str, list[Reading]] = defaultdict(list)
        for by_category in self._closed.values():
            for category, readings in by_category.items():
                every[category] += readings
        return every

    def _complete(self, start: int, end: int) -> None:
        """All readings of ``tokens[start:end]``, then the rules that they begin or go on with."""
        cell: dict[str, list[Reading]] = defaultdict(list)
        self._closed[start, end] = cell
        agenda = self._given(start, end)
        for middle in range(start + 1, end):
            waiting = self._opened.get((start, middle))
            if waiting:
                self._go_on(waiting, self._closed[middle, end], agenda)
        while agenda:
            reading = agenda.pop()
            if not _keep(cell[reading.category], reading):
                continue
            for rule, lacking in self._beginning(reading.category, end):
                found = _Open(rule, lacking, start, (reading.meaning,), rule.cost + reading.cost, reading.skipped)
                self._extend(found, end, agenda)

    def _beginning(self, category: str, end: int) -> list[tuple[Rule, Waiting | None]]:
        """Rules that begin with a category that ends there, and that can be completed."""
        known = self._begun.get((category, end))
        if known is None:
            known = self._begun[category, end] = [
                (rule, lacking)
                for rule, lacking in self._by_first.get(category, ())
                if lacking is None or self._reachable.may_follow(lacking, end)
            ]
        return known

    def _go_on(self, waiting: _Begun, closed: Mapping[str, list[Reading]], agenda: list[Reading]) -> None:
        """Rules that have begun take what follows."""
        for category, readings in closed.items():
            for lacking, (rule, _, start, meanings, cost, skipped) in waiting.get(category, ()):
                then, end = lacking.then, readings[0].end
                if then is not None and not self._reachable.may_follow(then, end):
                    continue
                for each in readings:
                    together = skipped | each.skipped if each.skipped else skipped
                    found = _Open(rule, then, start, (*meanings, each.meaning), cost + each.cost, together)
                    self._extend(found, end, agenda)

    def _given(self, start: int, end: int) -> list[Reading]:
        """A token itself, or what ends before the last token, which is passed over."""
        agenda: list[Reading] = []
        if end == start + 1:
            for category, meanings in self._tokens[start].readings.items():
                agenda += [Reading(category, start, end, each, 0.0, frozenset()) for each in meanings]
        elif (start, end - 1) in self._closed:
            cost = self._costs[end - 1]
            for readings in self._closed[start, end - 1].values():
                agenda += [
                    Reading(each.category, start, end, each.meaning, each.cost + cost, each.skipped | {end - 1})
                    for each in readings
                ]
        return agenda

    def _extend(self, found: _Open, end: int, agenda: list[Reading]) -> None:
        """A rule of which a further part is found: a reading where that was the last."""
        self.steps += 1
        if self.steps >= MOST_STEPS:
            raise _TooManyStepsError
        if found.lacking is not None:
            self._opened[found.start, end][found.lacking.wanted].append((found.lacking, found))
            return
        meaning = _meaning(found.rule, found.meanings)
        if meaning is not None:
            agenda.append(Reading(found.rule.result, found.start, end, meaning, found.cost, found.skipped))


def _meaning(rule: Rule, parts: tuple[Any, ...]) -> Any:
    """What a rule makes of its parts; nothing of a plan that would be too large."""
    try:
        return rule.meaning(*parts)
    except ValidationError:
        return None


def _keep(kept: list[Reading], reading: Reading) -> bool:
    """Put a reading among those kept of its category and stretch, unless it is no better than what is there."""
    for place, each in enumerate(kept):
        if each.meaning == reading.meaning:
            if each.cost <= reading.cost:
                return False
            kept[place] = reading
            return True
    if kept and reading.cost > min(each.cost for each in kept) + TOO_DEAR:
        return False
    if len(kept) < MOST_READINGS:
        kept.append(reading)
        return True
    dearest = max(range(len(kept)), key=lambda place: kept[place].cost)
    if kept[dearest].cost <= reading.cost:
        return False
    kept[dearest] = reading
    return True


def cheapest(readings: Sequence[Reading], count: int) -> list[Reading]:
    """The first few of different meaning."""
    by_meaning: dict[Any, Reading] = {}
    for each in readings:
        by_meaning.setdefault(each.meaning, each)
    return nsmallest(count, by_meaning.values(), key=lambda reading: reading.cost)
