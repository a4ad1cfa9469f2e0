"""Rows that add up a list, or say what is left of it, become no companies; companies that are called so do."""

from __future__ import annotations

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import table_raw_records
from core.messages import LANGUAGES
from tests.unit.ingestion.checking.test_facts_of_tables import imported

SUMS = """
Total, Sum, Grand total, Subtotal, TOTAL:, Total (EUR), Total 2023, Subtotal Germany, 合计, 总计, 小计, 共计, 合 计,
合计：, 合计（万元）, 前五名客户合计,
合計, 總計, Summe, Gesamt, Gesamtsumme, Zwischensumme, Total général, Sous-total, Suma,
Subtotal, Totale, Soma, Totaal, Summa, Totalt, 総計, 小計, 합계
""".replace("\n", " ").split(",")
REMAINDERS = """
其他股东, 其他, 其余股东, 其他股東, Others, Other shareholders, Free float, Other (below 5 %),
Sonstige, Streubesitz, Übrige Aktionäre, Autres actionnaires, Flottant,
Otros accionistas, Resto de accionistas, Altri azionisti, Outros, Overige aandeelhouders, Övriga, その他, その他株主,
Treasury shares, 库存股
""".replace("\n", " ").split(",")


def refused(*files: tuple[str, str]) -> list[tuple[int, str, str]]:
    """Line, column and reason of rows that are no records of the first file."""
    found = read_file(files[0][1].encode(), files[0][0], max_bytes=1_000_000)
    parts = [table_raw_records(table, guess_mapping(table)) for table in found.tables]
    for each in (each for part in parts for each in part.problems):
        assert all(each.detail in each.message(language) for language in LANGUAGES)
    return [(each.line, each.field, each.reason) for part in parts for each in part.problems]


def companies(*files: tuple[str, str]) -> list[str]:
    return [each.name_en for each in imported(*files, known=()).data.entities]


@pytest.mark.parametrize("word", [each.strip() for each in SUMS])
def test_the_last_row_of_a_list_that_adds_it_up_is_no_company(word: str) -> None:
    customers = ("c.csv", f"Customer,Country,Revenue\nPolar,Finland,120\nBaltic,Sweden,80\n{word},,200\n")
    assert companies(customers) == ["Polar", "Baltic"]
    assert refused(customers) == [(4, "Customer", "sum_row")]
    supplies = ("s.csv", f"Supplier,Customer,Volume (t)\nHalyard,Polar,12\nNordic,Polar,30\n{word},Polar,42\n")
    assert sorted(companies(supplies)) == ["Halyard", "Nordic", "Polar"]
    assert refused(supplies) == [(4, "Supplier", "sum_row")]
    holders = ("h.csv", f"股东,公司,持股比例\n甲,乙,60%\n丙,乙,40%\n{word},乙,100%\n")
    assert len(imported(holders, known=()).data.relations) == 2


@pytest.mark.parametrize("word", [each.strip() for each in REMAINDERS])
def test_what_is_left_of_a_list_is_no_company(word: str) -> None:
    holders = ("h.csv", f"Shareholder,Company,Stake\nA,B,60%\n{word},B,30%\nC,B,10%\n")
    assert sorted(companies(holders)) == ["A", "B", "C"]
    assert refused(holders) == [(3, "Shareholder", "remainder_row")]


def test_a_sum_in_the_column_of_numbers_or_below_another_is_none_either() -> None:
    for header in ("Parent,Subsidiary,Country", "Parent,Subsidiary,Seat", "Parent,Subsidiary,Ownership %"):
        counted = ("s.csv", f"{header}\nVega,Vega Ports,75\nVega,Vega Cargo,60\nTotal,2,\n")
        assert sorted(companies(counted)) == ["Vega", "Vega Cargo", "Vega Ports"]
        noted = ("s.csv", f"{counted[1]}(1) Held indirectly.,,\nSource: annual report,,\n")
        assert "Total" not in companies(noted)
    numbered = ("n.csv", "编号,公司名称,收入\n1,甲,5\n2,乙,6\n合计,,11\n")
    assert refused(numbered) == [(4, "编号", "sum_row")]
    two = (
        "t.csv",
        "Customer,Revenue,Currency\nShell,1.000,EUR\nBP,500,EUR\nOthers,20,EUR\nTotal,1.520,EUR\nOf all,3,EUR\n",
    )
    assert (4, "Customer", "remainder_row") in refused(two)


