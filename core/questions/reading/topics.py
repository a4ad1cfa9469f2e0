"""What a question is about, named before it begins ("Oracle - who do they sell to?", 比亚迪，谁给它供货), or with
what it makes (小米汽车)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.questions.parsing.chart import Token
from core.questions.parsing.meanings import RelationNoun
from core.questions.vocabulary.segments import Unknown

_MARK = re.compile(r"\s*(?:[,，:：;；、?？.。!！]|-{1,2}(?=\s)|[–—]+|\.{3}|…+)+\s*")
_THEY = re.compile("they|them|their|it|its|this one|these guys|[它他她]们?|其")
_JOINS = frozenset(("and", "or", "comma"))


def about_its_topic(folded: str, found: Sequence[Token | Unknown]) -> list[Token | Unknown]:
    """The same words without a company named before a mark, where a pronoun behind it stands for that company.

    Of several companies named so it is not clear whether each or all are meant: the pronoun then stands for nobody.
    """
    names, behind = _topic(folded, found)
    rest = list(found[behind:])
    spoken = [place for place, each in enumerate(rest) if _is_they(folded, each)]
    if not names or not spoken or _names_another(rest[: spoken[0]]):
        return list(found)
    meant: dict[str, tuple[Any, ...]] = dict(names[0].readings) if len(names) == 1 else {"pronoun": ("",)}
    for place in spoken:
        rest[place] = replace(Token(rest[place].start, rest[place].end, {}), readings=meant)
    return rest if len(names) == 1 else [*found[:behind], *rest]


def without_own_goods(folded: str, found: Sequence[Token | Unknown]) -> list[Token | Unknown]:
    """The same words, where 小米汽车的供应商 asks who supplies what a company makes: who supplies which of its goods is
    recorded of nobody, and its suppliers need not make them, so that 汽车 is not understood."""
    kept = list(found)
    for place in range(len(kept) - 3):
        name, goods, of, noun = kept[place : place + 4]
        if not all(isinstance(each, Token) for each in (name, goods, of, noun)) or goods.start != name.end:
            continue
        supplied = any(
            isinstance(each, RelationNoun) and (each.type, each.end) == ("supplies", "backward")
            for each in (noun.readings.get("noun", ()) if isinstance(noun, Token) else ())
        )
        if supplied and _is_name(name) and _is_a(goods, "class") and _is_a(of, "of") and folded[goods.start] > "\u3400":
            kept[place + 1] = Unknown(goods.start, goods.end)
    return kept


def _is_a(word: Token | Unknown, category: str) -> bool:
    return isinstance(word, Token) and category in word.readings


def _topic(folded: str, found: Sequence[Token | Unknown]) -> tuple[list[Token], int]:
    """The names that a question begins with and that a mark sets apart, and the place of what follows."""
    names: list[Token] = []
    for place, each in enumerate(found):
        if not isinstance(each, Token):
            return [], 0
        if "name" in each.readings:
            names.append(each)
            mark = _MARK.match(folded, each.end)
            behind = place + 1
            while mark is not None and behind < len(found) and found[behind].start < mark.end():
                behind += 1
            if mark is not None and behind < len(found) and _begins_anew(folded, found[behind]):
                return names, behind
        elif not (_JOINS & set(each.readings)):
            return [], 0
    return [], 0


def _begins_anew(folded: str, word: Token | Unknown) -> bool:
    """Whether a word behind a mark goes on with no list of names."""
    return _is_they(folded, word) or not _is_name(word)


def _is_they(folded: str, word: Token | Unknown) -> bool:
    return _THEY.fullmatch(folded[word.start : word.end]) is not None


def _is_name(word: Token | Unknown) -> bool:
    return _is_a(word, "name")


def _names_another(words: Sequence[Token | Unknown]) -> bool:
    """Whether a company is named before the pronoun, which it may then stand for."""
    return any(map(_is_name, words))
