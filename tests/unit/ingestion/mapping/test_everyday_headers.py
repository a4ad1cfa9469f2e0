"""Headers of everyday lists: exports of customers, suppliers with buyers, competitors, deals, where companies sit."""

from __future__ import annotations

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import ATTRIBUTE, TableMapping, table_raw_records
from tests.unit.ingestion.checking.test_facts_of_tables import imported


def mapped(text: str) -> TableMapping:
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    return guess_mapping(table)


@pytest.mark.parametrize(
    "header",
    [
        "Account Name,Type,Industry",
        "Supplier,Category,Industry",
        "Customer,Kind,Industry",
        "Name,Category,Industry",
        "Firm,Type,Industry",
        "客户名称,类型,行业",
        "供应商,类型,行业",
        "公司名称,类型,行业",
        "Lieferant,Type,Branche",
        "Firma,Type,Branche",
        "Cliente,Type,Industria",
        "Entreprise,Type,Secteur",
        "会社名,Type,業種",
    ],
)
def test_classes_of_companies_are_no_types_of_entities(header: str) -> None:
    found = imported(("x.csv", f"{header}\nHalden,Customer,Steel\nNestle,Prospect,Food\n"), known=())
    column = header.split(",")[1]
    assert [(each.type, each.name_en, each.industry) for each in found.data.entities] == [
        ("company", "Halden", "Steel"),
        ("company", "Nestle", "Food"),
    ]
    assert [[(said.name, said.value) for said in each.attributes] for each in found.data.entities] == [
        [(column, "Customer")],
        [(column, "Prospect")],
    ]
    assert (found.unknown_types, found.data.problems) == ({}, ())


@pytest.mark.parametrize(
    "text",
    [
        "Name,Type\nLidar,Concept\n",
        "label,类型\nLidar,Concept\n",
        "Supplier,Entity type\nLidar,Concept\n",
        "Supplier,Category\nHalden,Company\nLidar,Concept\n",
    ],
)
def test_types_that_are_not_known_are_asked_about_where_they_may_be_types(text: str) -> None:
    expected = {} if "Entity type" in text else {"Concept": 1}
    assert imported(("x.csv", text), known=()).unknown_types == expected


@pytest.mark.parametrize(
    ("header", "label"),
    [
        ("Tier-1 supplier,Buyer,Contract start,Contract end", "supplies"),
        ("Tier 2 supplier name,Customer,Start date,End date", "supplies"),
        ("一级供应商,采购方,合同开始日期,合同结束日期", "supplies"),
        ("供应商,买方,合同起始日期,合同终止日期", "supplies"),
        ("Name des Lieferanten,Kunde,Vertragsbeginn,Vertragsende", "supplies"),
        ("Fournisseur,Acheteur,Début du contrat,Fin du contrat", "supplies"),
        ("Proveedor,Comprador,Inicio del contrato,Fin del contrato", "supplies"),
        ("一次仕入先,納入先,契約開始日,契約終了日", "supplies"),
        ("Name of the supplier,Name of the customer,Contract start date,Contract end date", "supplies"),
        ("Buyer,Target,Effective date,End date", "acquired"),
        ("Purchaser,Target company,Effective date,End date", "acquired"),
        ("买方,标的,日期,终止日期", "acquired"),
        ("Licensor,Licensee,Signed,Expiry date", "licenses_to"),
        ("许可方,被许可方,签署日期,授权到期日", "licenses_to"),
        ("授权方,被授权方,签约时间,有效期至", "licenses_to"),
        ("受让方,标的企业,日期,终止日期", "acquired"),
        ("收购人,交易标的,日期,终止日期", "acquired"),
    ],
)
def test_ends_and_terms_of_contracts_and_deals(header: str, label: str) -> None:
    (relation,) = imported(("x.csv", f"{header}\na,b,2021-04-01,2026-03-31\n")).data.relations
    assert (relation.source, relation.type, relation.target) == ("a", label, "b")
    assert (relation.start, relation.end, relation.attributes) == ("2021-04-01", "2026-03-31", ())


def test_a_list_of_deals_tells_state_and_share() -> None:
    text = "公告日期,买方,卖方,标的,交易价值(亿元),交易进度,控股比例\n2024-03-18,a,c,b,12.6,进行中,67%\n"
    (relation,) = imported(("x.csv", text)).data.relations
    assert (relation.source, relation.type, relation.target, relation.status) == ("a", "acquired", "b", "planned")
    assert (relation.share_low, relation.start) == (67.0, "2024-03-18")
    assert (relation.amount, relation.currency) == (1_260_000_000.0, "CNY")
    assert {each.name for each in relation.attributes} == {"卖方"}


