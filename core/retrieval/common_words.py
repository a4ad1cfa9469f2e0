"""Words that companies are described with, told from names by the texts of the knowledge base themselves."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np

from core.domain.records import Entity
from core.names.name_table import Numbers
from core.names.normalise import FUNCTION_WORDS, fold_characters
from core.storage.lexical_index import LexicalIndex

_LEAST_TEXTS = 3
_TEXTS_IN = 2_000
"""A word is common where more than 3 companies, and more than one in 2,000, are described with it that are not called
so. On 51,809 companies: AI 287, LNG 182, USA 166, CRM and HR 107, but AMD 15, NVDA 7 and TSLA 0."""
_READ = 24
_READ_FOR_RARE = 60
_LOWER_CASE = 0.1
_ONE_WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]{2,3}")


class Described(Protocol):
    """Companies and the index of their texts."""

    @property
    def words(self) -> LexicalIndex:
        """The texts of the companies, in the order of ``company_nodes``."""
        ...

    @property
    def company_nodes(self) -> Numbers:
        """Entity numbers of the companies."""
        ...

    @property
    def entity_ids(self) -> Sequence[str]:
        """Ids by number."""
        ...

    def entity(self, entity_id: str, /) -> Entity:
        """The entity with this id."""
        ...


class CommonWords:
    """How many companies a word describes besides those that it names."""

    def __init__(self, described: Described) -> None:
        self._described = described
        self._holding = lru_cache(maxsize=1_000)(self._find_holding)

    def others(self, word: str, bearers: Collection[int]) -> int:
        """How many companies beside ``bearers`` (entity numbers) have ``word`` in their texts; 0 for several words."""
        return len(self._beside(word, bearers))

    def is_common(self, word: str, bearers: Collection[int]) -> bool:
        """Whether ``word`` is used as a word: a function word, or in the texts of many that are not called so."""
        if fold_characters(word) in FUNCTION_WORDS:
            return True
        return self.others(word, bearers) > self._limit()

    def is_rare(self, word: str, bearers: Collection[int] = (), most: int = 2) -> bool:
        """Whether at most ``most`` companies beside ``bearers`` have ``word`` in their names or descriptions.

        Those that the index knows are read, because it knows a few too many: terms are told apart by hash.
        """
        others = self._beside(word, bearers)
        return len(others) <= most or (
            len(others) <= _READ_FOR_RARE and sum(_holds(each, word) for each in self._entities(others)) <= most
        )

    def is_name(self, word: str, bearers: Collection[int], most_a_bearer: int) -> bool:
        """Whether ``word`` stands for its bearers: no more than ``most_a_bearer`` × as many others are described with
        it, and in their texts it is not written in lower case, as samsung never is and lithium mostly."""
        others = self._beside(word, bearers)
        if len(others) > most_a_bearer * len(bearers):
            return False
        return not word.isascii() or not self._is_in_lower_case(word, others)

    def is_also_word(self, name: str, bearers: Collection[int]) -> bool:
        """Whether a name of one word is common and, in the texts of others, mostly no name: focus is written in lower
        case there, Tesla never. In Chinese, where no case tells, it is to be twice as common."""
        if not name.isascii():
            return self.others(name, bearers) > 2 * self._limit()
        return self.is_common(name, bearers) and self._is_in_lower_case(name, self._beside(name, bearers))

    def _limit(self) -> float:
        return max(_LEAST_TEXTS, len(self._described.words) / _TEXTS_IN)

    def _is_in_lower_case(self, word: str, others: Numbers) -> bool:
        lower = re.compile(rf"\b{re.escape(word.lower())}\b", re.ASCII)
        read = self._entities(others[:_READ])
        return sum(lower.search(each.description_en) is not None for each in read) > _LOWER_CASE * len(read)

    def _entities(self, numbers: Numbers) -> list[Entity]:
        return [self._described.entity(self._described.entity_ids[each]) for each in numbers.tolist()]

    def _beside(self, word: str, bearers: Collection[int]) -> Numbers:
        holding = self._holding(fold_characters(word))
        return holding[~np.isin(holding, list(bearers))]

    def _find_holding(self, word: str) -> Numbers:
        if not _ONE_WORD.fullmatch(word):
            return np.zeros(0, dtype=np.int64)
        rows = self._described.words.texts_with(word)
        return np.asarray(self._described.company_nodes[rows])


def _holds(entity: Entity, word: str) -> bool:
    text = fold_characters(" ".join((entity.name_zh, entity.name_en, entity.description_zh, entity.description_en)))
    folded = fold_characters(word)
    return folded in text if not word.isascii() else re.search(rf"\b{re.escape(folded)}\b", text, re.ASCII) is not None
