"""The words of questions: phrase → what it may be. Data of the ontology and of the YAML files in ``words``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from core.domain.plan import ANY_TICKER, Operator, RelationEnd
from core.names.normalise import fold_characters
from core.ontology import Ontology, RelationType
from core.ontology.inflection import noun_forms, verb_forms
from core.ontology.types import QuestionWords
from core.questions.parsing.meanings import LIKE, FilterCondition, RelationNoun, RelationVerb, Subject
from core.questions.vocabulary.misspelt import Misspelt
from core.questions.vocabulary.size_words import Extreme
from core.questions.vocabulary.verb_words import verb_words
from core.runtime.package_files import read_package_yaml

Readings = dict[str, tuple[Any, ...]]
_NOUNS = frozenset(("company", "of_a_sort", "of_a_size", "newcomer", "alike", "goods", "important"))
"""Categories of English nouns, which have plurals."""


_NOTHING: Readings = {}
_ALSO = {"ranked": "compare"}
"""Categories of words that are of another one as well."""
_DATED = frozenset(("past", "ended", "as_of", "as_of_end"))
"""Categories of words that ask for what has ended, or as of when."""


_OWNS = re.compile(
    r"(?:be |is |are |was |were )?(?:own(?:s|ed|ing)?|possess(?:es|ed|ing)?)(?: by)?"
    r"|owned (?:compan(?:y|ies)|firms?|business(?:es)?)|拥有着?|坐拥|名下(?:公司|企业)?|手里有"
)
"""Of subsidiaries: words by which they belong to somebody, and which do not say that he controls them."""
_EXCHANGES = ("stock exchange", "exchange", "bourse", "stock market")


@dataclass(frozen=True)
class IndustryClass:
    """Everyday words for companies: industries whose name holds one of ``named`` and none of ``excluded``. ``things``:
    words for what these companies make; ``part_of``: of some of these, what they are parts of."""

    words: tuple[str, ...]
    named: tuple[str, ...]
    excluded: tuple[str, ...]
    things: tuple[str, ...] = ()
    part_of: tuple[tuple[str, str], ...] = ()


class Lexicon:
    """Phrases, folded, and their readings; ``longest``: characters of the longest phrase."""

    def __init__(self, phrases: Mapping[str, Readings]) -> None:
        self._phrases = phrases
        self._misspelt = Misspelt(phrases)
        self.longest = max(map(len, phrases), default=0)

    def __getitem__(self, phrase: str) -> Readings | None:
        return self._phrases.get(phrase)

    def misspelt(self, word: str) -> Readings | None:
        """What a word for a relation means that is written with a slip; None where it is none."""
        meant = self._misspelt[word]
        return None if meant is None else self._phrases[meant]


@lru_cache(maxsize=4)
def lexicon_of(ontology: Ontology, *, dated: bool = False) -> Lexicon:
    """All words that are the same in every knowledge base; those of what has ended only where it is ``dated``."""
    phrases: dict[str, Readings] = {}
    shared: dict[tuple[Any, ...], Readings] = {}  # fifty thousand phrases have three thousand different readings
    words = chain(_operators(dated=dated), _newcomers(), _sizes(), _markets(), _places(), _relations(ontology))
    for phrase, category, meaning in words:
        folded = fold_characters(phrase)
        known = phrases.get(folded, _NOTHING)
        meanings = known.get(category, ())
        if meaning not in meanings:
            readings = {**known, category: (*meanings, meaning)}
            phrases[folded] = shared.setdefault(tuple(readings.items()), readings)
    for readings in shared.values():
        if "opened" in readings:  # all in one, as more than a parser keeps begin with the same word
            readings["opened"] = (readings["opened"],)
    return Lexicon(phrases)


def _operators(*, dated: bool) -> Iterator[tuple[str, str, Any]]:
    said = {key: words for key, words in words_file("operators.yaml").items() if dated or key not in _DATED}
    said |= {also: _joined(said[also], said[category]) for category, also in _ALSO.items()}
    for category, words in said.items():
        for phrase in words["zh"]:
            yield phrase, category, phrase
        for phrase in words["en"]:
            for form in noun_forms(phrase) if category in _NOUNS and phrase.isalpha() else (phrase,):
                yield form, category, phrase
            if category == "alike":
                for form in noun_forms(phrase):
                    yield form, "noun", RelationNoun(LIKE, "either")
        for phrase in words["zh"] if category == "alike" else ():
            yield phrase, "noun", RelationNoun(LIKE, "either")
        if category == "like":
            forms = (form for phrase in words["en"] for form, _ in verb_forms(phrase))
            for form in (*words["zh"], *words["en"], *forms):
                yield form, "verb", RelationVerb(LIKE, "either")


def _joined(one: Mapping[str, list[str]], other: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {language: [*one[language], *other[language]] for language in one}


def _newcomers() -> Iterator[tuple[str, str, Any]]:
    """Words for young companies stand for companies, too."""
    return ((form, "company", said) for form, category, said in _operators(dated=True) if category == "newcomer")


def _sizes() -> Iterator[tuple[str, str, Any]]:
    sizes = words_file("sizes.yaml")
    for category in ("largest", "smallest", "measured"):
        for measure, words in sizes[category].items():
            said = "" if measure == "any" else measure
            for phrase in (*words["zh"], *words["en"]):
                yield phrase, category, said if category == "measured" else Extreme(said)
    for each in sizes["classes"]:
        for phrase in (*each["zh"], *each["en"]):
            yield phrase, "size_class", FilterCondition("size", each["operator"], (each["class"],))


def _markets() -> Iterator[tuple[str, str, Any]]:
    for market in words_file("markets.yaml").values():
        tickers = tuple(market["tickers"])
        condition = FilterCondition("ticker", "not_in" if market.get("outside") else "in", tickers)
        said = (*market["zh"], *market["en"])
        for phrase in (*said, *(f"{each}-listed" for each in market.get("exchanges", {}).get("en", ()))):
            yield phrase, "condition", condition
        for phrase in said if tickers == ANY_TICKER else _being_listed(market):
            yield phrase, "is_listed", condition


def _being_listed(market: dict[str, Any]) -> set[str]:
    """What is said of companies whose shares are traded there: 在科创板上市, quoted in London."""
    places = {phrase.removeprefix("在").removesuffix("上市") for phrase in market["zh"]}
    said = {f"{way}{place}{verb}" for place in places for way in ("在", "") for verb in ("上市", "挂牌", "交易")}
    cities = [phrase.removeprefix("listed in ") for phrase in market["en"] if phrase.startswith("listed in ")]
    verbs = (
        "listed",
        "traded",
        "quoted",
        "trade",
        "trades",
        "trading",
        "list",
        "lists",
        "listing",
        "floated",
        "public",
    )
    said |= {f"{verb} {way} {city}" for verb in verbs for way in ("in", "on", "at") for city in cities}
    named = market.get("exchanges", {"zh": (), "en": ()})
    said |= {f"{way}{each}{verb}" for each in named["zh"] for way in ("在", "") for verb in ("上市", "挂牌", "交易")}
    exchanges = {f"{city} {each}" for city in cities for each in _EXCHANGES} | set(named["en"])
    return said | {
        f"{verb} {way} {the}{each}"
        for verb in verbs
        for way in ("on", "at")
        for the in ("the ", "")
        for each in exchanges
    }


def _places() -> Iterator[tuple[str, str, Any]]:
    for place in words_file("places.yaml").values():
        operator: Operator = "not_in" if place.get("outside") else "in"
        for phrase in (*place["zh"], *place["en"]):
            yield phrase, "condition", FilterCondition("country", operator, tuple(place["countries"]))


def _relations(ontology: Ontology) -> Iterator[tuple[str, str, Any]]:
    for kind in ontology.types.values():
        words = kind.words
        if words == QuestionWords():
            yield from _labels(kind)
        for phrase, category, meaning in chain(_nouns(kind), verb_words(kind, words_file("slots.yaml"))):
            owns = isinstance(meaning, RelationNoun | RelationVerb) and _OWNS.fullmatch(phrase) is not None
            yield phrase, category, replace(meaning, owns=True) if owns else meaning


def _nouns(kind: RelationType) -> Iterator[tuple[str, str, Any]]:
    states = words_file("states.yaml")
    deeds: dict[str, list[str]] = states["deeds"]
    boards: dict[str, list[str]] = states["boards"]
    for end, nouns in kind.words.nouns.items():
        for phrase in nouns.zh:
            yield phrase, "noun", RelationNoun(kind.id, end, deed=phrase in deeds["zh"])
            if phrase in boards["zh"]:
                yield phrase, "board", RelationNoun(kind.id, end)
        for phrase in nouns.en:
            for form in noun_forms(phrase):
                yield form, "noun", RelationNoun(kind.id, end, deed=phrase in deeds["en"])
                if phrase in boards["en"]:
                    yield form, "board", RelationNoun(kind.id, end)


def _labels(kind: RelationType) -> Iterator[tuple[str, str, Any]]:
    """Words of a type that names none: how it reads, what the other end is called, and the labels of people's data."""
    said: list[tuple[Subject, Iterable[str]]] = [
        ("source", (kind.label.zh, kind.label.en)),
        ("target", (kind.inverse.zh, kind.inverse.en)),
        *(("source" if end == "forward" else "target", labels) for end, labels in kind.data_labels.items()),
    ]
    for subject, phrases in said:
        for phrase in phrases:
            for form, past in _forms_of_label(phrase):
                yield form, "verb", RelationVerb(kind.id, "either" if kind.symmetric else subject, past)
    for end in ("forward", "backward"):
        called = kind.other_end[end]
        way: RelationEnd = "either" if kind.symmetric else end
        yield called.zh, "noun", RelationNoun(kind.id, way)
        for form in noun_forms(called.en):
            yield form, "noun", RelationNoun(kind.id, way)


