"""Values of attributes as pages show them: figures with separators between thousands, codes and years as they are."""

from __future__ import annotations

import re

from core.ingestion.mapping.company_sizes import tells_size

_FIGURE = re.compile(r"(-?)([1-9]\d{4,})(\.\d+)?")  # of four digits it may be a year
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[\u3400-\u9fff]+")
_CODE = re.compile(
    "ids?|codes?|tickers?|symbol|isin|cik|lei|cusip|sedol|permid|figi|sic|naics|nace|duns|vat|tax|ein|zip|postcode|postal"
    "|phone|telephone|tel|fax|mobile|number|no|nr|num|registration|register|key|ref|year|date|day|time|timestamp"
)
_CODE_ZH = re.compile("编号|代码|代號|編號|证号|號碼|号码|电话|電話|传真|邮编|郵編|日期|年份|注册号|信用代码")


def shown_value(name: str, value: str) -> str:
    """``value`` of the attribute ``name``: 1,234,567.8 for 1234567.8; unchanged where it is no number or the name says
    that it is a code, a date or a year."""
    figure = _FIGURE.fullmatch(value.strip())
    if figure is None or (_is_code(name) and not tells_size(name)):
        return value
    sign, whole, fraction = figure.groups(default="")
    return f"{sign}{int(whole):,}{fraction}"


def _is_code(name: str) -> bool:
    return any(_CODE.fullmatch(word.lower()) for word in _WORDS.findall(name)) or _CODE_ZH.search(name) is not None
