"""Rows that state a relation and say what a company at its end is: one that says nothing new of it is not refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.ingestion.checking.test_facts_of_tables import imported

HEADER = "Parent company,Subsidiary,Country\n"
COUNTRIES = ("", "Spain", "France")


@pytest.mark.parametrize("rows", ["a,Gamma,Spain\nb,Gamma,\n", "a,Gamma,\nb,Gamma,Spain\n", "a,Gamma,\nb,Gamma,\n"])
def test_a_company_that_two_rows_name_occurs_in_two_relations(rows: str) -> None:
    found = imported(("x.csv", HEADER + rows))
    assert [(each.source, each.target) for each in found.data.relations] == [("Gamma", "a"), ("Gamma", "b")]
    assert found.data.problems == ()
    gamma = next(each for each in found.data.entities if each.id == "Gamma")
    assert gamma.country == ("Spain" if "Spain" in rows else "")


def test_a_parent_may_be_a_subsidiary_too() -> None:
    rows = "17,Alpha,Beta,Ireland,100\n18,Beta,Gamma,Japan,51\n17,Alpha,Gamma,Japan,49\n"
    found = imported(("x.csv", f"cik,registrant,subsidiary,jurisdiction of incorporation,ownership %\n{rows}"))
    assert [each.reason for each in found.data.problems] == []
    assert len(found.data.relations) == 3


@pytest.mark.parametrize("later", ["Gamma,,Spain,1,", "Gamma,,,1,"])
def test_an_id_of_its_own_is_that_of_one_company(later: str) -> None:
    text = f"Name,Competitor,Country,id,Overlap\nGamma,a,,1,High\nGamma,b,Spain,1,Low\n{later}\n"
    found = imported(("x.csv", text))
    assert [(each.source, each.target) for each in found.data.relations] == [("1", "a"), ("1", "b")]
    assert next(each for each in found.data.entities if each.id == "1").country == "Spain"


def test_a_row_of_a_company_alone_that_says_nothing_new_is_refused() -> None:
    found = imported(("x.csv", "Company,Country\nGamma,Spain\nGamma,Spain\n"))
    assert [(each.line, each.reason) for each in found.data.problems] == [(3, "duplicate_id")]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("cde"), st.sampled_from(COUNTRIES)), max_size=6))
def test_no_row_counts_as_refused_whose_relation_came_in(rows: list[tuple[str, str, str]]) -> None:
    found = imported(("x.csv", HEADER + "a,f,Spain\n" + "".join(f"{','.join(row)}\n" for row in rows)))
    stated = {each.origin for each in found.data.relations}
    assert stated.isdisjoint(f"{each.file}:{each.line}" for each in found.data.problems)
    for name in {name for _, name, _ in rows}:
        told = [country for _, other, country in rows if other == name and country]
        company = next(each for each in found.data.entities if each.name_en == name)
        assert company.country in (told or [""])
