"""Lists of deals: when they were announced and completed, what was paid, in which unit, for how much of a company."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ingestion.cells.column_words import AmountUnit, amount_unit
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import table_raw_records
from tests.unit.ingestion.checking.test_facts_of_tables import imported

DEALS = """Announced,Completed,Acquirer,Target,Deal value (m),Currency,Stake acquired (%),Status
2023-04-03,2023-09-29,a,b,48,GBP,100,Completed
2024-08-12,,Gamma,Delta,320,CNY,60,Pending
2022-11-21,2023-01-31,Beta,Iota,"1,150",USD,100,Completed
2021-05-10,2021-12-01,Rho,Tau,n/a,GBP,80,Completed
"""


def test_days_amount_and_share_of_a_deal() -> None:
    found = imported(("deals.csv", DEALS))
    told = [(each.start, each.amount, each.currency, each.share_low) for each in found.data.relations]
    assert told == [
        ("2023-09-29", 48e6, "GBP", 100.0),
        ("2024-08-12", 320e6, "CNY", 60.0),
        ("2023-01-31", 1150e6, "USD", 100.0),
        ("2021-12-01", None, "GBP", 80.0),
    ]
    assert [dict(each.attributes) for each in found.data.relations] == [
        {"Announced": "2023-04-03"},
        {},
        {"Announced": "2022-11-21"},
        {"Deal value (m)": "n/a", "Announced": "2021-05-10"},
    ]


def test_an_amount_that_cannot_be_read_is_reported_with_its_column() -> None:
    (table,) = read_file(DEALS.encode(), "deals.csv", max_bytes=10_000).tables
    told = [
        (each.line, each.field, each.reason, each.detail)
        for each in table_raw_records(table, guess_mapping(table)).problems
    ]
    assert told == [(5, "Deal value (m)", "kept_apart", "n/a")]


@pytest.mark.parametrize(
    ("headers", "amount", "currency"),
    [
        ("收购方,标的公司,公告日期,完成日期,交易金额(万元),收购比例(%)", 125000.0, "CNY"),
        ("收购方,标的,首次公告日,交割日,交易价值（亿元）,收购股权比例", 12.5e8, "CNY"),
        ("受让方,标的公司,披露日期,过户日期,转让价款（百万美元）,转让比例（%）", 12.5e6, "USD"),
        ("买方,标的公司,公告日,完成日,交易对价（单位：千元）,收购比例", 12500.0, "CNY"),
        ("Acquirer,Target,Announcement date,Closing date,Transaction value (USD bn),% acquired", 12.5e9, "USD"),
        ("Buyer,Target,Date announced,Date closed,Deal size in EUR mn,Stake acquired", 12.5e6, "EUR"),
        ("Acquirer,Target,Announced,Closed,Purchase price (£m),Percent acquired", 12.5e6, "GBP"),
        ("Acquirer,Target,Announced,Closed,deal_value_usd_m,Stake acquired", 12.5e6, "USD"),
        ("Acquirer,Target,Announced,Closed,Consideration (RMB'000),Stake acquired", 12500.0, "CNY"),
        ("Käufer,Zielunternehmen,Angekündigt am,Abgeschlossen am,Kaufpreis (Mio. €),Anteil", 12.5e6, "EUR"),
        ("Käufer,Zielunternehmen,Ankündigung,Vollzug,Kaufpreis in TEUR,Anteil", 12500.0, "EUR"),
        ("Acquéreur,Cible,Date d'annonce,Date de clôture,Prix d'achat (M€),Part", 12.5e6, "EUR"),
        (
            "Adquirente,Empresa objetivo,Fecha de anuncio,Fecha de cierre,Precio de compra (millones EUR),Cuota",
            12.5e6,
            "EUR",
        ),
        ("買収企業,買収先,発表日,完了日,買収金額（百万円）,取得比率", 12.5e6, "JPY"),
    ],
)
def test_deals_in_the_words_of_six_languages(headers: str, amount: float, currency: str) -> None:
    cells = "a,b,2023-04-03,2023-09-29,12.5,51%"
    (relation,) = imported(("deals.csv", f"{headers}\n{cells}\n")).data.relations
    assert (relation.source, relation.type, relation.target) == ("a", "acquired", "b")
    assert (relation.start, relation.share_low) == ("2023-09-29", 51.0)
    assert (relation.amount, relation.currency) == (amount, currency)
    assert dict(relation.attributes) == {headers.split(",")[2]: "2023-04-03"}


@pytest.mark.parametrize(
    ("column", "unit"),
    [
        ("Deal value (m)", AmountUnit(10**6)),
        ("Deal value, USD m", AmountUnit(10**6, "USD")),
        ("Deal value (HK$ million)", AmountUnit(10**6, "HKD")),
        ("交易金额(亿元人民币)", AmountUnit(10**8, "CNY")),
        ("交易金额", AmountUnit()),
        ("Deal value (T€)", AmountUnit(1000, "EUR")),
        ("Spend (INR crore)", AmountUnit(10**7, "INR")),
        ("Money Raised (in USD)", AmountUnit(1, "USD")),
        ("Umsatz in Mio. CHF", AmountUnit(10**6, "CHF")),
        ("Deal value (approx.)", AmountUnit()),
        ("Consideration", AmountUnit()),
        ("Team", AmountUnit()),
        ("amount", AmountUnit()),
    ],
)
def test_what_a_header_says_of_amounts(column: str, unit: AmountUnit) -> None:
    assert amount_unit(column) == unit


@pytest.mark.parametrize(
    "column", ["交易价格(元/股)", "Deal value (approx.)", "Deal value (x EBITDA)", "Transaction name"]
)
def test_what_is_counted_in_something_else_is_no_amount(column: str) -> None:
    (relation,) = imported(("x.csv", f"Acquirer,Target,{column}\na,b,12\n")).data.relations
    assert (relation.amount, dict(relation.attributes)) == (None, {column: "12"})


@pytest.mark.parametrize(
    ("cell", "code"), [("人民币", "CNY"), ("RMB", "CNY"), ("US$", "USD"), ("€", "EUR"), ("港元", "HKD"), ("sek", "SEK")]
)
def test_currencies_as_people_call_them(cell: str, code: str) -> None:
    (relation,) = imported(("x.csv", f"Acquirer,Target,Deal value (USD m),币种\na,b,2,{cell}\n")).data.relations
    assert (relation.amount, relation.currency) == (2e6, code)


@pytest.mark.parametrize(
    ("announced", "completed", "start", "kept"),
    [
        ("2023-04-03", "", "2023-04-03", {}),
        ("2023-04-03", "2023", "", {"Announced": "2023-04-03"}),
        ("soon", "", "", {"Announced": "soon"}),
        ("2023-04-03", "not yet", "2023-04-03", {"year": "not yet"}),
        ("", "2023-05", "2023-05", {}),
    ],
)
def test_a_deal_begins_when_it_was_completed_or_else_announced(
    announced: str, completed: str, start: str, kept: dict[str, str]
) -> None:
    text = f"Acquirer,Target,Announced,Completed\na,b,{announced},{completed}\nb,a,2020-01-01,2020-02-02\n"
    first = imported(("x.csv", text)).data.relations[0]
    assert (first.start, dict(first.attributes)) == (start, kept)


def test_columns_called_as_days_that_hold_none_stay_as_they_are() -> None:
    first = imported(("x.csv", "Acquirer,Target,Announced,Completed\na,b,yes,no\n")).data.relations[0]
    assert (first.year, dict(first.attributes)) == (None, {"Announced": "yes", "Completed": "no"})


UNITS = {
    "": 1,
    "(m)": 10**6,
    "(USD bn)": 10**9,
    "(万元)": 10**4,
    "(百万)": 10**6,
    "(EUR k)": 1000,
    "[in GBP million]": 10**6,
}


@given(st.sampled_from(list(UNITS)), st.decimals(0, 99999, places=2))
def test_an_amount_is_that_of_its_cell_times_its_unit(unit: str, number: object) -> None:
    (relation,) = imported(("x.csv", f"Acquirer,Target,Deal value {unit}\na,b,{number}\n")).data.relations
    assert relation.amount == pytest.approx(float(str(number)) * UNITS[unit], rel=1e-12)


CELLS = {
    "$48m": (48e6, "USD"),
    "$1.2bn": (1.2e9, "USD"),
    "€215.5m": (215.5e6, "EUR"),
    "CAD 310 million": (310e6, "CAD"),
    "EUR 1,150 mn": (1150e6, "EUR"),
    "3.2亿元": (3.2e8, "CNY"),
    "12.5 亿美元": (12.5e8, "USD"),
    "HK$2bn": (2e9, "HKD"),
    "5000万": (5e7, ""),
}


@pytest.mark.parametrize("cell", list(CELLS))
@pytest.mark.parametrize("column", ["Deal value", "交易金额"])
def test_an_amount_with_its_own_unit(cell: str, column: str) -> None:
    (relation,) = imported(("deals.csv", f'Acquirer,Target,{column}\na,b,"{cell}"\n')).data.relations
    amount, currency = CELLS[cell]
    assert (relation.amount, relation.currency, relation.attributes) == (pytest.approx(amount), currency, ())


def test_the_unit_of_a_cell_stands_beside_the_currency_of_its_header_or_its_row() -> None:
    (relation,) = imported(("x.csv", "Acquirer,Target,Deal value (USD),Currency\na,b,48m,\n")).data.relations
    assert (relation.amount, relation.currency) == (48e6, "USD")
    (relation,) = imported(("x.csv", "Acquirer,Target,Deal value,Currency\na,b,$48m,CAD\n")).data.relations
    assert (relation.amount, relation.currency) == (48e6, "CAD")


@pytest.mark.parametrize("cell", ["$48m below a header in m", "undisclosed", "about $50m", "48m-52m", "(48m)", "-48m"])
def test_an_amount_that_says_more_is_kept_as_it_stands(cell: str) -> None:
    (relation,) = imported(("x.csv", f"Acquirer,Target,Deal value\na,b,{cell}\n")).data.relations
    assert (relation.amount, [each.value for each in relation.attributes]) == (None, [cell])


def test_a_unit_below_a_header_with_another_one_is_no_amount() -> None:
    (relation,) = imported(("x.csv", "Acquirer,Target,Deal value (m)\na,b,48m\n")).data.relations
    assert (relation.amount, [each.value for each in relation.attributes]) == (None, ["48m"])
