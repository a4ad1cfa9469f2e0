"""Text files with titles above their header, as spreadsheets are saved: the header is found, they are named."""

from __future__ import annotations

import pytest

from core.errors import DataUnreadableError
from core.ingestion.formats.table import delimited_table
from tests.unit.ingestion.checking.test_facts_of_tables import imported

ROWS = (("Supplier", "Customer", "Since"), ("Delta", "Acme", "2016"), ("Epsilon", "Acme", "2020"))


def text(*titles: str, delimiter: str = ",", padded: bool = True) -> str:
    above = [f"{title}{delimiter * 2 if padded else ''}" for title in titles]
    return "\n".join((*above, *(delimiter.join(row) for row in ROWS))) + "\n"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("padded", [True, False])
@pytest.mark.parametrize(
    "titles", [("Overview",), ("供应商清单（2024年度）", ""), ("Overview", "Exported 2024-06-30", "EUR k", "")]
)
def test_the_header_below_titles_is_found(titles: tuple[str, ...], delimiter: str, padded: bool) -> None:
    found = delimited_table(text(*titles, delimiter=delimiter, padded=padded), "x.csv")
    assert found.columns == ROWS[0]
    assert [row.cells for row in found.rows] == list(ROWS[1:])
    assert [row.line for row in found.rows] == [len(titles) + 2, len(titles) + 3]
    said = " / ".join(filter(None, titles))
    assert [(each.line, each.reason, each.detail, each.repaired) for each in found.problems] == [
        (len(titles) + 1, "title_row", said, True)
    ]


def test_such_a_file_is_imported() -> None:
    found = imported(("x.csv", "sep=,\n" + text("Overview", "")), known=())
    assert [(each.source, each.target, each.origin) for each in found.data.relations] == [
        ("Delta", "Acme", "x.csv:5"),
        ("Epsilon", "Acme", "x.csv:6"),
    ]


@pytest.mark.parametrize(
    ("content", "columns"),
    [
        ("name\nTesla, Inc.\nApple, Inc.\n", ("name",)),
        ("Company,,\nTesla,Austin,1\n", ("Company", "(2)", "(3)")),
        ("names\nA\nB\nC\nD\nE\n", ("names",)),
        ("One\nTwo\nThree\nFour\na,b\nc,d\ne,f\n", ("One",)),
        ("only\n", ("only",)),
        ('name;competitors\nBoreal;"[""Tessera"", ""Orchid""]"\n', ("name", "competitors")),
        ("a,b\n1\n", ("a", "b")),
    ],
)
def test_the_first_row_stays_the_header_elsewhere(content: str, columns: tuple[str, ...]) -> None:
    found = delimited_table(content, "x.csv")
    assert (found.columns, [each.reason for each in found.problems if each.reason == "title_row"]) == (columns, [])


@pytest.mark.parametrize("content", [",\n1,2\n", "\n1,2\n", ",,\n,,\n"])
def test_a_first_row_that_is_empty_is_no_title(content: str) -> None:
    with pytest.raises(DataUnreadableError, match="header"):
        delimited_table(content, "x.csv")
