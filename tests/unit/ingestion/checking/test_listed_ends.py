"""Cells of an end of relations that name several companies: each becomes a relation, and the row says so."""

from __future__ import annotations

from typing import Any

import pytest

from core.domain.records import Entity
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.checking.validation import validate
from core.ingestion.records.raw_records import RawRecord
from tests.unit.ingestion.admitting import ONTOLOGY, reasons, relation, repairs

KNOWN = tuple(
    Entity(id=own, type="company", name_zh=zh, name_en=en)
    for own, zh, en in (
        ("catl", "宁德时代", "CATL"),
        ("byd", "比亚迪", "BYD"),
        ("tesla", "特斯拉", "Tesla"),
        ("jnj", "强生", "Johnson & Johnson"),
        ("ernst", "安永", "Ernst and Young"),
        ("pair", "甲、乙公司", "Pair; Two"),
        ("stack", "栈", "A/B Stack, Inc."),
    )
)


def taken(*raw_records: RawRecord, **choices: Any) -> ValidatedRecords:
    return validate(raw_records, ONTOLOGY, Choices(**choices), KNOWN)


def ends(found: ValidatedRecords) -> list[tuple[str, str]]:
    return [(each.source, each.target) for each in found.data.relations]


LISTS = {
    # between ; | 、 and line breaks, known or not
    "CATL; BYD": ["catl", "byd"],
    "CATL|New Cells": ["catl", "New Cells"],
    "宁德时代、比亚迪": ["catl", "byd"],
    "宁德时代、新电池、比亚迪等公司": ["catl", "新电池", "byd"],
    "New Cells；Old Cells": ["New Cells", "Old Cells"],
    "CATL\nBYD": ["catl", "byd"],
    '["CATL", "BYD"]': ["catl", "byd"],
    # between commas, where two of them are known
    "CATL, BYD": ["catl", "byd"],
    "宁德时代，比亚迪": ["catl", "byd"],
    "CATL, New Cells and BYD": None,
    "CATL, BYD, and New Cells": ["catl", "byd", "New Cells"],
    # between slashes and words, where all of them are
    "CATL/BYD": ["catl", "byd"],
    "CATL and BYD": ["catl", "byd"],
    "CATL und BYD": ["catl", "byd"],
    "CATL & BYD": ["catl", "byd"],
    "宁德时代和比亚迪": ["catl", "byd"],
    "宁德时代及比亚迪": ["catl", "byd"],
}
ONE = [
    "New Cells",
    "Johnson & Johnson",
    "Ernst and Young",
    "Pair; Two",
    "甲、乙公司",
    "A/B Stack, Inc.",
    "New Cells, Inc.",
    "Smith, John",
    "CATL and New Cells",
    "Marks and Spencer",
    "和记黄埔",
    "CATL; 12 %",
]


@pytest.mark.parametrize("side", ["source", "target"])
@pytest.mark.parametrize(("cell", "names"), [(cell, names) for cell, names in LISTS.items() if names])
def test_a_list_at_an_end_becomes_a_relation_of_each_name(cell: str, names: list[str], side: str) -> None:
    given = (cell, "supplies", "Tesla") if side == "source" else ("Tesla", "supplies", cell)
    found = taken(relation(*given))
    assert sorted(ends(found)) == sorted((name, "tesla") if side == "source" else ("tesla", name) for name in names)
    assert [each for each in repairs(found) if each[2] == "was_split"] == [(3, side, "was_split", cell)]
    assert reasons(found) == []


@pytest.mark.parametrize("cell", [*ONE, *(cell for cell, names in LISTS.items() if names is None)])
def test_what_may_be_one_name_stays_whole(cell: str) -> None:
    found = taken(relation(cell, "supplies", "Tesla"))
    assert len(ends(found)) == 1
    assert not [each for each in repairs(found) if each[2] == "was_split"]


def test_a_name_that_a_person_has_chosen_stays_whole() -> None:
    assert ends(taken(relation("CATL; BYD", "supplies", "Tesla"), meant={"CATL; BYD": "catl"})) == [("catl", "tesla")]


def test_lists_at_both_ends_mean_each_with_each() -> None:
    found = taken(relation("CATL; BYD", "supplies", "Tesla | Johnson & Johnson"))
    assert ends(found) == [("catl", "tesla"), ("catl", "jnj"), ("byd", "tesla"), ("byd", "jnj")]


def test_a_share_is_not_said_of_each() -> None:
    (first, second) = taken(relation("CATL; BYD", "shareholder_of", "Tesla", share="5", as_of="2024")).data.relations
    for each in (first, second):
        assert (each.share_low, each.as_of) == (None, "2024")
        assert [(fact.name, fact.value) for fact in each.attributes] == [("share", "5")]
    found = taken(relation("CATL; BYD", "shareholder_of", "Tesla", share="5"))
    assert (3, "share", "kept_apart", "5") in repairs(found)


def test_a_table_of_names_is_not_multiplied_without_bound() -> None:
    names = ";".join(f"Company{place}" for place in range(15))
    others = ";".join(f"Buyer{place}" for place in range(15))
    assert len(ends(taken(relation(names, "supplies", others)))) == 1
