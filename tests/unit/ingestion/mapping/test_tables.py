"""Tables of text files and workbooks, and what their columns mean."""

from __future__ import annotations

import datetime
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from core.errors import DataUnreadableError
from core.ingestion.cells.cell_kinds import examples_shown
from core.ingestion.formats import workbook_bounds
from core.ingestion.formats.excel import workbook_tables
from core.ingestion.formats.table import (
    MAX_COLUMNS,
    MAX_ROW_CHARACTERS,
    Table,
    delimited_table,
    list_cell,
    list_values,
)
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import ATTRIBUTE, TableMapping, fields_of, table_raw_records
from tests.support import examples


def workbook(*sheets: list[list[Any]]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, start=1):
        sheet = book.create_sheet(f"S{number}")
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends_are_found_out(delimiter: str, line_end: str) -> None:
    text = line_end.join(delimiter.join(row) for row in (("a", "b"), ("1, 2", "x"), ("", ""), ("3", "y")))
    if delimiter == ",":
        text = text.replace("1, 2", '"1, 2"')
    found = delimited_table(text, "f")
    assert found.columns == ("a", "b")
    assert [row.cells for row in found.rows] == [("1, 2", "x"), ("3", "y")]
    assert [row.line for row in found.rows] == [2, 4]


def test_rows_that_do_not_fit_are_named_and_the_rest_is_read() -> None:
    found = delimited_table(f'a,b\n1\n"x" y,2\n3,{"z" * MAX_ROW_CHARACTERS}\n4,5\n', "f")
    assert [row.cells for row in found.rows] == [("4", "5")]
    assert [(each.line, each.reason) for each in found.problems] == [
        (2, "cell_count"),
        (3, "not_csv"),
        (4, "too_long"),
    ]


def test_a_cell_beyond_all_measure_is_refused_as_a_row() -> None:
    found = delimited_table("a,b\n1,2\n" + "z" * 10_000_001 + ",2\n3,4\n", "f")
    assert [row.cells for row in found.rows] == [("1", "2"), ("3", "4")]
    assert [(each.line, each.reason) for each in found.problems] == [(3, "not_csv")]
    with pytest.raises(DataUnreadableError):
        delimited_table("z" * 10_000_001, "f")


def test_columns_without_a_name_or_with_the_same_are_told_apart() -> None:
    assert delimited_table("a,,a,b\n1,2,3,4\n", "f").columns == ("a", "(2)", "a (3)", "b")


@pytest.mark.parametrize("text", ["", "\n\n", ",,\n1,2,3\n", ",".join(map(str, range(MAX_COLUMNS + 1))) + "\n", '"a'])
def test_a_table_without_a_usable_header_is_refused(text: str) -> None:
    with pytest.raises(DataUnreadableError):
        delimited_table(text, "f")


def test_a_workbook_is_read_as_it_would_be_typed() -> None:
    raw = workbook(
        [
            ["id", "founded", "since", "listed", "open"],
            ["a", 1999.0, datetime.date(2020, 1, 2), True, None],
            [],
            ["b", 1.5, datetime.datetime(2020, 1, 2, 3, 4), False, "x"],
            ["c", 1e22, datetime.time(3, 4), None, None],
            ["d", 1, 2, 3, 4, "one too many"],
        ],
        [],
        [["only", "header"]],
    )
    first, second = workbook_tables(raw, "w.xlsx")
    assert first.name == "w.xlsx [S1]"
    assert [(row.line, row.cells) for row in first.rows] == [
        (2, ("a", "1999", "2020-01-02", "True", "")),
        (4, ("b", "1.5", "2020-01-02T03:04:00", "False", "x")),
        (5, ("c", "1" + "0" * 22, "03:04:00", "", "")),
    ]
    assert [(each.line, each.reason) for each in first.problems] == [(6, "cell_count")]
    assert (second.name, second.columns, second.rows) == ("w.xlsx [S3]", ("only", "header"), ())


def test_formulas_without_a_result_are_said() -> None:
    book = Workbook()
    for row in (("name", "size"), ("甲", "=1+1"), ("乙", "=1+2")):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    (table,) = workbook_tables(file.getvalue(), "b.xlsx")
    assert [row.cells for row in table.rows] == [("甲", ""), ("乙", "")]
    assert [(each.line, each.field, each.reason, each.detail, each.repaired) for each in table.problems] == [
        (2, "size", "formula_without_value", "B2 (×2)", True)
    ]


def test_a_declared_delimiter_is_no_header() -> None:
    found = delimited_table("sep=;\r\nid;name\r\n1;A, B\r\n", "f")
    assert (found.columns, [(row.line, row.cells) for row in found.rows]) == (("id", "name"), [(3, ("1", "A, B"))])


