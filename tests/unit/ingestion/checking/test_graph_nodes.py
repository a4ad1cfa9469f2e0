"""Nodes of a graph whose ids are known nowhere: known companies where they fit exactly one, and new ones else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.domain.records import Entity
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.checking.validation import validate
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import table_raw_records
from core.ingestion.records.raw_records import RawRecord
from core.ontology import default_ontology

LEI = "529900T8BM49AURSDO55"
KNOWN = (
    Entity(id="alpha", type="company", name_zh="甲", name_en="Alpha", identifiers=(f"lei:{LEI}",)),
    Entity(id="beta", type="company", name_zh="乙", name_en="Beta"),
    Entity(id="twin-1", type="company", name_zh="丙", name_en="Twin"),
    Entity(id="twin-2", type="company", name_zh="丁", name_en="Twin"),
)


def imported(name: str, text: str, choices: Choices | None = None) -> ValidatedRecords:
    found = read_file(text.encode(), name, max_bytes=1_000_000)
    mapped = (table_raw_records(table, guess_mapping(table, default_ontology())) for table in found.tables)
    raw_records: list[RawRecord] = [item for part in (*found.raw_records, *mapped) for item in part.items]
    return validate(raw_records, default_ontology(), choices or Choices(), KNOWN)


def as_json(nodes: list[dict[str, Any]], source: str, target: str) -> str:
    return json.dumps({"nodes": nodes, "links": [{"source": source, "target": target, "label": "supplies"}]})


def as_graphml(nodes: list[dict[str, Any]], source: str, target: str) -> str:
    listed = "".join(f'<node id="{each["id"]}"><data key="n">{each["name"]}</data></node>' for each in nodes)
    return (
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="n" for="node" attr.name="name"/>'
        f'<key id="l" for="edge" attr.name="label"/><graph edgedefault="directed">{listed}'
        f'<edge source="{source}" target="{target}"><data key="l">supplies</data></edge></graph></graphml>'
    )


@pytest.mark.parametrize(("name", "written"), [("g.json", as_json), ("g.graphml", as_graphml)])
@pytest.mark.parametrize("ids", [("acme-7", "acme-9"), ("n1", "n2"), ("7", "9")])
def test_a_node_that_fits_one_company_is_that_one(name: str, written: Any, ids: tuple[str, str]) -> None:
    found = imported(name, written([{"id": ids[0], "name": "ALPHA"}, {"id": ids[1], "name": "Newcomer"}], *ids))
    (relation,) = found.data.relations
    assert relation.source == "alpha"
    assert {each.id for each in found.data.entities} == {"alpha", relation.target}
    assert [(each.entity_id, each.by) for each in found.fits] == [("alpha", "name")]


def test_an_identifier_decides_too() -> None:
    nodes = [{"id": "x-1", "name": "Alpha Holdings", "lei": LEI}, {"id": "x-2", "name": "Newcomer", "lei": ""}]
    (relation,) = imported("g.json", as_json(nodes, "x-1", "x-2")).data.relations
    assert (relation.source, relation.target) == ("alpha", "x-2")


@pytest.mark.parametrize(
    "nodes",
    [
        [{"id": "x-1", "name": "Twin"}, {"id": "x-2", "name": "Newcomer"}],
        [{"id": "x-1", "name": "Alpha"}, {"id": "x-2", "name": "Alpha"}],
        [{"id": "x-1", "name": "Alpha"}, {"id": "x-2", "name": "N"}, {"id": "alpha", "name": "Alpha"}],
    ],
    ids=["fits two", "two fit one", "the company is there by its own id"],
)
def test_nodes_that_fit_no_one_company_alone_stay(nodes: list[dict[str, Any]]) -> None:
    (relation,) = imported("g.json", as_json(nodes, "x-1", "x-2")).data.relations
    assert (relation.source, relation.target) == ("x-1", "x-2")


def test_ids_stay_where_a_person_says_so_and_in_tables_by_themselves() -> None:
    nodes = [{"id": "x-1", "name": "Alpha"}, {"id": "x-2", "name": "Newcomer"}]
    apart = imported("g.json", as_json(nodes, "x-1", "x-2"), Choices(update_known=False))
    assert [each.id for each in apart.data.entities] == ["x-1", "x-2"]
    alone = imported("own.csv", "id,name\nx-1,Alpha\nx-2,Newcomer\n")
    assert [each.id for each in alone.data.entities] == ["x-1", "x-2"]
