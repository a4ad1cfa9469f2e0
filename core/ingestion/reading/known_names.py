"""Names in texts that companies of a knowledge base bear, and which one a name as written means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.domain.text import CHINESE_CHARACTER
from core.ingestion.reading.proposals import NameMention
from core.names.entity_names import EntityNames
from core.names.normalise import normalise_name

_TAILS = {
    "": ("科技", "股份", "集团", "控股", "技术", "实业", "国际", "电子", "信息"),
    " ": ("Group", "Holdings", "Holding", "Technologies", "Technology", "International"),
}
"""Words at the end of names that a text leaves out when it names a company again, in Chinese and in other names."""


class Named(Protocol):
    """What is needed of a knowledge base: its names and the entities that bear them."""

    @property
    def names(self) -> EntityNames:
        """The names of all entities."""
        ...

    @property
    def entity_ids(self) -> Sequence[str]:
        """Ids by entity number."""
        ...

    @property
    def is_company(self) -> NDArray[np.bool_]:
        """Which entities are companies, by entity number, shape (entities,)."""
        ...


class KnownNames:
    """The names of ``named``; of a text those of companies count, of other entities those are left alone."""

    def __init__(self, named: Named) -> None:
        self._named = named

    def find(self, text: str) -> Iterator[NameMention]:
        """Names of companies in ``text``, left to right, not overlapping. One that several bear has no id."""
        folded = self._named.names.folded
        for found in folded.occurrences(text, respect_case=True):
            bearers = [number for number in folded.bearers(found.number) if self._is_company(number)]
            if bearers:
                yield NameMention(found.start, found.end, text[found.start : found.end], self._id_of(bearers))

    def mention(self, text: str, start: int, end: int) -> NameMention:
        """The span as a mention, with the id of the one company that bears this name, legal forms apart, or else this
        name with a word behind it that says little: 晨光储能 of 晨光储能科技有限公司."""
        name = text[start:end]
        bearers = self._called(name)
        if not bearers:
            whole = [each for each in self.find(name) if (each.start, each.end) == (0, len(name))]
            if whole:
                return NameMention(start, end, name, whole[0].entity_id)
            joint = "" if CHINESE_CHARACTER.search(name) else " "
            bearers = [number for tail in _TAILS[joint] for number in self._called(f"{name}{joint}{tail}")]
        return NameMention(start, end, name, self._id_of(bearers))

    def _called(self, name: str) -> list[int]:
        companies = self._named.names.companies
        place = companies.place(normalise_name(name))
        return [] if place is None else [number for number in companies.bearers(place) if self._is_company(number)]

    def _id_of(self, bearers: Sequence[int]) -> str | None:
        return self._named.entity_ids[bearers[0]] if len(set(bearers)) == 1 else None

    def _is_company(self, number: int) -> bool:
        return bool(self._named.is_company[number])
