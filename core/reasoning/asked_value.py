"""Which value of one company a question asks for: a column (founded, ticker …) or what a relation leads to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from core.domain.asked_figures import A_TIME, BESIDE, FIGURES, PEOPLE, TIME, says_figure
from core.domain.function_words import BUSINESS_NOUNS, COMPANY_NOUNS, COMPANY_NOUNS_ZH, any_of
from core.domain.text import COMPANY_SLOT
from core.names.masking import mask_names
from core.names.name_finder import NameMatch
from core.names.normalise import fold_characters
from core.reasoning.unused_words import Span, unused_words

ValueKind = Literal["founded", "ticker", "country", "industry", "headquarters", "attribute", "figure"]
_WHEN = (
    r"since when|when(?:['’]s)?|what year|which year|what date|year|date"
    r"|哪一?个?年份?|何年|什么时候|什么时间|啥时候|何时|几几年|几年|哪一天|什么年[代份]|年份|年月|时间|日期|于"
)
_BEGUN = (
    r"founded|founding|foundation|established|establishment|created|creation|incorporated|incorporation|set up|formed"
    r"|formation|c[ao]me into (?:being|existence|life)|(?:get |got )?started(?: out| up)?|start(?: out| up)?"
    r"|began|begin|born|birth|inception|exist(?:s|ed)?|launched as a (?:company|business|firm)"
    r"|(?:成立|创立|创建|创办|设立|组建|建立|始建|诞生|开办|创始|兴办|创设)于?"
)
_AGE = (
    r"how old|how many years old|how long (?:ago )?(?:has|have|is|was)?|age"
    r"|多少年(?:历史|头)?|多大(?:年纪|岁数)?|几岁|多久"
)
_LASTED = r"been around|been in (?:business|existence)|existed|been operating|成立|创立|创办|存在|历史|有|建立|办"
_TICKER = (
    r"(?:stock|share|ticker|trading) (?:symbols?|codes?|tickers?)|tickers?(?: symbols?| codes?)?|symbols?"
    r"|(?:股票|证券|上市|交易)?(?:简称)?代[码号]"
)
_TRADES = r"trad(?:es?|ed|ing)|listed|listing|quoted|stocks?|shares?|under|stock exchange|exchange|上市|股票|挂牌|交易"
_WHERE = (
    r"where(?:['’]s|s| is)?|(?:what|which)?(?:'s|’s)? ?(?:city|town|place|location|address)"
    r"|在?(?:什么地方|什么城市|啥地方|哪一?[个座]?(?:城市|城|地方|市))|哪里|哪儿|何处|何地|在哪[里儿]?|城市|地点|地址|位置"
)
_HEAD_OFFICE = (
    r"(?:corporate )?headquarters?|(?:head|main|home) offices?|hqs?|home base"
    r"|总部大楼|总部(?:所在地|驻地)?|总公司|大本营|本部"
)
_SEAT = (
    r"based|headquartered|located|location|headquarters?|head office|hq|home|call(?:s|ed)?|sits?|seat(?:ed)?"
    r"|operates? from|find|situated"
    r"|总部|位于|设[在于]|坐落[在于]?|所在地|所在|所处|处于|办公|落户|驻地|安在"
)
_BELONGS = (
    r"belongs?|operates?|works?|active|falls?|fits?|put|assigned|classif(?:ied|ication)|categori[sz]ed|kinds?|types?|part"
    r"|under|into|industr(?:y|ies)|sectors?"
    r"|属于|所属|从事|处于|所处|所在|归属[于]?|归[于为]?|分类|归类|划[归分][到为]?|哪一?类|类别|类型|主要|做|干|属|[哪那]一?个?"
)
_COMES = (
    r"based|headquartered|headquarters|located|registered|domiciled|incorporated|comes?|hails?|belongs?|home|origin|from"
    r"|brand|来自|位于|总部|属于|所属|所在|注册[在于]?|归属|设在|品牌|厂家|属"
)
_BUSINESS = (
    r"(?:what|which) (?:kind of |type of |sort of )?"
    r"(?:lines? of (?:business|work)|field|branch(?: of industry)?|business area|area of business|business)"
)
_ASKS_A_VALUE = r"how many|how much|多少|几"
_FILLER = (
    r"pls|plz|exactly|precisely|again|actually|quick (?:one|question)|i mean|by the way|btw|do you (?:happen to )?know"
    r"|remind me|(?<=please )state|just|currently|current|now|today|one"
    r"|来着|(?:请|烦请)?告知|(?:麻烦|帮忙|帮我)?(?:发|报|说|给|查|看|问)(?:给)?(?:我|一下|下|个)+|麻烦|帮忙|请问|到底|究竟"
    r"|具体|现在|目前|当前|号(?=\W*$)|为何(?=\W*$)"
)
"""What may stand beside any of these words: it says nothing, or that it is asked for now."""


@dataclass(frozen=True)
class _Wording:
    """Words that ask for a value: one of each of ``needed``; those of ``allowed`` may stand beside them."""

    kind: ValueKind
    needed: tuple[str, ...]
    allowed: str = ""


_WORDINGS = (
    _Wording("founded", (_WHEN, _BEGUN)),
    _Wording("founded", (_AGE, _LASTED)),
    _Wording("founded", (r"how (?:many years )?old",)),
    _Wording("ticker", (_TICKER,), _TRADES),
    _Wording("ticker", (r"what|which|how", r"(?:listed|quoted|trad(?:es?|ed)) (?:as|under)")),
    _Wording(
        "country",
        (r"(?:home )?countr(?:y|ies)|nations?|nationality|哪一?个?国|什么国|哪国|国家|国籍|所在国|国别",),
        f"{_COMES}|国家",
    ),
    _Wording("country", (r"where(?:['’]s|s| is)?", r"from"), r"originally|comes?|hails?|originates?"),
    _Wording("industry", (r"industr(?:y|ies)|sectors?|[哪那]一?行业?|(?<!同)(?:行业|产业)",), _BELONGS),
    _Wording("industry", (_BUSINESS,), _BELONGS),
    _Wording("industry", (r"(?:哪一?个?|什么|啥|所属|所在)的?(?:领域|板块|赛道|行当)",), _BELONGS),
    _Wording("headquarters", (_HEAD_OFFICE,), f"{_WHERE}|{_SEAT}|operates?|哪"),
    _Wording("headquarters", (_WHERE,), _SEAT),
    _Wording("headquarters", (r"驻地|所在地|所在城市",)),
)
_PLURALS = any_of(word for word in COMPANY_NOUNS | BUSINESS_NOUNS if word.endswith("s") and not word.endswith("ss"))
_COMPANIES = re.compile(rf"\b(?:who|whom|{_PLURALS})\b|谁")
_PLURAL_COMPANIES = re.compile(rf"\b(?:{_PLURALS})\b")
_COMPANIES_ZH = re.compile(rf"(?:{any_of(COMPANY_NOUNS_ZH)})(?!的)")
_UNIT = re.compile(r"[(（][^)）]*[)）]$")
_WHICH = re.compile(r"(?:哪一?[个座]?|什么|啥)(?:国家?|城市|行业|产业)?$")


@dataclass(frozen=True)
class AskedValue:
    """A value of one company; ``attribute`` is the name of the column where ``kind`` says so, or, where no column holds
    what is asked for, the ``Figure``. ``tickers``: as in ``Value``."""

    kind: ValueKind
    attribute: str = ""
    tickers: tuple[str, ...] = ()


def asked_value(question: str, names: Sequence[NameMatch], attributes: Sequence[str] = ()) -> AskedValue | None:
    """The value that the whole question asks for; None where it asks for something else, or for more.

    ``names``: those in it that stand for the one company it is about. ``attributes``: names of further columns.
    """
    masked = mask_names(question, names)
    folded = fold_characters(masked)
    for called, name in sorted(_called(attributes), key=lambda each: len(each[0]), reverse=True):
        other_share = "%" in folded and "%" not in called
        if not other_share and _is_all(_Wording("attribute", (re.escape(called),)), masked, folded, asks_who=True):
            return AskedValue("attribute", name)
    found = (each.kind for each in _WORDINGS if _is_all(each, masked, folded))
    kind = next(found, None)
    return AskedValue(kind) if kind else _asked_figure(masked, folded, attributes)


def _called(attributes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What each column may be called in a question, with its unit or without, and its name."""
    for name in attributes:
        column = fold_characters(name.replace("_", " "))
        yield from ((called, name) for called in {column.strip(), _UNIT.sub("", column).strip()} if called)


