"""What the SEC publishes, in its published form; all content is invented."""

from __future__ import annotations

import pytest

from core.errors import DataUnreadableError
from core.ingestion.formats.exhibit_21 import registrant
from core.ingestion.formats.reading import read_file
from tests.published_files import bring

TICKERS = {
    "0": {"cik_str": 17, "ticker": "ALP", "title": "Alpha Cells Inc."},
    "1": {"cik_str": 17, "ticker": "ALP-B", "title": "Alpha Cells Inc."},
    "2": {"cik_str": 1234567, "ticker": "BET", "title": "BETA MOTORS CORP"},
    "3": {"cik_str": 18, "ticker": "NON", "title": ""},
}
ROWS = [
    [17, "Alpha Cells Inc.", "ALP", "Nasdaq"],
    [17, "Alpha Cells Inc.", "ALP-B", "NYSE"],
    [None, "Beta", "BET", None],
]


def test_companies_and_their_tickers() -> None:
    found = bring(("company_tickers.json", TICKERS))
    assert {each.id: (each.name_en, each.tickers) for each in found.entities.values()} == {
        "0000000017": ("Alpha Cells Inc.", ("ALP", "ALP-B")),
        "0001234567": ("BETA MOTORS CORP", ("BET",)),
    }
    assert found.entities["0000000017"].identifiers == ("cik:0000000017",)
    assert found.refused == [(4, "missing")]


def test_companies_with_their_exchanges() -> None:
    found = bring(("company_tickers_exchange.json", {"fields": ["cik", "name", "ticker", "exchange"], "data": ROWS}))
    (company,) = found.entities.values()
    assert (company.tickers, company.attributes) == (("ALP", "ALP-B"), (("exchange", "Nasdaq|NYSE"),))
    assert found.refused == [(3, "missing")]


EXHIBIT = """<DOCUMENT>
<TYPE>EX-21.1
<TEXT><html><head><title>EX-21.1</title><style>p {color: red}</style></head><body>
<p>Exhibit 21.1</p><p><b>Subsidiaries of<br>Alpha&nbsp;Cells, Inc.*</b></p>
<p>SUBSIDIARIES OF ALPHA CELLS, INC. as of September 30, 2024</p>
<table><tr><td colspan="2"><b>Name of Subsidiary</b></td><td></td><td>State or Other Jurisdiction of Incorporation</td>
<td>Percentage owned</td></tr>
<tr><td colspan="2">Alpha Cells Ireland Limited</td><td>&nbsp;</td><td>Ireland</td><td>100%</td></tr>
<tr><td colspan="5">Other</td></tr>
<tr><td colspan="2">Alpha Cells K.K. *</td><td></td><td>Japan</td><td>51</td></tr></table></body></html></TEXT>
</DOCUMENT>"""


def test_the_page_of_an_exhibit() -> None:
    found = bring(("ex211.htm", EXHIBIT))
    assert found.relations == {
        ("Alpha Cells Ireland Limited", "subsidiary_of", "ALPHA CELLS, INC."),
        ("Alpha Cells K.K.", "subsidiary_of", "ALPHA CELLS, INC."),
    }
    subsidiary = next(each for each in found.entities.values() if each.name_en.startswith("Alpha Cells K"))
    assert subsidiary.attributes == (("jurisdiction", "Japan"),)
    assert [reason for _, reason in found.refused] == ["cell_count"]


def test_other_tables_of_an_exhibit_and_a_column_that_is_only_called_name() -> None:
    page = EXHIBIT.replace("Name of Subsidiary", "Name").replace(
        "<table>", "<table><tr><td>Page</td><td>Date</td></tr><tr><td>1</td><td>2024</td></tr></table><table>", 1
    )
    assert {source for source, _, _ in bring(("ex211.htm", page)).relations} == {
        "Alpha Cells Ireland Limited",
        "Alpha Cells K.K.",
    }


def test_an_exhibit_that_names_no_registrant_says_so() -> None:
    page = EXHIBIT.replace("SUBSIDIARIES OF ALPHA CELLS, INC.", "SUBSIDIARIES OF THE REGISTRANT")
    found = bring(("ex211.htm", page.replace("<p><b>Subsidiaries of<br>Alpha&nbsp;Cells, Inc.*</b></p>", "")))
    assert (found.relations, len(found.entities)) == (set(), 2)
    assert "no_registrant" in {each.reason for each in found.problems}


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (("EXHIBIT 21", "SUBSIDIARIES OF BETA CORP."), "BETA CORP."),
        (("Subsidiaries of Beta Corp at December 31, 2023 (1)",), "Beta Corp"),
        (("The following are significant subsidiaries of Beta Corporation: ",), "Beta Corporation"),
        (("BETA CORPORATION", "LIST OF SUBSIDIARIES"), "BETA CORPORATION"),
        (("Exhibit 21", "Subsidiaries of the Registrant", "Beta, Inc."), "Beta, Inc."),
        (("Exhibit 21", "Subsidiaries of the Registrant"), ""),
        (("Subsidiaries of the Company as of 2023",), ""),
        (("A page of something else", "Beta, Inc."), ""),
    ],
)
def test_whose_subsidiaries_a_page_lists(lines: tuple[str, ...], name: str) -> None:
    assert registrant(lines) == name


def test_a_table_of_the_subsidiaries_of_several() -> None:
    rows = (
        "cik,company,subsidiary,jurisdiction of incorporation,ownership %,filing date\n"
        "17,Alpha Cells Inc.,Alpha Ireland Ltd,Ireland,100,2024-03-01\n"
        "17,Alpha Cells Inc.,Alpha KK,Japan,,2024-03-01\n"
        ",,Nobody Ltd,Japan,,\n"
    )
    found = bring(("ex21.csv", rows))
    assert found.relations == {
        (name, "subsidiary_of", "Alpha Cells Inc.") for name in ("Alpha Ireland Ltd", "Alpha KK")
    }
    assert found.entities["0000000017"].name_en == "Alpha Cells Inc."
    assert found.refused == [(4, "missing")]
    (raw_records,) = read_file(rows.encode(), "ex21.csv", max_bytes=10**6).raw_records
    relation = next(each for each in raw_records.items if each.kind == "relation")
    assert (relation.values["share"], relation.values["as_of"]) == ("100", "2024-03-01")


def test_any_other_page_gives_its_tables() -> None:
    rows = "<tr><th>Name</th><th>Country</th></tr><tr><td>Alpha</td><td></td></tr>"
    (table,) = read_file(
        f"<html><body><table>{rows}</table></body></html>".encode(), "page.html", max_bytes=10**6
    ).tables
    assert (table.columns, [row.cells for row in table.rows]) == (("Name", "Country"), [("Alpha", "")])
    page = read_file(b"<html><body>Nothing of it in a table</body></html>", "page.html", max_bytes=10**6)
    assert (page.tables, page.raw_records[0].items[0].values["text"]) == ((), "Nothing of it in a table")
    with pytest.raises(DataUnreadableError, match="neither a table"):
        read_file(b"<html><body></body></html>", "page.html", max_bytes=10**6)
