"""Which value of one company a question asks for: a column (founded, ticker …) or what a relation leads to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.domain.asked_figures import BESIDE, FIGURES, PEOPLE, TIME, Figure
from core.domain.function_words import BUSINESS_NOUNS, COMPANY_NOUNS, COMPANY_NOUNS_ZH, any_of
from core.domain.text import COMPANY_SLOT
from core.names.masking import mask_names
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
from core.reasoning.unused_words import Span, unused_words

ValueKind = Literal["founded", "ticker", "country", "industry", "headquarters", "attribute", "figure"]
_WHEN = (
    r"since when|when(?:['’]s)?|what year|which year|what date|year|date"
    r"|哪一?年|何年|什么时候|什么时间|何时|几几年|几年|年份|时间|日期"
)
_BEGUN = (
    r"founded|founding|established|establishment|created|incorporated|incorporation|set up|formed"
    r"|(?:成立|创立|创建|创办|设立|组建|建立)于?"
)
_MARKET = r"(?:在?(?:港股|美股|a股|港交所|深交所|上交所|深市|沪市|纳斯达克|纽交所)(?:上市)?的?)?"
_TICKER = (
    r"(?:stock|ticker|trading) (?:symbols?|codes?|tickers?)|tickers?|symbols?"
    rf"|{_MARKET}(?:股票|证券|上市|交易)?代[码号]"
)
_WHERE = r"where(?:['’]s|s| is)?|what city|which city|什么地方|哪个城市|哪座城市|哪里|哪儿|何处|在哪|city|城市"
_SEAT = r"based|headquartered|located|headquarters|headquarter|head office|hq|总部|位于|设在|坐落|所在地"
_BELONGS = r"belongs?|operates?|works?|active|属于|所属|从事|处于|所处|所在|归属"
_COMES = r"based|headquartered|located|registered|domiciled|comes?|来自|位于|总部|属于|所属|所在|注册"
_ASKS_A_VALUE = r"how many|how much|多少|几"


@dataclass(frozen=True)
class _Wording:
    """Words that ask for a value: one of each of ``needed``; those of ``allowed`` may stand beside them."""

    kind: ValueKind
    needed: tuple[str, ...]
    allowed: str = ""


_WORDINGS = (
    _Wording("founded", (_WHEN, _BEGUN)),
    _Wording("ticker", (_TICKER,)),
    _Wording("country", (r"countr(?:y|ies)|nationality|哪国|国家|国籍|所在国",), _COMES),
    _Wording("industry", (r"industr(?:y|ies)|sectors?|(?<!同)(?:行业|产业)",), _BELONGS),
    _Wording("headquarters", (r"headquarters|head office|hq|总部(?:所在地)?",), f"{_WHERE}|{_SEAT}"),
    _Wording("headquarters", (_WHERE,), _SEAT),
)
_PLURALS = any_of(word for word in COMPANY_NOUNS | BUSINESS_NOUNS if word.endswith("s"))
_COMPANIES = re.compile(rf"\b(?:who|whom|{_PLURALS})\b|谁")
_PLURAL_COMPANIES = re.compile(rf"\b(?:{_PLURALS})\b")
_COMPANIES_ZH = re.compile(rf"(?:{any_of(COMPANY_NOUNS_ZH)})(?!的)")
_UNIT = re.compile(r"[(（][^)）]*[)）]$")
_WHICH_COUNTRY = re.compile(r"(?:哪一?个?|什么)国家?$")


@dataclass(frozen=True)
class AskedValue:
    """A value of one company; ``attribute`` is the name of the column where ``kind`` says so, or, where no column holds
    what is asked for, the ``Figure``."""

    kind: ValueKind
    attribute: str = ""


def asked_value(question: str, names: Sequence[NameMatch], attributes: Sequence[str] = ()) -> AskedValue | None:
    """The value that the whole question asks for; None where it asks for something else, or for more.

    ``names``: those in it that stand for the one company it is about. ``attributes``: names of further columns.
    """
    masked = mask_names(question, names)
    folded = fold_characters(masked)
    for name in sorted(attributes, key=len, reverse=True):
        column = fold_characters(name.replace("_", " "))
        for called in dict.fromkeys((column.strip(), _UNIT.sub("", column).strip())):
            if called and _is_all(_Wording("attribute", (re.escape(called),)), masked, folded, asks_who=True):
                return AskedValue("attribute", name)
    found = (each.kind for each in _WORDINGS if _is_all(each, masked, folded))
    kind = next(found, None)
    return AskedValue(kind) if kind else _asked_figure(masked, folded, attributes)


def _asked_figure(masked: str, folded: str, attributes: Sequence[str]) -> AskedValue | None:
    """A figure, or a person by an office, that the whole question asks for: the column that is called so, else the
    figure itself; None where a column holds it but for another time, perhaps."""
    for figure, words in FIGURES.items():
        wording = _Wording("figure", (words,), f"{TIME}|{BESIDE}")
        if _is_all(wording, masked, folded, asks_who=figure in PEOPLE):
            columns = [name for name in attributes if _is_called(name, figure)]
            if not columns:
                return AskedValue("figure", figure)
            return None if _places(TIME, folded) or len(columns) > 1 else AskedValue("attribute", columns[0])
    return None


def _is_called(column: str, figure: Figure) -> bool:
    """Whether the name of a column holds the words of a figure."""
    return bool(_places(FIGURES[figure], fold_characters(column.replace("_", " "))))


def _is_all(wording: _Wording, masked: str, folded: str, *, asks_who: bool = False) -> bool:
    """Whether these words, the name and function words are the whole question, which asks for no companies.

    ``asks_who``: "who" asks for what is recorded, as a person.
    """
    used: list[Span] = []
    for pattern in wording.needed:
        spans = _places(pattern, folded)
        if not spans:
            return False
        used += spans
    asking = _PLURAL_COMPANIES if asks_who else _COMPANIES
    if asking.search(folded) or _asks_for_companies(folded, max(end for _, end in used)):
        return False
    for pattern in filter(None, (wording.allowed, _ASKS_A_VALUE)):
        used += _places(pattern, folded)
    return not unused_words(masked, used)


def _asks_for_companies(folded: str, behind: int) -> bool:
    """行业的公司 asks for companies; 是哪国公司 does not."""
    return _COMPANIES_ZH.search(folded, behind) is not None and _WHICH_COUNTRY.search(folded, 0, behind) is None


def _places(pattern: str, folded: str) -> list[Span]:
    """Where words stand, Latin ones as whole words."""
    bounded = re.compile(rf"(?<![a-z0-9])(?:{pattern})(?![a-z0-9])")
    return [match.span() for match in bounded.finditer(folded) if COMPANY_SLOT not in match.group()]
