"""Dates, shares, sources and identifiers of imported tables: read as people write them, or kept as they stand."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from core.domain.records import Entity
from core.ingestion.cells.stated_facts import relation_facts_in, share_between
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.own_ids import Bringing
from core.ingestion.checking.validated_records import ValidatedRecords
from core.ingestion.checking.validation import validate
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.identifiers import identity_of, with_identifiers
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import table_raw_records
from core.ingestion.records.raw_records import RawRecord
from core.ontology import default_ontology

KNOWN = tuple(Entity(id=each, type="company", name_zh=each, name_en=each) for each in ("a", "b"))


def imported(
    *files: tuple[str, str],
    known: tuple[Entity, ...] = KNOWN,
    sources: frozenset[str] = frozenset(),
    choices: Choices | None = None,
) -> ValidatedRecords:
    raw_records: list[RawRecord] = []
    for name, text in files:
        found = read_file(text.encode(), name, max_bytes=1_000_000)
        mapped = [(table, guess_mapping(table, default_ontology())) for table in found.tables]
        parts = [*found.raw_records, *(with_identifiers(table_raw_records(*each), each[1]) for each in mapped)]
        raw_records += [item for part in parts for item in part.items]
    return validate(
        raw_records, default_ontology(), choices or Choices(), known, bringing=Bringing(fact_sources=sources)
    )


def test_a_table_of_holdings_needs_no_mapping() -> None:
    table = "source,type,target,share,start,end\na,shareholder_of,b,24.5%,2019/5/1,2024\n"
    (relation,) = imported(("holdings.csv", table)).data.relations
    assert (relation.share_low, relation.share_high) == (24.5, 24.5)
    assert (relation.start, relation.end, relation.year) == ("2019-05-01", "2024", 2019)
    bounds = "source,type,target,share_low,share_high,as_of\na,shareholder_of,b,25,50,2025-06\n"
    (relation,) = imported(("holdings.csv", bounds)).data.relations
    assert (relation.share_low, relation.share_high, relation.as_of) == (25.0, 50.0, "2025-06")


@pytest.mark.parametrize(
    "headers",
    [
        "Shareholder,Company,Stake,Date",
        "Company,Shareholder,Stake,Date",
        "Investor,Company,Equity stake,Since",
        "股东,公司,持股比例,日期",
        "Gesellschafter,Unternehmen,Beteiligungsquote,Datum",
        "Actionnaire,Société,Pourcentage de détention,Date",
        "Accionista,Empresa,Porcentaje de participación,Fecha",
        "株主,会社,持株比率,年度",
    ],
)
def test_who_holds_how_much_of_a_company_is_a_relation(headers: str) -> None:
    cells = "b,a" if headers.startswith("Company") else "a,b"
    (relation,) = imported(("holdings.csv", f"{headers}\n{cells},24.5%,2019\n")).data.relations
    assert (relation.source, relation.type, relation.target) == ("a", "shareholder_of", "b")
    assert (relation.share_low, relation.share_high, relation.year) == (24.5, 24.5, 2019)


@pytest.mark.parametrize(
    "headers", ["Company,Industry,Stake", "Company,Industry,Revenue", "Company,Country,Shareholder", "公司,行业,收入"]
)
def test_a_list_of_companies_stays_one(headers: str) -> None:
    found = imported(("list.csv", f"{headers}\nGamma,steel,a\n"))
    assert "Gamma" in {each.name_en for each in found.data.entities}


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("5", (5.0, 5.0)),
        ("5 %", (5.0, 5.0)),
        ("５％", (5.0, 5.0)),
        ("33,3%", (33.3, 33.3)),
        ("25-50", (25.0, 50.0)),
        ("25% – 50%", (25.0, 50.0)),
        ("25 to 50%", (25.0, 50.0)),
        ("100", (100.0, 100.0)),
        ("101", None),
        ("-5", None),
        ("50-25", None),
        ("most", None),
        ("", None),
        ("1-2-3", None),
    ],
)
def test_shares_are_percent(text: str, bounds: tuple[float, float] | None) -> None:
    assert share_between(text) == bounds


def test_percent_cells_of_a_workbook_read_as_they_are_shown() -> None:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    rows = [("0%", 0.05), ("0.00%", 0.2468), ("0.0 %", 1.0), ("General", 33.3), ("0%", None), ("0%", "5 %")]
    sheet.append(["source", "type", "target", "share"])
    for number, (form, share) in enumerate(rows, start=2):
        sheet.append(["a", "shareholder_of", "b", share])
        sheet.cell(number, 4).number_format = form
    raw = io.BytesIO()
    workbook.save(raw)
    (table,) = read_file(raw.getvalue(), "x.xlsx", max_bytes=1_000_000).tables
    assert [row.cells[3] for row in table.rows] == ["5%", "24.68%", "100%", "33.3", "", "5 %"]
    raw_records = table_raw_records(table, guess_mapping(table, default_ontology())).items
    relations = validate(raw_records, default_ontology(), Choices(), KNOWN).data.relations
    assert [each.share_low for each in relations] == [
        5.0,
        24.68,
        100.0,
        33.3,
        None,
    ]  # the last says what the first does


CELLS = [
    ("start", "soon"),
    ("end", "2024-13-45"),
    ("start", "2024-02-30"),
    ("end", "2019-2021"),
    ("as_of", "yesterday"),
    ("status", "Purple"),
    ("share", "most of it"),
    ("share_low", "120"),
    ("amount", "a lot"),
    ("currency", "dollars"),
    ("source_id", "unheard-of"),
]


@pytest.mark.parametrize(
    ("cell", "start"),
    [("2021", "2021"), ("FY2021", "2021"), ("2021年", "2021"), ("2021-05", "2021-05"), ("2021/5/1", "2021-05-01")],
)
def test_a_start_is_as_precise_as_it_is_written(cell: str, start: str) -> None:
    found = imported(("x.csv", f"source,type,target,start\na,supplies,b,{cell}\n"))
    assert [(each.start, each.attributes) for each in found.data.relations] == [(start, ())]


@pytest.mark.parametrize(("field", "cell"), CELLS)
def test_a_cell_that_cannot_be_used_is_kept_as_it_stands(field: str, cell: str) -> None:
    found = imported(("x.csv", f"source,type,target,{field}\na,supplies,b,{cell}\n"))
    (relation,) = found.data.relations
    assert relation.attributes == ((field, cell),)
    assert [(each.line, each.field, each.reason, each.detail) for each in found.repairs] == [
        (2, field, "unknown_status" if field == "status" else "kept_apart", cell)
    ]
    assert all(cell in found.repairs[0].message(language) for language in ("zh", "en"))


@pytest.mark.parametrize(
    ("cells", "kept"),
    [
        ({"start": "2020", "end": "2019"}, {"end": "2019"}),
        ({"year": "2020", "end": "2019-05"}, {"end": "2019-05"}),
        ({"year": "2018", "start": "2019"}, {"year": "2018"}),
        ({"share_low": "50", "share_high": "5"}, {"share_low": "50.0", "share_high": "5.0"}),
    ],
)
def test_cells_that_contradict_one_another_cost_no_row(cells: dict[str, str], kept: dict[str, str]) -> None:
    table = f"source,type,target,{','.join(cells)}\na,supplies,b,{','.join(cells.values())}\n"
    found = imported(("x.csv", table))
    (relation,) = found.data.relations
    assert {each.name: each.value for each in relation.attributes} == kept


@given(st.dictionaries(st.sampled_from([*dict(CELLS), "share_high", "year"]), st.text(max_size=12), max_size=5))
def test_no_text_in_these_cells_costs_the_row(cells: dict[str, str]) -> None:
    values = {"source": "a", "target": "b", "label": "supplies", **cells}
    found = validate([RawRecord("relation", "x.csv", 2, values)], default_ontology(), Choices(), KNOWN)
    assert [each.reason for each in found.data.problems] == []
    told = relation_facts_in(cells, frozenset())
    assert set(told.unfit).isdisjoint(told.values)


def test_columns_that_name_ends_stay_ends() -> None:
    (relation,) = imported(("x.csv", "source_id,target_id,type\na,b,supplies\n")).data.relations
    assert (relation.source, relation.target, relation.source_id) == ("a", "b", "")
    (relation,) = imported(("x.csv", "start,end,type\na,b,supplies\n")).data.relations
    assert (relation.source, relation.target, relation.start) == ("a", "b", "")


SOURCES = "id,title,publisher,url,date,locator\nar,Annual report,A,https://example.com/ar,2024/3/15,p. 3\n"
RELATIONS = "source,type,target,source_id\na,supplies,b,ar\n"


def test_a_list_of_sources_is_known_by_its_columns() -> None:
    found = imported(("relations.csv", RELATIONS), ("sources.csv", SOURCES))
    (source,) = found.data.fact_sources
    assert (source.id, source.date, source.origin) == ("ar", "2024-03-15", "sources.csv:2")
    assert found.data.relations[0].source_id == "ar"
    assert found.repairs == ()


def test_relations_may_refer_to_a_source_that_is_there() -> None:
    assert imported(("relations.csv", RELATIONS), sources=frozenset({"ar"})).data.relations[0].source_id == "ar"


def test_a_source_that_cannot_be_cited_is_refused_with_its_row() -> None:
    found = imported(("sources.csv", SOURCES + "b,,B,,,\nar,Again,A,,,\nc,C,C,ftp://x,,\n"))
    assert [(each.line, each.field, each.reason) for each in found.data.problems] == [
        (3, "title", "missing"),
        (5, "url", "no_link"),
        (4, "id", "duplicate_id"),
    ]


def test_identifiers_with_their_kind_tell_companies_like_columns_do() -> None:
    listed = "name,identifiers,place,lat,lon\nAlpha,lei:529900T8BM49AURSDO55|register:gb/01234567,London,51.5,-0.1\n"
    (alpha,) = imported(("x.csv", listed)).data.entities
    assert (alpha.id, alpha.place, alpha.lat, alpha.lon) == ("gb/01234567", "London", 51.5, -0.1)
    by_column = "name,LEI\nAlpha Limited,529900T8BM49AURSDO55\nAlpha,529900AAAAAAAAAAAA00\n"
    known = (alpha, *KNOWN)
    same, other = imported(("y.csv", by_column), known=known).data.entities
    assert same.id == alpha.id
    assert other.id != alpha.id


def test_several_identifiers_of_one_kind_are_of_one_company() -> None:
    first, second, third = (
        Entity(id=each, type="company", name_zh="甲", name_en="A", identifiers=tuple(f"isin:{one}" for one in listed))
        for each, listed in (("1", ("X", "Y")), ("2", ("Y", "Z")), ("3", ("Z",)))
    )
    assert not identity_of(first).differs_from(identity_of(second))
    assert identity_of(first).differs_from(identity_of(third))
    assert identity_of(first).all_values == ("X", "Y")


def test_what_is_no_identifier_or_no_point_is_kept_as_it_stands() -> None:
    found = imported(("x.csv", "name,identifiers,lat,lon\nAlpha,529900T8BM49AURSDO55|cik:1,51.5 N,-0.1\n"))
    (alpha,) = found.data.entities
    assert (alpha.identifiers, alpha.lat, alpha.lon) == (("cik:1",), None, None)
    assert {each.name: each.value for each in alpha.attributes} == {
        "identifiers": "529900T8BM49AURSDO55",
        "lat": "51.5 N",
        "lon": "-0.1",
    }


@pytest.mark.parametrize(
    "header", ["Supplier,Customer,Since", "Supplier,Customer,Date", "供应商,客户,日期", "Proveedor,Cliente,Desde"]
)
@pytest.mark.parametrize(
    ("cell", "start", "year"),
    [
        ("2018-04-01", "2018-04-01", 2018),
        ("2019年3月1日", "2019-03-01", 2019),
        ("25/11/2018", "2018-11-25", 2018),
        ("May 2020", "2020-05", 2020),
        ("2020", "", 2020),
        ("12/05/2021", "", 2021),
    ],
)
def test_the_day_since_when_it_is_so_is_kept(header: str, cell: str, start: str, year: int) -> None:
    (relation,) = imported(("x.csv", f"{header}\na,b,{cell}\n")).data.relations
    assert (relation.start, relation.year) == (start, year)


def test_another_cell_tells_which_number_is_the_day() -> None:
    found = imported(("x.csv", "Supplier,Customer,Since\na,b,05/06/2020\nb,a,31/05/2020\n"))
    assert [each.start for each in found.data.relations] == ["2020-06-05", "2020-05-31"]


@pytest.mark.parametrize(
    "cell", ["1", "2.5", "(2)", "[3]", "a)", "2023-12-31", "2023年5月1日", "yes", "n/a", "无", "*"]
)
def test_a_number_or_a_mark_is_no_evidence(cell: str) -> None:
    found = imported(("x.csv", f"Supplier,Customer,Evidence\na,b,{cell}\n"))
    (relation,) = found.data.relations
    assert (relation.evidence_zh, relation.evidence_en) == ("", "")
    assert relation.attributes == (("evidence", cell),)
    assert [(each.field, each.reason) for each in found.repairs] == [("evidence", "kept_apart")]


@pytest.mark.parametrize("cell", ["a supplies b.", "甲供货", "Exclusive until 2030"])
def test_words_are_evidence(cell: str) -> None:
    (relation,) = imported(("x.csv", f"Supplier,Customer,Evidence\na,b,{cell}\n")).data.relations
    assert cell in (relation.evidence_zh, relation.evidence_en)


def test_words_beside_a_share_are_kept_and_the_share_counts() -> None:
    facts = relation_facts_in({"share": "5 %", "share_low": "see note"}, frozenset())
    assert (facts.values["share_low"], facts.values["share_high"]) == (5.0, 5.0)
    assert facts.unfit == {"share": "see note"}


@pytest.mark.parametrize("header", ["Company A,Relationship,Company B,From,To", "甲方公司,关系,乙方公司,从,到"])
def test_columns_of_days_are_no_ends(header: str) -> None:
    columns = header.split(",")
    columns[0], columns[2] = (
        "source" if header[0] == "甲" else columns[0],
        "target" if header[0] == "甲" else columns[2],
    )
    table = f"{','.join(columns)}\na,licenses to,b,2019-01-01,2022-12-31\na,competitor,b,2015,\n"
    told = [(each.source, each.target, each.start, each.end) for each in imported(("r.csv", table)).data.relations]
    assert told == [("a", "b", "2019-01-01", "2022-12-31"), ("a", "b", "2015", "")]


def test_from_and_to_are_ends_where_they_hold_names() -> None:
    (relation,) = imported(("r.csv", "From,Relationship,To\na,competitor,b\n")).data.relations
    assert (relation.source, relation.target) == ("a", "b")


@pytest.mark.parametrize("column", ["合作开始时间", "供货起始年份", "合作起始日", "投资开始年月", "何时起"])
def test_since_when_is_read_from_what_the_column_is_called_or_holds(column: str) -> None:
    table = f"供应商,客户,供应产品,{column}\na,b,芯片,2021-03\nb,a,屏幕,2020\n"
    told = [each.start or str(each.year) for each in imported(("r.csv", table)).data.relations]
    assert told == ["2021-03", "2020"]


@pytest.mark.parametrize(
    "column", ["% of issued capital", "% of issued share capital", "Percentage of total shares", "占总股本"]
)
def test_headings_of_registers_are_shares(column: str) -> None:
    (relation,) = imported(("r.csv", f"Shareholder,Company,{column}\na,b,14.2\n")).data.relations
    assert (relation.type, relation.share_low) == ("shareholder_of", 14.2)


@pytest.mark.parametrize("column", ["取引開始日", "取引開始年月日", "契約日", "お付き合い", "開始時期"])
@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (("平成30年4月1日", "令和元年6月15日", "令和2年12月1日"), ("2018-04-01", "2019-06-15", "2020-12-01")),
        (("平成20年4月1日", "2018/4/1", "令和元年6月15日"), ("2008-04-01", "2018-04-01", "2019-06-15")),
        (("昭和64年1月", "平成 元 年 2月", "令和6年"), ("1989-01", "1989-02", "2024")),
        (("民國113年3月31日", "民國100年", "2020-01"), ("2024-03-31", "2011", "2020-01")),
    ],
)
def test_days_of_eras_are_the_start_as_others_are(column: str, cells: tuple[str, ...], told: tuple[str, ...]) -> None:
    rows = "".join(f"a,c{number},部品,{cell}\n" for number, cell in enumerate(cells))
    found = imported(("r.csv", f"仕入先,販売先,品目,{column}\n{rows}")).data.relations
    assert tuple(each.start or str(each.year) for each in found) == told


def test_an_era_without_a_year_is_no_day() -> None:
    (relation,) = imported(("r.csv", "仕入先,販売先,品名\na,b,平成レトロ\n")).data.relations
    assert (relation.start, relation.year, relation.attributes) == ("", None, (("品名", "平成レトロ"),))
