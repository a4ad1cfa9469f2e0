"""Lists of companies of which every row says something of another one: how much that one holds, what it sells."""

from __future__ import annotations

import pytest

from core.domain.records import Relation
from core.ingestion.cells.column_words import TableKind
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.relation_columns import further_fields
from core.ingestion.mapping.table_mapping import TableMapping, fields_of_all_rows, table_raw_records
from core.ontology import default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported

WIND = """证券代码,证券简称,股东名称,持股数量(万股),持股比例(%),股东性质,截止日期,排名
300750.SZ,宁德时代,瑞庭投资,102470.49,23.28,境内非国有法人,2025-06-30,1
300750.SZ,宁德时代,黄世霖,46653.38,10.60,境内自然人,2025-06-30,2
002594.SZ,比亚迪,王传福,51362.39,16.9,境内自然人,2025-06-30,1
002594.SZ,比亚迪,吕向阳,23922.86,7.87,境内自然人,2025-06-30,2
688999.SH,星河微芯,中芯国际,3200,8,境内法人,2025-06-30,1
688999.SH,星河微芯,其他股东,9,1,,2025-06-30,
"""


def mapped(text: str) -> TableMapping:
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    return guess_mapping(table)


def attributes(relation: Relation) -> dict[str, str]:
    return {each.name: each.value for each in relation.attributes}


def test_each_holder_has_the_share_of_its_own_row() -> None:
    found = imported(("holders.csv", WIND), known=())
    told = [(each.source, each.target, each.share_low, each.as_of) for each in found.data.relations]
    assert told == [
        ("瑞庭投资", "300750.SZ", 23.28, "2025-06-30"),
        ("黄世霖", "300750.SZ", 10.6, "2025-06-30"),
        ("王传福", "002594.SZ", 16.9, "2025-06-30"),
        ("吕向阳", "002594.SZ", 7.87, "2025-06-30"),
        ("中芯国际", "688999.SH", 8.0, "2025-06-30"),
    ]
    assert attributes(found.data.relations[1]) == {"持股数量(万股)": "46653.38", "股东性质": "境内自然人", "排名": "2"}
    companies = {each.name_zh: (each.tickers, each.attributes) for each in found.data.entities}
    assert companies["宁德时代"] == (("300750.SZ",), ())
    assert len(companies) == 8
    assert [each.reason for each in found.repairs if each.reason in ("was_joined", "replaced_value")] == []


@pytest.mark.parametrize(
    ("headers", "ends"),
    [
        ("股票代码,股票名称,供应商名称,采购金额(万元),占比(%),报告期", ("xeno", "supplies", "nova")),
        ("代码,公司,客户名称,销售额(万元),占比(%),报告期", ("nova", "supplies", "xeno")),
        ("Ticker,Name,Competitor,Overlap,Rank,As of", ("nova", "competitor", "xeno")),
        ("Symbol,Name,Supplier,Spend (EUR),Share,As of", ("xeno", "supplies", "nova")),
        ("Tickersymbol,Unternehmen,Lieferant,Umsatz,Anteil,Stand", ("xeno", "supplies", "nova")),
        ("Code boursier,Entreprise,Fournisseur,Montant,Part,En date du", ("xeno", "supplies", "nova")),
        ("Símbolo bursátil,Empresa,Proveedores,Importe,Cuota,Fecha de corte", ("xeno", "supplies", "nova")),
        ("証券コード,会社名,仕入先,金額,割合,基準日", ("xeno", "supplies", "nova")),
    ],
)
def test_what_differs_from_row_to_row_of_a_company_is_said_of_the_relation(
    headers: str, ends: tuple[str, str, str]
) -> None:
    rows = "300750,nova,xeno,125000,5.2,2024\n300750,nova,yara,88000,3.6,2024\n"
    rows += "601127,mira,xeno,15,0.9,2024\n601127,mira,zeta,4,0.8,2024\n"
    data = imported(("x.csv", f"{headers}\n{rows}"), known=()).data
    names = {each.id: each.name_en for each in data.entities}
    first = data.relations[0]
    assert (names[first.source], first.type, names[first.target]) == ends
    assert first.as_of == "2024"
    columns = headers.split(",")
    assert attributes(first) == {columns[3]: "125000", columns[4]: "5.2"}
    assert {each.name_en: each.tickers for each in data.entities if each.tickers} == {
        "nova": ("300750",),
        "mira": ("601127",),
    }


@pytest.mark.parametrize(
    "headers",
    [
        "Company,Logo,Ownership (%),Parent,Net assets",
        "公司,电话,持股比例,母公司,净资产",
        "Gesellschaft,Telefon,Anteil in %,Muttergesellschaft,Eigenkapital TEUR",
        "Société,Adresse,Part du capital,Société mère,Fonds propres",
        "Empresa,Dirección,% de capital,Empresa matriz,Patrimonio",
        "会社名,住所,持株比率,親会社,純資産",
    ],
)
def test_how_much_is_held_is_said_of_the_relation_where_every_company_stands_once(headers: str) -> None:
    rows = '"a","s",100,"b","12"\n"c","t","49.9","a","3"\n"d","u",,"n/a","7"\n"e","v",,,"8"\n'
    data = imported(("x.csv", f"{headers}\n{rows}")).data
    told = [(each.source, each.type, each.target, each.share_low, each.attributes) for each in data.relations]
    assert told == [("a", "subsidiary_of", "b", 100.0, ()), ("c", "subsidiary_of", "a", 49.9, ())]
    companies = {each.id: {said.name: said.value for said in each.attributes} for each in data.entities}
    _, seat, _, _, equity = headers.split(",")
    assert {name: said[seat] for name, said in companies.items() if said} == {"a": "s", "c": "t", "d": "u", "e": "v"}
    assert companies["e"] == {seat: "v", equity: "8"}


