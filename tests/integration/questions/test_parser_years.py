"""Years of questions with their bounds: which words leave the year itself out."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import written

_CARMAKERS = "*[industry in automobiles electric-vehicles]"
BOUNDS = {
    "[founded >= 2015]": (
        (
            "2015年及以后",
            "2015年及之后",
            "2015年或以后",
            "2015年或更晚",
            "2015年起",
            "2015年以来",
            "自2015年起",
            "2015年（含）以后",
            "2015年以后（含2015年）",
            "2015年及2015年以后",
            "2015年和以后",
            "不早于2015年",
        ),
        (
            "in 2015 or later",
            "in 2015 and later",
            "2015 and later",
            "in 2015 or after",
            "in 2015 and after",
            "2015 onwards",
            "from 2015 onwards",
            "from 2015 on",
            "since 2015",
            "in or after 2015",
            "not before 2015",
            "no earlier than 2015",
            "on or after 2015",
        ),
    ),
    "[founded >= 2016]": (("2015年以后", "2015年之后", "2015年后", "晚于2015年"), ("after 2015", "later than 2015")),
    "[founded <= 2015]": (
        (
            "2015年及以前",
            "2015年及之前",
            "2015年或以前",
            "2015年或更早",
            "2015年（含）以前",
            "2015年以前（含2015年）",
            "2015年及2015年以前",
            "不晚于2015年",
        ),
        (
            "in 2015 or earlier",
            "in 2015 and earlier",
            "2015 or earlier",
            "in 2015 or before",
            "in 2015 and before",
            "in or before 2015",
            "on or before 2015",
            "no later than 2015",
            "not after 2015",
            "before 2015, inclusive",
        ),
    ),
    "[founded <= 2014]": (("2015年以前", "2015年之前", "2015年前", "早于2015年"), ("before 2015", "earlier than 2015")),
    "[founded >= 2016][founded <= 2019]": ((), ("after 2015 and before 2020",)),
    "[founded >= 2010][founded <= 2020]": (("2010年及以后、2020年及以前",), ()),
}
BEGUN = {
    "acquired>@2015-(microsoft)": ("微软2015年及以后收购了谁", "companies Microsoft acquired in 2015 or later"),
    "acquired>@-2015(microsoft)": ("微软2015年及以前收购了谁", "companies Microsoft acquired in 2015 or earlier"),
    "partner=@2019-(byd)": ("比亚迪2019年及以后的合作伙伴",),
}
_FOUNDED = [
    (question, f"{_CARMAKERS}{bounds}")
    for bounds, (zh, en) in BOUNDS.items()
    for question in (*(f"{said}成立的车企" for said in zh), *(f"carmakers founded {said}" for said in en))
]


@pytest.mark.parametrize(
    ("question", "plan"), [*_FOUNDED, *((question, plan) for plan, asked in BEGUN.items() for question in asked)]
)
def test_the_year_itself_counts_where_the_words_say_so(question: str, plan: str, parser: Parser) -> None:
    found = parser.parse(question)

    assert found.plan is not None
    assert (written(found.plan), found.not_understood) == (plan, ())
