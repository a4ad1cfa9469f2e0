"""Lists of companies with their immediate and their ultimate parents: the former are the parents, the latter a fact."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.unit.ingestion.checking.test_facts_of_tables import imported

CELLS = {"own": "Kestrel Chill Ltd", "immediate": "Kestrel Stores Ltd", "ultimate": "Norma plc", "share": "75%"}
CALLED = [
    ("Company", "Immediate parent", "Ultimate parent", "Ownership %"),
    ("Entity", "Direct parent", "Ultimate parent company", "Ownership"),
    ("Subsidiary", "Immediate parent company", "Ultimate parent", "% owned"),
    ("Company name", "Immediate parent", "Ultimate parent name", "Stake"),
    ("Company", "Parent", "Ultimate parent", "Ownership %"),
    ("公司名称", "直接母公司", "最终母公司", "持股比例"),
    ("子公司", "直接母公司", "最终母公司", "持股比例"),
    ("公司", "母公司", "最终母公司", "持股比例"),
]


@pytest.mark.parametrize("called", CALLED)
@pytest.mark.parametrize("order", [*permutations(("own", "immediate", "ultimate"))])
@pytest.mark.parametrize("share", [True, False])
def test_the_immediate_parent_is_the_parent(
    called: tuple[str, str, str, str], order: tuple[str, ...], share: bool
) -> None:
    column = dict(zip(CELLS, called, strict=True))
    listed = (*order, "share") if share else order
    text = ",".join(column[each] for each in listed) + "\n" + ",".join(CELLS[each] for each in listed) + "\n"
    found = imported(("x.csv", text), known=())
    names = {each.id: each.name_en for each in found.data.entities}
    told = [(names[each.source], each.type, names[each.target], each.share_low) for each in found.data.relations]
    assert told == [(CELLS["own"], "subsidiary_of", CELLS["immediate"], 75.0 if share else None)]
    own = next(each for each in found.data.entities if each.name_en == CELLS["own"])
    assert [(each.name, each.value) for each in own.attributes] == [(column["ultimate"], CELLS["ultimate"])]


def test_an_ultimate_parent_that_stands_alone_is_the_parent() -> None:
    (relation,) = imported(("x.csv", "Company,Country,Ultimate parent\na,GB,b\n")).data.relations
    assert (relation.source, relation.type, relation.target) == ("a", "subsidiary_of", "b")


@pytest.mark.parametrize(
    "header",
    ["子公司名称,直接控股股东,持股比例（%）,实际控制人", "Subsidiary,Direct shareholder,Stake (%),Controlling person"],
)
def test_who_holds_directly_is_the_holder(header: str) -> None:
    (relation,) = imported(("x.csv", f"{header}\na,b,70,Eva\n")).data.relations
    assert (relation.source, relation.type, relation.target, relation.share_low) == ("b", "shareholder_of", "a", 70.0)
