"""Lists of who holds how much of what, as of when: headers in six languages, days and links as people write them."""

from __future__ import annotations

import pytest

from core.ingestion.cells.optional_values import date_in
from core.ingestion.checking.import_choices import Choices
from core.ingestion.checking.validation import validate
from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import table_raw_records
from core.ingestion.mapping.titled_lists import offered_end
from core.messages import LANGUAGES
from core.ontology import default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported

AS_OF = """
Holder,Company,Stake,As of
Holder name,Company name,Stake (%),As of date
Owner,Company,Ownership %,As of
Shareholder,Company,% held,As at
Shareholder name,Issuer,Shareholding (%),Reporting date
Owner,Owned company,Share (%),As of
Holder,Held company,Holding (%),As of
Shareholder,Investee,Percentage,As of
Stockholder,Company,Ownership,As of
Holder,Issuer,% ownership,Valuation date
Beneficial owner,Company,Percent of class,As of
Owner,Entity,Percent,As of
Holding company,Subsidiary,Interest (%),As of
Owner,Company,%,As of
Holder,Company,% of shares outstanding,As of
Holder,Company,% Out,As of
Holder,Company,Percent of outstanding shares,As of
Anteilseigner,Gesellschaft,Anteil,Stand
Aktionär,Unternehmen,Anteil (%),Stichtag
Gesellschafter,Firma,Beteiligung (%),Stand
Eigentümer,Unternehmen,Anteil in %,Per
Inhaber,Gesellschaft,Kapitalanteil,Stichtag
Gesellschafter,Beteiligung,Quote,Stand
Actionnaire,Société,Part (%),Au
Détenteur,Entreprise,Participation (%),À la date du
Actionnaire,Société,% du capital,Date d'arrêté
Propriétaire,Société,Pourcentage,À la date du
Actionnaire,Émetteur,Quote-part,Situation au
Porteur,Société,Part du capital,En date du
Actionnaire,Société détenue,% détenu,Au
Accionista,Empresa,Participación,A fecha de
Titular,Sociedad,Participación (%),A fecha
Propietario,Empresa,Porcentaje,Al
Accionista,Emisor,% de capital,Fecha de corte
Tenedor,Empresa,Cuota,A fecha de
株主,会社,保有割合,基準日
株主名,会社名,持株比率(%),時点
保有者,企業,保有比率,現在
大株主,発行会社,議決権比率,基準日
出資者,出資先,出資比率,基準日
所有者,会社,持分,基準日
股东,公司,持股比例,截至
持有人,公司,持股比例(%),截至日期
股东名称,公司名称,持股比例,截止日期
持股方,被持股公司,比例,基准日
股东,被投资公司,出资比例（%）,报告期
持有人,标的公司,占比,截止日
控股股东,上市公司,占总股本比例,报告期末
股東,公司,持股比率,截至日
""".strip().splitlines()


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("headers", AS_OF)
def test_share_day_and_direction_are_read_without_a_mapping(headers: str, reverse: bool) -> None:
    columns = dict(zip(headers.split(","), ("a", "b", "24.5%", "2023-12-31"), strict=True))
    order = list(columns)[::-1] if reverse else list(columns)
    rows = f"{','.join(order)}\n{','.join(columns[each] for each in order)}\n"
    (relation,) = imported(("holdings.csv", rows)).data.relations
    assert (relation.source, relation.type, relation.target) == ("a", "shareholder_of", "b")
    assert (relation.share_low, relation.share_high, relation.as_of) == (24.5, 24.5, "2023-12-31")
    assert (relation.attributes, relation.start) == ((), "")


@pytest.mark.parametrize("headers", ["Parent,Subsidiary,Ownership (%),As of", "Mutter,Tochter,Anteil,Stand"])
def test_a_subsidiary_has_its_share_too(headers: str) -> None:
    (relation,) = imported(("x.csv", f"{headers}\na,b,75,2024\n")).data.relations
    assert (relation.source, relation.type, relation.target) == ("b", "subsidiary_of", "a")
    assert (relation.share_low, relation.as_of) == (75.0, "2024")


@pytest.mark.parametrize("headers", ["供应商,客户,占比", "Supplier,Customer,Percentage", "Lieferant,Kunde,Anteil"])
def test_a_share_of_what_is_supplied_is_none_of_a_company(headers: str) -> None:
    (relation,) = imported(("x.csv", f"{headers}\na,b,40%\n")).data.relations
    assert relation.share_low is None
    assert [(each.name, each.value) for each in relation.attributes] == [(headers.split(",")[2], "40%")]


