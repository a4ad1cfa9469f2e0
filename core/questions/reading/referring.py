"""Pronouns that stand for the set described before them: "Toyota's partners, their suppliers"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import THEY, Args
from core.questions.vocabulary.segments import Unknown

THEY_ZH = re.compile("[他她]们|其(?![他它中实次余间])")
"""They, said of companies as if they were people."""
_THEY = re.compile("they|them|their|[它他她]们|其")
_ENDS = frozenset(".。?？:：")


def referring_back(folded: str, found: Sequence[Token | Unknown]) -> list[Token | Unknown]:
    """The same words, where "they" stands for those just described and for nobody else in a clause behind a relation,
    and for nobody known where it is joined to what somebody is called by one: "Toyota's partners and their suppliers".
    """
    words: list[Token | Unknown] = []
    for each in found:
        words.append(_referring(folded, each, words) if isinstance(each, Token) else each)
    return words


def _referring(folded: str, word: Token, before: Sequence[Token | Unknown]) -> Token:
    said = folded[word.start : word.end]
    if said != "its" and _THEY.fullmatch(said) is None:
        return word
    clause = next((place for place in reversed(range(len(before))) if _ends_a_clause(folded, before[place])), -1)
    described, joined = any(map(_is_relation, before[: clause + 1])), _joins_to_a_noun(before[clause + 1 :], clause)
    if said == "its":  # somebody is meant, but not whom the clause before describes
        named = {kind: each for kind, each in word.readings.items() if kind != "noise"}
        return replace(word, readings=named) if described and named else word
    if joined:
        return replace(word, readings={"pronoun": ("",)})
    return replace(word, readings={"name": (Args((THEY,)),)}) if described else word


def _ends_a_clause(folded: str, word: Token | Unknown) -> bool:
    return "comma" in _readings(word) or folded[word.start : word.end] in _ENDS


def _is_relation(word: Token | Unknown) -> bool:
    return bool(_readings(word) & {"noun", "verb"})


def _joins_to_a_noun(words: Sequence[Token | Unknown], clause: int) -> bool:
    """Whether an "and" stands behind a noun of a relation in this clause, or begins it."""
    noun = clause >= 0
    for each in words:
        if noun and "and" in _readings(each):
            return True
        noun = "noun" in _readings(each) or (noun and clause < 0)
    return False


def _readings(word: Token | Unknown) -> set[str]:
    return set(word.readings) if isinstance(word, Token) else set()
