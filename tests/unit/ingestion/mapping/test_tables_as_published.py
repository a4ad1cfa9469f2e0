"""Tables as people publish them: merged cells, matrices, headers in other languages, nested records."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from core.errors import DataUnreadableError
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from tests.published_files import bring


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
    assert (found.attributes, found.links) == ([{}], ["https://x.example/1"])


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
    assert (ended.years, ended.ends, ended.attributes) == ([None], ["2018-01-01"], [{}])
    retrieved = bring(("y.csv", "Supplier;Customer;Last updated\nA;B;2018-01-01\n"))
    assert (retrieved.years, retrieved.attributes) == ([None], [{"Last updated": "2018-01-01"}])


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
