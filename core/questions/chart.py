"""A chart parser: the likeliest readings of a row of tokens under weighted rules (Kay 1980, bottom-up, left-corner).

A token that no rule takes may be passed over at a cost of its category. Everything is plain data; the rules say what
phrases mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from pydantic import ValidationError

MOST_READINGS = 4
"""Readings kept of one category over one stretch."""
MOST_STEPS = 40_000
"""Steps of one filling at most: a row of tokens that takes more has no readings."""


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


@dataclass(frozen=True)
class _Open:
    rule: Rule
    done: int
    start: int
    end: int
    meanings: tuple[Any, ...]
    cost: float
    skipped: frozenset[int]


class Chart:
    """Parses rows of tokens under ``rules``; ``skip_costs``: what it costs to pass a token over, by its cheapest
    category; what is not named there costs ``other``."""

    def __init__(self, rules: Sequence[Rule], skip_costs: Mapping[str, float], other: float) -> None:
        self._by_first: dict[str, list[Rule]] = defaultdict(list)
        for rule in rules:
            self._by_first[rule.parts[0]].append(rule)
        self._skip_costs = skip_costs
        self._other = other

    def skip_cost(self, token: Token) -> float:
        """What it costs to pass a token over."""
        return min((self._skip_costs.get(each, self._other) for each in token.readings), default=self._other)

    def readings(self, tokens: Sequence[Token], category: str) -> list[Reading]:
        """All kept readings of any stretch as ``category``, the cheapest first: what is outside it is skipped.

        A row that takes more than ``MOST_STEPS`` has none: the cheapest might be missing.
        """
        costs = [self.skip_cost(token) for token in tokens]
        try:
            found = _Filling(self._by_first, tokens, costs).fill()
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

    def __init__(self, by_first: Mapping[str, list[Rule]], tokens: Sequence[Token], costs: Sequence[float]) -> None:
        self._by_first, self._tokens, self._costs = by_first, tokens, costs
        self.steps = 0
        self._closed: dict[tuple[int, int], dict[str, list[Reading]]] = {}
        self._opened: dict[tuple[int, int], dict[str, list[_Open]]] = defaultdict(lambda: defaultdict(list))

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
            for rule in self._by_first.get(reading.category, ()):
                self._extend(_Open(rule, 0, start, start, (), rule.cost, frozenset()), reading, agenda)

    def _go_on(
        self, waiting: Mapping[str, list[_Open]], closed: Mapping[str, list[Reading]], agenda: list[Reading]
    ) -> None:
        """Rules that have begun take what follows."""
        for category, readings in closed.items():
            for open_ in waiting.get(category, ()):
                for reading in readings:
                    self._extend(open_, reading, agenda)

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

    def _extend(self, open_: _Open, reading: Reading, agenda: list[Reading]) -> None:
        self.steps += 1
        if self.steps >= MOST_STEPS:
            raise _TooManyStepsError
        done = open_.done + 1
        meanings = (*open_.meanings, reading.meaning)
        cost, skipped = open_.cost + reading.cost, open_.skipped | reading.skipped
        if done == len(open_.rule.parts):
            meaning = _meaning(open_.rule, meanings)
            if meaning is not None:
                agenda.append(Reading(open_.rule.result, open_.start, reading.end, meaning, cost, skipped))
            return
        wanted = open_.rule.parts[done]
        self._opened[open_.start, reading.end][wanted].append(
            _Open(open_.rule, done, open_.start, reading.end, meanings, cost, skipped)
        )


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
