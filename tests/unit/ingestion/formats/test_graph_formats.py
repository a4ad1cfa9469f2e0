"""Graphs in files: Neo4j, FollowTheMoney, sentences with ends, GraphML."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import igraph
import pytest
from followthemoney.exc import InvalidData
from followthemoney.proxy import EntityProxy

from core.errors import DataUnreadableError
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validation import validate
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ontology import default_ontology
from tests.read_files import read, values


def test_neo4j_nodes_and_edges_say_what_they_are() -> None:
    nodes = read("stock_id:ID(Stock),name,code,size:int,:LABEL\n1,甲,600001,5,Company;Listed\n,乙,,,Company\n", "n.csv")
    assert values(nodes)[0] == (
        "entity",
        {"name": "甲", "tickers": ("600001",), "id": "Stock:1", "type": "Company"},
    )
    assert [each.attributes for each in nodes.raw_records[0].items] == [(("size", "5"), ("label", "Listed")), ()]
    edges = read(":START_ID(Stock),since,:END_ID(Industry),:TYPE\n1,2020,2,industry_of\n", "e.csv")
    assert values(edges) == [
        ("relation", {"year": "2020", "source": "Stock:1", "target": "Industry:2", "label": "industry_of"})
    ]
    plain = read(":ID,title:string,:IGNORE\nx,X,y\n", "p.csv")
    assert values(plain) == [("entity", {"id": "x", "type": "", "name": "X"})]
    several = read(":ID,name,alias:string[],曾用名:string[],行业,type\n7,,甲;乙,丙,电池,odd\n", "s.csv")
    assert values(several) == [
        (
            "entity",
            {"aliases": ("甲", "乙"), "former_names": ("丙",), "industry": "电池", "id": "7", "type": "", "name": "7"},
        )
    ]
    assert several.raw_records[0].items[0].attributes == (("type", "odd"),)


def test_of_several_labels_the_known_one_is_the_type() -> None:
    found = read(":ID,name,:LABEL\n1,甲,Listed;Company\n", "n.csv")
    assert values(found)[0][1]["type"] == "Company"
    assert found.raw_records[0].items[0].attributes == (("label", "Listed"),)


# ---- FollowTheMoney


def ftm(schema: str, identifier: str, **properties: list[str]) -> dict[str, Any]:
    return {"id": identifier, "schema": schema, "properties": properties}


def test_follow_the_money_gives_companies_people_and_edges() -> None:
    lines = [
        ftm(
            "Company", "c", name=["Acme GmbH", "Acme"], country=["de"], sector=["steel"], registrationNumber=["7", "8"]
        ),
        ftm("Person", "p", name=["Jane Doe"]),
        ftm("Ownership", "o", owner=["p"], asset=["c"], role=["sole owner"], startDate=["2011-05"], percentage=["60"]),
        ftm("Directorship", "d", director=["p"], organization=["c"]),
        ftm("Ownership", "half", owner=["p"]),
        ftm("Address", "a", full=["Berlin"]),
        {"id": "x", "schema": "Nothing", "properties": {}},
    ]
    found = read("\n".join(map(json.dumps, lines)), "f.ftm.json")
    kinds = values(found)
    assert kinds[0][0] == "entity"
    assert {key: kinds[0][1][key] for key in ("id", "type", "country", "industry")} == {
        "id": "c",
        "type": "company",
        "country": "de",
        "industry": "steel",
    }
    assert {kinds[0][1]["name"], *kinds[0][1]["aliases"]} == {"Acme GmbH", "Acme"}
    assert (kinds[1][1]["id"], kinds[1][1]["type"]) == ("p", "person")
    assert kinds[2][1] == {
        "id": "o",
        "source": "p",
        "target": "c",
        "label": "shareholder_of",
        "start": "2011-05",
        "share": "60",
    }
    assert kinds[3][1]["label"] == "director_of"
    kept = [raw_record.attributes for raw_record in found.raw_records[0].items]
    assert kept == [(("registrationNumber", "7|8"),), (), (("role", "sole owner"),), ()]
    assert [(each.line, each.reason) for each in found.raw_records[0].problems] == [
        (5, "missing"),
        (6, "no_company_data"),
        (7, "unknown_schema"),
    ]


@pytest.mark.parametrize(
    ("properties", "facts"),
    [
        (
            {"percentage": ["75"], "startDate": ["2012-01-01"], "endDate": ["2019-06-30"]},
            (75.0, 75.0, "2012-01-01", "2019-06-30", ""),
        ),
        (
            {"percentage": ["25-50"], "startDate": ["2012"], "date": ["2020-01-31"]},
            (25.0, 50.0, "2012", "", "2020-01-31"),
        ),
        ({"percentage": ["75 %"], "endDate": ["2019"]}, (75.0, 75.0, "", "2019", "")),
        (
            {"startDate": ["2012", "2012-03-04"], "endDate": ["2018-01-01", "2019"]},
            (None, None, "2012-03-04", "2019", ""),
        ),
        ({"percentage": ["60", "75"], "date": ["2019", "2020"]}, (None, None, "", "", "2020")),
        ({"percentage": ["most"]}, (None, None, "", "", "")),
    ],
)
def test_holdings_of_follow_the_money_say_how_much_and_from_when_to_when(
    properties: dict[str, list[str]], facts: tuple[float | None, float | None, str, str, str]
) -> None:
    lines = [
        ftm("Company", "c", name=["Tucana"]),
        ftm("Person", "p", name=["Ivan"]),
        ftm("Ownership", "o", owner=["p"], asset=["c"], **properties),
    ]
    found = read("\n".join(map(json.dumps, lines)), "f.ftm.json").raw_records[0].items
    (relation,) = validate(found, default_ontology(), Choices()).data.relations
    stands = (relation.share_low, relation.share_high, relation.start, relation.end, relation.as_of)
    assert stands == facts
    kept = dict(relation.attributes)
    if len(properties.get("percentage", [])) == 2:
        assert kept["percentage"] == "60|75"
    if properties.get("percentage") == ["most"]:
        assert kept["share"] == "most"


def test_edges_of_follow_the_money_keep_the_day_the_sum_and_the_role() -> None:
    lines = [
        ftm("Company", "c", name=["Tucana"]),
        ftm("Person", "p", name=["Ivan"]),
        ftm("Payment", "m", payer=["p"], beneficiary=["c"], amount=["1200.5"], currency=["eur"], date=["2021-03-04"]),
        ftm(
            "Directorship", "d", director=["p"], organization=["c"], role=["CEO"], endDate=["2015"], summary=["Ran it."]
        ),
    ]
    found = read("\n".join(map(json.dumps, lines)), "f.ftm.json").raw_records[0].items
    paid, directs = validate(
        found, default_ontology(), Choices(labels={"Payment": MappedLabel("related")})
    ).data.relations
    assert (paid.amount, paid.currency, paid.start, paid.attributes) == (1200.5, "EUR", "2021-03-04", ())
    assert (directs.end, directs.evidence_en, directs.attributes) == ("2015", "Ran it.", (("role", "CEO"),))


@pytest.mark.parametrize(
    ("schema", "roles", "label"),
    [
        ("Directorship", [], "director_of"),
        ("Directorship", ["Director"], "director_of"),
        ("Directorship", ["Managing director"], "director_of"),
        ("Directorship", ["Secretary"], "director_of"),
        ("Directorship", ["CEO"], "chief_executive_of"),
        ("Directorship", ["CEO", "Chair"], "director_of"),
        ("Employment", ["Chief Executive Officer"], "chief_executive_of"),
        ("Employment", ["Supervisory board member"], "director_of"),
        ("Employment", ["Welder"], "Employment"),
        ("Employment", [], "Employment"),
        ("UnknownLink", ["CEO"], "related"),
        ("Membership", ["Chair"], "Membership"),
    ],
)
def test_edges_of_follow_the_money_that_can_mean_one_relation_are_it(schema: str, roles: list[str], label: str) -> None:
    ends = {
        "Directorship": ("director", "organization"),
        "Employment": ("employee", "employer"),
        "UnknownLink": ("subject", "object"),
        "Membership": ("member", "organization"),
    }[schema]
    line = ftm(schema, "d", **{"role": roles, ends[0]: ["p"], ends[1]: ["c"]})
    (raw_record,) = read(json.dumps(line), "f.ftm.json").raw_records[0].items
    assert raw_record.values["label"] == label
    assert dict(raw_record.attributes).get("role", "") == "|".join(roles)


@pytest.mark.parametrize("error", [InvalidData("no such thing"), ValueError("no number")])
def test_a_thing_that_the_library_refuses_costs_itself(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(self: EntityProxy, prop: str, values: object, **options: object) -> None:
        if values == ["odd"]:
            raise error
        added(self, prop, values, **options)

    added = EntityProxy.add
    monkeypatch.setattr(EntityProxy, "add", refusing)
    lines = [ftm("Company", "c", name=["Acme"]), ftm("Company", "d", name=["odd"])]
    (found,) = read("\n".join(map(json.dumps, lines)), "f.ftm.json").raw_records
    assert [each.values["id"] for each in found.items] == ["c"]
    assert [(each.line, each.reason, each.detail) for each in found.problems] == [(2, "invalid_thing", "Company")]


# ---- sentences with triples


def test_sentences_give_passages_ends_and_relations() -> None:
    items = [
        {
            "id": "1",
            "relation": "acquired_by",
            "invert_relation": 1,
            "e1_name": "B",
            "e2_name": "A",
            "context": ["B", "bought", "A", "."],
        },
        {"id": "2", "relation": "undefined", "e1_name": "A", "e2_name": "C", "context": ["A", "met", "C"]},
        {"id": "3", "relation": "competitor", "e1_name": "A", "e2_name": ""},
        {"id": "4", "relation": "", "e1_name": "A", "e2_name": "C", "sentence": " A again. "},
        {"id": "5", "relation": "competitor", "e1_name": "A", "e2_name": "C", "context": 7},
    ]
    found = read(items, "t.json")
    kinds = values(found)
    assert [(kind, each["id"]) for kind, each in kinds if kind == "entity"] == [
        ("entity", "B"),
        ("entity", "A"),
        ("entity", "C"),
    ]
    assert [each["text"] for kind, each in kinds if kind == "passage"] == ["B bought A .", "A met C", "A again."]
    (stated,) = [each for kind, each in kinds if kind == "relation"]
    assert stated == {
        "source": "A",
        "target": "B",
        "label": "acquired_by",
        "evidence": "B bought A .",
        "passage_id": "t.json:1",
    }
    assert [each.line for each in found.raw_records[0].problems] == [3, 5]


def test_sentences_keep_what_else_is_said() -> None:
    first = {
        "id": "t",
        "subject": "A",
        "object": "B",
        "relation": "competitor",
        "text": "A, B.",
        "weight": 0.4,
        "confidence": 0.6,
        "date": "2021-03-01",
        "url": "https://x",
        "title": "T",
        "source_kind": "news",
        "n": 7,
    }
    second = {"id": "t", "subject": "A", "object": "C", "relation": "supplier", "text": "C, A."}
    third = {"id": "u", "subject": "A", "object": "C", "relation": "none", "text": "Once.", "n": 7}
    found = read([first, second, third], "t.json").raw_records[0]
    passages = [each.values for each in found.items if each.kind == "passage"]
    assert passages[0] == {
        "id": "t.json:t",
        "text": "A, B.",
        "date": "2021-03-01",
        "url": "https://x",
        "title": "T",
        "source_kind": "news",
    }
    relations = [each for each in found.items if each.kind == "relation"]
    assert {key: relations[0].values[key] for key in ("weight", "confidence", "year")} == {
        "weight": "0.4",
        "confidence": "0.6",
        "year": "2021-03-01",
    }
    assert relations[0].attributes == (("n", "7"),)
    assert [each.values["passage_id"] for each in relations] == ["t.json:t", "t.json:t#2"]
    assert [each["text"] for each in passages] == ["A, B.", "C, A.", "Once."]
    assert [(each.line, each.reason, each.detail) for each in found.problems] == [
        (2, "was_numbered", "t.json:t#2"),
        (3, "keys_not_read", "n"),
    ]


# ---- GraphML


KEYS = """<key id="l" for="edge" attr.name="listed" attr.type="boolean"/>
<key id="s" for="edge" attr.name="source" attr.type="string"/>"""


def test_graphml_edges_have_only_what_the_file_says_of_them() -> None:
    content = f"""<graphml>{KEYS}<graph edgedefault="directed"><node id="a"/><node id="b"/>
    <edge source="a" target="b"><data key="s">Reuters</data></edge>
    <edge id="x" source="b" target="a"><data key="l">true</data></edge></graph></graphml>"""
    _, edges = read(content, "x.graphml").tables
    assert edges.columns == ("source", "target", "listed", "attribute:source", "id")
    assert [row.cells for row in edges.rows] == [("a", "b", "", "Reuters", ""), ("b", "a", "true", "", "x")]


def test_all_graphs_of_a_graphml_are_read_unless_their_nodes_are_called_the_same() -> None:
    graphs = [
        f'<graph><node id="{each}1"/><node id="{each}2"/><edge source="{each}1" target="{each}2"/></graph>'
        for each in "ab"
    ]
    nodes, edges = read(f"<graphml>{''.join(graphs)}</graphml>", "x.graphml").tables
    assert (len(nodes.rows), len(edges.rows)) == (4, 2)
    with pytest.raises(DataUnreadableError, match="several graphs"):
        read(f"<graphml>{graphs[0] * 2}</graphml>", "x.graphml")


def graph(tmp_path: Path) -> str:
    made = igraph.Graph(directed=True)
    made.add_vertices(3)
    made.vs["id"], made.vs["type"], made.vs["size"] = (
        ["公司A", "公司B", "公司C"],
        ["company"] * 3,
        [1.0, 2.5, float("nan")],
    )
    made.add_edges([(0, 1), (0, 2)])
    made.es["relationship"] = ["竞品", "上游"]
    path = tmp_path / "g.graphml"
    made.write_graphml(str(path))
    return path.read_text(encoding="utf-8")


def test_an_end_that_is_no_node_of_the_file_is_none_of_its_companies() -> None:
    content = """<graphml><key id="n" for="node" attr.name="name" attr.type="string"/><graph edgedefault="directed">
    <node id="a&amp;b"><data key="n">A</data></node><node id='c'/>
    <edge source="a&amp;b" target="n9"/></graph></graphml>"""
    nodes, edges = read(content, "x.graphml").tables
    assert [row.cells for row in nodes.rows] == [("A", "a&b"), ("", "c")]
    assert [row.cells for row in edges.rows] == [("a&b", "n9")]


def test_graphml_keeps_the_attributes_of_nodes_and_edges(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nodes, edges = read(graph(tmp_path), "g.graphml").tables
    assert nodes.columns == ("id", "type", "size")
    assert [row.cells for row in nodes.rows] == [
        ("公司A", "company", "1"),
        ("公司B", "company", "2.5"),
        ("公司C", "company", ""),
    ]
    assert [row.cells for row in edges.rows] == [("公司A", "公司B", "竞品"), ("公司A", "公司C", "上游")]
    in_utf_16 = graph(tmp_path).replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")
    assert read(in_utf_16, "g.graphml").tables == (nodes, edges)


SOURCES = (
    '<graphml><key id="s" for="graph" attr.name="guanxi_sources"/><key id="n" for="node" attr.name="name"/>'
    '<graph><data key="s">%s</data><node id="x"><data key="n">X</data></node></graph></graphml>'
)


def test_sources_that_a_graph_lists_are_a_table() -> None:
    nodes, sources = read(SOURCES.replace("%s", '[{"id": "report", "title": "A report"}]'), "g.graphml").tables
    assert [row.cells for row in nodes.rows] == [("X", "x")]
    assert (sources.name, sources.columns) == ("g.graphml [sources]", ("id", "title"))
    assert [row.cells for row in sources.rows] == [("report", "A report")]


def test_numbers_and_what_stands_where_nothing_is_said() -> None:
    keys = "".join(
        f'<key id="{name}" for="node" attr.name="{name}" attr.type="double">{default}</key>'
        for name, default in (("size", ""), ("rank", "<default>2.50</default>"))
    )
    sizes = ("7.0", "NaN", "large", "1.25")
    nodes = "".join(f'<node id="c{size}"><data key="size">{size}</data></node>' for size in sizes)
    (table,) = read(f"<graphml>{keys}<graph>{nodes}</graph></graphml>", "g.graphml").tables
    assert table.columns[:2] == ("size", "rank")
    assert [row.cells[:2] for row in table.rows] == [("7", "2.5"), ("", "2.5"), ("large", "2.5"), ("1.25", "2.5")]


@pytest.mark.parametrize(
    "content",
    [
        '<?xml version="1.0"?><!DOCTYPE graphml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><graphml>&b;</graphml>',
        "<graphml><graph><node id='a'></graph>",
        "<graphml>",
        "<graphml><graph></graph></graphml>",
        "<notes>of graphml</notes>",
        "<graphml><graph><node/></graph></graphml>",
        SOURCES.replace("%s", "[{"),
        SOURCES.replace("%s", "[7]"),
    ],
)
def test_graphml_that_is_broken_or_grows_is_refused(content: str) -> None:
    with pytest.raises(DataUnreadableError):
        read(content, "g.graphml")


# ---- documents
