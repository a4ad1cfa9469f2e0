"""Short forms of the names of companies, people and places, by rule: what begins names, looked up as it is asked for.

隆基 is short for 隆基绿能, Novo for Novo Nordisk, Microsoft for Microsoft Corporation, Musk for Elon Musk, Omaha for
Omaha, United States. Whether a question means them where it writes them is for ``ShortNames``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache

from core.domain.function_words import CHINESE
from core.domain.records import Entity
from core.domain.text import CHINESE_CHARACTER
from core.names.normalise import FUNCTION_WORDS, fold_characters, is_legal_form, normalise_name, reads_as_company_name
from core.names.places import place_called
from core.names.word_breaks import is_dictionary_word, word_breaks
from core.ontology import Ontology
from core.retrieval.common_words import CommonWords
from core.retrieval.everyday_words import EVERYDAY_WORDS, EVERYDAY_WORDS_ZH
from core.retrieval.longer_names import ADDED_WORDS
from core.retrieval.meant_names import MeantNames, Named
from core.retrieval.topic import topic_of

PERSON = "person"
_PLACE_BEHIND = ","
_MOST_COMPANIES = 10
_MOST_NAMES = 60
_MOST_OTHERS, _OTHERS_IN = 20, 200
_OTHERS_OF_ACRONYM = 50  # a bearer: on 51,809 companies LG 37
_LEAST = 2
_NO_NAME = " "
_REMEMBERED = 4_000
_FORM_ZH = re.compile(r"(?:集团|控股|股份|有限|责任|公司)+")
_DOTS = re.compile("[·・‧•]")
_LAST_ZH = re.compile(r"[·・‧•]([^·・‧•]+)$")
_BRACKETS = re.compile(r"\s*[(（].*$")


_LEAST_BARE, LONGEST_BARE = 4, 20  # characters of a Chinese name without its legal form
_FORM_PART = re.compile(r"[（(]集团[)）]|集团|控股|股份|有限|责任|公司")
_FORMS_ZH = re.compile(rf"(?:{_FORM_PART.pattern})+")


class ShortForms:
    """Who a short form stands for, whatever text it stands in."""

    def __init__(
        self,
        named: Named,
        ontology: Ontology,
        common: CommonWords,
        meant: MeantNames,
        people: Callable[[], Iterable[Entity]],
    ) -> None:
        """``people`` is called once, when somebody may first be called by the last part of a name."""
        self._named = named
        self._ontology = ontology
        self._common = common
        self._meant = meant
        self._people = people
        self.chinese = lru_cache(maxsize=_REMEMBERED)(self._chinese)
        self.latin = lru_cache(maxsize=_REMEMBERED)(self._latin)

    def whole(self, written: str) -> tuple[str, ...]:
        """Companies whose name is ``written`` but for legal forms; not those that have it as a ticker only."""
        companies = self._named.names.companies
        place = companies.place(normalise_name(written))
        if place is None:
            return ()
        return tuple(
            each for each in self._ids(companies.bearers(place)) if not self._meant.is_only_ticker(each, written)
        )

    def long_chinese(self, folded: str, start: int, end: int) -> tuple[int, tuple[str, ...]]:
        """Where the longest Chinese name of a company without its legal form ends that begins at ``start`` and has at
        least four characters, and whose it is.

        ``end``: where it has to end at last. (start, ()) where there is none.
        """
        companies = self._named.names.companies
        for last in range(min(end, start + LONGEST_BARE), start + _LEAST_BARE - 1, -1):
            place = companies.place(folded[start:last])
            if place is not None and place_called(folded[start:last]) is None:
                return last, self._ids(companies.bearers(place))
        return start, ()

    def end_with_form(self, text: str, start: int, end: int, ids: Sequence[str]) -> int:
        """Where a name ends together with the legal form, or the part of one, that stands right behind it and is part
        of the name of the only company meant: 吉利控股 of 吉利控股集团."""
        form = _FORMS_ZH.match(text, end)
        if form is None or len(ids) != 1:
            return end
        ends = (each.end() for each in reversed(list(_FORM_PART.finditer(text, end, form.end()))))
        return next(
            (last for last in ends if ids[0] in self.whole(text[start:last]) or self._begins(text[start:last], ids)),
            end,
        )

    def _begins(self, folded: str, ids: Sequence[str]) -> bool:
        """Whether a name of the only company meant begins so."""
        names = self._named.names.folded
        bearers = (names.bearers(each) for each in names.beginning_with(folded, _MOST_NAMES))
        return any(self._named.node_of[ids[0]] in each for each in bearers)

    def begins_names(self, folded: str) -> bool:
        """Whether a name of a company, or of a place before its country, begins with ``folded``, or a person has it as
        the last name, or the first before a middle one."""
        names = self._named.names
        begun = (names.companies.beginning_with(normalise_name(folded)), self._begun_by_place(folded))
        return any(map(len, begun)) or folded in self._first_names or bool(self.people(folded))

    def is_word(self, written: str, companies: Sequence[str], *, whole: bool = False) -> bool:
        """Whether a Latin word is no name by itself: a function or cue word, a country, a word of everyday, or one that
        others are described with in lower case.

        ``whole``: it is all the name of ``companies``, or a last name, and no beginning.
        """
        folded = fold_characters(written)
        if folded in FUNCTION_WORDS or not topic_of(folded, self._ontology):
            return True
        bearers = [self._named.node_of[each] for each in companies]
        if folded in EVERYDAY_WORDS or is_legal_form(written):
            return True
        if whole:
            described = self._common.is_also_word(folded, bearers)
        else:
            most = _OTHERS_OF_ACRONYM if written.isupper() else len(self._named.words)
            described = not self._common.is_name(folded, bearers, most)
        return described or place_called(written) is not None

    def _chinese(self, folded: str) -> tuple[str, ...]:
        """Companies whose Chinese names begin with ``folded`` and at least two characters more that are words of their
        own; those that only a legal form is added to, where there are any."""
        names, of_companies = self._named.names, self._named.names.companies
        begun = of_companies.beginning_with(folded)
        if (
            not 0 < len(begun) <= _MOST_NAMES
            or folded in CHINESE | EVERYDAY_WORDS_ZH
            or not topic_of(folded, self._ontology)
        ):
            return ()
        if place_called(folded) is not None or self._begins_topics(folded):
            return ()
        denoted: dict[int, None] = {}
        others: dict[int, None] = {}
        longer = _NO_NAME  # by one character: that is the short form of 特斯拉汽车
        for place in begun:
            name = of_companies.names[place]
            rest = name[len(folded) :]
            if not rest:
                denoted.update(dict.fromkeys(of_companies.bearers(place)))
            elif len(rest) == 1:
                longer = name
            elif not name.startswith(longer) and len(folded) in word_breaks(name):
                (denoted if _FORM_ZH.fullmatch(rest) else others).update(dict.fromkeys(of_companies.bearers(place)))
        meant = list(denoted or others)
        limit = max(_MOST_OTHERS, len(names.companies.names) / _OTHERS_IN)
        if len(meant) > _MOST_COMPANIES or self._common.others(folded, meant) > limit:
            return ()
        return self._ids(meant)

    def _begins_topics(self, folded: str) -> bool:
        """Whether products, industries or places are called by longer names: 光电 by 光电器件; one is enough for a word
        of the dictionary."""
        table = self._named.names.folded
        begun = table.beginning_with(folded, 2 * _MOST_NAMES + 1)
        if len(begun) > 2 * _MOST_NAMES:
            return True
        least = 1 if is_dictionary_word(folded) else 3
        topics = 0
        for place in begun:
            if not all(self._named.is_company[each] for each in table.bearers(place)):
                entity = self._named.entity(self._named.entity_ids[table.bearers(place)[0]])
                topics += entity.type != PERSON
        return topics >= least

    def _latin(self, written: str) -> tuple[str, ...]:
        """Companies whose names have ``written`` as their first words; those that only a word like Group is added to,
        where there are any, or where a place is called so: Changsha, but Toyota."""
        companies, normalised = self._named.names.companies, normalise_name(written)
        if len(normalised) < _LEAST or normalised.isdigit() or reads_as_company_name(written):
            return ()  # Jinro Ltd is not short for Jinro Distillers
        if fold_characters(written) in EVERYDAY_WORDS:
            return ()  # state-owned
        begun = companies.beginning_with(f"{normalised} ")
        if not 0 < len(begun) <= _MOST_NAMES:
            return ()
        denoted: dict[int, None] = {}
        others: dict[int, None] = {}
        for place in begun:
            rest = companies.names[place][len(normalised) :].split()
            (denoted if ADDED_WORDS.issuperset(rest) else others).update(dict.fromkeys(companies.bearers(place)))
        meant = list(denoted or ({} if self._begun_by_place(fold_characters(written)) else others))
        return self._ids(meant) if len(meant) <= _MOST_COMPANIES else ()

    def places(self, folded: str) -> tuple[str, ...]:
        """Places called ``folded`` and, behind a comma, where they are: Omaha, United States."""
        table, begun = self._named.names.folded, self._begun_by_place(folded)
        if not 0 < len(begun) <= _MOST_NAMES:
            return ()
        numbers = dict.fromkeys(each for place in begun for each in table.bearers(place))
        return self._ids([each for each in numbers if not self._named.is_company[each]])

    def _begun_by_place(self, folded: str) -> list[int]:
        return self._named.names.folded.beginning_with(f"{folded}{_PLACE_BEHIND}", _MOST_NAMES + 1)

    def people(self, folded: str) -> tuple[str, ...]:
        """People whose last name is ``folded``: the part behind the last dot of a Chinese name, or all of it without
        its dots, is one as well. One that companies are called by means these: Tata."""
        found = self._last_names.get(folded, ())
        return () if found and (self.latin(folded) or self.chinese(folded)) else found

    def without_middle_names(self, folded: str) -> tuple[str, ...]:
        """People whose first name and last name these are, and who have others between: Eleanor Whitcombe. Whoever has
        both and no other is called so."""
        return self._outer_names.get(folded, ())

    @cached_property
    def _outer_names(self) -> dict[str, tuple[str, ...]]:
        called: dict[str, dict[str, None]] = {}
        for person in self._people():
            words = fold_characters(_BRACKETS.sub("", person.name_en)).split()
            if len(words) > _LEAST and CHINESE_CHARACTER.search(person.name_en) is None:
                called.setdefault(f"{words[0]} {words[-1]}", {})[person.id] = None
        return {name: tuple(ids) for name, ids in called.items()}

    @cached_property
    def _first_names(self) -> frozenset[str]:
        return frozenset(name.partition(" ")[0] for name in self._outer_names)

    @cached_property
    def _last_names(self) -> dict[str, tuple[str, ...]]:
        called: dict[str, dict[str, None]] = {}
        for person in self._people():
            last = _LAST_ZH.search(person.name_zh)
            if last is None and CHINESE_CHARACTER.search(person.name_zh) is not None:
                continue  # in 曾毓群, Zeng Yuqun the last part is no family name
            english = _BRACKETS.sub("", person.name_en).split(" ")
            whole = _DOTS.sub("", person.name_zh) if last else ""  # 比尔盖茨
            for part in (last[1] if last else "", whole, english[-1] if len(english) > 1 else ""):
                if len(part) >= _LEAST:
                    called.setdefault(fold_characters(part), {})[person.id] = None
        return {part: tuple(ids) for part, ids in called.items()}

    def _ids(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._named.entity_ids[number] for number in numbers)