def _asked_figure(masked: str, folded: str, attributes: Sequence[str]) -> AskedValue | None:
    """A figure, or a person by an office, that the whole question asks for: the column that is called so, else the
    figure itself; None where a column holds it but for another time, perhaps."""
    for figure, words in FIGURES.items():
        wording = _Wording("figure", (words,), f"{TIME}|{BESIDE}")
        if _is_all(wording, masked, folded, asks_who=figure in PEOPLE):
            columns = [name for name in attributes if says_figure(name, figure)]
            if not columns:
                return AskedValue("figure", figure)
            return None if _places(A_TIME, folded) or len(columns) > 1 else AskedValue("attribute", columns[0])
    return None


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
    for pattern in filter(None, (wording.allowed, _ASKS_A_VALUE, _FILLER)):
        used += _places(pattern, folded)
    return not unused_words(masked, used)


def _asks_for_companies(folded: str, behind: int) -> bool:
    """行业的公司 asks for companies; 是哪国公司 does not."""
    return _COMPANIES_ZH.search(folded, behind) is not None and _WHICH.search(folded, 0, behind) is None


def _places(pattern: str, folded: str) -> list[Span]:
    """Where words stand, Latin ones as whole words."""
    bounded = re.compile(rf"(?<![a-z0-9])(?:{pattern})(?![a-z0-9])")
    blank = folded.replace(COMPANY_SLOT, "\0" * len(COMPANY_SLOT))  # no word is within it, not even x
    return [match.span() for match in bounded.finditer(blank) if "\0" not in match.group()]
