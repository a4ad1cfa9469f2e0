"""Days such as 01/02/2021, of which nothing tells the order: the year is certain either way, and is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Relation
from tests.unit.ingestion.checking.test_facts_of_tables import imported

FIELDS = {"start": "Appointed", "end": "Resigned"}
UNCLEAR = [
    "01/02/2021",
    "1/2/2021",
    "1-2-2021",
    "12/11/2021",
    "01 / 02 / 2021",
    "０１/０２/２０２１",
    "01/02/2021 00:00",
]


def told(header: str, *rows: str) -> tuple[list[Relation], list[tuple[int, str, str, str]]]:
    text = "\n".join((header, *rows))
    found = imported(("x.csv", f"{text}\n"))
    days = [each for each in found.repairs if each.reason != "was_created"]
    return list(found.data.relations), [(each.line, each.field, each.reason, each.detail) for each in days]


@pytest.mark.parametrize("cell", UNCLEAR)
@pytest.mark.parametrize("field", ["start", "end", "as_of"])
def test_the_year_of_an_unclear_day_is_kept_beside_its_text(field: str, cell: str) -> None:
    (relation,), repairs = told(f"source,target,type,{field}", f"a,b,supplies,{cell}")
    assert getattr(relation, field) == "2021"
    assert relation.year == (2021 if field == "start" else None)
    assert [name for name, _ in relation.attributes] == [field]
    assert [(line, name, reason) for line, name, reason, _ in repairs] == [(2, field, "unclear_day")]


@pytest.mark.parametrize("header", ["Supplier,Customer,Since", "供应商,客户,日期", "Acquirer,Target,Announced"])
def test_so_it_is_where_a_year_is_asked_for(header: str) -> None:
    (relation,), repairs = told(header, "a,b,01/02/2021")
    assert (relation.year, dict(relation.attributes)) == (2021, {"year": "01/02/2021"})
    assert repairs == [(2, "year", "unclear_day", "01/02/2021")]


def test_a_board_member_is_none_before_the_year() -> None:
    rows = ("Acme Ltd,Jane Osei,CEO,01/02/2021,", "Acme Ltd,Max Thelwell,CEO,2017-04-01,02/01/2021")
    found, repairs = told("Company,Name,Position,Appointed,Resigned", *rows)
    assert [(each.start, each.end) for each in found] == [("2021", ""), ("2017-04-01", "2021")]
    assert [reason for _, _, reason, _ in repairs] == ["unclear_day", "unclear_day"]


@pytest.mark.parametrize(
    ("cell", "day"), [("03/03/2021", "2021-03-03"), ("1.2.2021", "2021-02-01"), ("13/02/2021", "2021-02-13")]
)
def test_a_day_that_is_clear_is_one(cell: str, day: str) -> None:
    (relation,), repairs = told("source,target,type,start", f"a,b,supplies,{cell}")
    assert (relation.start, relation.attributes, repairs) == (day, (), [])


@pytest.mark.parametrize(
    "cell", ["2019-2021", "2024-02-30", "01/02/2021 or 03/04/2023", "31/31/2021", "soon", "about 01/02/2021"]
)
def test_what_is_no_day_is_kept_as_it_stands(cell: str) -> None:
    (relation,), repairs = told("source,target,type,start", f"a,b,supplies,{cell}")
    assert (relation.start, dict(relation.attributes)) == ("", {"start": cell})
    assert repairs == [(2, "start", "kept_apart", cell)]


def test_an_end_before_the_start_is_kept_as_it_stands() -> None:
    (relation,), repairs = told("source,target,type,start,end", "a,b,supplies,2022-05-01,01/02/2021")
    assert (relation.start, relation.end, dict(relation.attributes)) == ("2022-05-01", "", {"end": "01/02/2021"})
    assert repairs == [(2, "end", "kept_apart", "01/02/2021")]


def test_a_year_beside_a_start_in_another_one_is_kept_as_it_stands() -> None:
    (relation,), repairs = told("source,target,type,start,year", "a,b,supplies,2019-05-01,01/02/2021")
    assert (relation.year, dict(relation.attributes)) == (2019, {"year": "01/02/2021"})
    assert repairs == [(2, "year", "kept_apart", "01/02/2021")]
    (relation,), repairs = told("source,target,type,start,year", "a,b,supplies,2021-02-01,01/02/2021")
    assert (relation.start, relation.attributes, repairs) == ("2021-02-01", (), [])


@given(st.integers(1, 12), st.integers(1, 12), st.integers(1950, 2035), st.sampled_from("/-"))
def test_no_such_day_loses_its_year(first: int, second: int, year: int, mark: str) -> None:
    cell = f"{first:02}{mark}{second:02}{mark}{year}"
    (relation,), _ = told("source,target,type,start", f"a,b,supplies,{cell}")
    assert relation.start == (f"{year}-{first:02}-{second:02}" if first == second else str(year))
