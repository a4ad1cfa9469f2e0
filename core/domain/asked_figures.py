"""What is asked of a company that no column of the data format is made for: figures, and people by their office."""

from __future__ import annotations

import re
from typing import Literal

Figure = Literal[
    "revenue",
    "profit",
    "market_value",
    "share_price",
    "employees",
    "chief_executive",
    "chair",
    "chief_financial_officer",
    "chief_technology_officer",
    "dividend",
    "debt",
    "market_share",
]

FIGURES: dict[Figure, str] = {
    "revenue": r"revenues?|turnover|sales figures|营业收入|营业额|营业总收入|总收入|营收|收入|年?销售额|销售收入"
    r"|(?:annual |total |net |yearly )sales",
    "profit": r"(?:net |gross |operating )?(?:profits?|income|earnings)|ebitda|(?:gross |net |profit )?margins?"
    r"|净利润|毛利润|利润总额|利润|净利|毛利率|净利率|毛利|盈利",
    "market_value": r"market (?:cap(?:itali[sz]ation)?|value)|valuation|enterprise value|(?:总|流通)?市值|估值",
    "share_price": r"(?:share|stock) price|price of (?:a )?(?:shares?|stock)|股价|股票价格",
    "employees": r"(?:number of )?(?:employees|staff|workers)|headcount|workforce|people (?:work|are employed)"
    r"|(?:员工|职工|雇员)(?:总数|人数|数量|数|规模)?",
    "chief_executive": r"ceo|chief executive(?: officer)?|首席执行官|总裁|总经理|行政总裁",
    "chair": r"chair(?:man|woman|person|s|ed)?|董事长|董事[会局]的?主席",
    "chief_financial_officer": r"cfo|chief financial officer|首席财务官|财务总监",
    "chief_technology_officer": r"cto|chief technology officer|首席技术官|技术总监",
    "dividend": r"dividends?|股息|分红",
    "debt": r"debts?|liabilities|debt ratio|负债率|负债|债务",
    "market_share": r"market share|市场份额|市占率",
}
"""Patterns of whole words, in text that is folded."""
PEOPLE: frozenset[Figure] = frozenset(
    {"chief_executive", "chair", "chief_financial_officer", "chief_technology_officer"}
)
A_TIME = r"(?:19|20)\d\d年?|fy ?\d{2,4}|q[1-4]|(?:last|previous) (?:year|quarter)|quarterly|去年|前年|上年"
"""For which time a figure is asked: no column says so unless it is called so."""
TIME = rf"{A_TIME}|annual|yearly|年度|全年"
"""As ``A_TIME``, and that it is a whole year."""
BESIDE = (
    r"current(?:ly)?|latest|recent|this year|today|now|at present|total|overall|global|worldwide|board"
    r"|今年|目前|现在|当前|现任|最新|最近|全球|总共|一共|大约|大概"
)
"""What else may stand beside a figure."""
_MONEY = "usd|eur|cny|rmb|gbp|jpy|hkd|us"
_AROUND = re.compile(
    rf"[(（\[].*?[)）\]]|\b(?:annual|yearly|total|latest|(?:19|20)\d\d|fy ?\d{{2,4}}|in|{_MONEY}|mn|bn|m)\b"
    r"|^(?:(?:19|20)\d\d年?|最新|总|年度?|全年)"
)
"""What stands around a figure in the name of a column: a year, the money, the unit."""
_IN_COLUMNS: dict[Figure, str] = {"revenue": r"sales|营业总额"}
_ASPECTS = frozenset(
    (  # noqa: SIM905
        "news layoffs strategy strategies history timeline outlook guidance results report reports filings stock "
        "shares share price ipo culture scandal lawsuit lawsuits risk risks growth analysis overview profile summary "
        "details information info facts website logo address office offices headquarters partnership partnerships "
        "salary salaries jobs careers review reviews board management team leadership ownership structure chart "
        "forecast"
    ).split()
)


def is_aspect(word: str) -> bool:
    """Whether an English word says what is asked of a company, and is no part of a name: Tesla Valuation."""
    return word in _ASPECTS or any(re.fullmatch(words, word) for words in FIGURES.values())


def says_figure(column: str, figure: Figure) -> bool:
    """Whether a column of a user, by its name, has this figure: Annual revenue (USD), 年销售额(万元) are revenue."""
    named = " ".join(_AROUND.sub(" ", column.casefold().replace("_", " ")).split())
    words = "|".join(filter(None, (FIGURES[figure], _IN_COLUMNS.get(figure, ""))))
    return re.fullmatch(rf"(?:number of |no\.? of )?(?:{words})", named) is not None
