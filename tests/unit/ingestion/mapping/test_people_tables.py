"""Org charts and lists of contacts become relations of their people, whichever posts are known; never companies."""

from __future__ import annotations

from itertools import permutations

import pytest

from core.domain.records import Entity
from core.ingestion.formats.reading import read_file
from core.ingestion.formats.table import Table
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.offices import is_post, is_salutation, relations_of_office
from core.ingestion.mapping.table_mapping import TableMapping
from core.ingestion.mapping.titled_lists import offered_end
from core.messages import LANGUAGES
from core.ontology import default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported


def guessed(text: str, name: str = "x.csv") -> tuple[Table, TableMapping]:
    (table,) = read_file(text.encode(), name, max_bytes=10_000).tables
    return table, guess_mapping(table)


@pytest.mark.parametrize(
    ("person", "post", "superior", "company"),
    [
        ("Employee", "Title", "Manager", "Company"),
        ("Employee Name", "Job Title", "Manager", "Company"),
        ("Employee", "Position", "Line Manager", "Employer"),
        ("Staff member", "Role", "Supervisor", "Organisation"),
        ("Name", "Title", "Manager", "Company"),
        ("Full Name", "Job Title", "Manager Name", "Company"),
        ("Mitarbeiter", "Position", "Vorgesetzter", "Firma"),
        ("Employé", "Fonction", "Responsable", "Société"),
        ("Empleado", "Cargo", "Jefe", "Empresa"),
        ("员工姓名", "职务", "上级", "公司"),
        ("社員名", "役職", "上司", "会社名"),
    ],
)
def test_whoever_has_the_post_is_the_employee_and_not_the_manager(
    person: str, post: str, superior: str, company: str
) -> None:
    row = {person: "Cedrik Neike", post: "Executive Director", superior: "Roland Busch", company: "Siemens"}
    top = {person: "Roland Busch", post: "Chief Executive Officer", superior: "", company: "Siemens"}
    for columns in permutations(row):
        text = "\n".join(",".join(cells) for cells in (columns, [row[each] for each in columns], map(top.get, columns)))
        found = imported(("chart.csv", f"{text}\n"), known=())
        assert [(each.source, each.type, each.target) for each in found.data.relations] == [
            ("Cedrik Neike", "director_of", "Siemens"),
            ("Roland Busch", "chief_executive_of", "Siemens"),
        ]
        assert dict(found.data.relations[0].attributes) == {post: "Executive Director", superior: "Roland Busch"}
        assert found.data.problems == ()


@pytest.mark.parametrize("columns", ["Employee,Title,Manager", "Manager,Employee,Title", "Title,Manager,Name"])
def test_an_org_chart_without_a_company_asks_for_it(columns: str) -> None:
    rows = {"Employee": "Ida Holt", "Name": "Ida Holt", "Title": "CFO", "Manager": "Roland Busch"}
    _, mapping = guessed(f"{columns}\n{','.join(rows[each] for each in columns.split(','))}\n")
    assert (mapping.kind, mapping.missing) == ("relations", ("target",))
    assert mapping.columns["Manager"] == "attribute"
    assert mapping.columns["Title"] == "label"


@pytest.mark.parametrize(
    "text",
    [
        "Name,Title,Reports To,Start Date\nEva,Cook,,5/14/2021\nIda,Gardener,Eva,9/18/2013\n",
        "ID,Name,Title,Manager ID,Location\n1,Eva,CEO,,Munich\n2,Ida,CFO,1,Munich\n3,Ada,COO,1,Munich\n",
        "Name,Title,Start Date\nEva,Chief Executive Officer,2021\nIda,Chief People Officer,2013\nAda,VP Sales,2020\n",
        "Name,Title\nEva,CFO\nIda,Chief Digital Officer\n",
        "Name;Position\nEva;Finanzvorstand\nIda;Vertriebsleiter\n",
        "姓名,职务\n王晓东,财务总监\n陈丽,首席技术官\n",
        "氏名,役職\n山田太郎,代表取締役社長\n佐藤花子,営業部長\n",
        "Name,Role,Manager\nEva Holt,Cook,Anna Braun\nAnna Braun,Owner,\n",
    ],
)
def test_people_with_posts_are_no_companies_whichever_posts_are_known(text: str) -> None:
    _, mapping = guessed(text)
    assert (mapping.kind, mapping.missing) == ("relations", ("target",))
    assert [field for field in mapping.columns.values() if field in ("source", "label")] == ["source", "label"]
    assert "id" not in mapping.columns.values()
    found = imported(("chart.csv", text), known=())
    assert (found.data.entities, len(found.data.relations)) == ((), 0)


