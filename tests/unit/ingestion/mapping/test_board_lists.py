"""Lists of boards become relations of people with companies, each with its own days and position."""

from __future__ import annotations

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.mapping.mapping_guess import guess_mapping
from core.ingestion.mapping.offices import relations_of_office
from core.ingestion.mapping.titled_lists import offered_end
from core.messages import LANGUAGES
from core.ontology import default_ontology
from tests.unit.ingestion.checking.test_facts_of_tables import imported

ENGLISH = """Company,Director,Position,Appointed,Resigned,Nationality
Bluebird,Maria Keller,Chair,2019-05-01,,German
Bluebird,John A. Smith,Non-executive director,2020-01-15,2023-12-31,British
Quantix,Maria Keller,Director,2022-03,,German
"""
CHINESE = """公司名称,姓名,职务,任职起始日期,任职终止日期
苏州微芯,王晓东,董事长,2020-05-18,
苏州微芯,陈丽,独立董事,2020-05-18,2023-05-17
"""


def test_every_row_is_a_relation_with_its_own_days() -> None:
    found = imported(("board.csv", ENGLISH), known=())
    told = [(each.source, each.type, each.target, each.start, each.end) for each in found.data.relations]
    assert told == [
        ("Maria Keller", "director_of", "Bluebird", "2019-05-01", ""),
        ("John A. Smith", "director_of", "Bluebird", "2020-01-15", "2023-12-31"),
        ("Maria Keller", "director_of", "Quantix", "2022-03", ""),
    ]
    assert dict(found.data.relations[0].attributes) == {"Position": "Chair", "Nationality": "German"}
    types = {each.id: (each.type, each.attributes) for each in found.data.entities}
    assert types["Maria Keller"] == ("person", ())
    assert types["Bluebird"] == ("company", ())


def test_a_column_of_names_is_of_people_where_positions_are_offices() -> None:
    found = imported(("董事会.csv", CHINESE), known=())
    assert [(each.source, each.type, each.target, each.start, each.end) for each in found.data.relations] == [
        ("王晓东", "director_of", "苏州微芯", "2020-05-18", ""),
        ("陈丽", "director_of", "苏州微芯", "2020-05-18", "2023-05-17"),
    ]
    assert [dict(each.attributes) for each in found.data.relations] == [{"职务": "董事长"}, {"职务": "独立董事"}]


@pytest.mark.parametrize(
    "header",
    [
        "Company,Director,Appointed,Resigned",
        "Organisation,Board member,Since,Until",
        "公司,董事,任命日期,离任日期",
        "Gesellschaft,Aufsichtsrat,Bestellt,Ausgeschieden",
        "Société,Administrateur,Date de nomination,Fin du mandat",
        "Empresa,Consejero,Fecha de nombramiento,Fecha de cese",
        "会社名,取締役,就任日,退任日",
    ],
)
def test_days_of_office_in_other_languages(header: str) -> None:
    (relation,) = imported(("b.csv", f"{header}\na,Eva,2019-05-01,2020-06-02\n")).data.relations
    assert (relation.source, relation.type, relation.target) == ("Eva", "director_of", "a")
    assert (relation.start, relation.end) == ("2019-05-01", "2020-06-02")


def test_an_office_that_is_not_known_is_asked_about_or_said_by_the_column() -> None:
    officers = imported(("o.csv", "Company,Name,Position\na,Eva,CFO\na,Ida,CEO\na,Ada,Chair and CEO\na,Una,\n"))
    assert [(each.source, each.type) for each in officers.data.relations] == [
        ("Ida", "chief_executive_of"),
        ("Ada", "director_of"),
        ("Ada", "chief_executive_of"),
    ]
    assert officers.unknown_labels == {"CFO": 1}
    assert [(each.line, each.reason) for each in officers.data.problems] == [(2, "unknown_label"), (5, "missing")]
    directors = imported(("d.csv", "Company,Director,Position\na,Eva,Audit committee\na,Una,\n"))
    assert [(each.source, each.type) for each in directors.data.relations] == [
        ("Eva", "director_of"),
        ("Una", "director_of"),
    ]


@pytest.mark.parametrize(
    ("position", "types"),
    [
        ("Independent Non-Executive Director", ("director_of",)),
        ("董事长、总经理", ("director_of", "chief_executive_of")),
        ("董事长兼总裁", ("director_of", "chief_executive_of")),
        ("Director (appointed by the staff)", ("director_of",)),
        ("President and CEO", ("chief_executive_of",)),
        ("董事会秘书", ()),
        ("Company secretary", ()),
        ("Director of Sales", ()),
        ("", ()),
    ],
)
def test_offices(position: str, types: tuple[str, ...]) -> None:
    assert relations_of_office(position) == types


