"""Over two hundred broken files: each is explained, none crashes, hangs or comes in by halves."""

from __future__ import annotations

import io
import json
import random
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openpyxl import Workbook

from core.errors import DataUnreadableError
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validation import validate
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import table_raw_records
from core.messages import LANGUAGES
from core.ontology import default_ontology
from tests.read_files import PDF

PATIENCE = 10.0  # seconds for one file, however slow the machine
ROWS = [("id", "name", "industry"), ("a", "甲公司", "电池"), ("b", "Beta “B” Ltd", "cells; packs"), ("c", "丙", "")]


def workbook() -> bytes:
    book = Workbook()
    for row in ROWS:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


NODES = [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]
EDGES = [{"source": "a", "target": "b", "type": "竞品"}]
GOOD: dict[str, bytes] = {
    "companies.csv": "\n".join(",".join(row) for row in ROWS).encode(),
    "companies.tsv": "\n".join("\t".join(row) for row in ROWS).encode("utf-16"),
    "gb.csv": "\n".join(",".join(row) for row in ROWS).encode("gb18030"),
    "ties.csv": "source,type,target\na,竞品,b\nb,供应商,c\n".encode(),
    "texts.csv": "id,title,text\n1,甲,甲公司向乙公司供货。\n".encode(),
    "list.json": json.dumps(NODES, ensure_ascii=False).encode(),
    "lines.jsonl": "\n".join(json.dumps(node, ensure_ascii=False) for node in NODES).encode(),
    "graph.json": json.dumps({"nodes": NODES, "edges": EDGES}, ensure_ascii=False).encode(),
    "graph.graphml": b'<?xml version="1.0" encoding="UTF-8"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    b'<key id="n" for="node" attr.name="name" attr.type="string"/><graph edgedefault="directed"><node id="a"><data '
    b'key="n">A</data></node><node id="b"/><edge source="a" target="b"/></graph></graphml>',
    "nodes.csv": b"stock:ID(Stock),name,:LABEL\n1,A,Company\n2,B,Company\n",
    "edges.csv": b":START_ID(Stock),:END_ID(Stock),:TYPE\n1,2,competitor\n",
    "people.ftm.json": b'{"id": "c", "schema": "Company", "properties": {"name": ["Acme"]}}\n',
    "triples.json": b'[{"id":"1","relation":"competitor","e1_name":"A","e2_name":"B","context":["A","and","B"]}]',
    "book.xlsx": workbook(),
    "report.md": "# 报告\n\n甲公司向乙公司供货。\n".encode(),
    "paper.pdf": PDF,
}
Damage = Callable[[bytes, random.Random], bytes]


def _spliced(raw: bytes, rng: random.Random, piece: bytes) -> bytes:
    place = rng.randrange(len(raw) + 1)
    return raw[:place] + piece + raw[place:]


DAMAGES: dict[str, Damage] = {
    "cut off": lambda raw, rng: raw[: rng.randrange(1, len(raw))],
    "beginning lost": lambda raw, rng: raw[rng.randrange(1, len(raw)) :],
    "zero bytes": lambda raw, rng: _spliced(raw, rng, b"\0" * 50),
    "only zero bytes": lambda raw, _: b"\0" * len(raw),
    "wrong encoding": lambda raw, rng: _spliced(raw, rng, bytes(rng.randrange(128, 256) for _ in range(30))),
    "bits flipped": lambda raw, rng: bytes(byte ^ (rng.random() < 0.05) * rng.randrange(256) for byte in raw),
    "stray quotes": lambda raw, rng: _spliced(raw, rng, b'",""\n"'),
    "stray braces": lambda raw, rng: _spliced(raw, rng, b"}]{<>"),
    "lines mixed": lambda raw, _: raw.replace(b"\n", b"\r\n\r\n\n\r"),
    "ragged": lambda raw, rng: raw + b"\n" + b",".join(b"x" * rng.randrange(5) for _ in range(40)),
    "twice": lambda raw, _: raw + raw,
    "mark in the middle": lambda raw, rng: _spliced(raw, rng, b"\xef\xbb\xbf\xff\xfe"),
    "reversed": lambda raw, _: raw[::-1],
}


def zip_bomb() -> bytes:
    file = io.BytesIO()
    packed = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1)
    with packed, packed.open("xl/workbook.xml", "w") as member:
        for _ in range(110):
            member.write(b"0" * 10_000_000)
    return file.getvalue()


def parquet_bomb() -> bytes:
    """Three gigabytes in some hundred kilobytes: one value, three million times."""
    repeated = pa.DictionaryArray.from_arrays(np.zeros(3_000_000, dtype=np.int32), ["x" * 1_000])
    file = io.BytesIO()
    pq.write_table(pa.table({"id": repeated, "name": repeated}), file)
    return file.getvalue()


def pdf_of(*objects: bytes) -> bytes:
    """Of one page; the fourth object is its content, the others may be called by it."""
    drawn_with = b"/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X5 5 0 R >>"
    place = b"/Type /Page /Parent 2 0 R /MediaBox [0 0 300 100] /Contents 4 0 R"
    page = b"<< %s /Resources << %s >> >>" % (place, drawn_with)
    first = (b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page)
    numbered = (b"%d 0 obj %s endobj\n" % (number, each) for number, each in enumerate((*first, *objects), start=1))
    return b"%PDF-1.4\n" + b"".join(numbered) + b"trailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n"


def stream(content: bytes, entries: bytes = b"") -> bytes:
    packed = zlib.compress(content, 9)
    return b"<< /Length %d /Filter /FlateDecode %s >> stream\n%s\nendstream" % (len(packed), entries, packed)


