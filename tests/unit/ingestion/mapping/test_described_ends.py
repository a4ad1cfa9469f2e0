"""A column of countries, cities or industries in a list of relations is said of the company before it, or of the one by
whose name it is called."""

from __future__ import annotations

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.table_mapping import ATTRIBUTE
from core.ontology import default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported

TWO = "Norma Ltd,Italy,Volans AG,2021\nMensa Ltd,France,Volans AG,2022\nPyxis Ltd,Italy,Vela AG,2020\n"
_INVESTED = "Portfolio Company,HQ,Round\n"
_HELD = "被投资单位,持股比例（%）,注册地\n"


def columns(text: str) -> dict[str, str]:
    (table,) = read_file(text.encode(), "x.csv", max_bytes=10_000).tables
    return guess_mapping(table, default_ontology()).columns


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("Supplier,Country,Customer,Since", "source:country"),
        ("Customer,Country,Supplier,Since", "target:country"),
        ("Fournisseur,Pays,Client,Depuis", "source:country"),
        ("客户名称,国家,供应商,合作开始时间", "target:country"),
        ("Supplier,City,Customer,Since", "source:place"),
        ("Supplier,Industry,Customer,Since", "source:industry"),
        ("供应商,行业,客户,合作开始时间", "source:industry"),
        ("Supplier,Customer country,Customer,Since", "target:country"),
    ],
)
def test_it_is_said_of_one_end(header: str, field: str) -> None:
    rows = TWO if "City" not in header else TWO.replace("Italy", "Milan").replace("France", "Lyon")
    found = columns(f"{header}\n{rows}")
    assert found[header.split(",")[1]] == field


@pytest.mark.parametrize(
    ("rows", "column", "field"),
    [
        (f"{_INVESTED}Lumen,Germany,A\nPento,United Kingdom,B\n", "HQ", "target:country"),
        (f"{_INVESTED}Lumen,Berlin,A\nPento,Leeds,B\n", "HQ", "target:place"),
        (f"{_HELD}甲软件有限公司,60,上海\n乙软件有限公司,40,合肥\n", "注册地", "target:place"),
        (f"{_HELD}甲软件有限公司,60,中国\n乙软件有限公司,40,德国\n", "注册地", "target:country"),
        ("Supplier,HQ,Customer\nNorma Ltd,Italy,Volans AG\nMensa Ltd,France,Volans AG\n", "HQ", "source:country"),
    ],
)
def test_seats_are_countries_or_places_as_the_cells_say(rows: str, column: str, field: str) -> None:
    assert columns(rows)[column] == field


def test_behind_both_it_may_be_of_either() -> None:
    rows = "Norma Ltd,Volans AG,Italy\nMensa Ltd,Volans AG,France\nPyxis Ltd,Vela AG,Italy\n"
    assert columns(f"Supplier,Customer,Country\n{rows}")["Country"] == ATTRIBUTE


def test_what_is_called_by_an_end_is_said_of_it_wherever_it_stands() -> None:
    rows = "Norma AG,Volans Ltd,2021-05-01,Germany\nNorma AG,Pyxis Ltd,2022-01-01,France\n"
    found = imported(("x.csv", f"Acquirer,Target,Completed,Target country\n{rows}"), known=())
    assert {each.id: each.country for each in found.data.entities} == {
        "Norma AG": "",
        "Volans Ltd": "Germany",
        "Pyxis Ltd": "France",
    }
    assert not any(each.name == "Target country" for relation in found.data.relations for each in relation.attributes)


def test_people_among_holders_with_a_country_are_people() -> None:
    rows = "Orchard Lane LLP,United Kingdom,Norma Ltd,30%\nEleanor Whitfield,United Kingdom,Norma Ltd,12%\n"
    found = imported(("x.csv", f"Shareholder,Country,Company,Stake\n{rows}"), known=())
    assert {each.id: each.type for each in found.data.entities}["Orchard Lane LLP"] == "company"


@pytest.mark.parametrize(
    ("source", "target", "column", "field"),
    [
        ("Filiale", "Société mère", "Pays de la filiale", "source:country"),
        ("Filial", "Matriz", "País de la filial", "source:country"),
        ("Subsidiary", "Parent", "Country of subsidiary", "source:country"),
        ("Subsidiary", "Parent company", "Country of the parent", "target:country"),
        ("Subsidiary name", "Parent name", "Country of subsidiary", "source:country"),
        ("Tochtergesellschaft", "Muttergesellschaft", "Land der Tochter", "source:country"),
        ("Tochter", "Mutter", "Sitzland Tochtergesellschaft", "source:country"),
        ("Tochter", "Mutter", "Sitz der Tochter", "source:place"),
        ("Supplier", "Customer", "Country of customer", "target:country"),
        ("Lieferant", "Kunde", "Land des Lieferanten", "source:country"),
        ("Fournisseur", "Client", "Ville du client", "target:place"),
        ("Proveedor", "Cliente", "País del proveedor", "source:country"),
        ("Acquirer", "Target", "Industry of target", "target:industry"),
        ("子会社", "親会社", "子会社の国", "source:country"),
    ],
)
def test_what_names_an_end_behind_what_it_says_is_said_of_that_end(
    source: str, target: str, column: str, field: str
) -> None:
    rows = "Norma Ltd,Volans AG,2021,Italy\nMensa Ltd,Volans AG,2022,France\nPyxis Ltd,Vela AG,2020,Italy\n"
    assert columns(f"{source},{target},2024,{column}\n{rows}")[column] == field


@pytest.mark.parametrize("column", ["Country of delivery", "Pays du contrat", "Landmark", "Country of the sub"])
def test_what_names_no_end_is_said_of_the_relation(column: str) -> None:
    assert columns(f"Subsidiary,Parent,2024,{column}\nNorma Ltd,Volans AG,2021,Italy\n")[column] == ATTRIBUTE
