"""Which rules of a grammar can be completed within a row of tokens: the others need not be begun.

Nothing that could be completed is left out: only whether each part can be made of tokens that are still to come, in
any order, and whether the next one can begin where the last one ended (the left-corner relation).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar


class HasParts(Protocol):
    """A rule: ``result`` → ``parts``."""

    @property
    def result(self) -> str:
        """The category it makes."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The categories it is made of."""


RuleType = TypeVar("RuleType", bound=HasParts)


@dataclass(frozen=True, eq=False)
class Waiting:
    """What a rule still lacks: a part of category ``wanted``, then those of ``later``, ``parts`` altogether. ``then``:
    what it lacks once ``wanted`` is found, None where that is nothing."""

    wanted: str
    later: frozenset[str]
    parts: int
    then: Waiting | None


def waiting_of(parts: Sequence[str]) -> Waiting | None:
    """What a rule lacks whose first part is found; None where that is all of it."""
    found: Waiting | None = None
    for place in range(len(parts) - 1, 0, -1):
        found = Waiting(parts[place], frozenset(parts[place + 1 :]), len(parts) - place, found)
    return found


class Derivations:
    """What categories are made of, over all rules of a grammar."""

    def __init__(self, rules: Sequence[HasParts]) -> None:
        self._parts = [(each.result, frozenset(each.parts)) for each in rules]
        self._holding: dict[str, list[int]] = defaultdict(list)
        for number, (_, parts) in enumerate(self._parts):
            for part in parts:
                self._holding[part].append(number)
        self._first: dict[str, set[str]] = defaultdict(set)
        for each in rules:
            self._first[each.parts[0]].add(each.result)
        self._beginning: dict[str, frozenset[str]] = {}

    def beginning_with(self, category: str) -> frozenset[str]:
        """Every category whose first token may be of this one."""
        known = self._beginning.get(category)
        if known is None:
            found, new = {category}, [category]
            while new:
                further = self._first.get(new.pop(), set()) - found
                found |= further
                new += further
            known = self._beginning[category] = frozenset(found)
        return known

    def made_of(self, rows: Iterable[Iterable[str]]) -> list[frozenset[str]]:
        """For a growing set of categories, each step with further ones: all that can be made of it."""
        lacking = [len(parts) for _, parts in self._parts]
        found: set[str] = set()
        every = []
        for categories in rows:
            new = [each for each in categories if each not in found]
            found.update(new)
            while new:
                for number in self._holding.get(new.pop(), ()):
                    lacking[number] -= 1
                    result = self._parts[number][0]
                    if not lacking[number] and result not in found:
                        found.add(result)
                        new.append(result)
            every.append(frozenset(found))
        return every


class Reachable:
    """Of one row of tokens, given as the categories of each."""

    def __init__(self, derivations: Derivations, categories: Sequence[frozenset[str]]) -> None:
        made = derivations.made_of(reversed(categories))
        self._from = [*reversed(made), frozenset[str]()]
        """By place: what can be made of the tokens from there on."""
        self._at = [
            frozenset[str]().union(*map(derivations.beginning_with, own)) & behind
            for own, behind in zip(categories, self._from, strict=False)
        ] + [frozenset()]
        self._known: list[dict[Waiting, bool]] = [{} for _ in self._from]

    def may_follow(self, waiting: Waiting, place: int) -> bool:
        """Whether what a rule lacks may stand from ``place`` on."""
        known = self._known[place].get(waiting)
        if known is None:
            known = (
                waiting.wanted in self._at[place]
                and waiting.parts < len(self._from) - place
                and waiting.later <= self._from[place + 1]
            )
            self._known[place][waiting] = known
        return known
