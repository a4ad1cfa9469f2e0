"""Small files that would take minutes: no row costs more for the rows before it, or the file is refused."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.errors import DataUnreadableError
from core.ingestion.checking.entity_validation import MAX_NAMES
from core.ingestion.formats import html
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.identifiers import Identity
from core.ingestion.records.merging import MOST_ROWS_OF_A_FILE, together
from core.messages import LANGUAGES
from tests.unit.ingestion.checking.test_facts_of_tables import imported

CATL = Entity(id="catl", type="company", name_zh="宁德时代", name_en="CATL", tickers=("300750.SZ",))


def test_rows_that_all_differ_are_not_compared_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0
    differs_from = Identity.differs_from

    def counting(one: Identity, other: Identity) -> bool:
        nonlocal compared
        compared += 1
        return differs_from(one, other)

    monkeypatch.setattr(Identity, "differs_from", counting)
    rows = "".join(f"Atlas,gb,{number}\n" for number in range(300))
    found = imported(("x.csv", f"name,jurisdiction_code,company_number\n{rows}"), known=())
    assert len(found.data.entities) == 300
    assert compared < 10 * 300


def test_a_company_takes_so_many_names_and_the_rows_beyond_are_told() -> None:
    rows = "".join(f"T{number} Co,300750\n" for number in range(MAX_NAMES + 20))
    found = imported(("x.csv", f"name,ticker\n{rows}"), known=(CATL,))
    reasons = [each for each in found.data.problems if each.reason == "too_many_names"]
    assert 15 <= len(reasons) <= 20
    assert all(f"{MAX_NAMES}" in reasons[0].message(language) for language in LANGUAGES)
    (entity,) = found.data.entities
    assert len(entity.aliases) <= MAX_NAMES


def test_more_aliases_in_one_cell_are_refused_with_the_row() -> None:
    cell = ";".join(f"Alias {number}" for number in range(MAX_NAMES + 1))
    found = imported(("x.csv", f'name,aliases\nBig,"{cell}"\nSmall,Little\n'), known=())
    assert [each.name_en for each in found.data.entities] == ["Small"]
    assert [each.reason for each in found.data.problems] == ["too_many_names"]


def test_of_many_rows_of_one_file_the_first_are_kept_as_origin() -> None:
    entity = CATL.model_copy(update={"origin": "other.csv:1"})
    for line in range(2, MOST_ROWS_OF_A_FILE + 30):
        entity = together(entity, CATL.model_copy(update={"origin": f"many.csv:{line}"}))
    assert entity.origin.split("; ") == [
        "other.csv:1",
        *(f"many.csv:{line}" for line in range(2, MOST_ROWS_OF_A_FILE + 2)),
    ]


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("<table><tr><td>a<td>b</table>" * (html.MAX_TABLES + 1), "too many tables: 2,000"),
        (
            "<table>" + "<tr><td rowspan=60000>x<td colspan=900>y</tr>" * 3_000 + "</table>",
            "too many cells in its tables",
        ),
    ],
)
def test_pages_of_far_too_much_are_refused(page: str, fault: str) -> None:
    with pytest.raises(DataUnreadableError) as refused:
        read_file(f"<html><body>{page}</body></html>".encode(), "x.html", max_bytes=1_000_000)
    assert fault in refused.value.message("en")