CHART = """{"company": %s, "as_of": "2025-05-04", "employees": [
 {"id": 1, "name": "Olivier Blum", "title": "Chief Executive Officer", "reports_to": null, "start_date": "2024-11-01"},
 {"id": 2, "name": "Hilary Maxson", "title": "Chief Financial Officer", "reports_to": 1},
 {"id": null, "name": "Manisha Sharma", "title": "VP Procurement", "reports_to": 2}]}"""


@pytest.mark.parametrize("company", ['"Schneider Electric"', '{"id": 7, "name": "Schneider Electric"}'])
@pytest.mark.parametrize("key", ["company", "organization", "employer", "company_name"])
def test_the_company_that_stands_beside_a_list_of_people_is_offered(company: str, key: str) -> None:
    table, mapping = guessed((CHART % company).replace('"company"', f'"{key}"'), "chart.json")
    assert (mapping.kind, mapping.missing) == ("relations", ("target",))
    assert offered_end(mapping, table, default_ontology()) == {"target": "Schneider Electric"}
    told = {each.reason: each for each in table.problems}
    assert (told["keys_not_read"].detail, told["named_beside"].detail) == ("as_of", "Schneider Electric")
    assert all("Schneider Electric" in told["named_beside"].message(language) for language in LANGUAGES)


def test_a_company_beside_a_list_that_needs_none_changes_nothing() -> None:
    text = '{"company": "Acme", "suppliers": [{"name": "Alpha", "country": "DE"}, {"name": "Beta", "country": "FR"}]}'
    table, mapping = guessed(text, "x.json")
    assert (mapping.kind, offered_end(mapping, table, default_ontology())) == ("companies", {})
    (empty,) = read_file(b'{"company": "", "people": [{"name": "Alpha"}]}', "x.json", max_bytes=100).tables
    assert empty.problems == ()


@pytest.mark.parametrize(
    ("given", "family", "company", "post"),
    [
        ("First Name", "Last Name", "Account Name", "Title"),
        ("First Name", "Last Name", "Company", "Job Title"),
        ("firstname", "lastname", "Associated Company", "jobtitle"),
        ("Forename", "Surname", "Organisation", "Position"),
        ("First Name", "Last Name", "Customer", "Title"),
        ("Vorname", "Nachname", "Firma", "Position"),
        ("Vorname", "Name", "Unternehmen", "Funktion"),
        ("Vorname", "Nachname", "Kunde", "Position"),
        ("Prénom", "Nom", "Société", "Fonction"),
        ("Nombre", "Apellidos", "Empresa", "Cargo"),
        ("Nome", "Cognome", "Azienda", "Ruolo"),
        ("名", "姓", "公司", "职务"),
        ("名", "姓", "会社名", "役職"),
    ],
)
def test_names_in_two_columns_are_one_person_with_a_post_in_a_company(
    given: str, family: str, company: str, post: str
) -> None:
    people = (("Roland", "Busch", "Siemens"), ("Veronika", "Bienert", "Siemens"), ("Jensen", "Huang", "NVIDIA"))
    rows = [{given: first, family: last, company: of, post: "CEO", "E-Mail": "@"} for first, last, of in people]
    for columns in ((given, family, company, post, "E-Mail"), (company, post, family, given, "E-Mail")):
        text = "\n".join(",".join(cells) for cells in (columns, *([row[each] for each in columns] for row in rows)))
        found = imported(("contacts.csv", f"{text}\n"), known=())
        assert [(each.source, each.type, each.target) for each in found.data.relations] == [
            ("Roland Busch", "chief_executive_of", "Siemens"),
            ("Veronika Bienert", "chief_executive_of", "Siemens"),
            ("Jensen Huang", "chief_executive_of", "NVIDIA"),
        ]
        assert {each.id for each in found.data.entities if each.type == "company"} == {"Siemens", "NVIDIA"}
        assert [each for each in found.repairs if each.reason == "was_replaced"] == []