def test_a_list_of_subsidiaries_has_no_subsidiary_called_total() -> None:
    rows = "<tr><td>Vega Ports</td><td>Netherlands</td></tr><tr><td>Total</td><td>1</td></tr>"
    top = "<h1>Subsidiaries of Vega, Inc.</h1><table><tr><td>Name of subsidiary</td><td>Jurisdiction</td></tr>"
    assert companies(("x.html", f"<html>{top}{rows}</table></html>")) == ["Vega, Inc.", "Vega Ports"]
    listed = "Company CIK,Subsidiary,Jurisdiction\n0000000001,Vega Ports,NL\n0000000001,Others,\n,Total,1\n"
    assert companies(("x.csv", listed)) == ["0000000001", "Vega Ports"]


def test_totals_within_a_list_are_known_by_their_sums() -> None:
    grouped = "Customer,Revenue (EUR)\nShell,300\nBP,200.50\nTotal,500.50\nEni,7\nOMV,3\nTotal,10\nTotal,510.50\n"
    assert refused(("g.csv", grouped)) == [
        (4, "Customer", "sum_row"),
        (7, "Customer", "sum_row"),
        (8, "Customer", "sum_row"),
    ]


@pytest.mark.parametrize(
    "table",
    [
        "Company,Country,Industry\nShell,UK,oil\nTotal,France,oil\n",
        "Company,Revenue\nShell,300\nTotal,250\nEni,100\n",
        "Company,Founded\nShell,1907\nTotal,1924\n",
        "Supplier,Customer,Since\nShell,Polar,2018\nTotal,Polar,2019\n",
        "Supplier,Customer,Volume\nShell,Polar,12\nTotal,Baltic,5\n",
        "name\nShell\nTotal\n",
        "source,type,target\nShell,supplies,Polar\nTotal,supplies,Polar\n",
        "Company,Ticker,Revenue\nShell,SHEL,300\nTotal,TTE,200\n",
        "Company,Revenue\nShell,300\nTotal S.A.,300\n",
        "Company,Revenue\nShell,300\nSum Total Systems,300\nTotally Fine Ltd,600\nOther Stories AB,4\n",
        "Company,Opened\nShell,1907\nTotal,1924\n",
    ],
)
def test_companies_that_are_called_so_come_in(table: str) -> None:
    assert refused(("x.csv", table)) == []


def test_texts_are_not_looked_at() -> None:
    assert refused(("x.csv", "title,text\nTotal,Total sold its stake in the field to Shell.\n")) == []


def test_an_id_or_a_reference_to_one_is_no_remainder() -> None:
    nodes = ("nodes.csv", "id,name\nnew,Brand New Batteries\nother,Other Cells\n")
    edges = ("edges.csv", "source,relation,target\nnew,competitor,other\n")
    found = imported(nodes, edges).data
    assert [each.id for each in found.entities] == ["new", "other"]
    assert [(each.source, each.target) for each in found.relations] == [("new", "other")]


@pytest.mark.parametrize(
    "remark",
    [
        "Source: Exchange",
        "Data source: annual report",
        "Note: rounded",
        "(1) Held indirectly",
        "a) Preliminary",
        "* Estimate",
        "数据来源：Wind 导出日期：2025-10-08",
        "注：截至年末",
        "Quelle: Handelsregister",
        "Hinweis: gerundet",
        "Source : rapport annuel",
        "Fuente: CNMV",
        "出典：有価証券報告書",
    ],
)
def test_a_remark_below_a_list_is_no_company(remark: str) -> None:
    listed = ("c.csv", f"Company,Country,Revenue\nPolar,Finland,120\nTotal,,120\n{remark},,\nNote: x,,\n")
    assert companies(listed) == ["Polar"]
    assert refused(listed) == [(3, "Company", "sum_row"), (4, "", "remark_row"), (5, "", "remark_row")]