def test_words_that_may_be_shares_are_names_where_their_cells_are() -> None:
    found = imported(("x.csv", "Actionnaire,Participation,Depuis\na,b,2019\n")).data.relations
    assert [(each.source, each.type, each.target) for each in found] == [("a", "shareholder_of", "b")]
    listed = imported(("x.csv", "Company,Ownership,Country\nGamma,private,DE\n")).data
    assert ([each.name_en for each in listed.entities], listed.relations) == (["Gamma"], ())


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("31.12.2023", "2023-12-31"),
        ("1. 5. 2023", "2023-05-01"),
        ("31/12/2023", "2023-12-31"),
        ("12/31/2023", "2023-12-31"),
        ("31-12-2023", "2023-12-31"),
        ("31 December 2023", "2023-12-31"),
        ("31st Dec. 2023", "2023-12-31"),
        ("December 31, 2023", "2023-12-31"),
        ("31-Dec-2023", "2023-12-31"),
        ("31. März 2023", "2023-03-31"),
        ("1er août 2023", "2023-08-01"),
        ("31 de diciembre de 2023", "2023-12-31"),
        ("2023年12月31日", "2023-12-31"),
        ("２０２３/12/31", "2023-12-31"),
        ("05/06/2023", "2023"),  # May or June
        ("31.02.2023", "2023"),
        ("31 marine 2023", "2023"),
        ("31 dicembre 2023", "2023-12-31"),
        ("31 de março de 2023", "2023-03-31"),
        ("31. Mrz 2023", "2023-03-31"),
        ("31 maart 2023", "2023-03-31"),
        ("Januar 2023", "2023-01"),
        ("marzo de 2023", "2023-03"),
        ("Figures 2023", "2023"),
        ("令和6年3月31日", "2024-03-31"),
        ("令和元年5月1日", "2019-05-01"),
        ("平成31年4月", "2019-04"),
        ("昭和64年", "1989"),
        ("民國113年3月31日", "2024-03-31"),
        ("about 40 in 2023", "2023"),
    ],
)
def test_days_as_people_write_them(written: str, day: str) -> None:
    assert date_in(written) == day


def test_a_link_of_a_row_is_the_source_that_it_cites() -> None:
    link = "https://example.com/reports/2023?page=3"
    header = "source,type,target,{}\n"
    for column in ("url", "链接", "Link", "Source URL", "Quelle", "出典"):
        rows = header.format(column) + f"a,supplies,b,{link}\nb,supplies,a,{link}\n"
        data = imported(("ties.csv", rows)).data
        (source,) = data.fact_sources
        assert (source.url, source.title, source.origin) == (link, "example.com/reports/2023", "ties.csv:2")
        assert [(each.source_id, each.attributes) for each in data.relations] == [(source.id, ())] * 2
    two = imported(
        ("ties.csv", header.format("url") + "a,supplies,b,https://x.example\nb,supplies,a,http://y.example/\n")
    )
    assert [each.title for each in two.data.fact_sources] == ["x.example", "y.example"]


def test_what_is_no_link_is_kept_and_a_source_that_is_named_counts() -> None:
    (relation,) = imported(("x.csv", "source,type,target,url\na,supplies,b,see page 3\n")).data.relations
    assert (relation.source_id, [(each.name, each.value) for each in relation.attributes]) == (
        "",
        [("url", "see page 3")],
    )
    rows = "source,type,target,source_id,url\na,supplies,b,ar,https://x.example\n"
    data = imported(("x.csv", rows), sources=frozenset({"ar"})).data
    assert (data.relations[0].source_id, data.fact_sources) == ("ar", ())
    assert [each.value for each in data.relations[0].attributes] == ["https://x.example"]