def test_days_beside_a_share_are_of_the_relation_and_others_of_the_company() -> None:
    text = "Company,Industry,Updated,Parent,Ownership,As of\na,Steel,2020,b,51%,2024\n"
    data = imported(("x.csv", text)).data
    assert [(each.share_low, each.as_of, each.attributes) for each in data.relations] == [(51.0, "2024", ())]
    company = next(each for each in data.entities if each.id == "a")
    assert (company.industry, [(each.name, each.value) for each in company.attributes]) == (
        "Steel",
        [("Updated", "2020")],
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (
            "Name,Country,Competitor\na,DE,xeno\na,DE,yara\nb,FR,zeta\n",
            "companies",
        ),  # nothing differs but the competitor
        ("Name,Country,Competitor\na,DE,xeno\nb,FR,yara\nc,FR,zeta\nc,IT,yara\n", "companies"),  # most stand once
        ("Company,Year,Revenue,Parent\na,2023,5,xeno\na,2024,6,xeno\n", "companies"),  # with the same one
        ("Name,Overlap,Competitor\na,1,xeno; yara\na,2,zeta; wiko\n", "companies"),  # several in a cell
        ("Ticker,Supplier,Spend\n300750,xeno,1\n300750,yara,2\n", "companies"),  # no names
        ("Name,Overlap,Competitor\na,1,xeno\na,2,yara\n", "relations"),
        ("Name,Parent,Supplier,Ownership\na,xeno,yara,50%\n", "companies"),  # of two columns of others
        ("Company,Parent,Ownership,Voting rights\na,xeno,50%,60%\n", "companies"),  # two shares
        ("Name,Supplier,Share\na,xeno,50%\nb,xeno,20%\n", "companies"),  # how much of what it buys
    ],
)
def test_lists_of_companies_stay_such_where_rows_say_nothing_of_a_pair(text: str, kind: TableKind) -> None:
    assert mapped(text).kind == kind


def test_of_one_company_alone_other_facts_are_said_of_the_relations() -> None:
    text = "Company,LEI,Country,Competitor,Overlap,Region\na,L1,DE,xeno,High,EU\na,L1,DE,yara,Low,EU\n"
    assert mapped(text).columns == {
        "Company": "source",
        "Competitor": "target",
        "LEI": "source:attribute",
        "Country": "source:country",
        "Overlap": "attribute",
        "Region": "attribute",
    }


def test_ids_of_a_company_are_its_own() -> None:
    text = "id,Name,Competitor,Overlap\nk1,a,xeno,High\nk1,a,yara,Low\nk2,b,xeno,Low\nk2,b,yara,Low\n"
    data = imported(("x.csv", text), known=()).data
    assert [(each.source, each.target) for each in data.relations] == [
        ("k1", "xeno"),
        ("k1", "yara"),
        ("k2", "xeno"),
        ("k2", "yara"),
    ]


def test_columns_say_what_both_ends_are_and_a_person_can_say_so() -> None:
    text = "Owner,Kind,Held,Code,Stake\nEva,xeno,Gamma,123,50%\nIda,xeno,,124,1%\n,xeno,Gamma,,\n"
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    columns = {"Owner": "source", "Kind": "source:attribute", "Held": "target", "Code": "target:id", "Stake": "share"}
    constants = {"label": "shareholder_of", "source:type": "person"}
    raw_records = table_raw_records(table, TableMapping(kind="relations", columns=columns, constants=constants))
    entities = [(each.line, dict(each.values), each.attributes) for each in raw_records.items if each.kind == "entity"]
    assert entities == [
        (2, {"type": "person", "name": "Eva"}, (("Kind", "xeno"),)),
        (3, {"type": "person", "name": "Ida"}, (("Kind", "xeno"),)),
        (2, {"name": "Gamma", "id": "123"}, ()),
        (4, {"name": "Gamma"}, ()),
    ]
    assert [dict(each.values) for each in raw_records.items if each.kind == "relation"] == [
        {"label": "shareholder_of", "source": "Eva", "target": "Gamma", "share": "50%"}
    ]


def test_what_is_said_of_an_end_can_be_chosen_in_tables_of_relations_only() -> None:
    ontology = default_ontology()
    further = further_fields("relations", ontology)
    assert {"target:tickers", "source:attribute"} <= set(further)
    assert "target:name" not in further
    assert further_fields("passages", ontology) == ()
    assert "relation:supplies" in further_fields("companies", ontology)
    assert {"label", "source:type"} <= set(fields_of_all_rows("relations"))
    assert not any(each.endswith("attribute") for each in fields_of_all_rows("relations"))
    assert "source:type" not in fields_of_all_rows("companies")


@pytest.mark.parametrize(
    ("headers", "end"),
    [
        ("Investor,Company,Exit date", "Exit date"),
        ("股东,公司名称,退出时间", "退出时间"),
        ("Company,Investors,Sold on", "Sold on"),
    ],
)
def test_when_a_holding_ended_is_said_of_the_relation(headers: str, end: str) -> None:
    row = {"Investor": "Norma Ltd", "股东": "Norma Ltd", "Investors": "Norma Ltd"}
    cells = [row.get(each, "2026-02-15" if each == end else "Halden Robotics AS") for each in headers.split(",")]
    (table,) = read_file(f"{headers}\n{','.join(cells)}\n".encode(), "x.csv", max_bytes=1_000).tables
    mapping = guess_mapping(table, default_ontology())
    assert (mapping.kind, mapping.columns[end], mapping.constants["label"]) == ("relations", "end", "shareholder_of")
