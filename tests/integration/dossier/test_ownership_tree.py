"""The ownership tree, former stakes and chains of a knowledge base with ends, unknown shares and a circle."""

from __future__ import annotations

import csv
import json
from datetime import date

import pytest

from core.dossier.ownership.bods import ownership_statements
from core.dossier.ownership.csv_file import ownership_csv
from core.dossier.ownership.report import ownership
from core.dossier.ownership.stake_sources import former_stakes
from core.dossier.ownership.tree import ownership_chains, ownership_tree
from core.errors import EntityUnknownError
from core.ingestion.formats.reading import read_file
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.support import company, dated, write_data

DAY = 20240601


@pytest.fixture
def base(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> Base:
    write_data(
        own_settings.data_folder,
        companies=[company(each, each, each.title()) for each in ("alpha", "beta", "gamma", "delta", "old", "plan")],
        relations=[
            dated("beta", "shareholder_of", "alpha", start="2015", share_low="30", share_high="30"),
            dated("gamma", "shareholder_of", "alpha"),
            dated("gamma", "shareholder_of", "beta", share_low="20", share_high="40"),
            dated("alpha", "shareholder_of", "gamma", share_low="5", share_high="5"),
            dated("delta", "subsidiary_of", "alpha"),
            dated("old", "shareholder_of", "alpha", start="2010", end="2019", share_low="12", share_high="12"),
            dated("old", "shareholder_of", "alpha", start="2005", end="2008"),
            dated("beta", "shareholder_of", "alpha", start="2001", end="2004"),
            dated("plan", "shareholder_of", "alpha", status="planned", end="2020"),
        ],
    )
    return Base.over(build_and_open(own_settings, encoder), ontology, own_settings)


def test_a_tree_of_owners_and_holdings_with_a_circle(base: Base) -> None:
    opened = {"alpha": 5, "beta": 5, "gamma": 5}
    found = ownership_tree(base, "alpha", DAY, "en", owners=opened, holdings={"alpha": 1})
    boxes = {box.key: box for box in found.boxes}
    assert {key for key, box in boxes.items() if box.again} == {"-2:gamma", "-2:alpha"}
    assert boxes["0"].name == "Alpha"
    assert boxes["1:delta"].stakes == 0
    assert (boxes["1:more:alpha"].more, boxes["1:more:alpha"].id) == (1, "alpha")
    assert boxes["1:more:alpha"].x > boxes["1:delta"].x  # behind what is drawn
    lines = {(line.owner, line.held): line for line in found.lines}
    assert lines["-1:beta", "0"].share == (30, 30)
    assert (lines["-1:gamma", "0"].stated, lines["-1:gamma", "0"].share) == (False, (0, 100))
    assert lines["-2:gamma", "-1:beta"].share == (20, 40)
    assert lines["-2:alpha", "-1:gamma"].circular
    assert (lines["0", "1:delta"].stated, lines["0", "1:delta"].control) == (False, True)
    assert not lines["0", "1:delta"].circular


def test_what_has_ended_stands_apart(base: Base) -> None:
    former = former_stakes(base, "alpha", DAY)
    assert [(each.owner, each.start, each.end) for each in former] == [("old", "2010", "2019"), ("old", "2005", "2008")]
    assert {each.counts for each in former} == {False}
    assert former_stakes(base, "old", DAY) == former
    assert [each.owner for each in former_stakes(base, "alpha", 20070101)] == ["beta"]
    now = ownership(base, "alpha", DAY, "en")
    assert "old" not in {each.id for each in now.owners}


def test_chains_with_their_products(base: Base) -> None:
    found = ownership_chains(base, "gamma", "alpha", DAY, "en")
    assert found.complete
    assert [([link.id for link in each.links], each.share) for each in found.chains] == [
        (["alpha"], (0, 100)),
        (["beta", "alpha"], (6, 12)),
    ]
    assert [link.share for link in found.chains[1].links] == [(20, 40), (30, 30)]
    assert ownership_chains(base, "plan", "alpha", DAY, "en").chains == ()
    assert ownership_chains(base, "alpha", "alpha", DAY, "en").chains == ()
    with pytest.raises(EntityUnknownError):
        ownership_chains(base, "nobody", "alpha", DAY, "en")
    with pytest.raises(EntityUnknownError):
        ownership(base, "nobody", DAY, "en")


def test_statements_are_read_again_as_they_were(base: Base) -> None:
    (found,) = read_file(ownership_statements(base, "alpha", DAY), "alpha.json", max_bytes=10**6).raw_records
    assert found.problems == ()
    assert {each.values["id"] for each in found.items if each.kind == "entity"} == {
        *("alpha", "beta", "gamma", "delta", "old")
    }
    shares = {"share_low", "share_high", "start", "end"}
    holdings = [each.values for each in found.items if each.kind == "relation"]
    said = {
        (each["source"], each["target"], each.get("start")): {key: each[key] for key in shares & each.keys()}
        for each in holdings
    }
    assert len(said) == len(holdings) == 8
    assert said["beta", "alpha", "2015-01-01"] == {"share_low": 30, "share_high": 30, "start": "2015-01-01"}
    assert said["gamma", "alpha", None] == {}
    assert said["gamma", "beta", None] == {"share_low": 20, "share_high": 40}
    assert said["alpha", "delta", None] == {"share_low": 50, "share_high": 100}
    past = {"share_low": 12, "share_high": 12, "start": "2010-01-01", "end": "2019-12-31"}
    assert said["old", "alpha", "2010-01-01"] == past
    assert [each["end"] for each in holdings if each.get("start") == "2005-01-01"] == ["2008-12-31"]


def test_a_table_of_owners_holdings_and_what_has_ended(base: Base) -> None:
    found = ownership(base, "alpha", DAY, "en")
    raw = ownership_csv(base, found, former_stakes(base, "alpha", DAY), "en")
    rows = list(csv.DictReader(raw.decode("utf-8-sig").splitlines()))
    assert [(each["role"], each["id"], each["name"]) for each in rows if each["role"].startswith("former")] == [
        ("former_owner", "old", "Old"),
        ("former_owner", "old", "Old"),
    ]
    by_role = {(each["role"], each["id"]): each for each in rows}
    beta, gamma, delta = by_role["owner", "beta"], by_role["owner", "gamma"], by_role["holding", "delta"]
    columns = ("direct_low", "direct_high", "direct_stated", "start", "end")
    assert [beta[column] for column in columns] == ["30", "30", "true", "2015", ""]
    assert [gamma[column] for column in columns] == ["0", "100", "false", "", ""]
    assert [delta[column] for column in columns[:3]] == ["50", "100", "false"]
    assert beta["source"].startswith("relations.csv")
    former = [tuple(each[column] for column in columns) for each in rows if each["role"] == "former_owner"]
    assert former == [("12.0", "12.0", "true", "2010", "2019"), ("", "", "false", "2005", "2008")]
    past = ownership_csv(base, ownership(base, "old", DAY, "en"), former_stakes(base, "old", DAY), "en")
    assert {each["role"] for each in csv.DictReader(past.decode("utf-8-sig").splitlines())} == {"former_holding"}


REQUIRED = {"statementId", "declarationSubject", "recordId", "recordType", "recordDetails"}
DETAILS = {
    "entity": {"isComponent", "entityType"},
    "person": {"isComponent", "personType"},
    "relationship": {"isComponent", "subject", "interestedParty"},
}
DAYS = ("startDate", "endDate", "statementDate", "publicationDate", "foundingDate")


def test_statements_keep_the_rules_of_the_standard(base: Base) -> None:
    """Those of the schema of BODS 0.4: what must be there, ids, closed lists, days, bounds, and references."""
    statements = json.loads(ownership_statements(base, "alpha", DAY))
    records = {each["recordId"] for each in statements if each["recordType"] != "relationship"}
    assert len({each["statementId"] for each in statements}) == len(statements)
    for each in statements:
        kind, details = each["recordType"], each["recordDetails"]
        assert each.keys() >= REQUIRED
        assert details.keys() >= DETAILS[kind]
        assert 32 <= len(each["statementId"]) <= 64
        assert each["recordStatus"] in ("new", "updated", "closed")
        assert each["declarationSubject"] in records
        assert each["publicationDetails"].keys() >= {"publicationDate", "bodsVersion", "publisher"}
        for place in (each, each["publicationDetails"], details, *details.get("interests", ())):
            for name in set(DAYS) & place.keys():
                assert date.fromisoformat(place[name]).isoformat() == place[name]
        if kind == "relationship":
            assert {details["subject"], details["interestedParty"]} <= records
            for interest in details["interests"]:
                assert interest["type"] == "shareholding"
                assert interest["directOrIndirect"] == "direct"
                share = interest.get("share", {})
                assert all(0 <= share[bound] <= 100 for bound in share)
                assert share.get("minimum", 0) <= share.get("maximum", 100)
                assert "exact" not in share or share["exact"] == share["minimum"] == share["maximum"]


def test_every_direct_stake_that_is_listed_has_its_source(
    own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    funds = [f"fund{number}" for number in range(205)]
    write_data(
        own_settings.data_folder,
        companies=[company(each, each, each.title()) for each in ("alpha", *funds)],
        relations=[dated(each, "shareholder_of", "alpha") for each in funds],
    )
    base = Base.over(build_and_open(own_settings, encoder), ontology, own_settings)
    whole = ownership(base, "alpha", DAY, "en")
    assert {owner for owner, _ in whole.counting()} == set(funds)
    first = ownership(base, "alpha", DAY, "en", most=3)
    assert {owner for owner, _ in first.counting()} == {each.id for each in first.owners}
