"""Whether something in a question is written as a ticker: AI is a company in "$AI" and none in "AI chips"."""

from __future__ import annotations

import re

from core.names.name_finder import NameMatch
from core.names.normalise import is_word_character

_EXCHANGE = (
    r"NASDAQ|NYSE(?: ?(?:ARCA|AMERICAN))?|AMEX|OTC(?:QX|QB)?|TSXV?|CSE|LSE|AIM|XETRA|ETR|FRA|EPA|EURONEXT|SIX|STO|ASX"
    r"|NSE|BSE|SGX|KRX|KOSPI|KOSDAQ|TSE|TYO|TPE|TWSE|HKEX|SEHK|HKG|HK|SSE|SZSE|SHA|SHE|SH|SZ|BJ|上交所|深交所|北交所|港交所"
)
_MARK_BEFORE = re.compile(
    rf"\$$|(?:(?<![A-Za-z0-9])(?:{_EXCHANGE}) ?[:：] ?|(?<![A-Za-z0-9])(?:SH|SZ|BJ|HK) ?)$", re.IGNORECASE
)
_MARK_BEHIND = re.compile(r"\.[A-Z]{1,3}(?![A-Za-z0-9])")
_TICKER_BEFORE = re.compile(
    r"(?:(?<![A-Za-z0-9])(?:tickers?|ticker symbol|stock code|security code)"
    r"|(?:股票|证券|證券)?(?:代码|代碼|代号|代號))"
    r"(?: ?(?:is|为|為|是))? ?[:：]? ?[(（“\"']?$",
    re.IGNORECASE,
)
_CODE_BEFORE = re.compile(r"(?:(?<![A-Za-z0-9])(?:code|stock)|股票|个股) ?[:：]? ?$", re.IGNORECASE)
_OPEN, _CLOSED = re.compile(r"[(（\[【] ?$"), re.compile(r" ?[)）\]】]")
_YEAR = re.compile(r"19\d\d|20\d\d|2100")
_TITLE = r"[A-Z][a-z]+"
_TITLE_BEHIND, _TITLE_BEFORE = re.compile(rf" ({_TITLE})"), re.compile(rf"({_TITLE}) $")


def is_year(written: str) -> bool:
    """Whether a number reads as a year, 1900 to 2100."""
    return _YEAR.fullmatch(written) is not None


def is_marked_as_ticker(text: str, match: NameMatch) -> bool:
    """Whether nothing but a ticker is written so: alone, $AI, NASDAQ:AI, AI.N, SH600519, "ticker AI", "代码2330",
    and for digits that are no year (2330)."""
    written, before, behind = text[match.start : match.end], text[: match.start], text[match.end :]
    if not any(character.isalnum() for character in before + behind):
        return True
    if behind.startswith("年"):
        return False
    if _MARK_BEFORE.search(before) or is_suffixed(text, match) or _TICKER_BEFORE.search(before):
        return True
    if not written.isdigit() or is_year(written):
        return False
    bracketed = _OPEN.search(before) is not None and _CLOSED.match(behind) is not None
    return bracketed or _CODE_BEFORE.search(before) is not None


def is_suffix(text: str, match: NameMatch) -> bool:
    """Whether a match is the exchange behind another ticker: TW in 2330.TW."""
    return match.start > 1 and text[match.start - 1] == "." and text[match.start - 2].isalnum()


def is_suffixed(text: str, match: NameMatch) -> bool:
    """Whether an exchange is written behind: AI.N, 2330.TW."""
    return _MARK_BEHIND.match(text, match.end) is not None


def in_brackets(text: str, match: NameMatch) -> str | None:
    """The word before the brackets that hold nothing but the match; None where it is not in such brackets."""
    opened = _OPEN.search(text[: match.start])
    if opened is None or _CLOSED.match(text[match.end :]) is None:
        return None
    return next(iter(text[: opened.start()].split()[-1:]), None)


def capitals_tell(text: str) -> bool:
    """Whether capitals mean anything in ``text``: not where there is nothing else, as in WHO SUPPLIES AMD."""
    return len(text.split()) == 1 or text != text.upper() or not text.isascii()


def title_words_beside(text: str, match: NameMatch) -> list[tuple[int, int]]:
    """Words written as in a name (Perfect) that stand right before or behind a match, as (start, end); the first word
    of ``text`` is written so anyway."""
    found = []
    behind = _TITLE_BEHIND.match(text, match.end)
    if behind and not (behind.end() < len(text) and is_word_character(text[behind.end()])):
        found.append(behind.span(1))
    before = _TITLE_BEFORE.search(text[: match.start])
    if before and before.start() > 0 and not is_word_character(text[before.start() - 1]):
        found.append(before.span(1))
    return found