@pytest.mark.parametrize(
    ("columns", "cells", "name"),
    [
        ("First Name,Middle Name,Last Name", "Anna,Maria,Braun", "Anna Maria Braun"),
        ("Last Name,First Name,Middle Name", "Braun,Anna,", "Anna Braun"),
        ("First Name,Last Name", ",Braun", "Braun"),
        ("姓,名", "王,晓东", "王晓东"),
        ("名,姓", "太郎,山田", "山田太郎"),
        ("First Name,Last Name", "晓东,王", "王晓东"),
        ("Full Name,First Name,Last Name", "Anna M. Braun,Anna,Braun", "Anna M. Braun"),
    ],
)
def test_parts_of_names_are_put_together_as_names_are_written(columns: str, cells: str, name: str) -> None:
    found = imported(("c.csv", f"{columns},Company,Title\n{cells},a,CEO\n"))
    assert [each.source for each in found.data.relations] == [name]


@pytest.mark.parametrize("column", ["Title", "Salutation", "Titel"])
@pytest.mark.parametrize("company", ["Account Name", "Company"])
def test_mr_and_ms_are_nobody_and_what_contacts_are_is_asked(column: str, company: str) -> None:
    rows = "Roland,Busch,Mr,Siemens,1\nJudith,Wiese,Ms.,Siemens,2\nJensen,Huang,Dr.,NVIDIA,3\n"
    text = f"First Name,Last Name,{column},{company},Phone\n{rows}"
    _, mapping = guessed(text)
    assert (mapping.kind, mapping.missing) == ("relations", ("label",))
    assert (mapping.columns[column], mapping.columns[company]) == ("attribute", "target")
    assert imported(("contacts.csv", text), known=()).data.entities == ()


def test_beside_mr_and_ms_the_post_is_read() -> None:
    text = "Title,First Name,Last Name,Job Title,Company\nMs,Anna,Braun,Chairwoman,a\n"
    (relation,) = imported(("contacts.csv", text)).data.relations
    assert (relation.source, relation.type, relation.target) == ("Anna Braun", "director_of", "a")
    assert dict(relation.attributes) == {"Title": "Ms", "Job Title": "Chairwoman"}


@pytest.mark.parametrize("cells", [("CEO", "CFO"), ("Mr", "Ms"), ("Fund Manager", "Project Engineer")])
def test_a_title_that_is_a_post_is_no_name_of_a_company(cells: tuple[str, str]) -> None:
    first, second = cells
    text = f"Account Name,Contact Name,Title,Country\nAcme,Eva Holt,{first},DE\nZorblatt,Ida Holt,{second},FR\n"
    table, mapping = guessed(text)
    assert (mapping.kind, mapping.columns["Account Name"], mapping.columns["Title"]) == (
        "companies",
        "name",
        "attribute",
    )
    assert {row.cells[0] for row in table.rows} == {
        each.name_en for each in imported(("x.csv", text), known=()).data.entities
    }


def test_titles_that_are_names_stay_names() -> None:
    assert guessed("Title,Country\nPolar,DE\nBaltic,FR\n")[1].columns["Title"] == "name"