def _forms_of_label(phrase: str) -> Iterator[tuple[str, bool]]:
    """A label as it stands; in English also the base form of its verb and, of "is …", what is left without it."""
    yield phrase, not phrase.isascii()
    verb, _, rest = phrase.partition(" ")
    if phrase.isascii() and verb == "is" and rest:
        yield from verb_forms(f"be {rest}")
    elif phrase.isascii() and verb.endswith("s") and not verb.endswith("ss"):
        base = f"{verb[:-3]}y" if verb.endswith("ies") else verb[:-1]
        yield from verb_forms(f"{base} {rest}".strip())


@cache
def industry_classes() -> tuple[IndustryClass, ...]:
    """Everyday words for classes of companies."""
    return tuple(
        IndustryClass(
            words=(*each["zh"], *(form for word in each["en"] for form in noun_forms(word))),
            named=tuple(each["named"]),
            excluded=tuple(each.get("not", ())),
            things=tuple(
                form for words in each.get("things", {}).values() for word in words for form in noun_forms(word)
            ),
            part_of=tuple(
                (form, whole)
                for whole, words in each.get("part_of", {}).items()
                for word in words
                for form in noun_forms(word)
            ),
        )
        for each in words_file("industries.yaml").values()
    )


@cache
def other_words() -> dict[str, tuple[str, ...]]:
    """English word → other words for the same thing, words/things.yaml."""
    groups: list[list[str]] = words_file("things.yaml")["groups"]
    found: dict[str, tuple[str, ...]] = {}
    for group in groups:
        for word in group:
            found[word] = (*found.get(word, ()), *(each for each in group if each != word))
    return found


@cache
def words_file(name: str) -> dict[str, Any]:
    """The words in a file of ``core/questions/words``."""
    document: dict[str, Any] = read_package_yaml("core.questions", f"words/{name}")
    return document
