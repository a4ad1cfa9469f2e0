"""What is read of how large companies are: figures that can be compared."""

from __future__ import annotations

import pytest

from core.domain.records import Attribute
from core.ingestion.mapping.company_sizes import CLASS, SizeReader, class_place


@pytest.mark.parametrize(
    ("column", "value", "measure", "figure"),
    [
        ("market cap", "2.5 billion", "market value", 2.5e9),
        ("Revenue (USD m)", "1,200", "revenue", 1.2e9),
        ("员工人数", "12万", "staff", 120_000.0),
    ],
)
def test_amounts_are_dollars_or_people(column: str, value: str, measure: str, figure: float) -> None:
    assert list(SizeReader().read([Attribute(column, value)])) == [(measure, figure)]


def test_a_class_is_a_place_among_the_classes() -> None:
    place = class_place("Mid Cap")
    assert place is not None
    assert list(SizeReader().read([Attribute("market cap", "Mid Cap")])) == [(CLASS, place)]
    assert class_place("Nano Cap") == 0.0 < place < 1.0 == class_place("Mega Cap")
    assert class_place("1000") is None
