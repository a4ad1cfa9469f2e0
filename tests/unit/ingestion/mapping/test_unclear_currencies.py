"""Amounts with the sign of a currency that may be any of several: ¥ is the yuan or the yen."""

from __future__ import annotations

import pytest

from core.domain.records import Attribute
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import table_raw_records
from core.ontology import default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported


def _told(text: str) -> list[tuple[int, str, str]]:
    """What is said of the rows of a file before the gate."""
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    parts = table_raw_records(table, guess_mapping(table, default_ontology()))
    return [(each.line, each.reason, each.detail) for each in parts.problems if each.repaired]


@pytest.mark.parametrize("cell", ["¥38 billion", "￥3亿", "¥500", "₺5m", "¥ 38bn"])
@pytest.mark.parametrize("header", ["Deal value", "Amount"])
def test_an_amount_whose_currency_is_not_clear_is_kept_and_told(cell: str, header: str) -> None:
    text = f"Acquirer,Target,{header},Date\nAcme,Beta,{cell},2020\nAcme,Gamma,$5m,2021\n"
    first, second = imported(("x.csv", text), known=()).data.relations
    assert (first.amount, first.currency) == (None, "")
    assert Attribute(header, cell) in first.attributes
    assert (second.amount, second.currency) == (5_000_000, "USD")
    assert _told(text) == [(2, "unclear_currency", cell)]


@pytest.mark.parametrize(
    ("columns", "cells", "currency"),
    [
        ("Deal value,Currency", "¥38 billion,JPY", "JPY"),
        ("Deal value (JPY)", "¥38 billion", "JPY"),
        ("Deal value", "JPY 38 billion", "JPY"),
        ("Deal value", "JP¥38 billion", "JPY"),
        ("Deal value", "CN¥38 billion", "CNY"),
        ("Deal value", "38 billion yuan", "CNY"),
        ("Deal value", "€38 billion", "EUR"),
        ("Deal value", "38 billion", ""),
    ],
)
def test_what_names_it_or_has_no_sign_is_an_amount(columns: str, cells: str, currency: str) -> None:
    text = f"Acquirer,Target,{columns},Date\nAcme,Beta,{cells},2020\n"
    (relation,) = imported(("x.csv", text), known=()).data.relations
    assert (relation.amount, relation.currency) == (38_000_000_000, currency)
    assert _told(text) == []
