"""Lists of subsidiaries with their parents: no column is lost, and what a company is stands beside the company."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ingestion.formats.reading import read_file
from tests.unit.ingestion.checking.test_facts_of_tables import imported

SUBSIDIARIES = """Parent company,Subsidiary,Country of incorporation,Ownership interest,As of,Principal activity
a,Gamma Ltd,United Kingdom,75%,31 Dec 2024,Dairy
a,Gamma Iberia S.L.,Spain,100%,31 Dec 2024,Distribution
Gamma Ltd,Gamma Ice Ltd,United Kingdom,51.5%,30/06/2024,Ice cream
b,Delta GmbH,Germany,< 20%,2024-12-31,Robotics
"""


def test_every_column_is_said_of_what_it_is_about() -> None:
    found = imported(("subsidiaries.csv", SUBSIDIARIES))
    assert found.data.problems == ()
    told = [(each.source, each.target, each.share_low, each.as_of) for each in found.data.relations]
    assert told == [
        ("Gamma Ltd", "a", 75.0, "2024-12-31"),
        ("Gamma Iberia S.L.", "a", 100.0, "2024-12-31"),
        ("Gamma Ice Ltd", "Gamma Ltd", 51.5, "2024-06-30"),
        ("Delta GmbH", "b", None, "2024-12-31"),
    ]
    companies = {each.id: (each.country, each.description_en) for each in found.data.entities}
    assert companies == {
        "Gamma Ltd": ("United Kingdom", "Dairy"),
        "Gamma Iberia S.L.": ("Spain", "Distribution"),
        "Gamma Ice Ltd": ("United Kingdom", "Ice cream"),
        "Delta GmbH": ("Germany", "Robotics"),
    }
    assert {each.type for each in found.data.relations} == {"subsidiary_of"}


def test_a_share_that_cannot_be_read_is_kept_and_reported() -> None:
    found = imported(("subsidiaries.csv", SUBSIDIARIES))
    assert found.data.relations[3].attributes == (("share", "< 20%"),)
    told = [(each.line, each.field, each.reason, each.detail) for each in found.repairs if each.reason == "kept_apart"]
    assert told == [(5, "share", "kept_apart", "< 20%")]


@pytest.mark.parametrize(
    ("headers", "cells"),
    [
        ("母公司,子公司,注册地,持股比例(%),业务性质", "a,Gamma,中国,60,锂盐"),
        ("Mutter,Tochter,Sitz,Anteil,Tätigkeit", "a,Gamma,Deutschland,60%,Chemie"),
        ("Parent,Name of subsidiary,Country,% held,Nature of business", "a,Gamma,Spain,60,Chemistry"),
        ("Parent,Subsidiary,Country,Interest,Industry", "a,Gamma,Spain,60%,Chemistry"),
        ("Parent,Subsidiary,Country,Stake,Principal activity", "a,Gamma,Spain,60%,Makes and sells cheese in Spain."),
    ],
)
def test_what_a_subsidiary_is_and_does(headers: str, cells: str) -> None:
    found = imported(("x.csv", f"{headers}\n{cells}\n"))
    (relation,) = found.data.relations
    assert (relation.source, relation.type, relation.target) == ("Gamma", "subsidiary_of", "a")
    assert (relation.share_low, relation.attributes) == (60.0, ())
    gamma = next(each for each in found.data.entities if each.id == "Gamma")
    assert gamma.country
    assert cells.rsplit(",", 1)[1] in (gamma.description_en, gamma.description_zh, gamma.industry)


def test_a_jurisdiction_is_that_of_the_subsidiary() -> None:
    text = "Parent,Subsidiary,State or other jurisdiction of incorporation\na,Gamma,Delaware\nb,Gamma Two,Japan\n"
    found = imported(("x.csv", text))
    name = "State or other jurisdiction of incorporation"
    assert {each.id: each.attributes for each in found.data.entities} == {
        "Gamma": ((name, "Delaware"),),
        "Gamma Two": ((name, "Japan"),),
    }
    assert [each.attributes for each in found.data.relations] == [(), ()]


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        ("60%|> 50%", [60.0, None]),
        ("60%|n/a", [60.0, None]),
        ("60|approx. 30 %", [60.0, None]),
        ("60%|100% (indirect)", [60.0, None]),
    ],
)
def test_a_column_of_shares_is_one_though_some_cells_say_more(cells: str, read: list[float | None]) -> None:
    rows = "".join(f"a,Gamma{place},{cell}\n" for place, cell in enumerate(cells.split("|")))
    found = imported(("x.csv", f"Parent,Subsidiary,Ownership interest\n{rows}"))
    assert [each.share_low for each in found.data.relations] == read
    assert [each.detail for each in found.repairs if each.reason == "kept_apart"] == [cells.split("|")[1]]


@pytest.mark.parametrize("cells", ["60%|family", "n/a|n/a", "> 50%|< 20%", "indirect|direct"])
def test_a_column_of_other_words_is_none_of_shares(cells: str) -> None:
    rows = "".join(f"a,Gamma{place},{cell}\n" for place, cell in enumerate(cells.split("|")))
    found = imported(("x.csv", f"Parent,Subsidiary,Ownership interest\n{rows}"))
    assert [dict(each.attributes) for each in found.data.relations] == [
        {"Ownership interest": each} for each in cells.split("|")
    ]


OF_REGISTRANTS = "CIK,Company,Subsidiary,Country of incorporation,Ownership,As of,Principal activity,Held through\n"


def test_a_list_with_numbers_of_registrants_loses_no_column() -> None:
    rows = "17,Alpha Inc.,Beta Ltd,Ireland,< 20%,2024,Steel,Gamma\n18,Beta Ltd,Delta Ltd,Japan,100%,2024,,\n"
    found = imported(("x.csv", OF_REGISTRANTS + rows))
    assert found.data.problems == ()
    first, second = found.data.relations
    assert dict(first.attributes) == {"Principal activity": "Steel", "Held through": "Gamma", "share": "< 20%"}
    assert (second.share_low, second.as_of, second.attributes) == (100.0, "2024", ())
    assert [(each.field, each.detail) for each in found.repairs if each.reason == "kept_apart"] == [("share", "< 20%")]
    assert {each.country for each in found.data.entities if each.name_en.startswith("D")} == {"Japan"}


def test_a_page_of_subsidiaries_loses_no_column() -> None:
    head = "<tr><th>Name of subsidiary</th><th>Country of incorporation</th><th>Ownership</th><th>Activity</th></tr>"
    row = "<tr><td>Beta Ltd</td><td>Ireland</td><td>more than 50%</td><td>Steel</td></tr>"
    page = f"<html><body><p>Subsidiaries of Alpha, Inc.</p><table>{head}{row}</table></body></html>"
    found = imported(("ex21.htm", page))
    (relation,) = found.data.relations
    assert dict(relation.attributes) == {"Activity": "Steel", "share": "more than 50%"}
    assert {each.name_en: each.country for each in found.data.entities}["Beta Ltd"] == "Ireland"


WORDS = st.text("bcdfg", min_size=3, max_size=5)


@given(
    st.lists(WORDS, min_size=1, max_size=4, unique=True),
    st.sampled_from(["Parent", "CIK,Company", "Registrant"]),
    st.data(),
)
def test_whatever_a_cell_says_stands_somewhere(names: list[str], ends: str, data: st.DataObject) -> None:
    columns = [f"x{name}" for name in names]
    cells = [data.draw(WORDS) for _ in columns]
    given_ends = "17,Alpha" if "," in ends else "Alpha"
    text = f"{ends},Subsidiary,Country,{','.join(columns)}\n{given_ends},Beta Ltd,Spain,{','.join(cells)}\n"
    found = imported(("x.csv", text))
    records = (*found.data.entities, *found.data.relations)
    assert all(any(cell in record.model_dump_json() for record in records) for cell in cells)


def test_a_list_without_numbers_is_mapped_by_its_columns() -> None:
    assert [table.name for table in read_file(SUBSIDIARIES.encode(), "x.csv", max_bytes=10_000).tables] == ["x.csv"]