def test_companies_with_somebody_to_talk_to_stay_companies() -> None:
    rows = "Acme,DE,Eva,Holt,CEO\nZorblatt,FR,Ida,Holt,CFO\n"
    _, mapping = guessed(f"Company,Country,First Name,Last Name,Job Title\n{rows}")
    assert (mapping.kind, mapping.columns["Company"], mapping.columns["Country"]) == ("companies", "name", "country")
    _, mapping = guessed("Supplier,First Name,Last Name,E-Mail\nAcme,Eva,Holt,@\nZorblatt,Ida,Holt,@\n")
    assert (mapping.kind, mapping.columns["Supplier"]) == ("companies", "name")
    again = f"Company,Country,First Name,Last Name,Job Title\n{rows}Acme,DE,Ada,Holt,CTO\n"
    assert guessed(again)[1].kind == "relations"


@pytest.mark.parametrize(
    "text",
    [
        "Name,Role\nPolar,Lead\nBaltic,Customer\n",
        "Name,Role\nPolar,Fund manager\nBaltic,Auditor\n",
        "Name,Role,Manager\nPolar GmbH,Supplier,Eva\nBaltic AG,Customer,Eva\n",
        "Name,Function,Reports To\nPolar GmbH,Sales,Baltic AG\nBaltic AG,Holding,\n",
        "Company,Employee,Role\nPolar,120,Supplier\nBaltic,80,Customer\n",
        "Lieferant,Land,Ansprechpartner\nPolar,DE,Eva Holt\n",
        "Company,Manager,Country\nPolar,Eva Holt,DE\n",
        "Company,First,Last,Country\nPolar,10.5,11.2,DE\nBaltic,9,8.5,SE\n",
        "Company,First,Last,Country\nPolar,2020-01-01,2021-01-01,DE\n",
    ],
)
def test_other_lists_are_no_tables_of_people(text: str) -> None:
    assert guessed(text)[1].kind == "companies" or "label" not in guessed(text)[1].columns.values()


def test_a_post_of_another_nested_record_is_none_of_the_people() -> None:
    text = '[{"company": "Acme", "first_name": "Eva", "last_name": "Holt", "board": {"position": "Chair"}}]'
    assert guessed(text, "x.json")[1].columns["board.position"] == "attribute"


def test_shareholders_with_names_in_parts_are_no_list_of_contacts() -> None:
    _, mapping = guessed("Company,First Name,Last Name,Stake (%)\nAcme,Eva,Holt,10\n")
    assert "source" not in mapping.columns.values()


@pytest.mark.parametrize(
    "post",
    [
        "CFO",
        "Chief Digital Officer",
        "Group Chief Financial Officer",
        "VP Procurement",
        "VP, Procurement",
        "Senior Vice President Sales",
        "EVP & CFO",
        "Head of Sales",
        "Director of Sales",
        "Managing Director",
        "General Counsel",
        "Finanzvorstand",
        "Vertriebsleiterin",
        "Leiter Einkauf",
        "Directeur financier",
        "Directora de Compras",
        "财务总监",
        "首席财务官",
        "副总经理",
        "営業部長",
        "Member of the Managing Board",
    ],
)
def test_posts(post: str) -> None:
    assert is_post(post)


@pytest.mark.parametrize(
    "cell", ["", "Supplier", "Customer", "Lead", "Fund manager", "Auditor", "Partner", "Headquarters", "Chiefland", "-"]
)
def test_what_companies_are_called_is_no_post(cell: str) -> None:
    assert not is_post(cell)


def test_a_post_that_is_no_office_is_still_asked_about() -> None:
    assert relations_of_office("Chief Financial Officer") == ()
    found = imported(("o.csv", "Employee,Title,Manager,Company\nEva,Chief Digital Officer,Ida,a\nIda,CEO,,a\n"))
    assert found.unknown_labels == {"Chief Digital Officer": 1}
    assert [each.source for each in found.data.relations] == ["Ida"]


@pytest.mark.parametrize("cell", ["Mr", "Mr.", "Ms", "DR.", "Prof. Dr.", "Herr", "Mme", "Sra.", "先生", "様"])
def test_salutations(cell: str) -> None:
    assert is_salutation(cell)


