"""Relations between a person and a company, whichever of them a row names first."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.checking.validation import validate
from core.ingestion.records.raw_records import RawRecord
from tests.unit.ingestion.admitting import ONTOLOGY, relation

KNOWN = (
    Entity(id="tesla", type="company", name_zh="特斯拉", name_en="Tesla"),
    Entity(id="xiaomi", type="company", name_zh="小米集团", name_en="Xiaomi"),
    Entity(id="musk", type="person", name_zh="埃隆·马斯克", name_en="Elon Musk"),
)
OFFICES = ("CEO", "chief executive", "chief executive officer", "首席执行官", "总裁")


def taken(*raw_records: RawRecord) -> ValidatedRecords:
    return validate(raw_records, ONTOLOGY, Choices(), KNOWN)


@pytest.mark.parametrize("label", OFFICES)
@pytest.mark.parametrize(
    ("person", "company"),
    [
        ("Elon Musk", "Tesla"),
        ("埃隆·马斯克", "特斯拉"),
        ("雷军", "小米集团"),
        ("Hannah Lindqvist", "Orchard Foods plc"),
        ("Hannah Lindqvist", "Orchard Foods"),
        ("Lindqvist H.", "Orchard Foods plc"),
        ("王晓明", "青云传感有限公司"),
    ],
)
def test_who_leads_whom_is_told_by_the_ends(label: str, person: str, company: str) -> None:
    found = {}
    for first, second in ((person, company), (company, person)):
        valid = taken(relation(first, label, second))
        [edge] = valid.data.relations
        entities = {each.id: each for each in (*KNOWN, *valid.data.entities)}
        assert edge.type == "chief_executive_of"
        assert (entities[edge.source].type, entities[edge.target].type) == ("person", "company")
        found[first] = (edge.source, edge.target)
    assert found[person] == found[company]


@pytest.mark.parametrize(
    ("label", "type_id"), [("founder", "founded_by"), ("创始人", "founded_by"), ("director", "director_of")]
)
def test_other_relations_with_people_are_turned_too(label: str, type_id: str) -> None:
    for first, second in (("Elon Musk", "Tesla"), ("Tesla", "Elon Musk")):
        [edge] = taken(relation(first, label, second)).data.relations
        assert edge.type == type_id
        assert {edge.source, edge.target} == {"musk", "tesla"}
        assert (edge.source == "musk") == (ONTOLOGY[type_id].source == "person")


def test_ends_that_tell_nothing_keep_what_the_label_says() -> None:
    [edge] = taken(relation("Lumen", "CEO", "Nova")).data.relations
    [turned] = taken(relation("Nova", "CEO", "Lumen")).data.relations
    assert (edge.source, edge.target) == (turned.target, turned.source)


def test_two_companies_are_never_turned() -> None:
    [edge] = taken(relation("Tesla", "supplier", "Xiaomi")).data.relations
    assert (edge.source, edge.target) == ("xiaomi", "tesla")
