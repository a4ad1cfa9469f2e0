"""Files as registers and graph tools write them: what they hold comes in without options. Structures are the published
ones, all content is invented."""

from __future__ import annotations

import json

import pytest

from tests.published_files import bring


@pytest.mark.parametrize("kind", ["Directed", "Undirected"])
def test_gephi_csv(kind: str) -> None:
    nodes = "Id,Label,timeset,modularity_class\nn1,Alpha Cells,,0\nn2,Beta Motors,,1\nn3,Gamma Ores,,1\n"
    edges = (
        f"Source,Target,Type,Id,Label,timeset,Weight\nn1,n2,{kind},0,supplies,,1.0\nn3,n1,{kind},1,competitor,,0.5\n"
    )
    found = bring(("nodes.csv", nodes), ("edges.csv", edges))
    assert found.names == {"Alpha Cells", "Beta Motors", "Gamma Ores"}
    assert found.relations == {("Alpha Cells", "supplies", "Beta Motors"), ("Gamma Ores", "competitor", "Alpha Cells")}
    assert (found.refused, {each["Type"] for each in found.attributes}) == ([], {kind})


def test_gephi_graphml() -> None:
    found = bring(
        (
            "gephi.graphml",
            """<?xml version="1.0" encoding="UTF-8"?>
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
        <key attr.name="label" attr.type="string" for="node" id="label"/>
        <key attr.name="Edge Label" attr.type="string" for="edge" id="edgelabel"/>
        <key attr.name="weight" attr.type="double" for="edge" id="weight"/>
        <key attr.name="size" attr.type="float" for="node" id="size"/>
        <graph edgedefault="directed">
        <node id="0"><data key="label">Alpha Cells</data><data key="size">10.0</data></node>
        <node id="1"><data key="label">Beta Motors</data></node>
        <edge id="7" source="0" target="1"><data key="edgelabel">supplies</data><data key="weight">1.0</data></edge>
        </graph></graphml>""",
        )
    )
    assert found.names == {"Alpha Cells", "Beta Motors"}
    assert found.relations == {("Alpha Cells", "supplies", "Beta Motors")}
    assert found.refused == []


YED = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
<key for="port" id="d0" yfiles.type="portgraphics"/><key attr.name="url" attr.type="string" for="node" id="d4"/>
<key for="node" id="d6" yfiles.type="nodegraphics"/><key attr.name="description" attr.type="string" for="edge" id="d9"/>
<key for="edge" id="d10" yfiles.type="edgegraphics"/>
<graph edgedefault="directed" id="G">
<node id="n0"><data key="d6"><y:ShapeNode><y:Geometry height="30.0"/><y:NodeLabel alignment="center">Alpha
 Cells<y:LabelModel><y:SmartNodeLabelModel distance="4.0"/></y:LabelModel></y:NodeLabel></y:ShapeNode></data></node>
