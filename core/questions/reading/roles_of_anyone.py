"""Of nobody in particular: which banks are shareholders of other companies, 哪些银行持有其他公司的股份, which Chinese
companies were acquired.

Without this the companies that are asked for would be taken for those whose shareholders they are, or who bought them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.domain.plan import All, Related
from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import Args, Conditions, RelationNoun, RelationVerb, SetCondition
from core.questions.phrases.phrases import Phrases
from core.questions.vocabulary.segments import Unknown

Readings = Mapping[str, tuple[Any, ...]]
_ASKED = frozenset(("class", "company"))
NAMES = frozenset(("name", "person", "pronoun", "its", "other", "place"))
"""Readings of words that say who, or where, somebody is."""
_OTHERS = frozenset(("other", "others", "any", "another", "其他", "其它", "别的", "任何"))
_COMPANIES = frozenset(("company", "companies", "firms", "businesses", "公司", "企业"))
_MOST_WORDS = 10
"""Of such a predicate; of long questions all others cost too much to look at."""
_SILENT = frozenset(("noise", "as_well"))
_ANYONE = frozenset(("anyone", "anybody", "someone", "somebody"))


def of_anyone(
    folded: str, found: Sequence[Token | Unknown], chosen: Sequence[str], phrases: Phrases
) -> list[Token | Unknown]:
    """Joins the words for a role towards companies without a name into one predicate. A question that names a company,
    or for which one is ``chosen``, stays as it is, but for deals such as acquisitions."""
    kept = list(found)
    spoken = [(folded[each.start : each.end], each) for each in kept]
    words = [(word, each) for word, each in spoken if isinstance(each, Token) and not _is_mark(each)]
    others = any(word in {*_OTHERS, *_ANYONE} for word, _ in spoken)
    if chosen or any(isinstance(each, Unknown) and word not in _OTHERS for word, each in spoken):
        return kept
    unnamed = all(NAMES.isdisjoint(each.readings) for _, each in words)
    for first in range(max(1, len(words) - _MOST_WORDS), len(words)):
        pred = _deed(words[first:], phrases, others=others) if _asks(words[:first]) else None
        if pred is None and unnamed and _is_asked(words[first - 1][1]) and _class_before(words[:first]):
            pred = _predicate(words[first:], phrases, others=others)
        if pred is not None:
            start, end = words[first][1].start, words[-1][1].end
            before = [each for each in kept if each.end <= start]
            return [*before, Token(start, end, {"pred": (pred,)}), *(each for each in kept if each.start >= end)]
    return kept


def _asks(words: Sequence[tuple[str, Token]]) -> bool:
    """Whether companies are asked for, not whether something is so of one."""
    return "be" not in words[0][1].readings and any(not _ASKED.isdisjoint(each.readings) for _, each in words)


def _is_asked(word: Token) -> bool:
    return not _ASKED.isdisjoint(word.readings) or "that" in word.readings


def _class_before(words: Sequence[tuple[str, Token]]) -> bool:
    return any("class" in each.readings for _, each in words)


def _predicate(words: Sequence[tuple[str, Token]], phrases: Phrases, *, others: bool) -> Conditions | None:
    """What the last words of a question say, where they name no company but those of anybody."""
    said = [(word, each.readings) for word, each in words if word not in _OTHERS]
    kinds = [_kind(word, readings) for word, readings in said]
    noun = next((each for _, readings in said for each in readings.get("noun", ())), None)
    verb = next((each for _, readings in said for each in readings.get("verb", ())), None)
    if kinds in (["be", "noun"], ["be", "noun", "of", "who"], ["be", "who", "of", "noun"]) and noun is not None:
        return _have_the_role(noun)
    of_others = others and kinds in (["verb", "who"], ["verb", "who", "of", "money"], ["to", "who", "verb"])
    of_nobody = kinds == ["verb", "money"] or (kinds == ["verb"] and said[0][0].startswith("是"))
    return phrases.subjects(verb, Args((All(),))) if verb is not None and (of_others or of_nobody) else None


def _deed(words: Sequence[tuple[str, Token]], phrases: Phrases, *, others: bool) -> Conditions | None:
    """The predicate of a relation whose other side is anybody: to be acquired, to be owned by someone.

    Without a word for the other side, only types that happen once are read so: “were acquired”, not “were supplied”.
    """
    said = [(word, each) for word, each in words if word not in _OTHERS and not set(each.readings) <= _SILENT]
    done = [(at, verb) for at, (_, each) in enumerate(said) for verb in _verbs(each, phrases, once=not others)]
    if len(done) != 1:
        return None
    (at, verb), kinds = done[0], [_kind(word, each.readings) for word, each in said]
    before, behind, anybody = kinds[:at], kinds[at + 1 :], Args((All(),))
    by_others = others and behind in (["by"], ["by", "who"])
    passive = verb.past and set(before) == {"be"} and (not behind or by_others)
    if passive or (not behind and (before == ["by"] or (before == ["by", "who"] and others))):
        return phrases.objects(verb, anybody)
    active = others and behind == ["who"] and (not before or (set(before) == {"be"} and not verb.past))
    return phrases.subjects(verb, anybody) if active else None


def _verbs(word: Token, phrases: Phrases, *, once: bool) -> list[RelationVerb]:
    """What the word says that is done between companies; first what is done once, or else that alone."""
    verbs: Iterable[RelationVerb] = word.readings.get("verb", ())
    types = phrases.ontology.types
    known = [each for each in verbs if each.type in types]
    found = [each for each in known if types[each.type].happens_once]
    return (found or ([] if once else known))[:1]


def _kind(word: str, readings: Readings) -> str:
    if word in {*_COMPANIES, *_ANYONE}:
        return "who"
    names = {"by": "by", "be": "be", "noun": "noun", "verb": "verb", "of": "of", "preposition": "of", "money": "money"}
    if word == "给":
        return "to"
    return next((kind for reading, kind in names.items() if reading in readings), "")


def _have_the_role(noun: RelationNoun) -> Conditions | None:
    if noun.conditions or noun.counted:
        return None
    return (SetCondition(Related(type=noun.type, end=noun.end, of=All())),)


def _is_mark(word: Token) -> bool:
    return set(word.readings) == {"noise"} and word.end - word.start == 1
