"""People in roles, website and size of a company, as its row and its relations have them."""

from __future__ import annotations

import pytest

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.dossier.particulars import Particulars
from core.dossier.profile import entity_profile
from core.ontology import Ontology
from core.settings import Settings
from tests.imports import opened

PEOPLE = (
    b"name,CEO,Board of directors,Chairman,Website,Revenue (USD m),As of,LEI,CEO pay,Founder of the year\n"
    b"Zorblatt Works,Ann Lee|Bo Li,Cy Xu,Di Wu,https://zorblatt.example,1234567,2024-12,529900T8BM49AURSDO55,9,Ed\n"
)
TIES = b"source,label,target,start,end\nZorblatt Works,founded_by,Eve Ng,1999,\nZorblatt Works,shareholder_of,Quux,,\n"


@pytest.fixture
def told(own_base: Settings, ontology: Ontology) -> Settings:
    """The document example with a company that says much about itself, and its founder."""
    plan = plan_import([("people.csv", PEOPLE), ("ties.csv", TIES)], own_base)
    run_import(plan, check_import(plan, opened(own_base), ontology), own_base, ontology)
    return own_base


def test_roles_website_and_size_are_read_from_columns_and_relations(told: Settings, ontology: Ontology) -> None:
    base = opened(told)
    entity = next(each for each in base.all_entities() if each.name_en == "Zorblatt Works")
    found = entity_profile(base, ontology, entity.id).particulars
    assert [(each.role["en"], each.name["en"], bool(each.id), each.start) for each in found.people] == [
        ("founder", "Eve Ng", True, "1999"),
        ("chief executive", "Ann Lee", True, ""),  # a column that a relation type is called by makes people
        ("chief executive", "Bo Li", True, ""),
        ("director", "Cy Xu", True, ""),
        ("chair of the board", "Di Wu", False, ""),
    ]
    assert found.website == "https://zorblatt.example"
    assert [tuple(each) for each in found.sizes] == [("Revenue (USD m)", "1234567")]
    assert found.sizes_as_of == "2024-12"
    assert found.identifiers == (("lei", "529900T8BM49AURSDO55"),)


def test_who_says_nothing_has_nothing(own_base: Settings, ontology: Ontology) -> None:
    assert entity_profile(opened(own_base), ontology, "公司A").particulars == Particulars()
