"""Files as users have them: what each format says of companies, relations and texts."""

from __future__ import annotations

import io
import json
import os
import random
import re
import warnings
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import igraph
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfWriter

from core.errors import DataUnreadableError
from core.ingestion.drafts import Draft
from core.ingestion.formats import pdf, pdf_worker
from core.ingestion.formats.documents import PASSAGE_CHARACTERS, document_drafts
from core.ingestion.formats.reading import ReadFile, read_file
from tests.support import ROOT, examples

DATASETS = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets"))


def read(content: str | bytes | object, name: str) -> ReadFile:
    """The file; what is neither text nor bytes is written as JSON."""
    if isinstance(content, bytes):
        raw = content
    else:
        raw = (content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)).encode()
    return read_file(raw, name, max_bytes=1_000_000)


def values(found: ReadFile) -> list[tuple[str, dict[str, Any]]]:
    return [(draft.kind, dict(draft.values)) for drafts in found.drafts for draft in drafts.items]


# ---- JSON


@pytest.mark.parametrize(
    "content",
    [
        '[{"id": "a", "tags": ["x", "y"]}, {"id": "b", "n": 1.5, "o": {"k": null}}]',
        '{"id": "a", "tags": ["x", "y"]}\n\n{"id": "b", "n": 1.5, "o": {"k": null}}\n',
        '{"nodes": [{"id": "a", "tags": ["x", "y"]}, {"id": "b", "n": 1.5, "o": {"k": null}}]}',
    ],
)
def test_flat_json_is_a_table(content: str) -> None:
    (table,) = read(content, "f.json").tables
    assert table.columns == ("id", "tags", "n", "o.k")
    assert [row.cells for row in table.rows] == [("a", "x|y", "", ""), ("b", "", "1.5", "")]


@pytest.mark.parametrize(
    ("content", "name", "where"),
    [
        ('{"nodes": [{"id": "a"}, {"id"', "x.json", "line 1, column 30"),
        ('[{"id": "a"},\n {"id": 1,}]', "x.json", "line 2"),
        ('<graphml>\n<graph edgedefault="directed"><node id="a"></graph></graphml>', "x.graphml", "line 2, column 46"),
        ('<graphml><graph edgedefault="directed"><node/></graph></graphml>', "x.graphml", "node 1 has no id"),
    ],
)
def test_where_a_file_breaks_off_is_said(content: str, name: str, where: str) -> None:
    with pytest.raises(DataUnreadableError) as caught:
        read(content, name)
    assert where in caught.value.message("en")


