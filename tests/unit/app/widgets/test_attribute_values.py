"""Figures are shown with separators between thousands; years and codes are not."""

from __future__ import annotations

import pytest

from app.widgets.attribute_values import shown_value


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("revenue", "1234567", "1,234,567"),
        ("Revenue (USD)", "-1234567.50", "-1,234,567.50"),
        ("营业收入", "362012554100", "362,012,554,100"),
        ("number of employees", "116055", "116,055"),
        ("员工人数", "116055", "116,055"),
        ("capex", " 98765 ", "98,765"),
    ],
)
def test_figures_are_separated(name: str, value: str, shown: str) -> None:
    assert shown_value(name, value) == shown


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("founded", "1999"),
        ("fiscal year", "202412"),
        ("reporting date", "20241231"),
        ("CIK", "1318605"),
        ("cik_number", "1318605"),
        ("registrationNumber", "91350000705"),
        ("统一社会信用代码", "91350000705"),
        ("股票代码", "300750"),
        ("电话", "05932345678"),
        ("phone", "15551234567"),
        ("code", "00012345"),
        ("revenue", "012345"),
        ("revenue", "1.5e9"),
        ("revenue", "12,345"),
        ("revenue", "about 12345"),
        ("share", "12.345678"),
        ("revenue", ""),
    ],
)
def test_years_codes_and_what_is_no_number_stay(name: str, value: str) -> None:
    assert shown_value(name, value) == value