def test_a_lone_cell_far_away_costs_nothing() -> None:
    book = Workbook()
    sheet = book.active
    sheet["A1"], sheet["B1"], sheet["A2"], sheet["B2"], sheet["A900000"] = "id", "name", "a", "A", "late"
    file = io.BytesIO()
    book.save(file)
    (found,) = workbook_tables(file.getvalue(), "w.xlsx")
    assert [row.cells for row in found.rows] == [("a", "A")]
    assert [each.reason for each in found.problems] == ["many_empty_rows"]


def test_a_cell_in_the_last_column_is_refused() -> None:
    book = Workbook()
    book.active["XFD1"] = "x"
    file = io.BytesIO()
    book.save(file)
    with pytest.raises(DataUnreadableError):
        workbook_tables(file.getvalue(), "w.xlsx")


def test_what_unpacks_to_too_much_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_bounds, "MAX_UNPACKED_BYTES", 1_000_000)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * 2_000_000)
    with pytest.raises(DataUnreadableError, match="unpacks"):
        workbook_tables(file.getvalue(), "bomb.xlsx")


@pytest.mark.parametrize("raw", [b"PK\x03\x04 no", b"\xd0\xcf\x11\xe0 old", workbook([]), b""])
def test_what_is_no_workbook_is_refused(raw: bytes) -> None:
    with pytest.raises(DataUnreadableError):
        workbook_tables(raw, "w.xlsx")


@settings(max_examples=examples(300))
@given(st.integers(0, 5000), st.binary(max_size=3))
def test_a_damaged_workbook_is_read_or_refused(place: int, damage: bytes) -> None:
    raw = bytearray(workbook([["id", "name"], ["a", "A"]]))
    raw[place : place + len(damage)] = damage
    try:
        assert workbook_tables(bytes(raw), "w.xlsx")
    except DataUnreadableError as error:
        assert "w.xlsx" in str(error)


def table(header: str, *rows: str) -> Table:
    return delimited_table("\n".join([header, *rows]) + "\n", "f.csv")


@pytest.mark.parametrize(
    ("header", "kind", "fields"),
    [
        ("Company Name,Ticker,Sector", "companies", ("name", "tickers", "industry")),
        ("公司名称,股票代码,所属行业,公司简介", "companies", ("name", "tickers", "industry", "description")),
        ("source,type,target", "relations", ("source", "label", "target")),
        ("起点,关系类型,终点,证据", "relations", ("source", "label", "target", "evidence")),
        ("公司A,关系,公司B", "relations", ("source", "label", "target")),
        ("标题,正文,日期", "passages", ("title", "text", "date")),
        ("headline,body,url", "passages", ("title", "text", "url")),
        ("id,text,title,date,language", "passages", ("id", "text", "title", "date", "language")),
        ("company,ticker,content,sector", "companies", ("name", "tickers", "industry")),
        ("colour,shape", "companies", ()),
        (
            "Firm Legal Name,Trading As,Ticker Symbol,HQ Country,Yr Established,What they do",
            "companies",
            ("name", "aliases", "tickers", "country", "founded", "description"),
        ),
        (
            "公司全称,公司简称,股票代號,產業,所在国家",
            "companies",
            ("aliases", "name", "tickers", "industry", "country"),
        ),
        ("会社名,証券コード", "companies", ("name", "tickers")),
        ("Customer name,region", "companies", ("name",)),
        ("from_company,to_company,relation,source_text", "relations", ("source", "target", "label", "evidence")),
        ("Supplier,Customer,Since", "relations", ("source", "target", "year")),
        ("母公司,子公司", "relations", ("target", "source")),
    ],
)
def test_what_columns_mean_is_guessed_from_their_names(header: str, kind: str, fields: tuple[str, ...]) -> None:
    found = guess_mapping(table(header, ",".join("x" * len(header.split(",")))))
    columns = header.split(",")
    known = tuple(found.columns[name] for name in columns if found.columns.get(name, ATTRIBUTE) != ATTRIBUTE)
    assert (found.kind, known) == (kind, fields)
    assert set(found.columns.values()) <= set(fields_of(found.kind))
    assert kind == "passages" or set(found.columns) == set(columns)


BILINGUAL = [
    ("客户名称", "Customer name"),
    ("客户", "Customer"),
    ("客户名称", "客户英文名"),
    ("供应商名称", "Vendor name (EN)"),
    ("供应商", "Lieferant"),
]


