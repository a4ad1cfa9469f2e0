"""Which names a question means where it writes them: a year is no ticker, and a product may be called "related"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.domain.function_words import NO_NAMES_ZH
from core.domain.name_forms import searchable_tickers, written_names
from core.names.entity_names import EntityNames
from core.names.name_finder import NameFinder, NameMatch
from core.names.normalise import fold_characters, is_legal_form, normalise_name
from core.names.places import place_called
from core.ontology import Ontology
from core.retrieval.common_words import CommonWords, Described
from core.retrieval.lower_tickers import lower_case_tickers
from core.retrieval.topic import begins_with_cue, topic_of
from core.retrieval.written_tickers import (
    capitals_tell,
    in_brackets,
    is_marked_as_ticker,
    is_suffix,
    is_suffixed,
    is_year,
    title_words_beside,
)
from core.retrieval.written_words import is_marked_as_name

_TOPICS = frozenset(("product", "industry"))
_OTHERS = 20
"""Companies in whose texts a ticker stands, as AMD does, beside the one that it is of, at most."""
_LONGEST_TICKER = 12
_CODE = re.compile(r"(?<![A-Za-z0-9])(?:SH|SZ|BJ|HK)(\d{4,6})(?![A-Za-z0-9])", re.IGNORECASE)


class Named(Described, Protocol):
    """Entities by number and id, with their names tabulated: an open knowledge base."""

    @property
    def names(self) -> EntityNames:
        """All names."""
        ...

    @property
    def node_of(self) -> Numbered:
        """Id → number."""
        ...

    @property
    def is_company(self) -> NDArray[np.bool_]:
        """Per entity number, whether it is a company."""
        ...


class Numbered(Protocol):
    """Id → number."""

    def __getitem__(self, entity_id: str, /) -> int: ...

    def __contains__(self, entity_id: str, /) -> bool: ...


class MeantNames:
    """Finds the names of entities that a question means."""

    def __init__(self, named: Named, ontology: Ontology, common: CommonWords) -> None:
        self._named = named
        self._ontology = ontology
        self._common = common
        self._finder = NameFinder(named.names.folded, named.entity_ids)

    def find(self, text: str) -> list[NameMatch]:
        """Names of companies and bridges in a question, left to right; case does not count, except for tickers.

        Left out are products and industries called by function words (related, 概念), years, tickers that are not
        written as such, and companies called by a word that is used as one ("companies that focus on lithium").
        """
        matches = self.find_anything(text)
        found: list[NameMatch] = []
        for match in matches:
            bearers = self._meant(text, match, matches)
            if bearers:
                found.append(replace(match, entity_ids=bearers))
        taken = [(match.start, match.end) for match in found]
        tickers = lower_case_tickers(text, taken, self._ontology, self._listed_as, self._is_heard_of)
        return sorted([*found, *tickers], key=lambda match: match.start)

    def _listed_as(self, word: str) -> list[str]:
        """The companies that a word is a ticker of, if it is the name of none."""
        place = self._named.names.companies.place(word)
        bearers = () if place is None else self._named.names.companies.bearers(place)
        ids = [self._named.entity_ids[each] for each in bearers]
        return ids if all(self.is_only_ticker(each, word) for each in ids) else []

    def _is_heard_of(self, word: str, bearers: Collection[str]) -> bool:
        return not self._common.is_name(word, [self._named.node_of[each] for each in bearers], _OTHERS)

    def find_anything(self, text: str) -> list[NameMatch]:
        """Whatever is a name of somebody, and codes with the exchange in front: SH600519."""
        found = self._finder.find(text, respect_case=False)
        coded = []
        for code in _CODE.finditer(text):
            place = self._named.names.companies.place(code[1])
            if place is not None:
                bearers = tuple(self._named.entity_ids[each] for each in self._named.names.companies.bearers(place))
                coded.append(NameMatch(*code.span(), bearers))
        return sorted([*found, *coded], key=lambda match: match.start) if coded else found

    def _meant(self, text: str, match: NameMatch, all_found: Sequence[NameMatch]) -> tuple[str, ...]:
        """Those of the bearers of a name that a question means by it."""
        written = text[match.start : match.end]
        companies = self.companies(match)
        if len(companies) < len(match.entity_ids) and self._says_no_topic(match, written):
            return tuple(companies)  # a product may be called "related" or "company"
        called = [each for each in companies if not self.is_only_ticker(each, written)]
        if called and self._is_word(text, match, called):
            left = replace(match, entity_ids=tuple(each for each in match.entity_ids if each not in called))
            return self._meant(text, left, all_found)
        if not companies or len(written) > _LONGEST_TICKER or not written.isascii() or not written.isalnum():
            return match.entity_ids
        listed = [each for each in companies if is_year(written) or self.is_only_ticker(each, written)]
        if _is_form_of_name(text, match):
            return tuple(each for each in match.entity_ids if each not in companies)
        if not listed or self._is_written_as_ticker(text, match, listed, all_found):
            return match.entity_ids
        return tuple(each for each in match.entity_ids if each not in listed)

    def _says_no_topic(self, match: NameMatch, written: str) -> bool:
        """Whether no product or industry is meant by a word: it is a function or cue word, or, as 中国, a country."""
        folded = fold_characters(written)
        if folded in NO_NAMES_ZH or not topic_of(written, self._ontology):
            return True
        others = (self._named.entity(each).type for each in match.entity_ids if each not in self.companies(match))
        return not folded.isascii() and _TOPICS.issuperset(others) and place_called(folded) is not None

    def is_only_ticker(self, company: str, written: str) -> bool:
        """Whether a company is called so by its ticker only."""
        entity, folded = self._named.entity(company), fold_characters(written)
        is_ticker = any(fold_characters(ticker) == folded for ticker in searchable_tickers(entity))
        return is_ticker and all(fold_characters(name) != folded for name in written_names(entity))

    def _is_written_as_ticker(
        self, text: str, match: NameMatch, bearers: Sequence[str], all_found: Sequence[NameMatch]
    ) -> bool:
        """Whether a question writes a ticker as one: marked as such, or in capitals that no word and no longer name
        explains."""
        written = text[match.start : match.end]
        if is_suffix(text, match):
            return False
        if written.isdigit() and is_suffixed(text, match):
            return any(written in self._named.entity(each).tickers for each in bearers)  # not listed elsewhere
        if is_marked_as_ticker(text, match) or self._is_bracketed_behind_its_name(text, match, bearers):
            return True
        if written.isdigit() or not capitals_tell(text) or self._is_common(written, bearers):
            return False
        taken = [(other.start, other.end) for other in all_found if self.companies(other)]
        return all(span in taken or self._says_nothing(text, span) for span in title_words_beside(text, match))

    def _says_nothing(self, text: str, span: tuple[int, int]) -> bool:
        """Whether a word is a function word, or a cue word at the end: NVDA Competitors, but EF Investments."""
        word = text[slice(*span)]
        at_end = not any(map(str.isalnum, text[span[1] :]))
        return not topic_of(word, self._ontology) and (at_end or not begins_with_cue(word, self._ontology))

    def _is_word(self, text: str, match: NameMatch, companies: Sequence[str]) -> bool:
        """Whether a name of companies is a common word and used as one. In Chinese, where no capital tells, it is one
        where products or industries are called so as well."""
        written = text[match.start : match.end]
        if is_marked_as_name(text, match):
            return False
        bearers = [self._named.node_of[each] for each in companies]
        may_be_word = written.isalpha() if written.isascii() else len(companies) < len(match.entity_ids)
        return may_be_word and self._common.is_also_word(written, bearers)

    def _is_bracketed_behind_its_name(self, text: str, match: NameMatch, bearers: Sequence[str]) -> bool:
        word = in_brackets(text, match)
        if word is None:
            return False
        named = (name for each in bearers for name in written_names(self._named.entity(each)))
        return any(f" {normalise_name(word)} " in f" {normalise_name(name)} " for name in named)

    def _is_common(self, word: str, bearers: Iterable[str]) -> bool:
        return self._common.is_common(word, [self._named.node_of[each] for each in bearers])

    def companies(self, match: NameMatch) -> list[str]:
        """Those of the bearers of a name that are companies."""
        return [entity_id for entity_id in match.entity_ids if self._named.is_company[self._named.node_of[entity_id]]]


def _is_form_of_name(text: str, match: NameMatch) -> bool:
    """Whether a match is a legal form right behind a word with a capital: PLC in Aquis Exchange PLC."""
    before = text[: match.start].rstrip(" ,")
    word = before.split(" ")[-1]
    return len(before) < match.start and word[:1].isupper() and is_legal_form(text[match.start : match.end])
