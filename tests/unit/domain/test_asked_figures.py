"""Figures in columns of a user."""

from __future__ import annotations

import pytest

from core.domain.asked_figures import FIGURES, Figure, says_figure

SAID: dict[Figure, tuple[str, ...]] = {
    "revenue": (
        "Annual revenue (USD)",
        "年销售额(万元)",
        "2023 revenue",
        "Revenue 2023",
        "营收（亿元）",
        "2024年营业收入",
        "Total sales USD",
        "annual_revenue",
    ),
    "employees": ("Employees", "Number of employees", "headcount", "员工人数", "Employees (2024)"),
    "profit": ("净利润", "Net profit (CNY m)"),
    "market_value": ("Market cap (USD bn)", "总市值(亿元)"),
}
NOT_SAID = (
    "Sales person",
    "Revenue growth",
    "tax revenue",
    "Sales region",
    "Sales manager",
    "员工福利",
    "营收增长率",
    "",
)


@pytest.mark.parametrize(("figure", "column"), [(figure, each) for figure, columns in SAID.items() for each in columns])
def test_a_column_says_its_figure_and_no_other(figure: Figure, column: str) -> None:
    assert [each for each in FIGURES if says_figure(column, each)] == [figure]


@pytest.mark.parametrize("column", NOT_SAID)
def test_a_column_that_only_speaks_of_a_figure_says_none(column: str) -> None:
    assert not [each for each in FIGURES if says_figure(column, each)]