@pytest.mark.parametrize(
    "table",
    [
        "Company,Director\nGamma,Eva\n",
        "Company,Country,Since\nGamma,DE,2019\n",
    ],
)
def test_other_lists_stay_what_they_are(table: str) -> None:
    assert "Gamma" in {each.name_en for each in imported(("x.csv", table)).data.entities}


def test_a_day_of_birth_is_no_beginning() -> None:
    (relation,) = imported(
        ("x.csv", "Company,Director,Position,Date of birth\na,Eva,Chair,1960-01-02\n")
    ).data.relations
    assert (relation.year, relation.start) == (None, "")
    assert ("Date of birth", "1960-01-02") in relation.attributes


def test_values_that_a_later_row_replaces_are_named() -> None:
    rows = "Company,Country,Contact\nGamma,Germany,Eva\nGamma,France,Ida\nGamma,FR,Ida\n"
    found = imported(("x.csv", rows), known=())
    (gamma,) = found.data.entities
    assert (gamma.country, gamma.attributes) == ("FR", (("Contact", "Ida"),))
    told = [each for each in found.repairs if each.reason == "was_replaced"]
    assert [(each.line, each.field, each.detail) for each in told] == [
        (3, "country", "Germany → France"),
        (3, "Contact", "Eva → Ida"),
    ]
    assert all("Germany → France" in told[0].message(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    "position",
    [
        "Supervisory board member",
        "Member of the Supervisory Board",
        "Chair of the supervisory board",
        "Managing Director",
        "Member of the Management Board",
        "Executive board member",
    ],
)
def test_members_of_both_boards_are_directors(position: str) -> None:
    found = imported(("x.csv", f"Company,Name,Role,Appointed\na,Eva,{position},2023-02-09\n"))
    assert [each.type for each in found.data.relations] == ["director_of"]


@pytest.mark.parametrize(
    ("title", "company"),
    [
        ("Board of Directors – Castellan Insurance Group SE", "Castellan Insurance Group SE"),
        ("Board of Directors of Castellan SE", "Castellan SE"),
        ("Castellan SE management team", "Castellan SE"),
        ("远航股份有限公司董事会成员", "远航股份有限公司"),
        ("远航股份有限公司高级管理人员名单", "远航股份有限公司"),
        ("Vorstand der Castellan SE", "Castellan SE"),
        ("Org chart Castellan SE", "Castellan SE"),
        ("Org chart - Castellan SE as of 1 May 2025", "Castellan SE"),
        ("Organigramm der Castellan SE", "Castellan SE"),
        ("远航股份有限公司组织架构图", "远航股份有限公司"),
        ("Who is who - Castellan SE as of 2025", "Castellan SE"),
    ],
)
def test_the_board_of_one_company_is_offered_the_company_of_its_title(title: str, company: str) -> None:
    text = f"{title},,\nName,Role,Since\nBeatrix Ollmann,Chair,2019\nTomás Ferreira,CEO,2020\nYuki Hamada,Member,2021\n"
    (table,) = read_file(text.encode(), "board.csv", max_bytes=10_000).tables
    mapping = guess_mapping(table)
    assert (mapping.kind, mapping.columns) == ("relations", {"Name": "source", "Role": "label", "Since": "start"})
    assert offered_end(mapping, table, default_ontology()) == {"target": company}


def test_a_board_without_a_company_asks_for_it_and_makes_nobody_a_company() -> None:
    text = "董事姓名,职务,任期起始日期,任期终止日期\n王晓东,董事长,2020-05-18,\n陈丽,独立董事,2020-05-18,2023-05-17\n"
    (table,) = read_file(text.encode(), "董事.csv", max_bytes=10_000).tables
    assert (guess_mapping(table).kind, guess_mapping(table).missing) == ("relations", ("target",))
    found = imported(("董事.csv", text), known=())
    assert (found.data.entities, len(found.data.relations)) == ((), 0)


def test_names_and_roles_that_are_no_offices_are_a_list_of_companies() -> None:
    (table,) = read_file(b"Name,Role\nPolar,Supplier\nBaltic,Customer\n", "x.csv", max_bytes=10_000).tables
    assert guess_mapping(table).kind == "companies"
