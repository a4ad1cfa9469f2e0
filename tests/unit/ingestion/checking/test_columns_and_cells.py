"""What columns of nested data are known by, names within one cell, and ends of relations that are no node."""

from __future__ import annotations

import pytest

from core.domain.records import Entity, Relation
from core.ingestion.building.graph_of_records import relation_edges
from core.ingestion.cells.cell_names import names_in_cell
from core.ingestion.cells.column_words import read_as
from core.ingestion.checking.entity_rows import entity_row
from core.ingestion.checking.own_ids import share_something
from core.ingestion.records.raw_records import RawRecord
from core.ontology import default_ontology
from core.storage.relation_table import RelationTable


def test_what_only_holds_a_record_or_a_value_is_no_part_of_a_name() -> None:
    assert read_as(("data.name", "Entity.LegalName.$", "tags.0.value")) == {
        "data.name": "name",
        "Entity.LegalName.$": "legalname",
        "tags.0.value": "tags",
    }
    assert "type" not in read_as(("type", "attributes.name"))
    assert "type" in read_as(("type", "name"))


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ('["Alpha", {"name": "Beta"}, {"id": 7}, 9]', ("Alpha", "Beta", "9")),
        ("[Alpha", ("[Alpha",)),
        ("[Alpha; Beta]", ("[Alpha", "Beta]")),
        ("Tesla, Inc., Alpha", ("Tesla, Inc.", "Alpha")),
        ("Müller, Hans", ("Müller, Hans",)),
        ("Müller, Hans; Braun, Anna", ("Müller, Hans", "Braun, Anna")),
        ("van der Berg, Jan Peter", ("van der Berg, Jan Peter",)),
        ("García López, María", ("García López, María",)),
        ("Müller, Dr. Hans P.", ("Müller, Dr. Hans P.",)),
        ("Wang, Xiaoming", ("Wang, Xiaoming",)),
        ("Larry Page, Bill Gates", ("Larry Page", "Bill Gates")),
        ("Siemens, Robert Bosch", ("Siemens", "Robert Bosch")),
        ("Anna, Peter", ("Anna", "Peter")),
        ("Tesla Motors, Max", ("Tesla Motors", "Max")),
        ("Müller, Hans, Braun", ("Müller", "Hans", "Braun")),
        ("Siemens, Bosch", ("Siemens", "Bosch")),
    ],
)
def test_names_in_one_cell(cell: str, names: tuple[str, ...]) -> None:
    assert names_in_cell(cell) == names


def test_a_row_and_a_company_with_one_identifier_share_something() -> None:
    values = {"id": "7", "name": "Zorblatt", "identifiers": ("lei:529900T8BM49AURSDO55",)}
    row = entity_row(RawRecord("entity", "a.csv", 2, values), values, "company")
    entity = Entity(id="7", type="company", name_zh="甲", name_en="Quux", identifiers=("lei:529900T8BM49AURSDO55",))
    assert share_something(row, entity)
    assert not share_something(row, entity.model_copy(update={"identifiers": ()}))


def test_an_edge_needs_both_ends() -> None:
    relation = Relation(id="r", source="a", type="supplies", target="b", evidence_zh="", evidence_en="")
    table = RelationTable.of([relation])
    edges = relation_edges(table, ["b", "a"], default_ontology())
    assert len(edges.kind) == 1
    with pytest.raises(ValueError, match="1 relations have an unknown target"):
        relation_edges(table, ["a"], default_ontology())
