"""Headers of several rows, in workbooks and on pages."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from core.ingestion.formats.header_rows import names_of_columns
from core.ingestion.formats.reading import read_file
from core.ingestion.formats.table import Table
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.titled_lists import offered_end
from core.ontology import default_ontology

INVESTED = (
    ("极光控股 对外投资台账", None, None, None),
    ("被投企业", None, "投资信息", None),
    ("名称", "注册地", "投资时间", "持股比例"),
    ("星澜智能科技有限公司", "深圳", "2023-06-18", "8.5%"),
    ("青禾农业股份有限公司", "郑州", "2021-03-02", "4.1%"),
)


def workbook(rows: tuple[tuple[object, ...], ...], merged: tuple[str, ...]) -> Table:
    made = Workbook()
    sheet = made.active
    for row in rows:
        sheet.append(row)
    for each in merged:
        sheet.merge_cells(each)
    written = io.BytesIO()
    made.save(written)
    (table,) = read_file(written.getvalue(), "x.xlsx", max_bytes=100_000).tables
    return table


def test_a_workbook_may_have_a_header_of_two_rows() -> None:
    table = workbook(INVESTED, ("A1:D1", "A2:B2", "C2:D2"))
    assert table.columns == ("被投企业 名称", "被投企业 注册地", "投资时间", "持股比例")
    assert [row.cells[0] for row in table.rows] == ["星澜智能科技有限公司", "青禾农业股份有限公司"]
    mapping = guess_mapping(table)
    assert (mapping.columns["被投企业 名称"], mapping.columns["持股比例"]) == ("target", "share")
    assert offered_end(mapping, table, default_ontology()) == {"source": "极光控股"}


def test_a_column_of_one_name_may_stand_beside_groups() -> None:
    rows = (("Company", "Revenue", None), (None, 2023, 2024), ("Norma Ltd", 12, 14), ("Tidal AG", 3, 4))
    table = workbook(rows, ("A1:A2", "B1:C1"))
    assert (table.columns, len(table.rows)) == (("Company", "2023", "2024"), 2)
    of_days = workbook((rows[0], ("Norma Ltd", 2010, 2015), *rows[3:]), ("B1:C1",))
    assert (of_days.columns, len(of_days.rows)) == (("Company", "Revenue", "(3)"), 2)


def test_rows_below_a_wide_cell_stay_rows_where_they_name_no_columns() -> None:
    rows = (("Company", "Address", None), ("Norma Ltd", "Main Street", None), ("Tidal AG", "Dock 4", "Kiel"))
    assert [row.cells for row in workbook(rows, ("B1:C1",)).rows] == [
        ("Norma Ltd", "Main Street", ""),
        ("Tidal AG", "Dock 4", "Kiel"),
    ]


@pytest.mark.parametrize(
    ("above", "below", "columns"),
    [
        (["Supplier", "Supplier", "Buyer"], ["Name", "Country", ""], ["Supplier Name", "Supplier Country", "Buyer"]),
        (["Holder", "31 December 2024", "31 December 2024"], ["", "Shares", "%"], ["Holder", "Shares", "%"]),
        (["Name", "2023", "2024"], ["", "%", "%"], ["Name", "2023 %", "2024 %"]),
        (["被投企业", "投资信息"], ["名称", "持股比例"], ["被投企业 名称", "持股比例"]),
        (["Name"], ["Name", "Role"], ["Name", "Role"]),
    ],
)
def test_words_above_that_say_whose_a_column_is_are_kept(
    above: list[str], below: list[str], columns: list[str]
) -> None:
    assert names_of_columns([above, below]) == columns


def test_a_share_below_a_date_is_a_share() -> None:
    page = (
        "<table><thead><tr><th rowspan=2>Shareholder</th><th colspan=2>31 December 2024</th></tr>"
        "<tr><th>Shares</th><th>%</th></tr></thead>"
        "<tr><td>BP p.l.c.</td><td>30,000,000</td><td>30.0</td></tr>"
        "<tr><td>Nordfjord Capital AS</td><td>22,000,000</td><td>22.0</td></tr></table>"
    )
    (table,) = read_file(page.encode(), "x.html", max_bytes=10_000).tables
    assert guess_mapping(table).columns == {"Shareholder": "source", "%": "share", "Shares": "attribute"}


_INVESTED = (
    ("被投资单位", "持股比例（%）", "投资金额（万元）", "投资日期"),
    ("甲软件有限公司", 100, 5000, "2019/5/20"),
    ("乙光电有限公司", 65, 13000, "2021/11/30"),
)
_TITLES = ("澜图智能科技股份有限公司2024年度对外投资明细表", "编制单位：澜图智能科技股份有限公司", "单位：万元")


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("merged", [True, False])
def test_rows_of_one_cell_over_all_columns_are_titles(count: int, merged: bool) -> None:
    titles = tuple((title, None, None, None) for title in _TITLES[:count])
    found = workbook((*titles, *_INVESTED), tuple(f"A{row}:D{row}" for row in range(1, count + 1) if merged))
    assert found.columns == _INVESTED[0]
    assert [row.cells[0] for row in found.rows] == ["甲软件有限公司", "乙光电有限公司"]
    assert [(each.reason, each.detail) for each in found.problems] == [("title_row", " / ".join(_TITLES[:count]))]