@pytest.mark.parametrize(
    ("cells", "days"),
    [
        ("03/04/2024 31/03/2024", "2024-04-03 2024-03-31"),
        ("03-04-2024 03-31-2024", "2024-03-04 2024-03-31"),
        ("03/04/2024 05/06/2024", "2024 2024"),
        ("03/04/2024 31/03/2024 03/31/2024", "2024 2024-03-31 2024-03-31"),
        ("1/2/2024 31.03.2024", "2024 2024-03-31"),
        ("令和6年 令和6年3月31日", "2024 2024-03-31"),
    ],
)
def test_other_cells_of_a_column_tell_which_number_is_the_day(cells: str, days: str) -> None:
    rows = "".join(f"a{place},b,{5 + place}%,{cell}\n" for place, cell in enumerate(cells.split()))
    found = imported(("x.csv", f"Holder,Company,Stake,As of\n{rows}"))
    assert [each.as_of for each in found.data.relations] == days.split(" ")
    unclear = [each.detail for each in found.repairs if each.reason == "unclear_day"]
    assert unclear == [
        cell for cell, day in zip(cells.split(), days.split(), strict=True) if "/" in cell and day == "2024"
    ]


@pytest.mark.parametrize("shares", [("0.25", "0.5", "0.051"), ("0,25", "1"), ("1",), ("0.1-0.25", "most")])
def test_a_column_of_fractions_or_of_per_cent_is_asked_about(shares: tuple[str, ...]) -> None:
    rows = "".join(f'a,b{place},"{share}"\n' for place, share in enumerate(shares))
    (table,) = read_file(f"Investor,Company,Stake\n{rows}".encode(), "x.csv", max_bytes=10_000).tables
    raw_records = table_raw_records(table, guess_mapping(table))
    assert [each.attributes for each in raw_records.items] == [(("Stake", share),) for share in shares]
    told = [(each.line, each.field, each.reason, each.detail, each.repaired) for each in raw_records.problems]
    assert told == [(place, "Stake", "unclear_share", share, True) for place, share in enumerate(shares, start=2)]
    assert all(shares[0] in raw_records.problems[0].message(language) for language in LANGUAGES)
    found = imported(("x.csv", f"Investor,Company,Stake\n{rows}"))
    assert {each.share_low for each in found.data.relations} == {None}


@pytest.mark.parametrize(
    ("header", "shares"),
    [
        ("Investor,Company,Stake (%)", ("0.25", "0.5")),
        ("Investor,Company,Ownership percentage", ("0.25", "0.5")),
        ("Investor,Company,Stake", ("0.25%", "0.5%")),
        ("Investor,Company,Stake", ("0.25", "1.5")),
    ],
)
def test_shares_that_are_clear_are_read(header: str, shares: tuple[str, ...]) -> None:
    rows = "".join(f"a,b{place},{share}\n" for place, share in enumerate(shares))
    found = imported(("x.csv", f"{header}\n{rows}"))
    assert [each.share_low for each in found.data.relations] == [float(each.rstrip("%")) for each in shares]


@pytest.mark.parametrize(
    "header", ["Company,Shareholder,Stake (%)", "Company,Holder,Ownership %", "公司,股东,持股比例"]
)
@pytest.mark.parametrize("holder", ["Müller, Hans", "Dr. Müller, Hans Peter", "Wang, Xiaoming", "Kovačević, Zdravko"])
@pytest.mark.parametrize("others", [(), ("Wang Chuanfu",), ("Xia Zuoquan", "Samsung Electronics", "Braun, Anna")])
def test_the_last_name_first_is_one_holder_and_the_table_stays_one_of_holdings(
    header: str, holder: str, others: tuple[str, ...]
) -> None:
    names = ("Siemens AG", holder, *others)
    rows = "".join(f'b,"{name}",{share}\n' for share, name in enumerate(names, start=2))
    found = imported(("x.csv", f"{header}\n{rows}"))
    assert [(each.source, each.type, each.target, each.share_low) for each in found.data.relations] == [
        (name, "shareholder_of", "b", share) for share, name in enumerate(names, start=2)
    ]


CAP_TABLE = """Cap table - Lilium Robotics GmbH as of 30 June 2025
Shareholder,Type,Class,Shares,Ownership %,Invested (EUR)
"Müller, Hans",Founder,Common,"450,000",45.00%,-
Anna Schmidt,Founder,Common,"200,000",20.00%,-
North Star,Corporate,Series A,"150,000",15.00%,"3,000,000"
Zorblatt Ventures,VC,Series A,"120,000",12.00%,"2,400,000"
ESOP,Pool,Options,"80,000",8.00%,
Total,,,"1,000,000",100.00%,"5,400,000"
"""


