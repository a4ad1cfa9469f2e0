"""Files as users have them: what each format says of companies, relations and texts."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import DataUnreadableError
from core.ingestion.formats.reading import read_file
from core.ingestion.records.raw_records import RawRecord
from tests.read_files import read
from tests.support import ROOT, examples

DATASETS = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets"))


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


def test_a_table_that_is_not_closed_is_read() -> None:
    (table,) = read("<html><table><tr><td>A<td>B<tr><td>1<td>2", "x.html").tables
    assert (table.columns, [row.cells for row in table.rows]) == (("A", "B"), [("1", "2")])


@pytest.mark.parametrize(
    ("content", "said"),
    [(f"[{'7' * 5000}]", "no JSON objects"), ("[\n" * 100_000, "nested"), ('["text"]', "no JSON objects")],
)
def test_json_without_records(content: str, said: str) -> None:
    with pytest.raises(DataUnreadableError, match=said):
        read(content, "x.json")


def test_a_line_with_a_number_that_no_computer_takes_costs_itself() -> None:
    digits = "7" * 5000
    (table,) = read(f'{{"id": "a"}}\n{{"id": {digits}}}\n', "x.jsonl").tables
    assert [row.cells for row in table.rows] == [("a",)]
    assert [(each.line, each.reason) for each in table.problems] == [(2, "no_json")]


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
    assert found.tables or found.raw_records
    assert all(
        isinstance(raw_record, RawRecord) for raw_records in found.raw_records for raw_record in raw_records.items
    )


SAMPLES = sorted(path for path in (DATASETS / "import_samples").glob("*/*") if path.suffix in (".csv", ".json"))


@pytest.mark.matrix(every=4)
@pytest.mark.skipif(not SAMPLES, reason="set GUANXI_DATASETS to the folder of the public data sets")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_real_files_are_read_and_survive_damage(path: Path) -> None:
    raw = path.read_bytes()
    found = read_file(raw, path.name, max_bytes=10_000_000)
    assert (
        sum(len(raw_records.items) for raw_records in found.raw_records)
        + sum(len(table.rows) for table in found.tables)
        > 0
    )
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
    (raw_records,) = read("\n".join(good).encode() + b"\n" + CUT + b"\n", "x.txt").raw_records
    assert [(each.line, each.reason) for each in raw_records.problems] == [(5, "not_decoded")]
    node = '<graphml><graph>\n<node id="宁德时代"/>\n<node id="比亚迪"/>\n<node id="'.encode()
    (nodes,) = read(node + CUT + b'"/>\n</graph></graphml>', "x.graphml").tables
    assert (len(nodes.rows), [(each.line, each.reason) for each in nodes.problems]) == (3, [(4, "not_decoded")])
