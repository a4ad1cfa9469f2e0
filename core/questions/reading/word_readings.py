"""What words of a question may be beside what the lexicon says: names, years, countries, pronouns, classes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from core.domain.partial_dates import today
from core.domain.text import PRONOUNS
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
from core.names.places import is_subdivision, places_in
from core.ontology import COMPANY
from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import AnyCondition, Args, FilterCondition, Named, entities
from core.questions.phrases.fitting import type_in
from core.questions.phrases.phrases import Phrases
from core.questions.reading.both_kinds import of_both_kinds
from core.questions.reading.class_to_class import toward_class
from core.questions.reading.contract_makers import with_contract_makers
from core.questions.reading.goods_to_classes import bought_from_class, goods_before_role, supplied_to_class
from core.questions.reading.joined_names import before_companies, is_of_companies, side_by_side, without_machines
from core.questions.reading.negative_questions import asked_positively
from core.questions.reading.not_owned import not_owned
from core.questions.reading.others import with_others
from core.questions.reading.own_goods import with_parts_alone
from core.questions.reading.referring import THEY_ZH, referring_back
from core.questions.reading.roles_of_anyone import of_anyone
from core.questions.reading.senses import in_their_place
from core.questions.reading.sorts import of_one_sort
from core.questions.reading.topics import about_its_topic, without_own_goods
from core.questions.reading.towns import town_candidates
from core.questions.vocabulary.kinds_of_goods import with_kinds_of_goods, with_providers
from core.questions.vocabulary.lexicon import Lexicon
from core.questions.vocabulary.openings import opening_of, some_in
from core.questions.vocabulary.periods import periods_in
from core.questions.vocabulary.segments import Candidate, Unknown, segments
from core.questions.vocabulary.size_words import numbers_in
from core.questions.vocabulary.tailed_names import TailedNames
from core.questions.vocabulary.whether_words import whether_in
from core.questions.vocabulary.words_for_goods import concepts_of
from core.retrieval.base import Base

_YEAR = re.compile(r"(?<![\d.])(1[6-9]\d\d|20\d\d)(?![\d.])(?!s\b|年代)")
_NON = re.compile(r"\b(non)-", re.IGNORECASE)
_COUNTRY = re.compile(
    r"(?:\b(?:the|in|from|outside|within|across|non|which|what|all|any|many|by)[ -]|^)(us)(?![^\W_]|['’])"
    r"|\b(us)(?=-based\b)|\b(uk)\b"
)
"""The United States and the United Kingdom without capitals, where "us" is no pronoun: in the us, us-based."""
_DESCRIBED = re.compile(
    r"\s+(?:that|which|who|whose|founded|created|started|established|launched|owned|acquired|set up|behind)\b",
    re.IGNORECASE,
)
"""Behind "the company": which one it is, is said."""
_AUTHORITY_ZH = re.compile(r"(?:国资委|委员会|财政[局厅部]|政府)$")
_OFFICES_ZH = "的?(?:ceo|首席执行官|总裁|总经理|行政总裁|董事|独立董事|掌门人|掌舵人|一把手)"
_IN_OFFICE = re.compile(
    rf"(?:(?P<now>现任|在任|历任)|(?P<new>新任|新上任|新)|(?P<before>前任)|(?P<last>上一任|前一任|上任|上一位))(?={_OFFICES_ZH})"
    r"|\b(?:(?P<now_en>incumbent|sitting|serving)|(?P<new_en>new|newly appointed))"
    r"(?= (?:ceo|chief executive|boss|top executive)s?\b)"
)
"""Before an office: who holds it, who has just taken it over, who held it, and who did so last."""
_OF_ONE = re.compile("的?(?!.?董事)")
"""Behind a word for who is new: of an office that one holds, not of several."""
_HOLDING = re.compile(f"现任(?!{_OFFICES_ZH})")
"""谁现任英特尔的CEO: who is it."""
_HELD_ZH = re.compile("(?:(?:持股|入股|投资|控股|参股|收购|持有)[过了]?|有[^的]{2,8}股东)的$")
_COUNTRIES_ZH = ("中国", "日本", "美国", "德国", "韩国", "法国", "英国", "印度")
_RANKED = re.compile(r"前(?:[几两二三四五六七八九十]+|\d+)[大名]")
_WILL = re.compile(r"(?<![不能机议大])会(?=[^会议]*[吗么嘛]\W*$)")
_SEAT = re.compile("总部(?=[不没](?:在|位于|设在))")
"""总部不在中国: not there, whatever is recorded of the seat."""
_SAID_IN_PLACE = (
    (re.compile("(?<=造)车(?!企)"), "汽车"),
    (re.compile(r"(?<=\bin )finance\b"), "financial sector"),
)
"""What is a class of companies only behind other words, and a word for it: elsewhere 车 is a part of other words, and
finance is a verb."""
_THEIR_OWN = re.compile(
    r"\b(?:get|gets|got|buy|buys|bought|source|sources|sourced|order|orders|ordered|procure|procures|take|takes|took"
    r"|draw|draws|sell|sells|sold|deliver|delivers|delivered|ship|ships|shipped|(?:in-|out-)?licen[cs](?:e|es|ed|ing)|purchase|purchases|obtain|obtains"
    r"|rent|rents|lease|leases|acquire|acquires|receive|receives) (its|their|his|her)"
    r"(?= \w+(?: \w+)? (?:from|to|with)\b)"
)
"""Of whoever is asked for: which airlines get their aircraft from Airbus."""
_MISSPELT = 0.8
_LONGEST_NAME = 16  # words of a name of a product or an industry, of Chinese characters nothing is known of one each
"""The cost of a token that is a word with a slip."""
_OF_EITHER = 0.4
"""The cost of a token that is a country and a place."""


class Candidates:
    """Finds them for one base, and cuts questions into tokens with them."""

    def __init__(self, base: Base, lexicon: Lexicon, phrases: Phrases) -> None:
        self._base = base
        self._lexicon = lexicon
        self._phrases = phrases
        self._concepts = concepts_of(base)
        self._tailed = TailedNames(base, lexicon)

    def warm_up(self) -> None:
        """Read ahead what the words of any question are compared with."""
        self._concepts.warm_up()

    def tokens(
        self,
        question: str,
        folded: str,
        chosen: Sequence[str],
        otherwise_written: Sequence[NameMatch],
        *,
        shortened: bool = False,
    ) -> list[Token | Unknown]:
        """The best cut of a question. The arguments are those of ``Parser.parse``; ``folded``: the question, folded;
        ``shortened``: with names without the word for a relation that they end in."""
        found_names = [*self._base.names.find(question), *otherwise_written]
        found_names = (self._tailed.shortened if shortened else self._tailed.lengthened)(folded, found_names)
        names = [_of_the_chosen(each, frozenset(chosen)) for each in found_names]
        named = list(self._names(question, names))
        candidates = [
            *named,
            *before_companies(folded, named, self._concepts),
            *self._years(folded),
            *(Candidate(start, end, meant, 0.3) for start, end, meant in periods_in(folded, today() // 10_000)),
            *self._places(question),
            *self._pronouns(question, chosen, names),
            *town_candidates(question, self._base.knowledge_base, self._concepts, self._lexicon),
            *_opening(folded),
            *(Candidate(start, end, {"noise": ("",)}, 0.1) for start, end in some_in(folded)),
            *_forecast(folded),
            *(Candidate(*match.span(), {"noise": ("",)}, 0.1) for match in _SEAT.finditer(folded)),
            *whether_in(folded),
            *_in_office(folded),
            *_ranked(folded),
            *(Candidate(start, end, readings, 0.9) for start, end, readings in numbers_in(folded)),
        ]
        candidates = self._of_either(candidates)
        found = segments(folded, self._lexicon, candidates)
        more = [*self._misspelt(folded, found), *self._classes(question, folded, found)]
        found = segments(folded, self._lexicon, [*candidates, *more]) if more else found
        several = list(side_by_side(question, found, self._concepts))
        found = segments(folded, self._lexicon, [*candidates, *more, *several]) if several else found
        found = without_machines(folded, _without_capital_it(question, found), self._concepts)
        found = with_kinds_of_goods(folded, found, self._concepts)
        found = with_providers(folded, found, self._phrases.class_condition)
        found = with_contract_makers(
            folded, found, self._concepts.contract_makers(), self._phrases.leading_to.get("product")
        )
        found = in_their_place(folded, about_its_topic(folded, without_own_goods(folded, of_one_sort(folded, found))))
        found = with_parts_alone(folded, found, self._concepts, self._phrases, self._industry_of)
        found = with_others(folded, asked_positively(folded, found, self._lexicon), chosen)
        found = of_both_kinds(folded, not_owned(folded, found, self._lexicon), self._phrases)
        found = goods_before_role(folded, bought_from_class(folded, found))
        found = toward_class(folded, found, chosen, self._phrases)
        found = supplied_to_class(folded, of_anyone(folded, found, chosen, self._phrases))
        return found if chosen else referring_back(folded, found)

    def names_in(self, question: str, otherwise_written: Sequence[NameMatch] = ()) -> tuple[NameMatch, ...]:
        """Every name, and every word for an industry or a product, with all that it may mean; they may overlap."""
        folded = fold_characters(question)
        names = [*self._base.names.find(question), *otherwise_written]
        classes = self._classes(question, folded, segments(folded, self._lexicon, list(self._names(question, names))))
        meant = [NameMatch(each.start, each.end, each.readings["class"][0].ids) for each in classes]
        return tuple(dict.fromkeys([*names, *meant]))

    def _names(self, question: str, names: Sequence[NameMatch]) -> Iterator[Candidate]:
        for match in self._with_places_before(question, names):
            if _of_held(question, match) and self._concepts.class_called(question[match.start + 2 : match.end]):
                continue
            by_type: dict[str, list[str]] = {}
            for each in match.entity_ids:
                by_type.setdefault(self._type_of(each), []).append(each)
            readings: dict[str, tuple[Any, ...]] = {}
            classes = by_type.pop("product", []) + by_type.pop("industry", [])
            if classes:
                classes += self._concepts.texts.called(question[match.start : match.end])
                readings["class"] = (Named(tuple(classes)),)
            if "place" in by_type:
                readings["place"] = (Named(tuple(by_type.pop("place"))),)
            if "person" in by_type:
                readings["person"] = (Args((entities(by_type.pop("person")),)),)
            others = [each for ids in by_type.values() for each in ids]
            if others:
                readings["name"] = (Args((entities(others),)),)
            yield Candidate(match.start, match.end, readings, 0.5)

    def _with_places_before(self, question: str, names: Sequence[NameMatch]) -> Iterator[NameMatch]:
        """重庆 in 重庆长安汽车 is part of the name: its seat is there; 国资委 in 上海国资委 is not of the state."""
        place: NameMatch | None = None
        for match in sorted(names, key=lambda each: each.start):
            joined = place is not None and place.end == match.start and self._is_of(match, COMPANY)
            if place is not None and joined and _AUTHORITY_ZH.search(question, 0, match.end):
                yield place
                place = None
                continue
            if place is not None and joined and self._has_seat_in(match, question[place.start : place.end]):
                yield replace(match, start=place.start)
                place = None
                continue
            if place is not None:
                yield place
            place = match if self._is_of(match, "place") else None
            if place is None:
                yield match
        if place is not None:
            yield place

    def _has_seat_in(self, name: NameMatch, place: str) -> bool:
        entities = map(self._base.knowledge_base.entity, name.entity_ids)
        return all(place.casefold() in each.place.casefold() for each in entities)

    def _of_either(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """What is both a country and a place of the data, such as Singapore, means who is recorded of either."""
        places = {_span(each): each.readings["place"][0] for each in candidates if "place" in each.readings}
        countries = {_span(each) for each in candidates if "condition" in each.readings}
        found = []
        for each in candidates:
            both = _span(each) in places and _span(each) in countries
            if both and "condition" in each.readings:
                either = AnyCondition((each.readings["condition"][0], *(self._phrases.at(places[_span(each)]) or ())))
                found.append(replace(each, readings={"condition": (either,)}, cost=_OF_EITHER))
            elif not (both and "place" in each.readings):
                found.append(each)
        return found

    def _is_of(self, match: NameMatch, kind: str) -> bool:
        return all(self._type_of(each) == kind for each in match.entity_ids)

    def _years(self, folded: str) -> Iterator[Candidate]:
        for match in _YEAR.finditer(folded):
            end = match.end() + (1 if folded[match.end() : match.end() + 1] == "年" else 0)
            yield Candidate(match.start(), match.end(), {"year": (int(match[1]),)}, 0.4)
            if end > match.end():
                yield Candidate(match.start(), end, {"year": (int(match[1]),)}, 0.3)

    def _places(self, question: str) -> Iterator[Candidate]:
        for each in places_in(_NON.sub(r"\1 ", question).replace("-based", " based")):
            if is_subdivision(question[each.start : each.end]):
                continue  # Massachusetts is not all of its country
            condition = FilterCondition("country", "in", (each.place.code,))
            yield Candidate(each.start, each.end, {"condition": (condition,)}, 0.7)
        for match in _COUNTRY.finditer(question):
            code = "GB" if match[3] else "US"
            yield Candidate(
                *match.span(match.lastindex or 0), {"condition": (FilterCondition("country", "in", (code,)),)}, 0.3
            )

    def _pronouns(self, question: str, chosen: Sequence[str], names: Sequence[NameMatch]) -> Iterator[Candidate]:
        """What "it" and 它 stand for: who is chosen, else the company named first before; else nobody knows."""
        companies = [match for match in sorted(names, key=lambda each: each.start) if self._is_of(match, COMPANY)]
        own = {match.span(1) for match in _THEIR_OWN.finditer(question.lower())}
        yield from (Candidate(*span, {"noise": ("",)}, 0.1) for span in own)
        for pronoun in (each for each in PRONOUNS.finditer(question) if each.span() not in own):
            before = next((match.entity_ids for match in companies if match.end <= pronoun.start()), ())
            meant = tuple(chosen) or before
            readings: dict[str, tuple[Any, ...]] = {"pronoun": ("",)}
            if pronoun[0].lower().endswith(" company") and _DESCRIBED.match(question, pronoun.end()):
                readings = {"company": ("",)}
            elif meant:
                readings = {"name": (Args((entities(meant),)),)}
                if pronoun[0].lower() in ("its", "their", "his", "her"):
                    readings["its"] = readings["name"]
                    if not chosen:
                        readings["noise"] = ("",)  # in "Tesla and its parts" it may say nothing
            yield Candidate(pronoun.start(), pronoun.end(), readings, 0.5)
        for they in THEY_ZH.finditer(question):
            yield Candidate(they.start(), they.end(), {"pronoun": ("",)}, 0.5)

    def _classes(self, question: str, folded: str, found: Sequence[Token | Unknown]) -> Iterator[Candidate]:
        """Everyday words of industries, and unknown words that are part of the name of a product or an industry."""
        for written, word in _SAID_IN_PLACE:
            for match in written.finditer(folded):
                yield Candidate(*match.span(), {"class": (Named(self._concepts.class_called(word)),)}, 0.6)
        for start, end, ids, companies in self._concepts.classes_in(folded):
            yield Candidate(start, end, {"class": (Named(ids, companies),)}, 0.6)
        for start, end in self._concepts.texts.before_companies(folded):
            yield Candidate(start, end, {"class": (Named(self._concepts.called(question[start:end])),)}, 0.9)
        for start, end in (*_cut_up(found), *_begun_before(found)):
            ids = self._concepts.called_but_for_its_kind(folded[start:end])
            if ids:
                yield Candidate(start, end, {"class": (Named(ids),)}, 0.9)
        for start, end, companies in _unknown_runs(found):
            ids = self._concepts.called(question[start:end]) or self._concepts.called_in_class(question[start:end])
            if ids:
                yield Candidate(start, end, {"class": (Named(ids, companies),)}, 0.9)

    def _misspelt(self, folded: str, found: Sequence[Token | Unknown]) -> Iterator[Candidate]:
        for each in found:
            meant = self._lexicon.misspelt(folded[each.start : each.end]) if isinstance(each, Unknown) else None
            if meant is not None:
                yield Candidate(each.start, each.end, meant, _MISSPELT)

    def _industry_of(self, entity_id: str) -> str:
        return self._base.knowledge_base.entity(entity_id).industry

    def _type_of(self, entity_id: str) -> str:
        return type_in(self._base.knowledge_base, entity_id)


def _without_capital_it(question: str, found: Sequence[Token | Unknown]) -> list[Token | Unknown]:
    """IT in capitals is no pronoun, where the question is not all in capitals."""
    others = [each for each in question.replace("IT", "") if each.isascii() and each.isalpha()]
    if others and all(map(str.isupper, others)):
        return list(found)
    return [Unknown(each.start, each.end) if question[each.start : each.end] == "IT" else each for each in found]


def _opening(folded: str) -> Iterator[Candidate]:
    """Polite words before what is asked: they ask nobody to supply anything."""
    found = opening_of(folded)
    if found is not None:
        yield Candidate(*found, {"noise": ("",)}, 0.1)


def _forecast(folded: str) -> Iterator[Candidate]:
    """会 where it is asked whether something will be: no relation of today answers that."""
    for match in _WILL.finditer(folded):
        yield Candidate(match.start(), match.end(), {"tense": ("",)}, 0.5)


def _ranked(folded: str) -> Iterator[Candidate]:
    """前几大, 前十大 before holders: no past, and how many are listed is not chosen by a question."""
    for match in _RANKED.finditer(folded):
        yield Candidate(*match.span(), {"tense": ("",)}, 0.1)


def _in_office(folded: str) -> Iterator[Candidate]:
    """现任, 前任, 新任, 上一任 before an office: no verb begins with 任 there. Whoever is new holds it now."""
    for match in _IN_OFFICE.finditer(folded):
        said = next(key for key, words in match.groupdict().items() if words)
        if said.startswith("new") and not _OF_ONE.match(folded, match.end()):
            continue
        category = {"before": "past", "last": "predecessor"}.get(said, "noise")
        yield Candidate(*match.span(), {category: (match[0],)}, 0.1)
    for match in _HOLDING.finditer(folded):
        yield Candidate(*match.span(), {"be": (match[0],)}, 0.1)


def _of_held(question: str, name: NameMatch) -> bool:
    """Whether a name is what 外国公司持股的 stands before: 中国银行 are banks of China then, not one of that name."""
    return _HELD_ZH.search(question, 0, name.start) is not None and question.startswith(_COUNTRIES_ZH, name.start)


def _span(candidate: Candidate) -> tuple[int, int]:
    return candidate.start, candidate.end


def _of_the_chosen(name: NameMatch, chosen: frozenset[str]) -> NameMatch:
    """A name of several, of which some were chosen, means those."""
    meant = tuple(each for each in name.entity_ids if each in chosen)
    return replace(name, entity_ids=meant) if meant else name


def _cut_up(found: Sequence[Token | Unknown]) -> Iterator[tuple[int, int]]:
    """Stretches of two to four words of one character each, which may be one word: 外 and 卖."""
    single = [each.end == each.start + 1 for each in found]
    for first in range(len(found)):
        for last in range(first + 1, min(first + 4, len(found))):
            if not all(single[first : last + 1]) or found[last].start != found[last - 1].end:
                break
            yield found[first].start, found[last].end


def _begun_before(found: Sequence[Token | Unknown]) -> Iterator[tuple[int, int]]:
    """The last character of a word that says nothing with a word of one character behind it: 外 and 卖 of 国内外卖."""
    for before, each in pairwise(found):
        silent = isinstance(before, Token) and set(before.readings) == {"noise"} and before.end > before.start + 1
        if silent and each.start == before.end and each.end == each.start + 1:
            yield before.end - 1, each.end


def _unknown_runs(found: Sequence[Token | Unknown]) -> Iterator[tuple[int, int, bool]]:
    """Stretches of at most ``_LONGEST_NAME`` unknown words, also together with products, industries or goods beside
    them, and whether a word for companies is among them."""
    loose = [isinstance(each, Unknown) or bool({"class", "goods", "company"} & set(each.readings)) for each in found]
    content = [isinstance(each, Unknown) or "class" in each.readings for each in found]
    for first in range(len(found)):
        if first and content[first - 1]:
            continue  # part of a longer name that is not known
        last = first
        while last < min(len(found), first + _LONGEST_NAME) and loose[last]:
            last += 1
        for end in range(last, first, -1):
            if end < len(found) and content[end]:
                continue
            run = found[first:end]
            if any(isinstance(each, Unknown) for each in run):
                companies = any(isinstance(each, Token) and is_of_companies(each) for each in run)
                yield found[first].start, found[end - 1].end, companies
