"""What statements of the Beneficial Ownership Data Standard say of parties and of stakes, field by field."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.dossier.ownership.bods import ownership_statements
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import dated, write_data

COMPANIES = (
    "id,name_zh,name_en,aliases,country,founded,identifiers\n"
    "alpha,阿尔法,Alpha,Alpha Cells|Alpha,CN,1999,lei:529900T8BM49AURSDO55\n"
    "plain,Plain,Plain,,,,\n"
)
SOURCES = (
    "id,title,publisher,url,date,kind,licence,locator\n"
    "report,Annual report,Alpha,https://example.com/a,2025-03,filing,,\n"
    "note,A note,,,2025,news,,\n"
)


@pytest.fixture
def said(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> dict[str, dict[str, Any]]:
    """Statements of parties by their ids, of stakes by the days on which these begin."""
    data = write_data(
        own_settings.data_folder,
        concepts=[{"id": "li", "type": "person", "name_zh": "李雷", "name_en": "Li Lei"}],
        relations=[
            dated("li", "shareholder_of", "alpha", start="2001", as_of="2024-02", source_id="report", share_low="51"),
            dated("plain", "shareholder_of", "alpha", start="2002-12", end="2019-12", share_high="9", source_id="note"),
            dated("plain", "shareholder_of", "alpha", start="2003-05-06", end="2004-01-31", as_of="2003"),
            dated("alpha", "subsidiary_of", "plain", start="2005-07", share_low="60", share_high="60"),
            dated("plain", "shareholder_of", "alpha", start="2006", status="ended", share_low="1", share_high="1"),
            dated("plain", "shareholder_of", "alpha", start="2007", status="ended", as_of="2008-12"),
            dated("plain", "subsidiary_of", "alpha", start="2009"),
        ],
    )
    (data / "companies.csv").write_text(COMPANIES, encoding="utf-8")
    (data / "sources.csv").write_text(SOURCES, encoding="utf-8")
    base = Base.over(build_and_open(own_settings, encoder), ontology, own_settings)
    found: dict[str, dict[str, Any]] = {}
    for each in json.loads(ownership_statements(base, "alpha", 20240630)):
        interests = each["recordDetails"].get("interests")
        found[interests[0]["startDate"] if interests else each["recordId"]] = each
    return found


def test_parties(said: dict[str, dict[str, Any]]) -> None:
    assert said["alpha"]["recordDetails"] == {
        "isComponent": False,
        "entityType": {"type": "registeredEntity"},
        "name": "Alpha",
        "alternateNames": ["阿尔法", "Alpha Cells"],
        "jurisdiction": {"name": "CN"},
        "foundingDate": "1999-01-01",
        "identifiers": [{"schemeName": "lei", "id": "529900T8BM49AURSDO55"}],
    }
    assert said["plain"]["recordDetails"] == {
        "isComponent": False,
        "entityType": {"type": "registeredEntity"},
        "name": "Plain",
    }
    assert said["li"]["recordType"] == "person"
    assert said["li"]["recordDetails"]["names"] == [
        {"type": "individual", "fullName": "Li Lei"},
        {"type": "alternative", "fullName": "李雷"},
    ]


def test_days_shares_and_sources_of_stakes(said: dict[str, dict[str, Any]]) -> None:
    stakes = {start: each for start, each in said.items() if each["recordType"] == "relationship"}
    interests = {start: each["recordDetails"]["interests"][0] for start, each in stakes.items()}
    assert {start: each.get("share") for start, each in interests.items()} == {
        "2001-01-01": {"minimum": 51},
        "2002-12-01": {"maximum": 9},
        "2003-05-06": None,
        "2005-07-01": {"exact": 60, "minimum": 60, "maximum": 60},
        "2006-01-01": {"exact": 1, "minimum": 1, "maximum": 1},
        "2007-01-01": None,
        "2009-01-01": {"minimum": 50, "maximum": 100},
    }
    assert {start: each.get("endDate") for start, each in interests.items()} == {
        "2001-01-01": None,
        "2002-12-01": "2019-12-31",
        "2003-05-06": "2004-01-31",
    } | dict.fromkeys(("2005-07-01", "2006-01-01", "2007-01-01", "2009-01-01"))
    assert {start: (each["recordStatus"], each.get("statementDate")) for start, each in stakes.items()} == {
        "2001-01-01": ("new", "2024-02-29"),
        "2002-12-01": ("new", "2002-12-01"),
        "2003-05-06": ("new", "2003-12-31"),
        "2005-07-01": ("new", "2005-07-01"),
        "2006-01-01": ("closed", None),
        "2007-01-01": ("closed", "2008-12-31"),
        "2009-01-01": ("new", "2009-01-01"),
    }
    assert {start: each["source"] for start, each in stakes.items() if "source" in each} == {
        "2001-01-01": {"description": "Annual report", "url": "https://example.com/a"},
        "2002-12-01": {"description": "A note"},
    }
    held = stakes["2005-07-01"]["recordDetails"]
    assert (held["interestedParty"], held["subject"]) == ("plain", "alpha")
