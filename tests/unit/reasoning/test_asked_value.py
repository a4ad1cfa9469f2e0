"""Which value a question asks for: only where it asks for nothing else."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.names.name_finder import NameMatch
from core.reasoning.asked_value import AskedValue, asked_value
from tests.support import name_index

INDEX = name_index([Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL")])
COLUMNS = ("employees", "employees_2024", "员工数")


def asked(question: str) -> AskedValue | None:
    return asked_value(question, INDEX.find(question), COLUMNS)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When was CATL founded?", "founded"),
        ("In what year was CATL established?", "founded"),
        ("CATL founding year", "founded"),
        ("宁德时代哪年成立的", "founded"),
        ("宁德时代成立于什么时候？", "founded"),
        ("宁德时代的成立时间", "founded"),
        ("What is CATL's ticker symbol?", "ticker"),
        ("stock code of CATL", "ticker"),
        ("宁德时代的股票代码是什么？", "ticker"),
        ("宁德时代的证券代码是多少", "ticker"),
        ("What country is CATL in?", "country"),
        ("which country is CATL from", "country"),
        ("宁德时代是哪国公司", "country"),
        ("宁德时代来自哪个国家", "country"),
        ("宁德时代是哪个国家的公司？", "country"),
        ("What industry is CATL in?", "industry"),
        ("Which sector does CATL belong to?", "industry"),
        ("宁德时代属于哪个行业？", "industry"),
        ("宁德时代的行业", "industry"),
        ("Where is CATL based?", "headquarters"),
        ("CATL headquarters", "headquarters"),
        ("宁德时代总部在哪里", "headquarters"),
        ("它的总部在哪个城市", "headquarters"),
    ],
)
def test_a_column_is_asked_for(question: str, kind: str) -> None:
    found = asked(question)
    assert found is not None
    assert (found.kind, found.attribute) == (kind, "")


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("How many employees does CATL have?", "employees"),
        ("CATL employees 2024", "employees_2024"),
        ("宁德时代的员工数是多少", "员工数"),
    ],
)
def test_any_column_is_asked_for_by_its_name(question: str, column: str) -> None:
    assert asked(question) == AskedValue("attribute", column)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is CATL's revenue?", "revenue"),
        ("revenue of 宁德时代", "revenue"),
        ("CATL的营收是多少", "revenue"),
        ("宁德时代 revenue 2023", "revenue"),
        ("宁德时代去年的营业收入", "revenue"),
        ("CATL net profit 2022", "profit"),
        ("CATL market cap", "market_value"),
        ("宁德时代目前市值多少", "market_value"),
        ("宁德时代的股价", "share_price"),
        ("Who is the CEO of CATL?", "chief_executive"),
        ("CATL CEO是谁", "chief_executive"),
        ("Who is the current chairman of CATL?", "chair"),
        ("宁德时代的董事长是谁？", "chair"),
    ],
)
def test_a_figure_that_no_column_holds_is_told_by_its_name(question: str, figure: str) -> None:
    assert asked(question) == AskedValue("figure", figure)


@pytest.mark.parametrize("question", ["CATL headcount", "宁德时代有多少员工", "How many people work at CATL?"])
def test_a_figure_is_read_from_the_column_that_is_called_so(question: str) -> None:
    names = INDEX.find(question)
    assert asked_value(question, names, ["员工数（人）"]) == AskedValue("attribute", "员工数（人）")
    assert asked_value(question, names, ()) == AskedValue("figure", "employees")


@pytest.mark.parametrize(
    "question",
    [
        "CATL",
        "When was CATL's first factory founded?",
        "When was CATL listed?",
        "companies founded in the same year as CATL",
        "Who founded CATL?",
        "companies in CATL's industry",
        "who is in the industry of CATL",
        "宁德时代所在行业的公司有哪些",
        "宁德时代的同行业公司",
        "宁德时代所在国家的公司有哪些",
        "宁德时代的工厂在哪个国家",
        "Where does CATL buy lithium?",
        "Is CATL from Germany?",
        "宁德时代不在哪个国家",
        "Which companies have the highest revenue?",
        "谁的营收比宁德时代高",
        "CATL's suppliers by revenue",
        "Who competes with the CEO of CATL?",
        "Why did CATL's revenue fall?",
        "How many employees did CATL have in 2019?",
    ],
)
def test_what_asks_for_more_or_for_companies_asks_for_no_value(question: str) -> None:
    assert asked(question) is None


@pytest.mark.parametrize("column", ["收入（亿元）", "收入(亿元)", "收入"])
def test_the_unit_of_a_column_need_not_be_asked(column: str) -> None:
    question = "特斯拉的收入"
    names = [NameMatch(0, 3, ("tesla",))]
    assert asked_value(question, names, [column]) == AskedValue("attribute", column)


@pytest.mark.parametrize("question", ["What does CATL do?", "Who is CATL?", "What is CATL?", "宁德时代是谁？", "CATL"])
def test_a_column_called_as_the_place_of_a_name_is_not_asked_for(question: str) -> None:
    assert asked_value(question, INDEX.find(question), ["x", "y", "{x}", "r"]) is None


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("What is the annual revenue of CATL?", "年销售额(万元)"),
        ("宁德时代的营业收入是多少？", "Annual revenue (USD)"),
        ("CATL revenue", "Revenue (USD)"),
    ],
)
def test_a_figure_is_read_from_the_column_that_says_it(question: str, column: str) -> None:
    names = INDEX.find(question)
    assert asked_value(question, names, [column]) == AskedValue("attribute", column)
    assert asked_value(question, names, ["Revenue growth"]) == AskedValue("figure", "revenue")


@pytest.mark.parametrize(
    ("question", "column"),
    [
        ("What is the % of spend of CATL?", "% of spend"),
        ("% of spend of CATL", "% of spend"),
        ("What is the spend of CATL?", "Spend (EUR)"),
        ("What is the % of sales of CATL?", None),
    ],
)
def test_a_share_is_not_the_amount_it_is_of(question: str, column: str | None) -> None:
    found = asked_value(question, INDEX.find(question), ("Spend (EUR)", "% of spend", "Sales (EUR)"))
    assert (found and found.attribute) == column
