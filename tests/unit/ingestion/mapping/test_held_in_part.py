"""OWNS with half of a company or less: a holding without control."""

from __future__ import annotations

import pytest

from core.ingestion.mapping.held_in_part import held_in_part
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ontology import Ontology, default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported


@pytest.mark.parametrize("label", ["owns", "OWNS", "旗下有"])
@pytest.mark.parametrize(("share", "kind"), [("12", "a"), ("50%", "a"), ("50.1", "b"), ("100", "b"), ("", "b")])
def test_who_owns_half_or_less_holds_shares(label: str, share: str, kind: str) -> None:
    text = f"source,type,target,share\na,{label},b,{share}\n"
    (relation,) = imported(("owns.csv", text)).data.relations
    found = (relation.source, relation.type, relation.target)
    expected = ("a", "shareholder_of", "b") if kind == "a" else ("b", "subsidiary_of", "a")
    assert found == expected


@pytest.mark.parametrize("label", ["owned by", "被拥有"])
def test_the_same_from_the_other_end(label: str) -> None:
    (relation,) = imported(("owned.csv", f"source,type,target,share\na,{label},b,12\n")).data.relations
    assert (relation.source, relation.type, relation.target) == ("b", "shareholder_of", "a")


@pytest.mark.parametrize("label", ["subsidiary_of", "子公司"])
def test_what_is_called_a_subsidiary_is_one(label: str) -> None:
    (relation,) = imported(("x.csv", f"source,type,target,share\na,{label},b,40\n")).data.relations
    assert relation.type == "subsidiary_of"


def test_without_shareholders_in_the_ontology_it_stays_what_it_is_called() -> None:
    whole = default_ontology()
    types = {each.id: each for each in whole.types.values() if each.id != "shareholder_of"}
    without = Ontology(types, whole.entity_types)
    owned = MappedLabel("subsidiary_of", reversed=True)
    assert held_in_part("owns", owned, {"share_high": 12.0}, whole) != owned
    assert held_in_part("owns", owned, {"share_high": 12.0}, without) == owned
