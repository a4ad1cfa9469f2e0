"""Words for companies that say more than “company”: they are used, or it is said that they are not understood."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from core.runtime.package_files import parse_yaml
from tests.plan_notation import by_question, written
from tests.support import ROOT

SORTS = parse_yaml((ROOT / "core/questions/words/operators.yaml").read_text(encoding="utf-8"))["of_a_sort"]
OPERATORS = ("运营商", "operator")
READ = {
    "*[industry in telecom-operators][country in 002]": (
        "非洲的运营商",
        "非洲运营商",
        "哪些运营商是非洲的",
        "African operators",
        "operators in Africa",
        "which operators are African",
        "非洲的电信运营商",
        "mobile operators in Africa",
    ),
    "*[industry in telecom-operators][country in IN]": ("印度的运营商", "Indian operators", "operators from India"),
    "count *[industry in telecom-operators][country in IN]": (
        "有多少家印度的运营商",
        "how many Indian operators are there",
    ),
    "supplies>(huawei)[industry in telecom-operators]": ("华为的运营商客户", "华为给哪些运营商供货"),
    "supplies>(ericsson)[industry in telecom-operators]": (
        "which operators buy from Ericsson",
        "operators supplied by Ericsson",
    ),
    "*[industry in airlines][country in 150]": ("airline operators in Europe",),
    "*[industry in ev-batteries][country in JP]": ("Japanese battery makers", "日本的电池厂商"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_the_word_is_used(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        *(f"日本的{word}" for word in SORTS["zh"] if word not in OPERATORS and not word.startswith(("哪", "什"))),
        *(f"Japanese {word}s" for word in SORTS["en"] if word not in OPERATORS),
        *(f"which {word}s are based in Japan" for word in SORTS["en"] if word not in OPERATORS),
        "how many Japanese brands are there",
        "1990年以后成立的品牌",
        "东莞有哪些厂商",
        "hotel operators in Europe",
    ],
)
def test_a_country_or_a_year_alone_does_not_tell_them(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood
