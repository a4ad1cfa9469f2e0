"""Cells that say that there is nothing: they identify nobody, and so make no two companies one."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.names.name_tables import name_table
from tests.unit.ingestion.test_facts_of_tables import imported

NOTHING = ["-", "--", "—", "–", "N/A", "n/a", "NA", "none", "无", "暂无", "·", "?", "/"]
NO_IDENTIFIER = [*NOTHING, "private", "Unlisted", "未上市", "not applicable"]
ROWS = (("Orion Robotics", "US"), ("Hellas Shipping", "GR"), ("Rhein Logistik", "DE"), ("Garonne Foods", "FR"))


def _list(column: str, cell: str) -> str:
    lines = [f"Company,Country,{column}", f"{ROWS[0][0]},{ROWS[0][1]},ORBX"]
    return "\n".join([*lines, *(f"{name},{country},{cell}" for name, country in ROWS[1:])]) + "\n"


@pytest.mark.parametrize("column", ["Ticker", "LEI", "ISIN", "Registration number", "Wikidata"])
@pytest.mark.parametrize("cell", NO_IDENTIFIER)
def test_no_identifier_makes_companies_one(column: str, cell: str) -> None:
    found = imported(("list.csv", _list(column, cell)), known=())
    assert {(each.name_en, each.country) for each in found.data.entities} == set(ROWS)
    assert not any(cell in (*each.tickers, *each.identifiers, each.id) for each in found.data.entities)


@pytest.mark.parametrize("column", ["Aliases", "Former names", "Short name", "name_zh"])
@pytest.mark.parametrize("cell", NOTHING)
def test_no_other_name_makes_companies_one(column: str, cell: str) -> None:
    """Also where one that is there already has such a name."""
    known = (Entity(id="foo", type="company", name_zh="Foo Robotics", name_en="Foo Robotics", aliases=(cell,)),)
    found = imported(("list.csv", _list(column, cell)), known=known)
    assert {(each.name_en, each.country) for each in found.data.entities if each.id != "foo"} == set(ROWS)
    assert not any(cell in (each.name_zh, *each.aliases) for each in found.data.entities if each.id != "foo")


def test_what_is_given_beside_a_dash_is_kept() -> None:
    text = "Company,Country,Ticker,Aliases\nOrion,US,ORBX;-,Orion Inc;N/A\n"
    (orion,) = imported(("list.csv", text), known=()).data.entities
    assert (orion.tickers, orion.aliases) == (("ORBX",), ("Orion Inc",))


def test_a_name_of_nothing_is_borne_by_nobody() -> None:
    table = name_table(["", "orion"], [0, 1])
    assert table.place("") is None
    assert table.place("orion") is not None


@pytest.mark.parametrize("text", ["name\n__proto__\nGood Co\n", "id,name\nconstructor,Evil Co\ngood,Good Co\n"])
def test_a_reserved_id_is_refused_with_its_row(text: str) -> None:
    found = imported(("list.csv", text), known=())
    assert [each.name_en for each in found.data.entities] == ["Good Co"]
    assert [(each.line, each.reason) for each in found.data.problems] == [(2, "reserved_id")]
