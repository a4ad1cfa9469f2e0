"""Files as registers and graph tools write them: what they hold comes in without options. Structures are the published
ones, all content is invented."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from core.domain.records import Entity
from core.errors import DataUnreadableError
from core.ingestion.admission import admit
from core.ingestion.drafts import Draft
from core.ingestion.formats.reading import read_file
from core.ingestion.import_choices import Choices
from core.ingestion.mapping_guess import guess_mapping
from core.ingestion.problems import RowProblem
from core.ingestion.table_mapping import table_drafts
from core.ontology import default_ontology


@dataclass
class Brought:
    """What came of files, with names for ids in relations."""

    entities: dict[str, Entity]
    relations: set[tuple[str, str, str]]
    problems: list[RowProblem]
    lacking: list[str] = field(default_factory=list)
    attributes: list[dict[str, str]] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)
    years: list[int | None] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return {name for each in self.entities.values() for name in (each.name_zh, each.name_en)}

    @property
    def refused(self) -> list[tuple[int, str]]:
        return [(each.line, each.reason) for each in self.problems if not each.repaired]


def bring(*files: tuple[str, bytes | str | object]) -> Brought:
    """Read, mapped by the guess and admitted with what an import does by itself."""
    drafts: list[Draft] = []
    problems: list[RowProblem] = []
    lacking: list[str] = []
    for name, content in files:
        text = content if isinstance(content, str | bytes) else json.dumps(content, ensure_ascii=False)
        found = read_file(text.encode() if isinstance(text, str) else text, name, max_bytes=1_000_000)
        mappings = [(table, guess_mapping(table)) for table in found.tables]
        lacking += [f"{table.name}: {each}" for table, mapping in mappings for each in mapping.missing]
        mapped = [table_drafts(table, mapping) for table, mapping in mappings if not mapping.missing]
        problems += [each for table, mapping in mappings if mapping.missing for each in table.problems]
        for part in (*found.drafts, *mapped):
            drafts += part.items
            problems += part.problems
    admitted = admit(drafts, default_ontology(), Choices(create_missing=True))
    data = admitted.data
    names = {each.id: each.name_en for each in data.entities}
    return Brought(
        {each.id: each for each in data.entities},
        {(names[each.source], each.type, names[each.target]) for each in data.relations},
        [*problems, *data.problems, *admitted.repairs],
        lacking,
        [{each.name: each.value for each in relation.attributes} for relation in data.relations],
        [each.evidence_en or each.evidence_zh for each in data.relations],
        [each.year for each in data.relations],
    )


# ---- graph tools


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


@pytest.mark.parametrize(("yes", "label"), [("1", "label"), ("supplies", None)])
def test_adjacency_matrix(yes: str, label: str | None) -> None:
    rows = f",Alpha,Beta,Gamma\nAlpha,0,{yes},\nBeta,0,0,{yes}\nGamma,,0,0\n"
    found = bring(("matrix.csv", rows))
    said = [(each.line, each.detail) for each in found.problems if each.reason == "adjacency_matrix"]
    assert said == [(1, "2")]
    assert found.lacking == ([f"matrix.csv: {label}"] if label else [])
    if label is None:
        assert found.relations == {("Alpha", "supplies", "Beta"), ("Beta", "supplies", "Gamma")}
    (table,) = read_file(rows.encode(), "matrix.csv", max_bytes=10**6).tables
    assert [row.cells for row in table.rows] == [("Alpha", "Beta", yes), ("Beta", "Gamma", yes)]


# ---- spreadsheets


def test_merged_cells_count_for_each_of_their_rows() -> None:
    book = Workbook()
    for row in (
        ["采购明细"],
        ["供应商", "物料", "采购方"],
        ["甲材料", "锂", "丙汽车"],
        ["乙材料", "钴", None],
        ["丁材料", "镍", None],
        ["戊材料", "铜", "己汽车"],
    ):
        book.active.append(row)
    for merged in ("A1:C1", "C3:C5", "E3:E6"):
        book.active.merge_cells(merged)
    file = io.BytesIO()
    book.save(file)
    found = bring(("book.xlsx", file.getvalue()))
    assert found.relations == {
        ("甲材料", "supplies", "丙汽车"),
        ("乙材料", "supplies", "丙汽车"),
        ("丁材料", "supplies", "丙汽车"),
        ("戊材料", "supplies", "己汽车"),
    }
    assert ("merged_cells", "C3:C5") in {(each.reason, each.detail) for each in found.problems}
    assert found.refused == []


def test_what_is_merged_into_the_header_is_not_repeated_below_it() -> None:
    book = Workbook()
    for row in (["公司", "国家"], [None, None], ["甲材料", "中国"]):
        book.active.append(row)
    book.active.merge_cells("A1:A2")
    file = io.BytesIO()
    book.save(file)
    assert bring(("book.xlsx", file.getvalue())).names == {"甲材料"}


def test_rows_with_fewer_cells_are_completed_and_said() -> None:
    found = bring(("x.csv", "name,country,industry\nAlpha,DE,cells\nBeta,FR\nSource: an almanac\n"))
    assert found.names == {"Alpha", "Beta"}
    assert [(each.line, each.reason, each.repaired) for each in found.problems] == [
        (3, "was_padded", True),
        (4, "cell_count", False),
    ]
    without_end = bring(("y.csv", "supplier,customer,year\nAlpha,Beta\nGamma,\n"))
    assert without_end.relations == {("Alpha", "supplies", "Beta")}
    assert without_end.refused == [(3, "missing")]


@pytest.mark.parametrize("name", ["x.xlsx", "x.pdf", "x.parquet", "x.docx"])
def test_text_in_a_file_that_is_called_otherwise_is_refused(name: str) -> None:
    with pytest.raises(DataUnreadableError, match=r"its name ends in|Word documents"):
        read_file(b"name,country\nAlpha,DE\n", name, max_bytes=1000)


# ---- registers


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


def test_names_by_language() -> None:
    records = [
        {"id": "a", "name": {"en": "Alpha Cells", "zh": "阿尔法", "de": "Alpha Zellen"}},
        {"id": "b", "name": {"zh": "贝塔"}},
    ]
    found = bring(("names.json", records))
    assert (found.entities["a"].name_en, found.entities["a"].name_zh) == ("Alpha Cells", "阿尔法")
    assert found.entities["a"].aliases == ("Alpha Zellen",)
    assert found.entities["b"].name_zh == "贝塔"


def test_what_is_nested_in_parquet_is_a_column_as_in_json() -> None:
    file = io.BytesIO()
    rows = [{"id": "a", "data": {"name": "Alpha Cells", "address": {"country": "DE"}}}]
    pq.write_table(pa.Table.from_pylist(rows), file)
    for name, content in (("x.parquet", file.getvalue()), ("x.json", json.dumps(rows))):
        found = bring((name, content)).entities["a"]
        assert (found.name_en, found.country) == ("Alpha Cells", "DE")


# ---- headers in other languages


@pytest.mark.parametrize(
    ("header", "row", "fields"),
    [
        ("Firma;Land;Branche;Gegründet", "Alpha;DE;Zellen;1999", ("name", "country", "industry", "founded")),
        (
            "Unternehmensname;Sitzland;Wirtschaftszweig;Gruendungsjahr",
            "Alpha;DE;Zellen;1999",
            ("name", "country", "industry", "founded"),
        ),
        (
            "Entreprise;Pays;Secteur d’activité;Année de création",
            "Alpha;FR;piles;1999",
            ("name", "country", "industry", "founded"),
        ),
        ("Société;Pays;Secteur;Fondée en", "Alpha;FR;piles;1999", ("name", "country", "industry", "founded")),
        ("Empresa;País;Sector;Año de fundación", "Alpha;ES;pilas;1999", ("name", "country", "industry", "founded")),
        ("会社名;国;業種;設立", "アルファ;日本;電池;1999年", ("name", "country", "industry", "founded")),
        ("企業名;所在国;業界;設立年月日", "アルファ;日本;電池;1999/1/1", ("name", "country", "industry", "founded")),
    ],
)
def test_lists_of_companies_in_other_languages(header: str, row: str, fields: tuple[str, ...]) -> None:
    for columns in (header, header.upper()):
        (table,) = read_file(f"{columns}\n{row}\n".encode(), "x.csv", max_bytes=1000).tables
        found = guess_mapping(table)
        assert (found.kind, tuple(found.columns[each] for each in table.columns)) == ("companies", fields)
    (entity,) = bring(("x.csv", f"{header}\n{row}\n")).entities.values()
    assert (entity.founded, entity.country, entity.industry) == (1999, row.split(";")[1], row.split(";")[2])


@pytest.mark.parametrize(
    ("header", "relation"),
    [
        ("Lieferant;Abnehmer;Seit Jahr;Bemerkung", ("A", "supplies", "B")),
        ("Kunde;Lieferantenname;Beginn;Anmerkung", ("B", "supplies", "A")),
        ("Fournisseur;Client;Depuis;Remarques", ("A", "supplies", "B")),
        ("Proveedor;Cliente;Desde;Observaciones", ("A", "supplies", "B")),
        ("仕入先;取引先;開始年;備考", ("A", "supplies", "B")),
        ("仕入先名;顧客名;取引開始;備考", ("A", "supplies", "B")),
        ("Tochtergesellschaft;Muttergesellschaft;seit;Notiz", ("A", "subsidiary_of", "B")),
        ("Filiale;Société mère;Date;Observation", ("A", "subsidiary_of", "B")),
        ("株主;投資先;年度;摘要", ("A", "shareholder_of", "B")),
        ("Vendor name;Client;Start;Deal note", ("A", "supplies", "B")),
        ("供应商;客户;合作开始;备注", ("A", "supplies", "B")),
    ],
)
def test_pairs_of_companies_in_other_languages(header: str, relation: tuple[str, str, str]) -> None:
    found = bring(("x.csv", f"{header};Link\nA;B;2019;A delivers cells to B since 2019.;https://x.example/1\n"))
    assert found.relations == {relation}
    assert (found.years, found.evidence) == ([2019], ["A delivers cells to B since 2019."])
    assert found.attributes == [{"Link": "https://x.example/1"}]


def test_columns_of_relations_are_known_by_their_cells() -> None:
    rows = [
        "A;B;12.03.2018;12;They agreed on cells for ten years.;https://x.example/1",
        "C;D;2019-04;9;供应动力电池用于新款车型的长期协议;https://x.example/2",
    ]
    found = bring(("x.csv", "Supplier;Customer;When;Lots;Was man hört;Web\n" + "\n".join(rows) + "\n"))
    assert found.years == [2018, 2019]
    assert found.evidence == ["They agreed on cells for ten years.", "供应动力电池用于新款车型的长期协议"]
    for lots, years in ((("2000", "1500", "2010"), [None] * 3), (("2000", "1998", "2010"), [2000, 1998, 2010])):
        rows = "".join(f"A{lot};B;{lot}\n" for lot in lots)
        assert bring(("lots.csv", f"Supplier;Customer;Column three\n{rows}")).years == years
    markup = bring(("z.csv", "Supplier;Customer;Key\nA;B;<img src=x onerror=run(1)> **b** 12 - 7\n"))
    assert (markup.evidence, set(markup.attributes[0])) == ([""], {"Key"})
    for name in (
        "Contemporary Invented Technology Co., Limited",
        "甲乙丙丁新能源科技股份有限公司",
        "北京市海淀区某某大街1号院",
    ):
        full = bring(("names.csv", f"Supplier;Customer;In full\nA;B;{name}\n"))
        assert (full.evidence, full.attributes) == ([""], [{"In full": name}])
    ended = bring(("y.csv", "Supplier;Customer;End date\nA;B;2018-01-01\n"))
    assert (ended.years, ended.attributes) == ([None], [{"End date": "2018-01-01"}])


def test_a_list_of_companies_with_sentences_and_years_stays_one() -> None:
    found = bring(("x.csv", "Company,Industry,Founded,About them\nAlpha,cells,1999,Makes cells for cars and ships.\n"))
    assert (found.names, found.relations) == ({"Alpha"}, set())


# ---- nothing is lost on the way


TEXT = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)
NESTED = st.recursive(
    TEXT | st.integers(0, 99),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=12,
)


def leaves(value: object) -> Iterator[str]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from leaves(inner)
    else:
        yield str(value)


@given(st.lists(st.dictionaries(TEXT, NESTED, min_size=1, max_size=4), min_size=1, max_size=4))
def test_every_value_of_nested_records_is_in_a_cell(records: list[dict[str, object]]) -> None:
    (table,) = read_file(json.dumps(records).encode(), "x.json", max_bytes=10**7).tables
    assert len(table.rows) == len(records)
    for record, row in zip(records, table.rows, strict=True):
        held = Counter(part for cell in row.cells for part in re.findall(r"\w+", cell.replace("\\u", "\\ u")))
        assert not Counter(leaves(record)) - held or any("\\" in cell for cell in row.cells)


@given(st.lists(st.lists(TEXT, max_size=5), max_size=6))
def test_every_row_of_a_table_comes_or_is_named(rows: list[list[str]]) -> None:
    text = "\n".join(["a,b,c", *(",".join(row) for row in rows)])
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10**6).tables
    accounted = {row.line for row in table.rows} | {each.line for each in table.problems if not each.repaired}
    assert accounted >= {line for line, row in enumerate(rows, start=2) if any(row)}
    for row in table.rows:
        given = rows[row.line - 2]
        assert row.cells[: len(given)] == tuple(given)
        assert len(given) == 3 or (row.line, "was_padded") in {(each.line, each.reason) for each in table.problems}


def test_drawings_number_their_nodes_each_for_itself() -> None:
    found = bring(("one.graphml", YED), ("two.graphml", YED.replace("Alpha", "Omega")))
    assert found.names == {"Alpha Cells", "Omega Cells", "宁德 / Second line", "n2"}
    assert ("Omega Cells", "supplies", "宁德 / Second line") in found.relations
