"""Years, shares and amounts that a sentence states of the relation it is read to state."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from core.ingestion.reading.proposals import CandidatePair, ReadStatus

Figure = TypeVar("Figure")
_NO_YEAR = r"(?![\d%.,]\d|\d|%|\s*(?:million|shares|元|万|亿))"
"""Stands behind a number of four digits that is an amount."""
_MONTH_EN = (
    r"(?P<named>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DATE = re.compile(
    r"(?<![\d.,])(?P<year_zh>(?:19|20)\d\d)\s*年(?:\s*(?P<month>\d{1,2})\s*月(?:\s*(?P<day_zh>\d{1,2})\s*日)?)?"
    rf"|\b(?:(?<![.,])(?P<before>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?{_MONTH_EN}"
    rf"(?:\s+(?P<behind>\d{{1,2}})(?:st|nd|rd|th)?)?\s*,?\s+(?P<year_en>(?:19|20)\d\d){_NO_YEAR}"
    rf"|(?<![\d.,])(?P<year>(?:19|20)\d\d){_NO_YEAR}"
)
"""2019年4月1日, 3 May 2025, May 3rd, 2025, or a year alone."""
_MONTHS_EN = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SHARE = re.compile(r"(?<![\d.])(\d{1,3}(?:\.\d+)?)\s*(?:%|％|per ?cent)")
_UP_TO = re.compile(r"(?:不超过|至多|最多|up to|at most|not more than)\s*$", re.I)
_FROM = re.compile(r"(?:不低于|至少|超过|at least|more than|over)\s*$", re.I)
_HELD = re.compile(
    r"股权|股份|股本|持股|注册资本|表决权|股票|stake|shares?\b|interest|equity|owned|owns|holding|voting|capital", re.I
)
_HOLDINGS = frozenset(("subsidiary_of", "shareholder_of", "acquired", "divested", "pledge", "joint_venture"))
_AMOUNT = re.compile(
    r"(?P<before>US\$|C\$|A\$|HK\$|\$|€|£|¥|￥|USD|EUR|GBP|CNY|RMB)?\s*(?<![\d.])(?P<number>\d[\d,]*(?:\.\d+)?)\s*"
    r"(?P<scale>trillion|billion|million|bn|m\b|万亿|亿|千万|百万|万)?\s*(?P<behind>美元|欧元|英镑|港元|港币|日元|人民币|元|dollars|euros|pounds)?"
)
_SCALES = {
    "trillion": 1e12,
    "万亿": 1e12,
    "billion": 1e9,
    "bn": 1e9,
    "亿": 1e8,
    "千万": 1e7,
    "million": 1e6,
    "m": 1e6,
    "百万": 1e6,
    "万": 1e4,
}
_CURRENCIES = {
    "us$": "USD",
    "$": "USD",
    "usd": "USD",
    "美元": "USD",
    "dollars": "USD",
    "c$": "CAD",
    "a$": "AUD",
    "hk$": "HKD",
    "港元": "HKD",
    "港币": "HKD",
    "€": "EUR",
    "eur": "EUR",
    "欧元": "EUR",
    "euros": "EUR",
    "£": "GBP",
    "gbp": "GBP",
    "英镑": "GBP",
    "pounds": "GBP",
    "日元": "JPY",
    "¥": "CNY",
    "￥": "CNY",
    "cny": "CNY",
    "rmb": "CNY",
    "人民币": "CNY",
    "元": "CNY",
}


class StatedFigures(NamedTuple):
    """Dates of any precision, percent from–to, and an amount with its currency; empty or None where not stated."""

    start: str = ""
    end: str = ""
    share: tuple[float, float] | None = None
    amount: float | None = None
    currency: str = ""


def figures_of(pair: CandidatePair, relation_type: str, status: ReadStatus) -> StatedFigures:
    """What the sentence of ``pair`` states, each nearest to the two names."""
    date = _nearest(pair, _DATE, _date)
    share = _nearest(pair, _SHARE, lambda match: _share(pair, match)) if relation_type in _HOLDINGS else None
    money = _nearest(pair, _AMOUNT, _money)
    amount, currency = money or (None, "")
    start, end = ("", date or "") if status == "ended" else (date or "", "")
    return StatedFigures(start, end, share, amount, currency)


def _nearest(
    pair: CandidatePair, pattern: re.Pattern[str], read: Callable[[re.Match[str]], Figure | None]
) -> Figure | None:
    """What ``read`` makes of the match nearest to the space between the two names; None where it makes nothing."""
    centre = (pair.first.end + pair.second.start) / 2
    best: tuple[float, Figure] | None = None
    for match in pattern.finditer(pair.text, pair.sentence.start, pair.sentence.end):
        value, distance = read(match), abs(match.start() - centre)
        if value is not None and (best is None or distance < best[0]):
            best = distance, value
    return None if best is None else best[1]


def _date(match: re.Match[str]) -> str:
    """As precise as it is stated; a month or day that the calendar does not have is left out."""
    year = match["year_zh"] or match["year_en"] or match["year"]
    month = _MONTHS_EN.index(match["named"][:3].lower()) + 1 if match["named"] else int(match["month"] or 0)
    if not 1 <= month <= 12:
        return year
    day = int(match["day_zh"] or match["before"] or match["behind"] or 0)
    if not 1 <= day <= monthrange(int(year), month)[1]:
        return f"{year}-{month:02d}"
    return f"{year}-{month:02d}-{day:02d}"


def _share(pair: CandidatePair, match: re.Match[str]) -> tuple[float, float] | None:
    """Percent, where the words beside it speak of shares."""
    beside = pair.text[max(pair.sentence.start, match.start() - 25) : min(pair.sentence.end, match.end() + 25)]
    value = float(match[1])
    if value > 100.0 or not _HELD.search(beside):
        return None
    before = pair.text[max(0, match.start() - 16) : match.start()]
    return (0.0, value) if _UP_TO.search(before) else (value, 100.0) if _FROM.search(before) else (value, value)


def _money(match: re.Match[str]) -> tuple[float, str] | None:
    sign = (match["behind"] or match["before"] or "").lower()
    if sign not in _CURRENCIES:
        return None
    return float(match["number"].replace(",", "")) * _SCALES.get(match["scale"] or "", 1.0), _CURRENCIES[sign]
