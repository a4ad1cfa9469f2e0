"""Companies that were bought or sold: "was Arm sold to SoftBank" and "what has Google bought" are about companies,
"who sold chips to Apple" and "what does Google buy" about goods."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.ontology import Ontology
from core.questions.parsing.chart import Token

_SOLD, _WAS_SOLD = "sold_to", "was_sold_to"
_COMPANIES = r"(?:compan(?:y|ies)|business(?:es)?|firms?|subsidiar(?:y|ies)|start-?ups?)"
_WHEN = r"(?: (?:since|in|before|after|so far|recently|lately|until|over the|during)\b.*)?\W*$"
_DEALT = (
    re.compile(
        rf"^\W*(?:whom?|what|(?:what|which|how many)(?: other)? {_COMPANIES}) (?:has|have|had|did) .*"
        rf"\b(?:(?P<bought>buy|bought|purchased?)|(?P<sold>sell|sold)){_WHEN}"
    ),
    re.compile(
        rf"{_COMPANIES} (?:that )?[^,]*\b(?:has|have|had) (?:(?P<bought>bought|purchased)|(?P<sold>sold)){_WHEN}"
    ),
    re.compile(
        r"\b(?P<bought>buys?|bought|buying|purchase[sd]?|purchasing) (?:an? |the |any |some |other |another )?"
        rf"(?:(?!from|to|for|of|by|with|in|off)[\w-]+ ){{0,2}}{_COMPANIES}\b(?!['’])(?P<sold>(?!))?"
    ),
    re.compile(
        "(?P<bought>买[了过]|买下了?)(?:一家|几家|哪些|哪家)?[\u4e00-\u9fff]{0,6}?(?:公司|企业)(?![的家给])(?P<sold>(?!))?"
    ),
    re.compile(
        "(?:(?P<bought>买了|买过|买下了?)|(?P<sold>卖了|卖过|卖掉了?过?|卖出了?过?|出售了|出售过))"
        "(?:谁|(?:的|哪些|哪几家|哪家|几家|多少家?|什么)(?:公司|企业|子公司|业务))(?!的|家|给)"
    ),
)
"""Who bought, or sold, what where no goods and nobody on the other side are named: group "bought" or "sold"."""
_MOST_DONE = re.compile(r"(?:收购|并购|投资)(?:公司|企业)(?=最[多少])")
_SOLD_ZH = frozenset(("卖给", "出售给", "卖给了", "出售给了", "转手给", "转卖给"))
_PASSIVE = frozenset(("was", "were", "been", "got"))
_GOODS = frozenset(("class", "goods"))


def sold_themselves(folded: str, tokens: Sequence[Token], ontology: Ontology) -> list[Token]:
    """The words, of which "sold to" says who acquired somebody, and "bought" and "sold" what somebody acquired and
    divested, where companies, and no goods, change hands."""
    doing = {each.span() for each in _MOST_DONE.finditer(folded)}
    tokens = [_as_done(each) if (each.start, each.end) in doing else each for each in tokens]
    said = [each for each in tokens if set(each.readings) != {"noise"}]
    dealt = next(filter(None, (each.search(folded) for each in _DEALT)), None)
    read = [_read_as_sold(folded, said, each) for each in tokens]
    if dealt is None:
        return read
    kind, place = ("acquired", "bought") if dealt["bought"] else ("divested", "sold")
    return [
        _of_companies(each, kind) if kind in ontology and each.start == dealt.start(place) else each for each in read
    ]


def _as_done(word: Token) -> Token:
    """收购公司最多的: who acquires most companies, and not who is acquired by most, who are called 收购公司 as well."""
    done = tuple(replace(each, end="forward") for each in word.readings.get("noun", ()))
    return replace(word, readings={"noun": done}) if done else word


def _of_companies(word: Token, kind: str) -> Token:
    """Who did Rivian buy: a company, and no goods."""
    verbs = {
        replace(each, type=kind, subject="source", hired=(), sells=False) for each in word.readings.get("verb", ())
    }
    return replace(word, readings={"verb": tuple(verbs)}) if verbs else word


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