@pytest.mark.parametrize("cell", ["CEO", "Mrs Robinson", "", ".", "Drift"])
def test_no_salutations(cell: str) -> None:
    assert not is_salutation(cell)


def test_a_list_of_people_that_came_first_does_not_turn_a_later_one_round() -> None:
    chart = '{"employees": [{"name": "Olivier Blum", "title": "CFO", "reports_to": ""}]}'
    posts = "Name,Position,Company\nOlivier Blum,CEO,Schneider Electric\n"
    found = imported(("chart.json", chart), ("posts.csv", posts), known=())
    assert [(each.source, each.type, each.target) for each in found.data.relations] == [
        ("Olivier Blum", "chief_executive_of", "Schneider Electric")
    ]
    assert {each.id: each.type for each in found.data.entities} == {
        "Olivier Blum": "person",
        "Schneider Electric": "company",
    }


OFFICERS = {
    "en": """company_name,officer_name,officer_role,appointed_on
SABLE BAY ENERGY PLC,"WHITCOMBE, Eleanor Jane",director,2021-07-01
SABLE BAY ENERGY PLC,"PATEL, Rohan",director,2022-10-03
MARLOWE HYDRAULICS LIMITED,"WHITCOMBE, Eleanor Jane",director,2015-04-01
MARLOWE HYDRAULICS LIMITED,"SMITH, John, Sir",director,2015-04-01
""",
    "zh": """公司名称,姓名,职务,任职日期
SABLE BAY ENERGY PLC,"WHITCOMBE, Eleanor Jane",董事,2021-07-01
SABLE BAY ENERGY PLC,"PATEL, Rohan",董事,2022-10-03
MARLOWE HYDRAULICS LIMITED,"WHITCOMBE, Eleanor Jane",董事,2015-04-01
MARLOWE HYDRAULICS LIMITED,"SMITH, John, Sir",董事,2015-04-01
""",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_with_the_last_name_first_are_called_as_they_are_said(language: str) -> None:
    found = imported(("officers.csv", OFFICERS[language]), known=())
    people = {each.name_en: each for each in found.data.entities if each.type == "person"}
    assert set(people) == {"Eleanor Jane Whitcombe", "Rohan Patel", "John Smith"}
    assert people["Eleanor Jane Whitcombe"].aliases == ("WHITCOMBE, Eleanor Jane",)
    own_id = people["Eleanor Jane Whitcombe"].id
    assert sorted(each.target for each in found.data.relations if each.source == own_id) == [
        "MARLOWE HYDRAULICS LIMITED",
        "SABLE BAY ENERGY PLC",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_known_by_the_ordinary_name_is_the_one_with_the_last_name_first(language: str) -> None:
    patel = Entity(id="rohan", type="person", name_zh="罗汉·帕特尔", name_en="Rohan Patel")
    other = Entity(id="jane", type="company", name_zh="Eleanor Jane Whitcombe", name_en="Eleanor Jane Whitcombe")
    found = imported(("officers.csv", OFFICERS[language]), known=(patel, other))
    sources = {each.source for each in found.data.relations}
    assert "rohan" in sources and "jane" not in sources  # a company of that name is nobody of a board


def test_a_list_of_people_says_their_names_in_the_ordinary_order() -> None:
    people = 'id,type,name\n1,person,"WHITCOMBE, Eleanor Jane"\n2,company,"MEYER, Anna"\n'
    found = imported(("people.csv", people), known=()).data.entities
    assert [(each.name_en, each.aliases) for each in found] == [
        ("Eleanor Jane Whitcombe", ("WHITCOMBE, Eleanor Jane",)),
        ("MEYER, Anna", ()),
    ]


def test_companies_with_a_comma_keep_their_names() -> None:
    holders = 'Shareholder,Company,Stake\n"Foo, Inc.",Alpha Works GmbH,30%\n"BYD, Tesla",Beta Works GmbH,20%\n'
    found = imported(("holders.csv", holders), known=()).data.entities
    assert {"Foo, Inc.", "BYD, Tesla"} <= {each.name_en for each in found}
