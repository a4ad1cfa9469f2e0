"""Which sentence of retrieved texts is nearest to a question, by the words they share: a quote, not a claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from core.domain.function_words import CHINESE, ENGLISH, any_of
from core.names.normalise import fold_characters

_SENTENCES = re.compile(r"(?<=[。！？!?])\s*|(?<=[a-z0-9)\"”]\.)\s+(?=[A-Z\"“])")
_WORDS = re.compile(r"[a-z0-9][a-z0-9.\-]*[a-z0-9]|[a-z0-9]")
_RUNS = re.compile(r"[\u3400-\u9fff]+")
_LEFT_OUT_ZH = re.compile(
    rf"{any_of(each for each in CHINESE if len(each) > 1)}"
    "|什么时候|哪一?年|何时|哪里|哪儿|多久|为什么|怎么|做什么|干什么|现在|目前|出来|起来|下来"
)
_PARTICLES_ZH = frozenset("的了是在有从被把由吗呢着过地得之都就也还年月日谁哪")
_SYNONYMS = ((re.compile(r"\b(?:go|goes|went|going) public\b|\bipo\b|上市"), " listed "),)
_LEFT_OUT = ENGLISH | frozenset(("when", "where", "why", "how", "year", "long", "much", "many", "now"))
_WHEN = re.compile(r"\bwhen\b|\byear\b|\bdate\b|哪一?年|何年|何时|什么时候|几几年|什么时间", re.IGNORECASE)
_AMOUNT = re.compile(r"\bhow (?:many|much|large|big|long|old|high)\b|多少|多大|多久|多长|[第有]几", re.IGNORECASE)
_WHY = re.compile(r"\bwhy\b|为什么|为何|为啥|何以", re.IGNORECASE)
_HOW = re.compile(r"\bhow\b|怎么|怎样|如何", re.IGNORECASE)
_WHERE = re.compile(r"\bwhere\b|哪[里儿国]|在哪|何处|什么地方", re.IGNORECASE)
_FROM_WHERE = re.compile(r"\bwhere\b.*\bfrom\b|\bfrom where\b|[从自由]哪[里儿]", re.IGNORECASE)
"""A place or who it was part of."""
_WHO = re.compile(r"\b(?:who|whom|whose|which)\b|\bfrom what\b|[谁哪]", re.IGNORECASE)
_WHO_IS = re.compile(r"\bwho(?: is| are|['’]s)\b|是谁(?!的)|谁是", re.IGNORECASE)
_NUMBER = re.compile(r"\d|[一二两三四五六七八九十百千万亿]+(?:[个家名人年座项种])")
_HOW_MUCH = re.compile(
    r"\bhow much\b(?=.*\b(?:invest|pay|paid|spend|spent|put|money|cost|raise|worth)\w*)"
    r"|多少(?:钱|资金|[亿万]|美元|元)|花了多少",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"\d[\d.,]* ?(?:billion|million|bn|m\b|dollars|euros|yuan)|[$€£¥] ?\d|\d ?[亿万]?(?:美元|欧元|日元|港元|元)",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|due to|owing to|in order to|as a result|so that)\b|因为|因此|由于|为了", re.IGNORECASE
)
_NEGATED = re.compile(
    r"\b(?:not|never|no longer|neither|denied|denies)\b|n['’]t\b|未|没有|并非|不再|否认", re.IGNORECASE
)
_NOT_YET = re.compile(
    r"\b(?:plan(?:s|ned)?|intend(?:s|ed)?|expect(?:s|ed)?|may|might|could|would|will|rumou?red|reportedly)\b"
    r"|拟|计划|预计|可能|传闻|据传|有望|将于",
    re.IGNORECASE,
)
_NO_FACT = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could)\b.*\?"
    r"|\b(?:will|should|shall|going to|worth|best|better|think)\b"
    r"|[吗么嘛]\W*$|会不会|要不要|该不该|应该|值得|最好|更好|好不好|怎么看|怎么评价|明年|未来|前景"
    r"|的[^，。？?]{1,10}(?:是|都)?从(?:哪儿|哪里|哪|何)而?来",
    re.IGNORECASE,
)
"""Asks for yes or no, for what will be, for advice or for an opinion, or who supplies something: a sentence that shares
its words says none."""
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_WITH_A_YEAR = 1.5
_LEAST_SHARED = 0.34


@dataclass(frozen=True)
class Quotable:
    """A text that was retrieved. ``about``: it is the description of what the question names."""

    key: str
    title: str
    text: str
    about: bool = False


@dataclass(frozen=True)
class Quote:
    """A sentence as it stands, and the text it is from. ``carries``: whether it says what was asked; else it is only
    the nearest one."""

    key: str
    text: str
    carries: bool = False


class NamesInSentences(Protocol):
    """What sentences name beside what is asked about."""

    def another(self, sentence: str) -> bool:
        """Whether somebody or something is named that the question does not name, other than a place."""
        ...

    def place(self, sentence: str) -> bool:
        """Whether a place or a country is named."""
        ...

    def another_first(self, sentence: str) -> bool:
        """Whether the sentence begins with such a name: it is about that."""
        ...

    def all_asked(self, text: Quotable, sentence: str) -> bool:
        """Whether every company that the question names is named in the sentence, or is what the text is about."""
        ...


def nearest_sentence(
    question: str, names: Iterable[str], texts: Sequence[Quotable], named: NamesInSentences
) -> Quote | None:
    """The sentence that shares the most of what the question says beside ``names``, of those that carry what is asked
    if there are any; in a text that names what is asked about. A question that says nothing beside names is answered by
    what the first description begins with.

    None where no sentence shares a third of it.
    """
    folded = fold_characters(question)
    called = [fold_characters(name) for name in names]
    for name in called:
        folded = folded.replace(name, " ")
    wanted = _terms(folded)
    if not wanted:
        plain = not _asks_more(question)
        described = ((text, each) for text in texts if text.about for each in sentences_of(text.text))
        first = next(described, None)
        return first and Quote(first[0].key, first[1], plain and named.all_asked(*first))
    asks_when = _WHEN.search(question) is not None
    best: tuple[bool, float, Quote] | None = None
    for place, text in enumerate(texts):
        if called and not text.about and not _names_any(f"{text.title} {text.text}", called):
            continue
        for sentence in sentences_of(text.text):
            said = _terms(fold_characters(sentence))
            shared = len(wanted & said) / len(wanted)
            of_it = not called or text.about or _names_any(f"{text.title} {sentence}", called)
            if shared < _LEAST_SHARED or not of_it or named.another_first(sentence):
                continue
            dated = asks_when and _YEAR.search(sentence) is not None
            score = shared * (_WITH_A_YEAR if dated or not asks_when else 1.0) - 0.001 * place
            carries = (
                wanted <= said
                and _holds_words(folded, sentence)
                and named.all_asked(text, sentence)
                and _carries(question, sentence, named)
            )
            if best is None or (carries, score) > best[:2]:
                best = carries, score, Quote(text.key, sentence, carries)
    return None if best is None else best[2]


def _carries(question: str, sentence: str, named: NamesInSentences) -> bool:
    """Whether a sentence that has all words of a question also says what it asks for, as a fact, of what it names."""
    if _NO_FACT.search(question):
        return False
    if any(each.search(sentence) and not each.search(question) for each in (_NEGATED, _NOT_YET)):
        return False
    for asked, said in ((_HOW_MUCH, _MONEY), (_AMOUNT, _NUMBER), (_WHEN, _YEAR), (_WHY, _REASON)):
        if asked.search(question):
            text = _YEAR.sub(" ", sentence) if said is _NUMBER else sentence  # a year is no amount
            return said.search(text) is not None
    return not _HOW.search(question) and _names_what_is_asked(question, sentence, named)


def _names_what_is_asked(question: str, sentence: str, named: NamesInSentences) -> bool:
    """Whether the sentence names a place where the question asks where, and somebody where it asks who."""
    if _FROM_WHERE.search(question):
        return named.another(sentence) or named.place(sentence)
    if _WHERE.search(question):
        return named.place(sentence)
    return not _WHO.search(question) or named.another(sentence)


def _asks_more(question: str) -> bool:
    """Whether a question without words beside names asks for more than what somebody is: when, where, whose."""
    rest = _WHO_IS.sub(" ", question)
    return any(each.search(rest) for each in (_AMOUNT, _WHEN, _WHY, _HOW, _WHERE, _WHO))


def _names_any(text: str, called: Sequence[str]) -> bool:
    folded = fold_characters(text)
    return any(name in folded for name in called)


def quoted_in(text: str, said: str) -> str:
    """The first sentence of a text that stands in what is ``said``; empty where none does."""
    return next((each for each in sentences_of(text) if each in said), "")


def sentences_of(text: str) -> list[str]:
    """The sentences of a text in their order, without the spaces around them."""
    return [each.strip() for each in _SENTENCES.split(text) if each and each.strip()]


def _terms(folded: str) -> frozenset[str]:
    """Words, without their endings, and Chinese characters."""
    folded = _without_function_words(folded)
    words = {_stem(word) for word in _WORDS.findall(folded) if word not in _LEFT_OUT}
    characters = set("".join(_RUNS.findall(folded))) - _PARTICLES_ZH
    return frozenset(words | characters)


def _holds_words(folded: str, sentence: str) -> bool:
    """Whether of each Chinese word of a question two characters stand side by side in the sentence: all the characters
    of 华能 are in 神华集团 and 能源, which say nothing of it."""
    said = fold_characters(sentence)
    words = re.split(f"[^\u3400-\u9fff]|[{''.join(_PARTICLES_ZH)}和与跟同及]", _without_function_words(folded))
    return all(any(pair in said for pair in _pairs(word)) for word in words if word)


def _pairs(word: str) -> list[str]:
    return [f"{one}{other}" for one, other in pairwise(word)] or [word]


def _without_function_words(folded: str) -> str:
    for pattern, same in _SYNONYMS:
        folded = pattern.sub(same, folded)
    return _LEFT_OUT_ZH.sub(" ", folded)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
