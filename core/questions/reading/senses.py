"""Words that mean something else in their place than elsewhere: a factory that is no company, a platform that is no
product, what is asked to be explained."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.questions.parsing.chart import Token
from core.questions.vocabulary.lexicon import words_file
from core.questions.vocabulary.segments import Unknown

Words = list[Token | Unknown]

_PLANT = re.compile("(?:大|小)?(?:工厂|厂|厂子|厂家)")
_PLACES = frozenset(("condition", "place", "locality"))
_BETWEEN = frozenset(("of", "in_year", "noise", *_PLACES))
_UNSAID = frozenset(("goods", "collection", "closing"))
_AREA_ENDS = frozenset(("方面", "上", "领域", "方面上"))
_EXPLAINED = re.compile(
    r"\W*(?:(?:what(?:['’]s| is| are)|define)(?: an?)? (?P<en>(?!the\b)[\w-]+(?: (?!of\b|in\b|for\b|on\b)[\w-]+){0,2})"
    r"|(?:什么是|啥是|何为|何谓|什么叫)(?P<zh>[^?？的]{1,10})"
    r"|(?P<first>[^?？的]{1,10})(?:是什么|是啥|是什么东西|是什么意思))\W*",
    re.IGNORECASE,
)
"""What is HBM, HBM是什么: asks what it is, not who makes it."""
_SEEN_FROM = frozenset(("abroad", "at_home"))
_OWNING = frozenset(("of", "possessive", "name"))
_BETWEEN_NAMES = frozenset(("of", "possessive"))
_NAMED = frozenset(("name", "person"))
_VERB = frozenset(("verb", "stranded"))


def in_their_place(folded: str, found: Sequence[Token | Unknown]) -> Words:
    """The same words, each with what it means where it stands; unknown where that is nothing that is recorded."""
    words = _without_plants(folded, found)
    words = _with_platforms(folded, words)
    words = _without_vague_areas(folded, words)
    words = _with_what_they_do(words)
    words = _without_nobodys_country(words)
    return _without_definitions(folded, words)


def asks_for_a_meaning(question: str) -> bool:
    """Whether a question is nothing but what something is."""
    return _EXPLAINED.fullmatch(question) is not None


def _without_plants(folded: str, found: Sequence[Token | Unknown]) -> Words:
    """特斯拉德国工厂的供应商: at which of its places somebody is supplied is recorded of nobody."""
    words = list(found)
    for place, each in enumerate(words):
        if not _is_a(each, "company") or not _PLANT.fullmatch(folded[each.start : each.end]):
            continue
        first = place
        while first > 0 and _readings(words[first - 1]) & _BETWEEN and words[first - 1].end == words[first].start:
            first -= 1
        if first == 0 or not _is_a(words[first - 1], "name"):
            continue
        named, before = words[first - 1], words[first - 2] if first > 1 else None
        placed = [at for at in range(first, place) if _readings(words[at]) & _PLACES]
        if before is not None and before.end == named.start and _readings(before) & _PLACES:
            placed.append(first - 2)
        if placed or folded[named.start : named.end].startswith(_localities()):
            for at in (*placed, place):
                words[at] = Unknown(words[at].start, words[at].end)
    return words


def _with_platforms(folded: str, found: Sequence[Token | Unknown]) -> Words:
    """外卖平台: who offers what stands before it."""
    words = list(found)
    for place in range(1, len(words)):
        before, each = words[place - 1 : place + 1]
        if _is_a(before, "class") and before.end == each.start and folded[each.start : each.end] == "平台":
            words[place] = Token(each.start, each.end, {"company": ("平台",)})
    return words


def _without_vague_areas(folded: str, found: Sequence[Token | Unknown]) -> Words:
    """Rivals in hardware, 在设备方面的对手: an area that nothing recorded is called by narrows nothing."""
    words = list(found)
    for place, each in enumerate(words):
        if folded[each.start : each.end] not in ("in", "在"):
            continue
        end = place + 1
        while end < len(words) and _UNSAID & _readings(words[end]) and not _is_a(words[end], "class"):
            end += 1
        said = folded[each.start : each.end]
        behind = folded[words[end].start : words[end].end] if end < len(words) else ""
        closes = behind in _AREA_ENDS if said == "在" else not (end < len(words) and _is_a(words[end], "class"))
        before = any(_is_a(word, "noun") for word in words[:place])
        if end > place + 1 and closes and (before or said == "在"):
            words[place + 1 : end] = [Unknown(word.start, word.end) for word in words[place + 1 : end]]
    return words


def _with_what_they_do(found: Sequence[Token | Unknown]) -> Words:
    """Rivals that CATL supplies: behind "that" and a name the last word is a verb, and no goods."""
    words = list(found)
    for place in range(len(words) - 2):
        that, name, verb = words[place : place + 3]
        clause = _is_a(that, "that") or (_is_a(that, "noun") and place + 3 == len(words))
        if clause and _is_a(name, "name") and isinstance(verb, Token) and _readings(verb) & _VERB:
            words[place + 2] = replace(verb, readings={key: v for key, v in verb.readings.items() if key != "goods"})
    return words


def _without_nobodys_country(found: Sequence[Token | Unknown]) -> Words:
    """Domestic, overseas: seen from whom is told by a name right beside the noun, or by nobody being named at all."""
    words = list(found)
    for place, each in enumerate(words):
        if _readings(each) & _SEEN_FROM and not _is_seen_from_somebody(words, place):
            words[place] = Unknown(each.start, each.end)
    return words


def _is_seen_from_somebody(words: Words, place: int) -> bool:
    before = [each for each in words[:place] if not _readings(each) & _BETWEEN_NAMES]
    if before and _is_a(before[-1], "name") and _readings(words[place - 1]) & _OWNING:
        return True
    behind = [each for each in words[place + 1 :] if not _is_a(each, "noise") or _readings(each) & _NAMED]
    nouns = next((at for at, each in enumerate(behind) if not _readings(each) & {"noun", "important"}), len(behind))
    others = [each for each in behind[nouns:] if not _readings(each) & {"be", "that", "preposition"}]
    if nouns and others and _is_a(others[0], "name"):
        return True
    return not any(_readings(each) & _NAMED for each in words) and all(
        _readings(each) & {"noise", "how_many", "company"} for each in words[:place]
    )


def _without_definitions(folded: str, found: Sequence[Token | Unknown]) -> Words:
    """What is HBM: who makes it is no answer."""
    words = list(found)
    asked = _EXPLAINED.fullmatch(folded)
    if asked is None:
        return words
    group = next(each for each in ("en", "zh", "first") if asked[each] is not None)
    start, end = asked.span(group)
    thing = [each for each in words if start <= each.start and each.end <= end]
    if not thing or any(isinstance(each, Token) and not _is_a(each, "class") for each in thing):
        return words
    return [each if each in thing else Unknown(each.start, each.end) for each in words]


def _localities() -> tuple[str, ...]:
    places: list[str] = words_file("operators.yaml")["locality"]["zh"]
    return tuple(places)


def _is_a(word: Token | Unknown, category: str) -> bool:
    return category in _readings(word)


def _readings(word: Token | Unknown) -> set[str]:
    return set(word.readings) if isinstance(word, Token) else set()