@pytest.mark.parametrize(
    "header",
    [
        "Our company,Competitor,Overlap",
        "我司,竞争对手,重合度",
        "Unser Unternehmen,Wettbewerber,Überschneidung",
        "Notre société,Concurrent,Recouvrement",
        "Nuestra empresa,Competidor,Coincidencia",
        "自社,競合,重なり",
    ],
)
def test_our_company_and_its_competitors(header: str) -> None:
    data = imported(("x.csv", f"{header}\na,Sandvik,strong\na,Bosch,weak\n")).data
    overlap = header.split(",")[2]
    assert [(each.source, each.type, each.target, dict(each.attributes)) for each in data.relations] == [
        ("a", "competitor", "Sandvik", {overlap: "strong"}),
        ("a", "competitor", "Bosch", {overlap: "weak"}),
    ]


@pytest.mark.parametrize(
    "name",
    [
        "Name of company",
        "Account name",
        "Name of undertaking",
        "单位名称",
        "Name der Gesellschaft",
        "Nom de l'entité",
        "Nombre de la sociedad",
        "会社の名称",
    ],
)
@pytest.mark.parametrize(
    ("seat", "cells", "field"),
    [
        ("Headquarters", ("United States", "South Korea"), "country"),
        ("Registered office", ("Munich", "Vienna"), "place"),
        ("Billing Country", ("Germany", "Norway"), "country"),
        ("总部所在地", ("中国", "日本"), "country"),
        ("主要经营地", ("上海", "苏州"), "place"),
        ("Sitz", ("Rostock", "Ingolstadt"), "place"),
        ("Siège social", ("Lyon", "Berne"), "place"),
        ("Sede", ("España", "Chile"), "country"),
        ("本社所在地", ("東京都", "大阪市"), "place"),
    ],
)
def test_names_and_seats(name: str, seat: str, cells: tuple[str, str], field: str) -> None:
    assert mapped(f"{name},{seat}\na,{cells[0]}\nb,{cells[1]}\n").columns == {name: "name", seat: field}


def test_a_country_that_is_told_stays_and_one_place_is_read() -> None:
    found = mapped("Company,Country,Headquarters,City,Seat\na,DE,France,Lyon,Berne\n").columns
    assert found["Country"] == "country"
    assert (found["Headquarters"], found["City"], found["Seat"]) == (ATTRIBUTE, "place", ATTRIBUTE)


@pytest.mark.parametrize(
    "header",
    [
        "子公司,母公司,注册地,国家",
        "Tochter,Mutter,Sitz,Land",
        "Filiale,Société mère,Siège,Pays",
        "Filial,Matriz,Sede,País",
        "子会社,親会社,本社,国",
    ],
)
def test_seats_of_subsidiaries_are_their_own(header: str) -> None:
    text = f"{header}\na,b,Lyon,France\nc,b,Berne,Switzerland\n"
    data = imported(("x.csv", text)).data
    assert {each.id: (each.place, each.country) for each in data.entities if each.place} == {
        "a": ("Lyon", "France"),
        "c": ("Berne", "Switzerland"),
    }
    assert [(each.source, each.target, each.attributes) for each in data.relations] == [("a", "b", ()), ("c", "b", ())]


def test_the_parent_of_an_account() -> None:
    (relation,) = imported(
        ("x.csv", "Account Name,Parent Account,Website\na,,x.example\nc,b,y.example\n")
    ).data.relations
    assert (relation.source, relation.type, relation.target) == ("c", "subsidiary_of", "b")


@pytest.mark.parametrize(
    ("header", "end", "label"),
    [
        ("Shareholder,Shares,Fully diluted %,Issue date", "source", "shareholder_of"),
        ("Holder,Shares,% held,Issue date", "source", "shareholder_of"),
        ("Portfolio company,Sector,Ownership %,Invested on", "target", "shareholder_of"),
        ("股东,持股数量,持股比例(%),备注", "source", "shareholder_of"),
        ("被投资企业,注册资本,持股比例,投资日期", "target", "shareholder_of"),
        ("子公司,业务性质,持股比例,取得方式", "source", "subsidiary_of"),
        ("Aktionär,Aktien,Anteil (%),Notiz", "source", "shareholder_of"),
        ("Actionnaire,Titres,Part (%),Note", "source", "shareholder_of"),
        ("Accionista,Acciones,Participación (%),Nota", "source", "shareholder_of"),
        ("株主,株式数,持株比率,摘要", "source", "shareholder_of"),
    ],
)
def test_of_a_list_whose_title_names_the_company_the_other_end_is_asked_for(header: str, end: str, label: str) -> None:
    other = "target" if end == "source" else "source"
    text = f"{header}\nGamma,5,40%,\nDelta,7,0.5%,\n"
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    found = guess_mapping(table)
    assert (found.kind, found.missing, found.constants) == ("relations", (other,), {"label": label})
    told = found.model_copy(update={"constants": {**found.constants, other: "Lumen"}})
    values = [dict(each.values) for each in table_raw_records(table, told).items if each.kind == "relation"]
    assert [(each[end], each[other], each["share"]) for each in values] == [
        ("Gamma", "Lumen", "40%"),
        ("Delta", "Lumen", "0.5%"),
    ]