@pytest.mark.parametrize("further", [(), ("City",), ("国家", "City")])
@pytest.mark.parametrize(("chinese", "english"), [*BILINGUAL, *(pair[::-1] for pair in BILINGUAL)])
def test_two_columns_that_say_the_same_are_two_names_of_one_company(
    chinese: str, english: str, further: tuple[str, ...]
) -> None:
    names = {chinese: "西岭仪器有限公司", english: "Westridge Instruments"}
    if holds_chinese := chinese in {pair[1] for pair in BILINGUAL}:
        names = {english: "西岭仪器有限公司", chinese: "Westridge Instruments"}
    given = table(",".join([*names, *further]), ",".join([*names.values(), *("x" for _ in further)]))
    mapping = guess_mapping(given)
    assert mapping.kind == "companies"
    expected = ("name_en", "name_zh") if holds_chinese else ("name_zh", "name_en")
    assert (mapping.columns[chinese], mapping.columns[english]) == expected
    assert not [field for field in mapping.columns.values() if field.startswith("relation:")]


def test_other_columns_are_kept_under_their_names() -> None:
    given = table('name,employees,origin,attribute:id,"a, b"', "A,12,x,7,", 'B, ,y,8,"=1"')
    mapping = guess_mapping(given)
    assert mapping.columns == {"name": "name", "employees": ATTRIBUTE, "attribute:id": ATTRIBUTE, "a, b": ATTRIBUTE}
    raw_records = table_raw_records(given, mapping).items
    assert [raw_record.attributes for raw_record in raw_records] == [
        (("employees", "12"), ("id", "7")),
        (("id", "8"), ("a, b", "=1")),
    ]
    assert raw_records[0].shown == {"name": "A", "employees": "12", "id": "7"}
    left_out = mapping.model_copy(update={"columns": {"name": "name"}})
    assert [raw_record.attributes for raw_record in table_raw_records(given, left_out).items] == [(), ()]


def test_ends_that_are_called_by_their_part_say_the_relation() -> None:
    found = guess_mapping(table("Customer,Supplier,Comment", "a,b,c"))
    assert found.columns == {"Customer": "target", "Supplier": "source", "Comment": ATTRIBUTE}
    assert (found.constants, found.missing) == ({"label": "supplies"}, ())
    with_label = guess_mapping(table("Customer,Supplier,relation", "a,b,c"))
    assert (with_label.columns["relation"], with_label.constants) == ("label", {})


@pytest.mark.parametrize(("header", "nameless"), [("ticker,colour", True), ("name,ticker", False), ("a,b", False)])
def test_a_table_whose_companies_would_have_no_name_says_so(header: str, nameless: bool) -> None:
    assert guess_mapping(table(header, "x,y")).nameless is nameless


def test_a_column_that_only_repeats_its_name_is_the_label() -> None:
    found = guess_mapping(table("Company,OWNS,Company", "a,OWNS,b"))
    assert found.columns == {"Company": "source", "OWNS": "label", "Company (3)": "target"}
    assert found.missing == ()


@given(st.lists(st.text(min_size=1).map(str.strip).filter(bool), max_size=5))
def test_lists_in_cells_come_back(values: list[str]) -> None:
    assert list_values(list_cell(values)) == tuple(values)


@pytest.mark.parametrize(
    ("cell", "values"), [("[x|y", ("[x", "y")), ('["a", null, 1]', ("a", "1")), ("[" * 9999, ("[" * 9999,))]
)
def test_what_looks_like_a_list_and_is_none_is_a_text(cell: str, values: tuple[str, ...]) -> None:
    assert list_values(cell) == values


def test_what_is_missing_is_said() -> None:
    assert TableMapping(kind="relations", columns={"a": "source"}).missing == ("target", "label")
    assert (
        TableMapping(kind="relations", columns={"a": "source", "b": "target"}, constants={"label": "x"}).missing == ()
    )
    assert TableMapping(kind="companies", columns={"a": "tickers"}).missing == ()
    assert TableMapping(kind="companies", columns={"a": "industry"}).missing == ("name",)
    assert TableMapping(kind="passages", columns={}).missing == ("text",)


def test_rows_become_records_to_be() -> None:
    found = table("name,aliases,colour", "甲,一|二；三,red", "乙,,blue")
    raw_records = table_raw_records(
        found,
        TableMapping(kind="companies", columns={"name": "name", "aliases": "aliases"}, constants={"type": "product"}),
    )
    assert [(raw_record.kind, raw_record.line, dict(raw_record.values)) for raw_record in raw_records.items] == [
        ("entity", 2, {"type": "product", "name": "甲", "aliases": ("一", "二", "三")}),
        ("entity", 3, {"type": "product", "name": "乙"}),
    ]


@pytest.mark.parametrize("header", ["10k filename", "file name", "hostname", "UserName", "文件名", "用户名称"])
def test_the_name_of_a_file_or_a_user_is_not_that_of_a_company(header: str) -> None:
    found = guess_mapping(table(f"company CIK,ticker,{header}", "0001090872,A,0001193125-04-216917.txt"))
    assert found.columns == {"company CIK": "id", "ticker": "tickers", header: ATTRIBUTE}
    assert found.nameless


