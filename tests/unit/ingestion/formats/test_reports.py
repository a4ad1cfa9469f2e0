"""A report with several tables is no list of subsidiaries, though it has one."""

from __future__ import annotations

from core.ingestion.formats.reading import read_file

SUBSIDIARIES = "<table><tr><th>Name</th><th>Country</th></tr><tr><td>Norma SAS</td><td>France</td></tr></table>"
CUSTOMERS = "<table><tr><th>Customer</th><th>Revenue</th></tr><tr><td>Volans plc</td><td>96</td></tr></table>"


def read(body: str) -> tuple[int, int]:
    page = f"<html><body><h1>Corvane Ltd – Annual Report</h1>{body}</body></html>"
    found = read_file(page.encode(), "x.html", max_bytes=100_000)
    return len(found.tables), len(found.raw_records)


def test_all_tables_of_a_report_are_read() -> None:
    body = f"<h2>Top customers of Corvane Ltd</h2>{CUSTOMERS}<h2>Subsidiaries</h2>{SUBSIDIARIES}"
    assert read(body) == (2, 0)


def test_a_page_of_subsidiaries_alone_is_one_of_the_sec() -> None:
    assert read(f"<p>Subsidiaries of Corvane Ltd</p>{SUBSIDIARIES}") == (0, 1)


def test_a_list_that_names_others_beside_subsidiaries_says_by_its_columns_what_it_lists() -> None:
    text = "Company,Country,Key suppliers,Subsidiaries\nVolta Ltd,Sweden,Norma Ltd,Volta UK Ltd\n"
    found = read_file(text.encode(), "x.csv", max_bytes=10_000)
    assert (len(found.tables), len(found.raw_records)) == (1, 0)