@pytest.mark.parametrize(
    "rows",
    ["(株)日立,,\n", "Polar: North,DE,\n", "A) B,,5\n", "1&1,,\n", "Note: x,,\nPolar,,\n", "E.ON,,\n"],
)
def test_companies_that_begin_as_remarks_do_stay(rows: str) -> None:
    assert len(companies(("c.csv", f"Company,Country,Revenue\n{rows}"))) == rows.count("\n")
    assert len(companies(("c.csv", "Company,Country\nNote: Systems,\n"))) == 1


def test_the_last_row_that_says_total_alone_is_no_subsidiary() -> None:
    listed = "Subsidiary,Country of incorporation,Ownership (%)\nPolar Wind,Poland,51\nPolar Solar,Spain,75\nTotal,,\n"
    assert refused(("s.csv", listed)) == [(4, "Subsidiary", "sum_row")]


def test_the_shares_of_each_of_several_companies_may_be_added_up() -> None:
    header = "Holder,Company,Stake,As of\n"
    first = "Marlowe Fund,Halvorsen Marine,14.2%,2024-12-31\nIngrid Solberg,Halvorsen Marine,35.8%,2024-12-31\n"
    total = "Total,Halvorsen Marine,50%,2024-12-31\n"
    other = "Marlowe Fund,Brightwell,5%,2024-06-30\n"
    assert refused(("h.csv", header + first + total + other)) == [(4, "Holder", "sum_row")]
    assert refused(("h.csv", header + other + first + total)) == [(5, "Holder", "sum_row")]
    own = "Total,Halvorsen Marine,20%,2024-12-31\n"  # TotalEnergies holds a part
    assert refused(("h.csv", header + first + own + other)) == []


@pytest.mark.parametrize(
    ("header", "rows", "last"),
    [
        ("No.,Company,Revenue", "1,Alpha,10\n2,Beta,20\n", "Total,,30"),
        ("No.,Company,Revenue", "1,Alpha,10\n2,Beta,20\n", "Grand total,,"),
        ("Nr.;Lieferant;Kunde;Umsatz", "1;Alpha;Beta;10\n2;Gamma;Beta;20\n", "Summe;;;30"),
        ("取引先コード,仕入先名,販売先名,取引金額", "A-1,Alpha,Beta,10\nA-2,Gamma,Beta,20\n", "合計,,,30"),
        ("编号,公司名称,营业收入", "1,Alpha,10\n2,Beta,20\n", "合计,,30"),
        ("Code,Fournisseur,Client,Montant", "1,Alpha,Beta,10\n2,Gamma,Beta,20\n", "Sous-total,,,30"),
        ("ID,Shareholder,Company,Stake (%)", "1,Alpha,Beta,10\n2,Gamma,Beta,20\n", "其他股东,,,70"),
    ],
)
def test_a_sum_whose_word_stands_in_another_column_is_told_as_one(header: str, rows: str, last: str) -> None:
    found = read_file(f"{header}\n{rows}{last}\n".encode(), "x.csv", max_bytes=10_000)
    (table,) = found.tables
    raw_records = table_raw_records(table, guess_mapping(table))
    reason = "remainder_row" if last.startswith("其他") else "sum_row"
    assert [(each.line, each.field, each.reason) for each in raw_records.problems if not each.repaired] == [
        (4, table.columns[0], reason)
    ]
    assert len(raw_records.items) == 2


@pytest.mark.parametrize("last", ["All,,Germany", "7,,30", "A-3,,", "Remarks: all,,30"])
def test_a_row_without_a_name_that_is_no_sum_is_told_as_before(last: str) -> None:
    (table,) = read_file(f"No.,Company,Revenue\n1,Alpha,10\n{last}\n".encode(), "x.csv", max_bytes=10_000).tables
    assert table_raw_records(table, guess_mapping(table)).problems == ()
