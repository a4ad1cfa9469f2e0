"""Name linking: which companies a person means, by Chinese or English name, alias, ticker or id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from core.domain.entity_names import EntityNames
from core.domain.name_finder import NameFinder, NameMatch
from core.domain.name_forms import searchable_tickers, written_names
from core.domain.names import (
    fold_characters,
    is_legal_form,
    is_written_as_name,
    normalise_name,
    reads_as_company_name,
)
from core.domain.results import NameChoice
from core.ontology import Ontology
from core.retrieval.asked_names import AskedName, asked_names
from core.retrieval.common_words import CommonWords, Described
from core.retrieval.near_names import names_beginning_alike, names_containing, names_of_family, near_names
from core.retrieval.topic import topic_of
from core.retrieval.written_tickers import (
    capitals_tell,
    in_brackets,
    is_marked_as_ticker,
    is_suffix,
    is_suffixed,
    is_year,
    title_words_beside,
)

_OFFERED = 6
_REMEMBERED = 1_000
_LONGEST_TICKER = 12
_LEAST_LETTERS = 2
_MOST_OF_A_NAME = 50
_OTHERS_A_BEARER = 3
_CODE = re.compile(r"(?<![^\W_])(?:SH|SZ|BJ|HK)(\d{4,6})(?![^\W_])", re.IGNORECASE)


@dataclass(frozen=True)
class Link:
    """What was meant. ``entity_ids`` are the query's companies, or its bridges where it names no company.

    ``topic``: nothing is named, but the texts know what the question is about. ``name``: the words of a question that
    ``choices`` are for, or that name nobody here; empty for the question as a whole.
    """

    outcome: Literal["linked", "topic", "unknown", "ambiguous"]
    entity_ids: tuple[str, ...] = ()
    choices: tuple[NameChoice, ...] = ()
    name: str = ""


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


class NameIndex:
    """Links names to entities; companies come before bridges of the same name. Remembers the last names linked."""

    def __init__(self, named: Named, ontology: Ontology) -> None:
        self._named = named
        self._ontology = ontology
        self._finder = NameFinder(named.names.folded, named.entity_ids)
        self._common = CommonWords(named)
        self.link_name = lru_cache(maxsize=_REMEMBERED)(self._link_name)
        self.link_question = lru_cache(maxsize=_REMEMBERED)(self._link_question)

    def find(self, text: str) -> list[NameMatch]:
        """Names of companies and bridges in a question, left to right; case does not count, except for tickers.

        Left out are products and industries called by function words (related, 概念), years, and tickers that are not
        written as such.
        """
        matches = self._find_anything(text)
        found: list[NameMatch] = []
        for match in matches:
            bearers = self._meant(text, match, matches)
            if bearers:
                found.append(replace(match, entity_ids=bearers))
        return found

    def _find_anything(self, text: str) -> list[NameMatch]:
        """Whatever is a name of somebody, and codes with the exchange in front: SH600519."""
        found = self._finder.find(text, respect_case=False)
        coded = []
        for code in _CODE.finditer(text):
            place = self._named.names.companies.place(code[1])
            if place is not None:
                bearers = self._ids(self._named.names.companies.bearers(place))
                coded.append(NameMatch(*code.span(), bearers))
        return sorted([*found, *coded], key=lambda match: match.start) if coded else found

    def _meant(self, text: str, match: NameMatch, all_found: Sequence[NameMatch]) -> tuple[str, ...]:
        """Those of the bearers of a name that a question means by it."""
        written = text[match.start : match.end]
        companies = self._companies(match)
        if len(companies) < len(match.entity_ids) and not topic_of(written, self._ontology):
            return tuple(companies)  # a product may be called "related" or "company"
        if not companies or len(written) > _LONGEST_TICKER or not written.isascii() or not written.isalnum():
            return match.entity_ids
        listed = [each for each in companies if is_year(written) or self._is_only_ticker(each, written)]
        if not listed or self._is_written_as_ticker(text, match, listed, all_found):
            return match.entity_ids
        return tuple(each for each in match.entity_ids if each not in listed)

    def _is_only_ticker(self, company: str, written: str) -> bool:
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
        taken = [(other.start, other.end) for other in all_found]
        return all(
            span in taken or not topic_of(text[slice(*span)], self._ontology)
            for span in title_words_beside(text, match)
        )

    def _is_bracketed_behind_its_name(self, text: str, match: NameMatch, bearers: Sequence[str]) -> bool:
        word = in_brackets(text, match)
        if word is None:
            return False
        named = (name for each in bearers for name in written_names(self._named.entity(each)))
        return any(f" {normalise_name(word)} " in f" {normalise_name(name)} " for name in named)

    def _is_common(self, word: str, bearers: Iterable[str]) -> bool:
        return self._common.is_common(word, [self._named.node_of[each] for each in bearers])

    def _link_name(self, name: str) -> Link:
        """Link a company field: an id, or a whole name, alias or ticker. Unknown → nearest names."""
        if name in self._named.node_of:
            return Link("linked", (self._named.entity(name).id,))  # of a merged company the id that it is kept under
        companies = self._named.names.companies
        normalised = normalise_name(name)
        place = companies.place(normalised)
        bearers = () if place is None else self._ids(companies.bearers(place))
        if len(bearers) == 1:
            return Link("linked", bearers)
        if bearers:
            return self._ambiguous(bearers)
        contained, rest = self._named_companies(name, self._find_anything(name))
        if len(contained) == 1 and not normalise_name(rest):
            return Link("linked", contained)  # nothing but its names: "宁德时代 CATL"
        contained, _ = self._named_companies(name, self.find(name))
        names = self._named.names
        likeness = names_containing(names, normalised)
        if not likeness:
            likeness = {**names_beginning_alike(names, normalised), **near_names(names, normalised)}
        by_id = self._by_id(likeness)
        return Link("unknown", choices=self._choices({**by_id, **dict.fromkeys(contained, 1.0)}))

    def link_entity(self, name: str) -> Link:
        """Link a name to any entity: where no company bears it, to the product, industry or person that does."""
        link = self.link_name(name)
        if link.outcome != "unknown":
            return link
        whole = normalise_name(name)
        found = self._find_anything(name)
        named = (match for match in found if normalise_name(name[match.start : match.end]) == whole)
        bearers = tuple(dict.fromkeys(entity_id for match in named for entity_id in match.entity_ids))
        if len(bearers) == 1:
            return Link("linked", bearers)
        return self._ambiguous(bearers) if bearers else link

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
                return self._ambiguous(named, question[match.start : match.end])
            companies.update(dict.fromkeys(named))
            bridges.update((entity_id, None) for entity_id in match.entity_ids if entity_id not in named)
        if companies:
            return Link("linked", tuple(companies))
        asked = asked_names(question, [(match.start, match.end) for match in names], self._ontology)
        if bridges and not question.isascii():  # 宁德 is a place, and a part of 宁德时带
            asked += [name for name in asked_names(question, [], self._ontology) if name.is_chinese]
        link = self._link_asked(asked, beside_bridges=bool(bridges))
        if link is None:
            return Link("linked", tuple(bridges)) if bridges else Link("unknown")
        whole = normalise_name(link.name) == normalise_name(question)
        return replace(link, name="") if whole else link

    def _link_asked(self, asked: Sequence[AskedName], *, beside_bridges: bool) -> Link | None:
        """What is named by words of a question that are no name as they stand; None where nothing seems to be.

        ``beside_bridges``: a product, industry or place is named as well; only what is certainly a name counts then.
        """
        wholes = [self._link_whole(name) for name in asked]
        meant = [link for link in wholes if link is not None]
        if meant and len(meant) == len(wholes) and all(link.outcome == "linked" for link in meant):
            return Link("linked", tuple(dict.fromkeys(each for link in meant for each in link.entity_ids)))
        for name, whole in zip(asked, wholes, strict=True):
            link = whole or self._link_family(name)
            if link is not None:
                return link
        for name in asked:
            if beside_bridges and not (name.is_certain or name.is_chinese):
                continue
            near = near_names(self._named.names, normalise_name(name.text))
            if near and (name.is_written_as_name or name.is_alone) and self._is_rare(name.text):
                return Link("unknown", choices=self._choices(self._by_id(near)), name=name.text)
        for name in asked:
            if name.is_certain and self._is_rare(name.text):
                alike = names_beginning_alike(self._named.names, normalise_name(name.text))
                return Link("unknown", choices=self._choices(self._by_id(alike)), name=name.text)
        return None

    def _link_whole(self, name: AskedName) -> Link | None:
        """A name but for its legal form, or a ticker that the question is about and that is no word."""
        companies = self._named.names.companies
        place = companies.place(normalise_name(name.text))
        if place is None or (not name.is_alone and not name.is_written_as_name):
            return None
        numbers = companies.bearers(place)
        if name.text.isalpha() and self._common.is_common(name.text, numbers):
            return None  # steel is no company, though The Steel PLC is one
        bearers = [
            each
            for each in self._ids(numbers)
            if not self._is_only_ticker(each, name.text)
            or (name.is_alone and not is_year(name.text) and not self._is_word(name.text, each))
        ]
        if len(bearers) == 1:
            return Link("linked", tuple(bearers))
        return self._ambiguous(bearers, name.text) if bearers else None

    def _ambiguous(self, bearers: Iterable[str], name: str = "") -> Link:
        return Link("ambiguous", choices=self._choices(dict.fromkeys(bearers, 1.0)), name=name)

    def _is_word(self, written: str, bearer: str) -> bool:
        """Whether a ticker is a word of the texts: in lower case even a rare one is, in capitals a common one."""
        if written.isdigit():
            return False
        if self._is_common(written, [bearer]):
            return True
        if written == written.upper():
            return False
        return len(written) <= _LEAST_LETTERS or not self._common.is_rare(written, [self._named.node_of[bearer]], 0)

    def _link_family(self, name: AskedName) -> Link | None:
        """Companies that a name stands for as the first or another word of theirs: Samsung, LG."""
        if not (name.is_alone or name.is_certain):
            return None
        normalised = normalise_name(name.text)
        likeness = names_of_family(self._named.names, normalised)
        if not 0 < len(likeness) <= _MOST_OF_A_NAME or len(normalised) < _LEAST_LETTERS:
            return None
        if not self._common.is_name(normalised, likeness.keys(), _OTHERS_A_BEARER):
            return None
        outcome: Literal["ambiguous", "unknown"] = "ambiguous" if len(likeness) > 1 else "unknown"
        return Link(outcome, choices=self._choices(self._by_id(likeness)), name=name.text)

    def _is_rare(self, text: str) -> bool:
        """Whether hardly any company is described with some word of ``text``, or some pair of Chinese characters."""
        words = [word for word in normalise_name(text).split() if len(word) > 1]
        pairs = [text[place : place + 2] for place in range(len(text) - 1)]
        return any(map(self._common.is_rare, words if text.isascii() else pairs))

    def is_unknown_name(self, question: str, names: Sequence[NameMatch]) -> bool:
        """Whether a question is the name of a company that is not here, whatever place or industry is in it.

        ``names``: what ``find`` finds in it.
        """
        named = any(self._companies(match) and not _is_form_behind(question, match) for match in names)
        return not named and (reads_as_company_name(question) or (not names and is_written_as_name(question)))

    def _named_companies(self, text: str, names: Sequence[NameMatch]) -> tuple[tuple[str, ...], str]:
        """Companies among ``names``, and what is left of ``text`` without them."""
        found: dict[str, None] = {}
        rest: list[str] = []
        position = 0
        for match in names:
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

    def _by_id(self, likeness: Mapping[int, float]) -> dict[str, float]:
        return {self._named.entity_ids[number]: like for number, like in likeness.items()}

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
