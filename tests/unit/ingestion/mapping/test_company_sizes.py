from __future__ import annotations

import math

import numpy as np
import pytest

from core.domain.records import Attribute, Entity
from core.ingestion.mapping.company_sizes import company_sizes

SMALLEST = pytest.approx(0.01)


def sized(*rows: dict[str, str]) -> list[float]:
    """Sizes of companies with these columns."""
    entities = [
        Entity(
            id=f"c{row}",
            type="company",
            name_zh="某",
            name_en=f"C {row}",
            attributes=tuple(map(Attribute, told, told.values())),
        )
        for row, told in enumerate(rows)
    ]
    return company_sizes(entities, np.ones(len(entities), dtype=bool)).tolist()


def test_an_amount_counts_by_its_order_of_magnitude() -> None:
    sizes = sized(*({"Employees": str(10**power)} for power in range(5)))
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1]) == (SMALLEST, 1.0)
    assert sizes[2] == pytest.approx(0.5, abs=0.01)


def test_a_class_counts_by_its_place() -> None:
    classes = ("Nano Cap", "micro-cap", "Small", "中型企业", "大盤股", "Mega Cap")
    assert sized(*({"Market cap": each} for each in classes)) == pytest.approx([0.01, 0.2, 0.4, 0.6, 0.8, 1.0])


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("Market cap", "5000000000"),
        ("Market Capitalisation", "5,000,000,000.00"),
        ("market_cap", "5e9"),
        ("市值", "50亿美元"),
        ("总市值（亿美元）", "50"),
        ("總市值(億美元)", "50"),
        ("市值（亿元）", "350"),
        ("市值", "350亿元人民币"),
        ("市值", "350亿"),
        ("Market cap (USD m)", "5,000"),
        ("Market cap, millions USD", "5000"),
        ("Market cap 2024 (in billions)", "5"),
        ("FY2024 market value", "US$5.0bn"),
        ("Market value", "USD 5 billion"),
        ("Market cap (USD m)", "EUR 4,500"),
        ("Market cap", "HK$40bn"),
        ("Market cap", "4.500.000.000,00 EUR"),
        ("Market cap", "4 500 000 000 €"),
        ("Market cap", "5bn-7bn"),
    ],
)
def test_units_and_currencies_are_found_in_the_value_and_in_the_name_of_the_column(column: str, value: str) -> None:
    """The same amount written in another way is between a tenth and ten times it, as large as it."""
    currency = {"currency": "CNY"} if value == "350亿" else {}
    small, told, large = sized({"Market cap": "5e7"}, {column: value, **currency}, {"Market cap": "5e11"})
    assert (small, large) == (SMALLEST, 1.0)
    assert told == pytest.approx(0.5, abs=0.02)


def test_the_currency_of_a_row_counts_for_its_money_alone() -> None:
    others = ({"Revenue": "1", "Employees": "1"}, {"Revenue": "1000000", "Employees": "1000000"})
    plain, in_won, staff = (
        sized(*others, told)[2]
        for told in (
            {"Revenue": "1000000"},
            {"Revenue": "1000000", "Currency": "KRW"},
            {"Employees": "1000000", "Currency": "KRW"},
        )
    )
    assert plain == staff == 1.0
    assert in_won == pytest.approx(1 - math.log(1400) / math.log(1e6), abs=0.02)


def test_the_value_says_its_currency_before_the_column_and_the_column_before_the_row() -> None:
    others = ({"Revenue": "1"}, {"Revenue": "1e6"})
    by_row = {"currency": "KRW"}
    column = sized(*others, {"Revenue (USD)": "1e6", **by_row})[2]
    value = sized(*others, {"Revenue (KRW)": "USD 1e6", **by_row})[2]
    assert column == value == 1.0


@pytest.mark.parametrize("value", ["-5", "−5", "0", "n/a", "unknown", "（暂无）", "1e999"])
def test_what_is_no_positive_number_says_nothing(value: str) -> None:
    assert sized({"Revenue": "1"}, {"Revenue": "100"}, {"Revenue": value})[2] == pytest.approx((0.01 + 1) / 2)


@pytest.mark.parametrize("column", ["Revenue growth", "Market capture", "Founded", "市值管理", "Size of the pitch"])
def test_columns_of_other_names_say_nothing(column: str) -> None:
    assert sized({column: "10"}, {column: "10000"}) == [0.0, 0.0]


def test_of_several_columns_of_one_measure_the_largest_counts() -> None:
    others = ({"Revenue": "1"}, {"Revenue": "10000"})
    both = {"Revenue 2023": "100", "Revenue 2024": "10000", "营业收入": "—"}
    assert sized(*others, both)[2] == sized(*others, {"Revenue": "10000"})[2] == 1.0


def test_of_several_measures_the_mean_counts() -> None:
    others = ({"Revenue": "1", "Employees": "1"}, {"Revenue": "10000", "Employees": "10000"})
    assert sized(*others, {"Revenue": "1", "Employees": "10000"})[2] == pytest.approx(0.5, abs=0.02)
    assert sized(*others, {"Revenue": "10000", "Size": "large"})[2] == pytest.approx(0.9, abs=0.02)


def test_one_typing_error_does_not_squeeze_the_others() -> None:
    rows = [{"Revenue": str(10 ** (row % 5))} for row in range(500)]
    with_error = sized(*rows, {"Revenue": "1e30"})
    assert with_error[:500] == pytest.approx(sized(*rows))
    assert with_error[500] == 1.0


def test_amounts_that_are_alike_say_nothing() -> None:
    assert sized({"Revenue": "5"}, {"Revenue": "5"}) == [SMALLEST, SMALLEST]


def test_who_says_nothing_is_as_large_as_the_mean_and_a_few_tell_nothing_of_all() -> None:
    said = [{"Employees": "1"}, {"Employees": "10"}, {"Employees": "10"}]
    told = sized(*said, *[{"Founded": "1999"}] * 3)
    assert told[3:] == pytest.approx([sum(told[:3]) / 3] * 3)
    assert sized(*said, *[{}] * 4) == [0.0] * 7


def test_only_companies_have_a_size() -> None:
    entities = [
        Entity(id=name, type=kind, name_zh="某", name_en=name, attributes=(Attribute("size", "large"),))
        for name, kind in (("c", "company"), ("p", "product"))
    ]
    assert company_sizes(entities, np.array([True, False])).tolist() == [pytest.approx(0.8), 0.0]


@pytest.mark.parametrize(
    ("column", "value", "amount"),
    [
        ("Mitarbeiter", "1.850", 1850),
        ("Employees", "12,400", 12_400),
        ("Effectif", "950", 950),
        ("Umsatz (Mio. USD)", "412,5", 412_500_000),
        ("Umsatz (Mio. USD)", "1.412,5", 1_412_500_000),
        ("Revenue (USD)", "1,200", 1200),
    ],
)
def test_numbers_as_other_languages_write_them(column: str, value: str, amount: float) -> None:
    """As large as one of which the same number is written plainly, between a smaller and a larger one."""
    plain = "Employees" if amount < 20_000 and "USD" not in column else "Revenue (USD)"
    one, same, *_ = sized({column: value}, {plain: f"{amount:.0f}"}, {plain: "1"}, {plain: f"{amount * 1000:.0f}"})
    assert one == pytest.approx(same) and 0.01 < one < 1.0
