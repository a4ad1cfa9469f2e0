"""What every row of the bundled sample has: ends that exist, a source, dates and shares that can be, a place."""

from __future__ import annotations

import csv
import re
from collections import Counter

import pytest

from tests.support import ROOT

Row = dict[str, str]
FILES = ("companies.csv", "concepts.csv", "passages.csv", "relations.csv", "sources.csv")
OWNERSHIP = {"shareholder_of", "subsidiary_of", "acquired", "joint_venture"}
PEERS = {"competitor", "similar_product"}
LINKS = {"supplies", "depends_on", "licenses_to"} | OWNERSHIP
WITHOUT_LINK = {"enphase", "pharmaron"}  # nothing certain is known
_DATE = re.compile(r"[12]\d{3}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")


@pytest.fixture(scope="module")
def rows() -> dict[str, list[Row]]:
    found = {}
    for name in FILES:
        with (ROOT / "data" / name).open(encoding="utf-8", newline="") as file:
            found[name] = list(csv.DictReader(file))
    return found


def described(faulty: list[Row]) -> list[str]:
    return [" ".join((row["source"], row["type"], row["target"])) for row in faulty]


def test_ids_are_there_once_and_relations_join_known_ones(rows: dict[str, list[Row]]) -> None:
    ids = [row["id"] for name in ("companies.csv", "concepts.csv") for row in rows[name]]
    assert len(ids) == len(set(ids))
    known = set(ids)
    assert not described([row for row in rows["relations.csv"] if {row["source"], row["target"]} - known])
    assert not described([row for row in rows["relations.csv"] if row["source"] == row["target"]])
    triples = Counter((row["source"], row["type"], row["target"]) for row in rows["relations.csv"])
    assert not [triple for triple, times in triples.items() if times > 1]


def test_every_relation_has_a_source_and_every_source_a_relation(rows: dict[str, list[Row]]) -> None:
    sources = {row["id"] for row in rows["sources.csv"]}
    assert {row["source_id"] for row in rows["relations.csv"]} == sources
    assert all(row["title"] and row["date"] and row["kind"] for row in rows["sources.csv"])


def test_dates_are_iso_and_in_order(rows: dict[str, list[Row]]) -> None:
    relations = rows["relations.csv"]
    for field in ("start", "end", "as_of"):
        assert not described([row for row in relations if row[field] and not _DATE.fullmatch(row[field])])
    assert not described([row for row in relations if row["start"] and row["start"][:4] != row["year"]])
    begun = [(row, row["start"] or row["year"]) for row in relations]
    assert not described([row for row, start in begun if row["end"] and start[:4] > row["end"][:4]])


def test_shares_are_percent_from_to_and_amounts_have_a_currency(rows: dict[str, list[Row]]) -> None:
    relations = rows["relations.csv"]
    assert not described([row for row in relations if bool(row["share_low"]) != bool(row["share_high"])])
    shares = [(row, float(row["share_low"]), float(row["share_high"])) for row in relations if row["share_low"]]
    assert not described([row for row, low, high in shares if not 0.0 <= low <= high <= 100.0])
    assert not described([row for row in relations if bool(row["amount"]) != bool(row["currency"])])


def test_what_has_ended_says_so(rows: dict[str, list[Row]]) -> None:
    statuses = {"", "current", "ended", "planned", "denied", "reported"}
    assert {row["status"] for row in rows["relations.csv"]} <= statuses
    ended = [row for row in rows["relations.csv"] if row["end"]]
    assert ended
    assert not described([row for row in ended if row["status"] != "ended"])


def test_facts_of_ownership_say_as_of_when(rows: dict[str, list[Row]]) -> None:
    assert not described([row for row in rows["relations.csv"] if row["type"] in OWNERSHIP and not row["as_of"]])


def test_no_owners_hold_more_than_all_of_a_company(rows: dict[str, list[Row]]) -> None:
    least: Counter[str] = Counter()
    counted: set[tuple[str, str]] = set()
    for row in rows["relations.csv"]:
        owner, held = row["source"], row["target"]
        if row["type"] == "subsidiary_of":
            owner, held = held, owner
        stands = row["type"] in {"shareholder_of", "subsidiary_of"} and row["share_low"]
        if stands and row["status"] not in {"ended", "planned", "denied"} and (owner, held) not in counted:
            counted.add((owner, held))
            least[held] += float(row["share_low"])
    assert not {held: share for held, share in least.items() if share > 100.0}


def test_every_company_has_a_headquarters_with_coordinates_and_a_founding_year(rows: dict[str, list[Row]]) -> None:
    located = {row["source"] for row in rows["relations.csv"] if row["type"] == "located_in"}
    for row in rows["companies.csv"]:
        assert row["id"] in located
        assert row["place"], row["id"]
        assert -90.0 <= float(row["lat"]) <= 90.0, row["id"]
        assert -180.0 <= float(row["lon"]) <= 180.0, row["id"]
        assert row["founded"], row["id"]
        assert row["country"], row["id"]
    places = [row for row in rows["concepts.csv"] if row["type"] == "place"]
    assert not [row["id"] for row in places if not (row["lat"] and row["lon"])]


def test_every_company_has_a_peer_and_a_supply_customer_or_ownership_relation(rows: dict[str, list[Row]]) -> None:
    types: dict[str, set[str]] = {row["id"]: set() for row in rows["companies.csv"]}
    for row in rows["relations.csv"]:
        for end in (row["source"], row["target"]):
            types.setdefault(end, set()).add(row["type"])
    companies = [row["id"] for row in rows["companies.csv"]]
    assert not [company for company in companies if not types[company] & PEERS]
    assert {company for company in companies if not types[company] & LINKS} == WITHOUT_LINK


@pytest.mark.parametrize("name", FILES)
def test_the_counts_in_the_readme_are_those_of_the_files(name: str, rows: dict[str, list[Row]]) -> None:
    text = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    stated = re.search(rf"^\| `{re.escape(name)}` \|.*\| ([\d,]+) \|$", text, re.MULTILINE)
    assert stated is not None
    assert int(stated[1].replace(",", "")) == len(rows[name])


def test_the_readme_states_how_many_relations_of_each_type_there_are(rows: dict[str, list[Row]]) -> None:
    text = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    stated = {kind: int(number) for kind, number in re.findall(r"`(\w+)` (\d+)", text)}
    assert stated == Counter(row["type"] for row in rows["relations.csv"])
