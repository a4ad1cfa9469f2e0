"""A seat with its country behind the city tells the country, unless that may be a part of another one."""

from __future__ import annotations

import pytest

from core.ingestion.mapping.seats import country_of_seat
from tests.unit.ingestion.checking.test_facts_of_tables import imported


@pytest.mark.parametrize(
    ("seat", "country"),
    [
        ("Dublin, Ireland", "Ireland"),
        ("Basel, Switzerland", "Switzerland"),
        ("Coventry, UK", "UK"),
        ("Austin, Texas, USA", "USA"),
        ("Shenzhen, Guangdong, China", "China"),
        ("慕尼黑，德国", "德国"),
        ("Austin, TX", ""),
        ("San Jose, CA", ""),
        ("Atlanta, Georgia", ""),
        ("Munich, Bavaria", ""),
        ("Dublin", ""),
        ("Ireland", ""),
        ("", ""),
    ],
)
def test_it_is_what_stands_behind_the_last_comma(seat: str, country: str) -> None:
    assert country_of_seat(seat) == country


def test_a_list_with_such_seats_has_countries_and_a_column_of_countries_counts_more() -> None:
    found = imported(
        ("x.csv", 'Company,Headquarters\nNorma Ltd,"Dublin, Ireland"\nVolans Ltd,"Austin, TX"\n'), known=()
    )
    assert [(each.id, each.country, each.place) for each in found.data.entities] == [
        ("Norma Ltd", "Ireland", "Dublin, Ireland"),
        ("Volans Ltd", "", "Austin, TX"),
    ]
    found = imported(("x.csv", 'Company,Country,Headquarters\nNorma Ltd,France,"Dublin, Ireland"\n'), known=())
    assert [each.country for each in found.data.entities] == ["France"]