@pytest.mark.parametrize(
    ("header", "label", "detail"),
    [
        ("Company,Supplier,Product", "supplier", "Product"),
        ("Company,Product,Supplier", "supplier", "Product"),
        ("Company,Customer,Product", "customer", "Product"),
        ("Company,Competitor,Product", "competitor", "Product"),
        ("Company,Partner,Product", "partner", "Product"),
        ("Company,Supplier,Component", "supplier", "Component"),
    ],
)
def test_a_product_beside_two_companies_is_a_detail_of_their_relation(header: str, label: str, detail: str) -> None:
    cells = {"Company": "Tesla", detail: "cells"}
    found = mapped(f"{header}\n" + ",".join(cells.get(column, "CATL") for column in header.split(",")) + "\n")
    assert (found.kind, found.missing, found.constants) == ("relations", (), {"label": label})
    other = next(column for column in header.split(",") if column not in cells)
    assert found.columns == {"Company": "source", other: "target", detail: ATTRIBUTE}


def test_a_product_beside_one_company_is_asked_about() -> None:
    assert mapped("Company,Product\nTesla,cars\n").missing == ("label",)


@pytest.mark.parametrize(
    "header",
    [
        "公司,被持股公司,比例,截至",
        "公司,参股公司,持股比例,截至",
        "企业名称,被投资企业,比例,截至日期",
        "股东,持股公司,比例,截至",
        "Company,Held company,Stake,As of",
        "Company,Portfolio company,Stake,As of",
        "Unternehmen,Beteiligungsunternehmen,Anteil in %,Stichtag",
    ],
)
def test_a_company_holds_those_that_are_called_held(header: str) -> None:
    found = mapped(f"{header}\n宁德时代,洛阳钼业,24.68%,2024-12-31\n")
    assert (found.kind, found.constants) == ("relations", {"label": "shareholder_of"})
    assert [found.columns[column] for column in header.split(",")] == ["source", "target", "share", "as_of"]


def test_which_of_two_companies_holds_the_other_is_asked_where_the_header_may_mean_either() -> None:
    found = mapped("公司,持股公司,比例,截至\n宁德时代,洛阳钼业,24.68%,2024-12-31\n")
    assert (found.kind, found.missing) == ("relations", ("label",))
    assert list(found.columns.values()) == ["source", "target", "as_of", "share"]


@pytest.mark.parametrize(
    ("text", "columns", "constants"),
    [
        (
            "Date,Party A,Party B,Type of cooperation\n2024-03-14,Ostara AG,Norma Ltd,Partnership\n",
            {"Party A": "source", "Party B": "target", "Type of cooperation": "label", "Date": "year"},
            {},
        ),
        (
            "甲方,乙方,合作类型\n海潮科技有限公司,星澜智能有限公司,合作伙伴\n",
            {"甲方": "source", "乙方": "target", "合作类型": "label"},
            {},
        ),
        (
            "Supplier,Customer,Type\nAcme Ltd,Bolt plc,Tier 1\n",
            {"Supplier": "source", "Customer": "target", "Type": "attribute"},
            {"label": "supplies"},
        ),
        (
            "供应商,客户,类型\n海潮科技有限公司,星澜智能有限公司,战略\n",
            {"供应商": "source", "客户": "target", "类型": "attribute"},
            {"label": "supplies"},
        ),
        (
            "account.name,account.country,account.industry\nNorma Ltd,GB,Steel\n",
            {"account.name": "name", "account.country": "country", "account.industry": "industry"},
            {},
        ),
    ],
)
def test_parties_types_and_fields_of_an_object(text: str, columns: dict[str, str], constants: dict[str, str]) -> None:
    """A type beside ends that say the relation is no relation; what stands before ``name`` is the company."""
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    found = guess_mapping(table)
    assert (found.columns, found.constants) == (columns, constants)


@pytest.mark.parametrize(
    "place", ["Ort", "Standort", "Sitz", "Stadt", "Lieu", "Ville", "Sede", "Ciudad", "City", "城市"]
)
def test_places_and_countries_behind_a_company_are_said_of_it(place: str) -> None:
    text = f"Lieferant;{place};Land;Abnehmer\nHartmann AG;Aalen;Deutschland;Brenner GmbH\n"
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    found = guess_mapping(table).columns
    assert (found[place], found["Land"]) == ("source:place", "source:country")


@pytest.mark.parametrize(
    "share", ["% de détention", "% détention", "Pourcentage de détention", "% du capital", "Anteil (%)"]
)
def test_shares_in_lists_of_subsidiaries(share: str) -> None:
    text = f"Société;Société mère;{share}\nValmont Polska;Valmont Emballages;51\n"
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    found = guess_mapping(table)
    assert (found.columns[share], found.constants["label"]) == ("share", "subsidiary_of")