<node id="n1"><data key="d4">https://beta.example</data><data key="d6"><y:ShapeNode><y:NodeLabel>宁德</y:NodeLabel>
<y:NodeLabel>Second line</y:NodeLabel></y:ShapeNode></data></node>
<node id="n2"><data key="d6"><y:ShapeNode><y:NodeLabel hasText="false"/></y:ShapeNode></data></node>
<edge id="e0" source="n0" target="n1"><data key="d9">long since</data><data key="d10"><y:PolyLineEdge>
<y:EdgeLabel alignment="center">supplies<y:LabelModel/></y:EdgeLabel></y:PolyLineEdge></data></edge>
</graph></graphml>"""


def test_yed_graphml() -> None:
    found = bring(("yed.graphml", YED))
    assert found.names == {"Alpha Cells", "宁德 / Second line", "n2"}
    assert found.relations == {("Alpha Cells", "supplies", "宁德 / Second line")}
    assert (found.refused, found.evidence) == ([], ["long since"])


def test_an_edge_without_an_end_costs_itself() -> None:
    found = bring(
        (
            "x.graphml",
            """<graphml><key id="l" for="edge" attr.name="label"/>
        <graph><node id="a"/><node id="b"/>
        <edge source="a" target="b"><data key="l">supplies</data></edge><edge source="a"><data key="l">supplies</data>
        </edge><edge/></graph></graphml>""",
        )
    )
    assert found.relations == {("a", "supplies", "b")}
    assert found.refused == [(2, "missing"), (3, "missing")]


def test_gleif_level_1_csv() -> None:
    header = (
        "LEI,Entity.LegalName,Entity.LegalName.xmllang,Entity.OtherEntityNames.OtherEntityName.1,"
        "Entity.OtherEntityNames.OtherEntityName.1.xmllang,Entity.LegalAddress.City,Entity.LegalAddress.Country,"
        "Entity.HeadquartersAddress.Country,Entity.EntityStatus,Entity.EntityCreationDate,"
        "Registration.RegistrationStatus"
    )
    row = "00000000000000000001,Alpha Zellen AG,de,Alpha Cells,en,Köln,LU,DE,ACTIVE,1999-02-03T00:00:00+01:00,ISSUED"
    found = bring(("lei2.csv", f"{header}\n{row}\n"))
    (entity,) = found.entities.values()
    assert (entity.id, entity.name_en, entity.aliases) == ("0" * 19 + "1", "Alpha Zellen AG", ("Alpha Cells",))
    assert (entity.country, entity.founded) == ("DE", 1999)
    assert ("Entity.LegalAddress.Country", "LU") in entity.attributes


def test_gleif_level_2_csv() -> None:
    header = (
        "Relationship.StartNode.NodeID,Relationship.StartNode.NodeIDType,Relationship.EndNode.NodeID,"
        "Relationship.EndNode.NodeIDType,Relationship.RelationshipType,Relationship.RelationshipStatus,"
        "Relationship.Period.1.startDate,Relationship.Period.1.endDate"
    )
    rows = [
        "L1,LEI,L2,LEI,IS_DIRECTLY_CONSOLIDATED_BY,ACTIVE,2017-12-31T00:00:00Z,",
        "L1,LEI,L3,LEI,IS_ULTIMATELY_CONSOLIDATED_BY,ACTIVE,,",
    ]
    found = bring(("rr.csv", "\n".join([header, *rows]) + "\n"))
    assert found.relations == {("L1", "subsidiary_of", "L2"), ("L1", "subsidiary_of", "L3")}
    assert (found.years, found.refused) == ([2017, None], [])


def test_gleif_json() -> None:
    entity = {
        "legalName": {"name": "Alpha Zellen AG", "language": "de"},
        "otherNames": [
            {"name": "Alpha Cells", "language": "en", "type": "TRADING_OR_OPERATING_NAME"},
            {"name": "Alfa", "language": "es", "type": "PREVIOUS_LEGAL_NAME"},
        ],
        "headquartersAddress": {"country": "DE", "addressLines": ["Weg 1"]},
        "jurisdiction": "DE",
    }
    answer = {
        "meta": {"goldenCopy": {"publishDate": "2026-01-01T00:00:00Z"}},
        "data": [{"type": "lei-records", "id": "L1", "attributes": {"lei": "L1", "entity": entity}}],
    }
    found = bring(("api.json", answer))
    assert found.entities["L1"].name_en == "Alpha Zellen AG"
    assert (found.entities["L1"].aliases, found.entities["L1"].country) == (("Alpha Cells", "Alfa"), "DE")
    golden = {
        "records": [
            {
                "LEI": {"$": "L1"},
                "Entity": {
                    "LegalName": {"@xml:lang": "de", "$": "Alpha Zellen AG"},
                    "LegalAddress": {"Country": {"$": "DE"}},
                },
            }
        ]
    }
    found = bring(("golden.json", golden))
    assert (found.entities["L1"].name_en, found.entities["L1"].country) == ("Alpha Zellen AG", "DE")


def test_companies_house_significant_control() -> None:
    def line(number: str, kind: str, name: str | None, **more: object) -> str:
        data = {"kind": kind, "etag": "x", "natures_of_control": ["ownership-of-shares-25-to-50-percent"], **more}
        return json.dumps({"company_number": number, "data": data | ({"name": name} if name else {})})

    lines = [
        line(
            "00000001",
            "individual-person-with-significant-control",
            "Mr Nobody Real",
            notified_on="2016-04-06",
            links={"self": "/company/00000001/persons-with-significant-control/individual/aA1"},
            address={"country": "England", "postal_code": "X1"},
            name_elements={"surname": "Real"},
        ),
        line(
            "00000001",
            "corporate-entity-person-with-significant-control",
            "Alpha Holdings Ltd",
            identification={"country_registered": "Wales", "legal_form": "Limited"},
        ),
        line("00000002", "totals#persons-of-significant-control-snapshot", None),
    ]
    found = bring(("psc.txt.jsonl", "\n".join(lines)), ("companies.csv", "id,name\n00000001,Beta Ltd\n"))
    assert found.relations == {
        (holder, "shareholder_of", "Beta Ltd") for holder in ("Mr Nobody Real", "Alpha Holdings Ltd")
    }
    types = {each.name_en: each.type for each in found.entities.values()}
    assert types == {"Mr Nobody Real": "person", "Alpha Holdings Ltd": "company", "Beta Ltd": "company"}
    assert found.attributes[0]["natures_of_control"] == "ownership-of-shares-25-to-50-percent"
    assert (found.years, found.refused) == ([2016, None], [(3, "nobody_named")])


OPEN_CORPORATES = {
    "name": "Alpha Cells Limited",
    "company_number": "07",
    "jurisdiction_code": "gb",
    "incorporation_date": "2001-02-03",
    "company_type": "Private",
    "inactive": False,
}


def test_open_corporates() -> None:
    header = (*OPEN_CORPORATES, "previous_names", "registered_address.country")
    row = (*map(str, OPEN_CORPORATES.values()), "Alfa Ltd|Aleph Ltd", "United Kingdom")
    found = bring(("companies.csv", f"{','.join(header)}\n{','.join(row)}\n"))
    nested = OPEN_CORPORATES | {
        "previous_names": [{"company_name": "Alfa Ltd", "con_date": "2005"}, {"company_name": "Aleph Ltd"}],
        "registered_address": {"country": "United Kingdom"},
    }
    answer = {"api_version": "0.4", "results": {"companies": [{"company": nested}], "page": 1}}
    for each in (found, bring(("search.json", answer)), bring(("one.json", {"results": {"company": nested}}))):
        (entity,) = each.entities.values()
        assert entity.name_en == "Alpha Cells Limited"
        assert (entity.country, entity.founded) == ("United Kingdom", 2001)
        assert {"Alfa Ltd", "Aleph Ltd"} <= set(entity.aliases)


def uri(number: int) -> dict[str, str]:
    return {"type": "uri", "value": f"http://www.wikidata.org/entity/Q{number}"}


def literal(text: str) -> dict[str, str]:
    return {"type": "literal", "value": text, "xml:lang": "en"}


def test_sparql_json() -> None:
    bindings = [
        {
            "item": uri(1),
            "itemLabel": literal("Alpha Cells"),
            "country": uri(183),
            "countryLabel": literal("DE"),
            "inception": {"type": "literal", "datatype": "xsd:dateTime", "value": "1999-01-01T00:00:00Z"},
        },
        {"item": uri(2), "itemLabel": literal("Beta Motors")},
    ]
    found = bring(("query.json", {"head": {"vars": ["item"]}, "results": {"bindings": bindings}}))
    assert found.names == {"Alpha Cells", "Beta Motors"}
    first = found.entities["http://www.wikidata.org/entity/Q1"]
    assert (first.country, first.founded) == ("DE", 1999)
    ties = [
        {
            "supplier": uri(1),
            "supplierLabel": literal("Alpha Cells"),
            "customer": uri(2),
            "customerLabel": literal("Beta Motors"),
        }
    ]
    found = bring(("ties.json", {"head": {"vars": []}, "results": {"bindings": ties}}))
    assert found.relations == {("Alpha Cells", "supplies", "Beta Motors")}


def item(number: str, labels: dict[str, str], **claims: list[object]) -> dict[str, object]:
    def claim(value: object) -> dict[str, object]:
        held = {"entity-type": "item", "id": value} if str(value).startswith("Q") else value
        return {"mainsnak": {"snaktype": "value", "datavalue": {"value": held}}, "type": "statement"}

    return {
        "type": "item",
        "id": number,
        "aliases": {"en": [{"language": "en", "value": f"{number} Inc"}]},
        "labels": {language: {"language": language, "value": text} for language, text in labels.items()},
        "descriptions": {"en": {"language": "en", "value": "an invented company"}},
        "claims": {key: [claim(value) for value in values] for key, values in claims.items()},
    }


def test_wikidata_entities() -> None:
    entities = [
        item(
            "Q1",
            {"en": "Alpha Cells", "zh": "阿尔法", "de": "Alpha Zellen"},
            P749=["Q2"],
            P17=["Q4"],
            P571=[{"time": "+1999-02-03T00:00:00Z"}],
            P414=["Q99"],
            P112=["Q3"],
        ),
        item("Q2", {"en": "Beta Holding"}),
        item("Q3", {"en": "Jane Invented"}, P31=["Q5"]),
        item("Q4", {"en": "Freedonia"}),
    ]
    for content in ({"entities": {str(each["id"]): each for each in entities}}, entities):
        found = bring(("entities.json", content))
        first = found.entities["Q1"]
        assert (first.name_en, first.name_zh, first.founded, first.country) == (
            "Alpha Cells",
            "阿尔法",
            1999,
            "Freedonia",
        )
        assert first.aliases == ("Alpha Zellen", "Q1 Inc")
        assert ("P414", "Q99") in first.attributes
        assert {each.id: each.type for each in found.entities.values()} == {
            "Q1": "company",
            "Q2": "company",
            "Q3": "person",
            "Q4": "place",
        }
        assert found.relations == {
            ("Alpha Cells", "subsidiary_of", "Beta Holding"),
            ("Alpha Cells", "founded_by", "Jane Invented"),
        }


def test_drawings_number_their_nodes_each_for_itself() -> None:
    found = bring(("one.graphml", YED), ("two.graphml", YED.replace("Alpha", "Omega")))
    assert found.names == {"Alpha Cells", "Omega Cells", "宁德 / Second line", "n2"}
    assert ("Omega Cells", "supplies", "宁德 / Second line") in found.relations
