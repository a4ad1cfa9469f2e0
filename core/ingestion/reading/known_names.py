"""Names in texts that companies of a knowledge base bear, and which one a name as written means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.ingestion.reading.proposals import NameMention
from core.names.entity_names import EntityNames
from core.names.normalise import normalise_name


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
        """The span as a mention, with the id of the one company that bears this name, legal forms apart."""
        name = text[start:end]
        companies = self._named.names.companies
        place = companies.place(normalise_name(name))
        bearers = [] if place is None else [number for number in companies.bearers(place) if self._is_company(number)]
        if not bearers:
            whole = [each for each in self.find(name) if (each.start, each.end) == (0, len(name))]
            return NameMention(start, end, name, whole[0].entity_id if whole else None)
        return NameMention(start, end, name, self._id_of(bearers))

    def _id_of(self, bearers: Sequence[int]) -> str | None:
        return self._named.entity_ids[bearers[0]] if len(set(bearers)) == 1 else None

    def _is_company(self, number: int) -> bool:
        return bool(self._named.is_company[number])