def test_nodes_and_edges_are_two_tables() -> None:
    found = read({"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "b"}], "name": "g"}, "g.json")
    assert [(table.name, len(table.rows)) for table in found.tables] == [("g.json [nodes]", 1), ("g.json [links]", 1)]


def test_broken_lines_cost_themselves() -> None:
    (table,) = read('{"id": "a"}\n{"id": \n[1]\n7\n{"id": "b"}\n', "f.jsonl").tables
    assert [row.line for row in table.rows] == [1, 5]
    assert [(each.line, each.reason) for each in table.problems] == [(2, "no_json"), (3, "no_object"), (4, "no_object")]


@pytest.mark.parametrize("content", ["[]", "[1, 2]", "{", "[" * 100_000, '{"a":' * 5_000, "{}\n" * 0 + "[[]]"])
def test_json_without_objects_is_refused(content: str) -> None:
    with pytest.raises(DataUnreadableError):
        read(content, "f.json")


def test_very_many_keys_are_refused() -> None:
    with pytest.raises(DataUnreadableError, match="keys"):
        read([{str(number): 1} for number in range(1001)], "f.json")


def test_every_list_of_an_object_is_read_and_the_rest_is_said() -> None:
    content = {
        "companies": [{"id": "a"}],
        "relations": [{"source": "a", "target": "b"}],
        "passages": [{"text": "x"}],
        "version": "2",
        "empty": [],
    }
    found = read(content, "f.json").tables
    assert {table.name for table in found} == {"f.json [companies]", "f.json [relations]", "f.json [passages]"}
    said = [(each.reason, each.detail, each.repaired) for table in found for each in table.problems]
    assert said == [("keys_not_read", "version", True)]
    (data,) = read({"data": [{"id": "a"}, {"id": "b"}]}, "d.json").tables
    assert [row.cells for row in data.rows] == [("a",), ("b",)]
    (record,) = read({"id": "a", "owners": [{"name": "b"}]}, "r.json").tables
    assert record.columns == ("id", "owners.name")


@pytest.mark.parametrize("character", ["\u2028", "\u2029", "\x85"])
def test_lines_of_json_end_only_where_lines_end(character: str) -> None:
    content = json.dumps({"id": f"a{character}b"}, ensure_ascii=False) + "\r\n" + '{"id": "c"}\r{"id": "d"}\n'
    (table,) = read(content, "f.jsonl").tables
    assert [row.cells for row in table.rows] == [(f"a{character}b",), ("c",), ("d",)]
    assert table.problems == ()


@pytest.mark.parametrize("depth", [101, 500, 20_000])
def test_json_that_is_nested_too_deeply_is_called_that(depth: int) -> None:
    deep = '{"id": "a", "x": ' + "[" * depth + "]" * depth + "}"
    with pytest.raises(DataUnreadableError) as caught:
        read(f"[{deep}]", "f.json")
    assert "nested deeper than 100 levels" in caught.value.message("en")
    (table,) = read(f'{deep}\n{{"id": "b"}}\n', "f.jsonl").tables
    assert [(each.line, each.reason, each.detail) for each in table.problems] == [(1, "too_deep", "100")]


@pytest.mark.parametrize(
    ("raw", "name"), [(b"PAR1 and no more", "x.parquet"), (b"%PDF-1.4 nonsense", "x.pdf"), (b'"a\n', "x.csv")]
)
def test_chinese_messages_quote_no_parser(raw: bytes, name: str) -> None:
    with pytest.raises(DataUnreadableError) as caught:
        read(raw, name)
    assert not re.search("[a-z]{4}", caught.value.message("zh").replace(name, ""))


# ---- Neo4j


def test_neo4j_nodes_and_edges_say_what_they_are() -> None:
    nodes = read("stock_id:ID(Stock),name,code,size:int,:LABEL\n1,甲,600001,5,Company;Listed\n,乙,,,Company\n", "n.csv")
    assert values(nodes)[0] == (
        "entity",
        {"name": "甲", "tickers": ("600001",), "id": "Stock:1", "type": "Company"},
    )
    assert [each.attributes for each in nodes.drafts[0].items] == [(("size", "5"), ("label", "Listed")), ()]
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
    assert several.drafts[0].items[0].attributes == (("type", "odd"),)


def test_of_several_labels_the_known_one_is_the_type() -> None:
    found = read(":ID,name,:LABEL\n1,甲,Listed;Company\n", "n.csv")
    assert values(found)[0][1]["type"] == "Company"
    assert found.drafts[0].items[0].attributes == (("label", "Listed"),)


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
        "evidence": "sole owner",
        "year": "2011",
    }
    assert kinds[3][1]["label"] == "Directorship"
    kept = [draft.attributes for draft in found.drafts[0].items]
    assert kept == [(("registrationNumber", "7|8"),), (), (("percentage", "60"),), ()]
    assert [(each.line, each.reason) for each in found.drafts[0].problems] == [
        (5, "missing"),
        (6, "no_company_data"),
        (7, "unknown_schema"),
    ]


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
    assert [each.line for each in found.drafts[0].problems] == [3, 5]


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
    found = read([first, second, third], "t.json").drafts[0]
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


@pytest.mark.parametrize(
    "content",
    [
        '<?xml version="1.0"?><!DOCTYPE graphml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><graphml>&b;</graphml>',
        "<graphml><graph><node id='a'></graph>",
        "<graphml>",
    ],
)
def test_graphml_that_is_broken_or_grows_is_refused(content: str) -> None:
    with pytest.raises(DataUnreadableError):
        read(content, "g.graphml")


# ---- documents


@given(st.text(alphabet="ab。. \n#宁德", max_size=3000))
def test_passages_stand_where_they_say(text: str) -> None:
    for name in ("d.txt", "d.md"):
        try:
            drafts = document_drafts(text, name)
        except DataUnreadableError:
            assert not text.strip()
            continue
        for draft in drafts.items:
            start, end = int(str(draft.values["start"])), int(str(draft.values["end"]))
            assert text[start:end] == draft.values["text"]
            assert end - start <= PASSAGE_CHARACTERS
            assert draft.line == text.count("\n", 0, start) + 1


def test_a_markdown_title_is_the_title_of_its_passages() -> None:
    found = read("# 年报\n\n" + "宁德时代向特斯拉供货。" * 200, "report.md")
    assert {each["title"] for _, each in values(found)} == {"年报"}
    assert len(values(found)) > 2
    assert {each["title"] for _, each in values(read("plain", "notes.txt"))} == {"notes"}


def test_a_pdf_without_text_or_without_sense_is_refused() -> None:
    empty = io.BytesIO()
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.write(empty)
    for raw in (empty.getvalue(), b"%PDF-1.4 nonsense", empty.getvalue()[:200]):
        with pytest.raises(DataUnreadableError):
            read(raw, "d.pdf")


PDF = b"""%PDF-1.1
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R
/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >> endobj
4 0 obj << /Length 52 >> stream
BT /F1 12 Tf 10 50 Td (CATL supplies Tesla.) Tj ET
endstream endobj
trailer << /Root 1 0 R >>
startxref
0
%%EOF
"""


def test_a_pdf_of_very_many_pages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MAX_PDF_PAGES", 0)
    with pytest.raises(DataUnreadableError, match="1 page, at most 0 are read"):
        read(PDF, "d.pdf")


def test_a_pdf_whose_reader_ends_suddenly_is_not_read_by_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    for said in ([b""], [b"2\n", b""], [b"2\n", b'"one"\n', b'"tw']):

        def follow(_process: object, _raw: bytes, lines: SimpleQueue[bytes], said: list[bytes] = said) -> None:
            for line in said:
                lines.put(line)

        monkeypatch.setattr(pdf, "_follow", follow)
        with pytest.raises(DataUnreadableError, match="sudden end"):
            read(PDF, "d.pdf")


def test_a_pdf_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_PATIENCE", -1.0)
    with pytest.raises(DataUnreadableError, match="long for its size"):
        read(PDF, "d.pdf")


def test_the_reader_of_pdf_files_says_each_page_and_what_is_wrong() -> None:
    said = io.BytesIO()
    pdf_worker.main(io.BytesIO(PDF), said)
    assert list(map(json.loads, said.getvalue().splitlines())) == [1, "CATL supplies Tesla."]
    for broken in (b"", PDF[:90], PDF.replace(b"/Pages", b"/Rages")):
        *_, last = pdf_worker.page_lines(broken)
        assert isinstance(last, dict)
        assert last["error"]


def test_the_text_of_a_pdf_is_read() -> None:
    ((kind, passage),) = values(read(PDF, "d.pdf"))
    assert (kind, passage["text"], passage["document_id"]) == ("passage", "CATL supplies Tesla.", "d.pdf")


# ---- any file


@pytest.mark.parametrize("raw", [b"", b"  \n", b"\x00" * 1000, b"x" * 1_000_001])
def test_empty_binary_and_too_large_files_are_refused(raw: bytes) -> None:
    with pytest.raises(DataUnreadableError):
        read(raw, "x.csv")


BEGINNINGS = st.sampled_from(
    [b"", b"%PDF-1.7\n", b"PK\x03\x04", b"<graphml", b"[{", b'{"schema": "Company"', b"a,b\n", b":ID,x\n", b"\xff\xfe"]
)
NAMES = st.sampled_from(["x.csv", "x.xlsx", "x.json", "x.graphml", "x.pdf", "x.md", "x"])


@settings(max_examples=examples(500))
@given(BEGINNINGS, st.binary(max_size=200), NAMES)
def test_any_file_is_read_or_refused(beginning: bytes, rest: bytes, name: str) -> None:
    try:
        found = read(beginning + rest, name)
    except DataUnreadableError as error:
        assert name in str(error)
        return
    assert found.tables or found.drafts
    assert all(isinstance(draft, Draft) for drafts in found.drafts for draft in drafts.items)


SAMPLES = sorted(path for path in (DATASETS / "import_samples").glob("*/*") if path.suffix in (".csv", ".json"))


@pytest.mark.skipif(not SAMPLES, reason="set GUANXI_DATASETS to the folder of the public data sets")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_real_files_are_read_and_survive_damage(path: Path) -> None:
    raw = path.read_bytes()
    found = read_file(raw, path.name, max_bytes=10_000_000)
    assert sum(len(drafts.items) for drafts in found.drafts) + sum(len(table.rows) for table in found.tables) > 0
    rng = random.Random(path.name)
    for _ in range(10):
        damaged = bytearray(raw[: rng.randrange(len(raw))] if rng.random() < 0.5 else raw)
        for _ in range(rng.randrange(20)):
            if damaged:
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            read_file(bytes(damaged), path.name, max_bytes=10_000_000)
        except DataUnreadableError as error:
            assert path.name in str(error)


# ---- lines in another encoding, in every format of text

ODD = "测试公司,客户".encode("gbk")
CUT = "宁德时代".encode()[:-1]


def test_a_line_in_another_encoding_is_said_of_every_kind_of_text() -> None:
    good = ["公司名称,行业", "宁德时代,电池", "比亚迪,汽车", "特斯拉,汽车"]
    (table,) = read("\n".join(good).encode() + b"\n" + ODD + b"\n" + CUT + b",x\n", "x.csv").tables
    assert [row.cells[0] for row in table.rows] == ["宁德时代", "比亚迪", "特斯拉", "测试公司"]
    assert [(each.line, each.reason, each.repaired) for each in table.problems] == [
        (5, "in_another_encoding", True),
        (6, "unreadable_bytes", False),
    ]
    lines = [json.dumps({"name": name}, ensure_ascii=False).encode() for name in ("宁德时代", "比亚迪", "特斯拉")]
    (table,) = read(b"\n".join([*lines, b'{"name": "' + CUT + b'"}', lines[0]]), "x.jsonl").tables
    assert [row.line for row in table.rows] == [1, 2, 3, 5]
    assert [(each.line, each.reason) for each in table.problems] == [(4, "unreadable_bytes")]
    (drafts,) = read("\n".join(good).encode() + b"\n" + CUT + b"\n", "x.txt").drafts
    assert [(each.line, each.reason) for each in drafts.problems] == [(5, "not_decoded")]
    node = '<graphml><graph>\n<node id="宁德时代"/>\n<node id="比亚迪"/>\n<node id="'.encode()
    (nodes,) = read(node + CUT + b'"/>\n</graph></graphml>', "x.graphml").tables
    assert (len(nodes.rows), [(each.line, each.reason) for each in nodes.problems]) == (3, [(4, "not_decoded")])
