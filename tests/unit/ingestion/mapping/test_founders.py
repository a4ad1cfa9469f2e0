"""Columns of founders and chief executives in a list of companies are relations with people, the chair is a fact."""

from __future__ import annotations

import pytest

from tests.unit.ingestion.checking.test_facts_of_tables import imported


@pytest.mark.parametrize(
    "column",
    [
        "Founder",
        "Founders",
        "Founded by",
        "Co-founders",
        "创始人",
        "创办人",
        "联合创始人",
        "Gründer",
        "Fondateur",
        "創業者",
    ],
)
def test_a_column_of_founders_is_a_relation_with_people(column: str) -> None:
    found = imported(("x.csv", f'Name,{column},Chairman\nAarla Ltd,"Bea Riva; Carla Neri",Ian Holt\n'), known=())
    assert [(each.source, each.type, each.target) for each in found.data.relations] == [
        ("Aarla Ltd", "founded_by", "Bea Riva"),
        ("Aarla Ltd", "founded_by", "Carla Neri"),
    ]
    assert {each.id: each.type for each in found.data.entities} == {
        "Aarla Ltd": "company",
        "Bea Riva": "person",
        "Carla Neri": "person",
    }


@pytest.mark.parametrize("column", ["Founded", "成立时间", "Year founded"])
def test_a_column_of_years_of_founding_is_none(column: str) -> None:
    found = imported(("x.csv", f"Name,Country,{column}\nAarla Ltd,Italy,2001\nBorla Ltd,Italy,2003\n"), known=())
    assert not found.data.relations
    assert [each.founded for each in found.data.entities] == [2001, 2003]


def test_of_a_nested_board_the_roles_are_not_those_of_the_chief_executive() -> None:
    text = (
        '[{"company": "Lakeshore Ltd", "board": [{"name": "Monica Reyes", "role": "Chair"},'
        ' {"name": "Daniel Kofi", "role": "Director"}], "ceo": "Hannah Brook"},'
        ' {"company": "Nordlicht GmbH", "board": [{"name": "Jonas Voss", "role": "Chair"}], "ceo": "Petra Lang"}]'
    )
    found = imported(("x.json", text), known=())
    assert {(each.source, each.type, each.target) for each in found.data.relations} == {
        ("Monica Reyes", "director_of", "Lakeshore Ltd"),
        ("Daniel Kofi", "director_of", "Lakeshore Ltd"),
        ("Hannah Brook", "chief_executive_of", "Lakeshore Ltd"),
        ("Jonas Voss", "director_of", "Nordlicht GmbH"),
        ("Petra Lang", "chief_executive_of", "Nordlicht GmbH"),
    }


def test_a_person_is_at_the_end_where_people_are_whatever_the_edge_says() -> None:
    text = (
        '{"nodes": [{"id": "n1", "name": "Zephyr Airlines", "type": "company"}, {"id": "n4", "name": "Miguel Santos",'
        ' "type": "person"}], "edges": [{"source": "n4", "target": "n1", "type": "CEO"}]}'
    )
    found = imported(("x.json", text), known=())
    assert [(each.source, each.type, each.target) for each in found.data.relations] == [
        ("n4", "chief_executive_of", "n1")
    ]
