"""Tables of HTML pages whose cells span rows and columns: every name stays in its column."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ingestion.formats.html import html_page
from core.ingestion.formats.reading import read_file
from core.ingestion.formats.table import Table
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.titled_lists import offered_end
from core.ingestion.records.originals import Original
from core.ontology import default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported


def read(table: str) -> Table:
    page = f"<html><body><table>{table}</table></body></html>"
    (found,) = read_file(page.encode(), "x.html", max_bytes=1_000_000).tables
    return found


def row(*cells: str, tag: str = "td") -> str:
    return f"<tr>{''.join(each if each.startswith('<') else f'<{tag}>{each}</{tag}>' for each in cells)}</tr>"


HEADER = row("Supplier", "Customer", "Goods", tag="th")


def test_a_cell_over_several_rows_counts_for_each_of_them() -> None:
    rows = row("<td rowspan='2'>Norma<td>Volans<td>lenses"), row("Pyxis", "mirrors"), row("Mensa", "Volans", "glass")
    table = read(HEADER + "".join(rows))
    assert [each.cells for each in table.rows] == [
        ("Norma", "Volans", "lenses"),
        ("Norma", "Pyxis", "mirrors"),
        ("Mensa", "Volans", "glass"),
    ]
    assert [(each.line, each.reason, each.detail) for each in table.problems] == [(3, "merged_cells", "Norma")]
    found = imported(("x.html", f"<html><table>{HEADER}{''.join(rows)}</table></html>"), known=())
    assert [(each.source, each.target) for each in found.data.relations] == [
        ("Norma", "Volans"),
        ("Norma", "Pyxis"),
        ("Mensa", "Volans"),
    ]


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        (["<td>A<td rowspan=3>B<td>1", "<td>C<td>2", "<td>D<td>3"], ["AB1", "CB2", "DB3"]),
        (["<td>A<td>B<td rowspan=2>1", "<td>C<td>D", "<td>E<td>F<td>2"], ["AB1", "CD1", "EF2"]),
        (["<td rowspan=0>A<td>B<td>1", "<td>C<td>2", "<td>D<td>3"], ["AB1", "AC2", "AD3"]),
        (["<td rowspan=2>A<td rowspan=3>B<td>1", "<td>2", "<td>C<td>3"], ["AB1", "AB2", "CB3"]),
        (["<td rowspan=9>A<td>B<td>1", "<td>C<td>2"], ["AB1", "AC2"]),
        (["<td rowspan=x>A<td>B<td>1", "<td>C<td>D<td>2"], ["AB1", "CD2"]),
        (["<td rowspan=2>A<td>B<td>1", "<td><td>", "<td>C<td>D<td>2"], ["AB1", "CD2"]),
        (["<td rowspan=2>A<td>B<td rowspan=2>1", "<td>C"], ["AB1", "AC1"]),
        (["<td rowspan=2>A<td>B<td>1", "<td>C</td>"], ["AB1", "AC"]),
    ],
)
def test_places_of_cells(rows: list[str], cells: list[str]) -> None:
    found = read(HEADER + "".join(f"<tr>{each}</tr>" for each in rows)).rows
    assert ["".join(each.cells) for each in found] == cells


def test_a_cell_over_columns_and_rows_keeps_the_others_in_theirs() -> None:
    rows = "<tr><td rowspan=2 colspan=2>A<td>1<tr><td>2<tr><td>B<td>C<td>3"
    assert [each.cells for each in read(HEADER + rows).rows] == [("A", "", "1"), ("A", "", "2"), ("B", "C", "3")]


def test_a_line_across_the_table_is_no_company() -> None:
    table = read(HEADER + "<tr><td colspan=3>Europe</td></tr>" + row("Mensa", "Volans", "glass"))
    assert [each.cells for each in table.rows] == [("Mensa", "Volans", "glass")]
    assert [(each.line, each.reason, each.detail) for each in table.problems] == [(2, "cell_count", "1 / 3")]


def test_a_title_across_the_table_is_no_header() -> None:
    table = read("<tr><th colspan=3>Suppliers</th></tr>" + HEADER + row("Mensa", "Volans", "glass"))
    assert table.columns == ("Supplier", "Customer", "Goods")
    assert [(each.line, each.reason, each.detail) for each in table.problems] == [(2, "title_row", "Suppliers")]


def test_a_header_of_two_rows_calls_every_column() -> None:
    upper = row("<th colspan=2>Supplier</th>", "<th colspan=2>Customer</th>", "<th rowspan=2>Since</th>")
    lower = row("Name", "Country", "Name", "Country", tag="th")
    table = read(upper + lower + row("Mensa", "DE", "Volans", "CH", "2019"))
    assert table.columns == ("Supplier Name", "Supplier Country", "Customer Name", "Customer Country", "Since")
    assert [each.cells for each in table.rows] == [("Mensa", "DE", "Volans", "CH", "2019")]
    assert table.problems == ()


def test_rows_of_header_cells_alone_are_read() -> None:
    only = read(row("A", "B", tag="th") + row("C", "D", tag="th"))
    assert (only.columns, [each.cells for each in only.rows]) == (("A", "B"), [("C", "D")])


def test_rows_on_one_line_have_numbers_of_their_own(tmp_path: Path) -> None:
    page = f"<html><table>{HEADER}{row('A', 'B', 'c')}{row('D', 'E', 'f')}</table></html>"
    assert [each.line for each in html_page(page, "page.html").tables[0]] == [1, 2, 3]
    (tmp_path / "1").write_text(page, encoding="utf-8")
    found = Original("x.html", tmp_path / "1").row("x.html", 3, [["D"], ["E"]], 1)
    assert found is not None
    assert found.rows[found.cited].cells == ("D", "E", "f")


LISTED = row("Company", "Country", tag="th") + row("Norma Ltd", "Italy") + row("Volans AG", "Germany")


@pytest.mark.parametrize(
    ("page", "titles"),
    [
        (f"<h2>Suppliers of <b>Pyxis</b></h2><p>As of May</p><table>{LISTED}</table>", ["Suppliers of Pyxis"]),
        (f"<table><caption>Suppliers of Pyxis</caption>{LISTED}</table>", ["Suppliers of Pyxis"]),
        (f"<h2>Annual report</h2><table><caption>Suppliers of Pyxis</caption>{LISTED}</table>", ["Suppliers of Pyxis"]),
        (
            f"<h1>Report</h1><h2>Suppliers of Pyxis</h2><table>{LISTED}</table><table>{LISTED}</table>",
            ["Suppliers of Pyxis", ""],
        ),
        (f"<p>Nothing above</p><table>{LISTED}</table>", [""]),
    ],
)
def test_the_heading_above_a_table_is_its_title(page: str, titles: list[str]) -> None:
    tables = read_file(f"<html><body>{page}</body></html>".encode(), "x.html", max_bytes=1_000_000).tables
    said = [" / ".join(each.detail for each in table.problems if each.reason == "title_row") for table in tables]
    assert said == titles
    assert {each.columns for each in tables} == {("Company", "Country")}


def test_a_list_below_a_heading_is_of_the_company_that_it_names() -> None:
    page = f"<html><h3>Suppliers of Pyxis</h3><table>{LISTED}</table></html>"
    (table,) = read_file(page.encode(), "x.html", max_bytes=1_000_000).tables
    mapping = guess_mapping(table, default_ontology())
    assert (mapping.kind, mapping.constants) == ("relations", {"label": "supplies"})
    assert offered_end(mapping, table, default_ontology()) == {"target": "Pyxis"}