def endless_forms() -> bytes:
    """Each form draws the next one ten times."""
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9]"
    forms = [
        stream(
            b"/X%d Do " % next_one * 10, form + b" /Resources << /XObject << /X%d %d 0 R >> >>" % (next_one, next_one)
        )
        for next_one in range(6, 15)
    ]
    text = stream(b"BT /F1 9 Tf (x) Tj ET", form)
    return pdf_of(stream(b"/X5 Do " * 10), *forms, text)


def special() -> Iterator[tuple[str, bytes]]:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    yield "laughs.graphml", f'<!DOCTYPE g [<!ENTITY l0 "ha">{laughs}]><graphml><a>&l9;</a></graphml>'.encode()
    yield "bomb.xlsx", zip_bomb()
    yield "columns.csv", b",".join(b"c%d" % n for n in range(1_000_000)) + b"\n"
    yield "keys.json", json.dumps([{str(n): 1 for n in range(100_000)}]).encode()
    yield "deep.json", b"[" * 1_000_000
    yield "deeper.json", b'{"a":' * 100_000 + b"1" + b"}" * 100_000
    yield "long.csv", b"id,name\na," + b"x" * 30_000_000
    yield "quotes.csv", b"id,name\n" + b'"' * 1_000_001
    yield "halves.csv", b"id,name\n" + b'"a\n' * 200_000
    yield "unescaped.csv", b"id,name\n" + b'1,"Foo" Holdings\n' * 60_000
    yield "newlines.csv", b"id,name" + b"\n" * 6_000_000
    yield "commas.csv", b"id,name\n" + b",\n" * 3_000_000
    yield "unbroken.txt", "锂".encode() * 200_000
    yield "unbroken.md", b"# x\n" + b"x" * 200_000
    yield "repeated.parquet", parquet_bomb()
    yield "words.pdf", pdf_of(stream(b"BT /F1 9 Tf " + b"1 0 0 1 10 50 Tm (x) Tj " * 2_000_000 + b"ET"))
    yield "forms.pdf", endless_forms()
    yield "aliases.csv", b"id,name,aliases\na,A,b|c\nb,B,c|a\nc,C,a|b\n"
    yield "loop.csv", b"source,type,target\n" + b"a,competitor,a\n" * 1000
    yield "same.csv", b"id,name\n" + b"a,A\n" * 20_000
    yield "empty.xlsx", b"PK\x05\x06" + b"\0" * 18
    yield "formula.csv", b"id,name\n=cmd|' /C calc'!A0,=1+1\n@x,+1\n"
    yield "controls.csv", "id,name\n\u202ea,\x07\x1bb\n".encode()
    yield "surrogates.json", b'[{"id": "\\ud800", "name": "\\udfff"}]'
    yield "numbers.json", b'[{"id": 1e999, "name": -0, "founded": NaN}]'


CORPUS = [
    *(
        (f"{damage} {name}", name, DAMAGES[damage](raw, random.Random(damage + name)))
        for name, raw in GOOD.items()
        for damage in DAMAGES
    ),
    *((f"special {name}", name, raw) for name, raw in special()),
]


def test_there_are_enough_of_them() -> None:
    assert len({(name, raw) for _, name, raw in CORPUS}) >= 200


@pytest.mark.parametrize("name", GOOD)
def test_whole_they_are_read(name: str) -> None:
    found = read_file(GOOD[name], name, max_bytes=1_000_000)
    assert found.tables or found.raw_records


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(("name", "raw"), [each[1:] for each in CORPUS], ids=[each[0] for each in CORPUS])
def test_broken_they_are_explained(name: str, raw: bytes) -> None:
    started = time.process_time()
    try:
        found = read_file(raw, name, max_bytes=50_000_000)
    except DataUnreadableError as error:
        assert all(name in error.message(language) for language in LANGUAGES)
    else:
        parts = [*found.raw_records, *(table_raw_records(table, guess_mapping(table)) for table in found.tables)]
        raw_records = [raw_record for part in parts for raw_record in part.items]
        valid = validate(raw_records, default_ontology(), Choices(create_missing=True))
        data = valid.data
        got_in = len(data.entities) + len(data.relations) + len(data.passages)
        assert got_in + len(data.problems) >= len(raw_records)
        for problem in (*data.problems[:50], *(each for part in parts for each in part.problems[:50])):
            assert all(problem.message(language) for language in LANGUAGES)
        for record in (*data.entities, *data.relations, *data.passages):
            record.model_dump_json().encode("utf-8")  # it can be stored
    assert time.process_time() - started < PATIENCE


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.exe", b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff" * 40),
        ("x.exe", b"name,country\nA,CN\n"),
        ("x.zip", b"PK\x03\x04" + bytes(range(256))),
        ("picture.PNG", b"\x89PNG\r\n\x1a\n"),
        ("x", bytes(range(256)) * 4),
        ("x.dat", b"\0" * 999),
    ],
)
def test_a_file_of_no_known_format_is_refused_with_those_that_are_read(name: str, content: bytes) -> None:
    with pytest.raises(DataUnreadableError) as refused:
        read_file(content, name, max_bytes=10_000)
    for language in LANGUAGES:
        for known in ("CSV", "Excel", ".ods", "Parquet", "JSON", "GraphML", "PDF", ".txt"):
            assert known in refused.value.message(language)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("letter.rtf", rb"{\rtf1\ansi Alpha supplies Beta.}"),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)),
    ],
)
def test_a_document_that_another_program_writes_is_refused_with_what_to_do(name: str, content: bytes) -> None:
    with pytest.raises(DataUnreadableError) as refused:
        read_file(content, name, max_bytes=10_000)
    assert ".docx" in refused.value.message("en")
    assert ".docx" in refused.value.message("zh")
