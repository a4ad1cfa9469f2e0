"""Offices that stand where a table has the label of a relation, not in a column of positions."""

from __future__ import annotations

import pytest

from core.domain.records import Attribute
from tests.unit.ingestion.checking.test_facts_of_tables import imported


@pytest.mark.parametrize(
    ("office", "kind"),
    [
        ("董事长", "director_of"),
        ("副董事长", "director_of"),
        ("执行董事", "director_of"),
        ("Chairman", "director_of"),
        ("Non-executive director", "director_of"),
        ("Aufsichtsrat", "director_of"),
        ("Vorstandsvorsitzender", "chief_executive_of"),
    ],
)
@pytest.mark.parametrize(("person", "firm"), [("张伟", "远航股份有限公司"), ("Maria Keller", "Voltara Motors AG")])
def test_an_office_as_the_label_is_one_of_the_person(office: str, kind: str, person: str, firm: str) -> None:
    """Whichever end the person is; the office is kept."""
    for source, target in ((person, firm), (firm, person)):
        found = imported(("x.csv", f"source,type,target\n{source},{office},{target}\n"), known=())
        (relation,) = found.data.relations
        assert (relation.source, relation.type, relation.target) == (person, kind, firm)
        assert Attribute("position", office) in relation.attributes
        assert {each.id: each.type for each in found.data.entities} == {person: "person", firm: "company"}


@pytest.mark.parametrize(
    ("source", "label", "target"),
    [
        ("Alpha AG", "chairman", "Beta AG"),  # two companies
        ("Maria Keller", "chairman", "Jonas Weiss"),
        ("Maria Keller", "member", "Kiel Sailing Club"),
        ("Maria Keller", "chair and CEO", "Voltara Motors AG"),  # two relations: asked about
        ("Maria Keller", "admirer", "Voltara Motors AG"),
    ],
)
def test_others_are_asked_about_as_labels_are(source: str, label: str, target: str) -> None:
    found = imported(("x.csv", f"source,type,target\n{source},{label},{target}\n"), known=())
    assert found.data.relations == ()
    assert dict(found.unknown_labels) == {label: 1}


@pytest.mark.parametrize("column", ["职务", "职位", "担任职位", "所任职务", "Position"])
def test_a_column_of_positions_holds_offices(column: str) -> None:
    found = imported(("x.csv", f"企业名称,姓名,{column}\n远航股份,张伟,董事长\n"), known=())
    (relation,) = found.data.relations
    assert (relation.source, relation.type, relation.target) == ("张伟", "director_of", "远航股份")
    assert relation.attributes == (Attribute(column, "董事长"),)