@pytest.mark.parametrize(
    ("header", "label", "source"),
    [
        ("供应商名称,客户名称", "supplies", "供应商名称"),
        ("Supplier Name,Customer Name,Country,Industry,Ticker", "supplies", "Supplier Name"),
        ("supplier id,supplier name,customer id,customer name", "supplies", "supplier name"),
        ("下游企业,上游企业", "supplies", "上游企业"),
        ("母公司名称,子公司名称,国家", "subsidiary_of", "子公司名称"),
        ("Parent,Subsidiary,Country", "subsidiary_of", "Subsidiary"),
        ("投资方,被投资方", "shareholder_of", "投资方"),
        ("投资方名称,被投资企业名称,日期", "shareholder_of", "投资方名称"),
        ("acquirer,target,date", "acquired", "acquirer"),
        ("收购方,标的公司", "acquired", "收购方"),
    ],
)
def test_ends_may_be_called_with_a_word_more(header: str, label: str, source: str) -> None:
    found = guess_mapping(table(header, ",".join("x" * len(header.split(",")))))
    assert (found.kind, found.constants, found.missing) == ("relations", {"label": label}, ())
    assert found.columns[source] == "source"


def test_a_company_with_its_parent_and_its_subsidiary_stays_a_company() -> None:
    found = guess_mapping(table("name,ticker,country,parent,subsidiary", "A,B,C,D,E"))
    assert (found.kind, found.constants) == ("companies", {})


@pytest.mark.parametrize(
    ("header", "row", "fields"),
    [
        ("编号,名称,Name", "1,宁德时代,CATL", ("id", "name_zh", "name_en")),
        ("编号,名称,Name", "1,CATL,宁德时代", ("id", "name_en", "name_zh")),
        ("编号,名称,Name", "1,,", ("id", "name_zh", "name_en")),
        ("编号,名称,简称", "1,宁德时代新能源,宁德时代", ("id", "name", "aliases")),
        ("公司名称,英文全称", "宁德时代,Contemporary Amperex", ("name", "name_en")),
        ("中文名称,中文简称,英文全称,英文简称", "一,二,C,D", ("name_zh", "aliases", "name_en", "aliases")),
        ("名称,Name,别名", "一,C,二;三", ("name_zh", "name_en", "aliases")),
    ],
)
def test_no_name_of_a_company_is_lost(header: str, row: str, fields: tuple[str, ...]) -> None:
    found = guess_mapping(table(header, row))
    assert tuple(found.columns[column] for column in header.split(",")) == fields


def test_several_columns_of_aliases_all_count() -> None:
    given = table("中文名称,中文简称,英文全称,英文简称", "一,二;三,C,D")
    (raw_record,) = table_raw_records(given, guess_mapping(given)).items
    assert dict(raw_record.values) == {"name_zh": "一", "aliases": ("二", "三", "D"), "name_en": "C"}


def test_titles_above_the_header_of_a_sheet_are_no_columns(tmp_path: Path) -> None:
    titled, plain = Workbook(), Workbook()
    for row in (["供应商名单"], ["截至 2025-12-31"], [], ["名称", "国家"], ["宁德时代", "CN"], ["比亚迪", "CN"]):
        titled.active.append(row)
    for row in (["name"], ["A"], ["B"], ["C"], ["D", "a remark"]):
        plain.active.append(row)
    for name, book in (("titled", titled), ("plain", plain)):
        book.save(tmp_path / f"{name}.xlsx")
    (table,) = workbook_tables((tmp_path / "titled.xlsx").read_bytes(), "titled.xlsx")
    assert table.columns == ("名称", "国家")
    assert [(row.line, row.cells) for row in table.rows] == [(5, ("宁德时代", "CN")), (6, ("比亚迪", "CN"))]
    (said,) = table.problems
    assert (said.line, said.reason, said.repaired) == (4, "title_row", True)
    assert said.detail == "供应商名单 / 截至 2025-12-31"
    (table,) = workbook_tables((tmp_path / "plain.xlsx").read_bytes(), "plain.xlsx")
    assert (table.columns, len(table.rows)) == (("name",), 3)  # the remark alone is refused
    assert [(each.line, each.reason) for each in table.problems] == [(5, "cell_count")]


def test_examples_of_a_column_are_its_first_different_values_as_plain_text() -> None:
    given = table("a,b,c", f"x,,{'long ' * 20}", "x,,<b>bold</b>\u202e", "y,,z", "w,,z")
    assert examples_shown(given, "a") == "x · y"
    assert examples_shown(given, "b") == ""
    first, second = examples_shown(given, "c").split(" · ")
    assert (len(first), first[-1], second) == (40, "…", "<b>bold</b>")