def test_a_cap_table_with_the_types_of_its_holders_is_one_of_shareholders() -> None:
    (table,) = read_file(CAP_TABLE.encode(), "cap.csv", max_bytes=10_000).tables
    mapping = guess_mapping(table)
    assert (mapping.kind, mapping.missing) == ("relations", ("target",))
    assert mapping.constants == {"label": "shareholder_of"}
    assert (mapping.columns["Shareholder"], mapping.columns["Type"]) == ("source", "attribute")
    assert mapping.columns["Ownership %"] == "share"
    assert offered_end(mapping, table, default_ontology()) == {"target": "Lilium Robotics GmbH"}
    told = mapping.model_copy(update={"constants": {**mapping.constants, "target": "Lilium Robotics GmbH"}})
    raw_records = table_raw_records(table, told)
    found = validate(raw_records.items, default_ontology(), Choices())
    assert {each.id: each.type for each in found.created} == {
        "Müller, Hans": "person",
        "Anna Schmidt": "person",
        "North Star": "company",
        "Zorblatt Ventures": "company",
        "Lilium Robotics GmbH": "company",
    }
    assert [each.share_low for each in found.data.relations] == [45.0, 20.0, 15.0, 12.0]
    assert [(each.line, each.reason) for each in raw_records.problems if not each.repaired] == [
        (7, "remainder_row"),
        (8, "sum_row"),
    ]


@pytest.mark.parametrize(
    "holder", ["Shareholder", "Investor", "Holder", "Gesellschafter", "Actionnaire", "股东", "株主"]
)
@pytest.mark.parametrize("column", ["Type", "Category", "Kind", "类型", "Typ"])
@pytest.mark.parametrize(
    "cells", [("Founder", "Corporate"), ("Corporate", "Pool"), ("Gründer", "VC"), ("创始人", "机构")]
)
def test_types_of_holders_beside_their_shares_are_no_relation(holder: str, column: str, cells: tuple[str, str]) -> None:
    rows = "".join(f"x{place},{cell},{10 + place}%\n" for place, cell in enumerate(cells))
    (table,) = read_file(f"{holder},{column},Ownership %\n{rows}".encode(), "x.csv", max_bytes=10_000).tables
    mapping = guess_mapping(table)
    assert (mapping.kind, mapping.missing) == ("relations", ("target",))
    assert mapping.constants == {"label": "shareholder_of"}
    assert mapping.columns == {holder: "source", column: "attribute", "Ownership %": "share"}


def test_a_type_of_relation_beside_a_holder_stays_the_label() -> None:
    text = b"Shareholder,Type,Ownership %\na,shareholder_of,10%\n"
    (table,) = read_file(text, "x.csv", max_bytes=10_000).tables
    assert guess_mapping(table).columns.get("Type") != "attribute"


@pytest.mark.parametrize(
    "title",
    [
        "Cap table - Lilium Robotics GmbH as of 30 June 2025",
        "Cap table Lilium Robotics GmbH",
        "Lilium Robotics GmbH - Cap Table",
        "Capitalisation table of Lilium Robotics GmbH (post money)",
        "Shareholder structure – Lilium Robotics GmbH as at 2025-06-30",
        "Gesellschafterliste der Lilium Robotics GmbH",
        "Overview - Lilium Robotics GmbH per 30.06.2025",
    ],
)
def test_the_company_of_the_title_of_a_cap_table_is_offered(title: str) -> None:
    text = f"{title},\nShareholder,Ownership %\nNorth Star,40%\nZorblatt,60%\n"
    (table,) = read_file(text.encode(), "cap.csv", max_bytes=10_000).tables
    assert offered_end(guess_mapping(table), table, default_ontology()) == {"target": "Lilium Robotics GmbH"}


@pytest.mark.parametrize("votes", ["Voting rights", "Voting power (%)", "表决权比例"])
def test_votes_are_the_share_where_no_other_is_told(votes: str) -> None:
    (held,) = imported(("held.csv", f"Source,Target,Type,{votes}\nCorvex,Halden,shareholder_of,30\n")).data.relations
    assert (held.share_low, held.share_high) == (30.0, 30.0)
    both = f"Source,Target,Type,Share,{votes}\nCorvex,Halden,shareholder_of,20,30\n"
    (held,) = imported(("held.csv", both)).data.relations
    assert (held.share_low, held.share_high) == (20.0, 20.0)
