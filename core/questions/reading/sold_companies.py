"""Companies that were sold: "was Arm sold to SoftBank" is about Arm itself, "who sold chips to Apple" about goods."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.questions.parsing.chart import Token

_SOLD, _WAS_SOLD = "sold_to", "was_sold_to"
_BOUGHT = re.compile(r"^\W*whom? (?:has|have|had|did|does|do) .* (buy|bought|purchased?)\W*$")
_SOLD_ZH = frozenset(("卖给", "出售给", "卖给了", "出售给了", "转手给", "转卖给"))
_PASSIVE = frozenset(("was", "were", "been", "got"))
_GOODS = frozenset(("class", "goods"))


def sold_themselves(folded: str, tokens: Sequence[Token]) -> list[Token]:
    """The words, of which "sold to" says who acquired somebody where a company, and no goods, was sold."""
    said = [each for each in tokens if set(each.readings) != {"noise"}]
    bought = _BOUGHT.search(folded)
    read = [_read_as_sold(folded, said, each) for each in tokens]
    return read if bought is None else [_of_companies(each) if each.start == bought.start(1) else each for each in read]


def _of_companies(word: Token) -> Token:
    """Who did Rivian buy: a company, and no goods."""
    acquired = tuple(each for each in word.readings.get("verb", ()) if each.type == "acquired")
    return replace(word, readings={"verb": acquired}) if acquired else word


def _read_as_sold(folded: str, said: Sequence[Token], word: Token) -> Token:
    if folded[word.start : word.end] in _SOLD_ZH:
        return _perhaps_sold(word)
    return _as_sold(word) if _SOLD in word.readings and _of_a_company(folded, said, word) else word


def _perhaps_sold(word: Token) -> Token:
    """沃尔沃卖给了谁 may be about goods of Volvo, or about Volvo itself."""
    return replace(word, readings={**word.readings, "sold_off": (True,)})


def _as_sold(word: Token) -> Token:
    return replace(word, readings=dict.fromkeys((_SOLD, _WAS_SOLD), word.readings[_SOLD]))


def _of_a_company(folded: str, said: Sequence[Token], sold: Token) -> bool:
    """Whether a passive stands before: was sold to, was Arm sold to; nothing in it is goods."""
    before = [each for each in said if each.end <= sold.start][-3:]
    if not before or any(not _GOODS.isdisjoint(each.readings) and "name" not in each.readings for each in before):
        return False
    if folded[sold.start : sold.end].startswith("been "):
        return True
    words = [folded[each.start : each.end].strip() for each in before]
    return words[-1] in _PASSIVE or (len(words) > 1 and "name" in before[-1].readings and words[-2] in _PASSIVE)
