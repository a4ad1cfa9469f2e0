"""Wikidata items in their published form, with qualifiers and references; all content is invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.formats.wikidata_claims import time_in
from core.ingestion.records.raw_records import RawRecord
from tests.published_files import bring


def value(held: Any) -> dict[str, Any]:
    kind = "string"
    if isinstance(held, str) and held[:1] == "Q":
        held, kind = {"entity-type": "item", "numeric-id": int(held[1:]), "id": held}, "wikibase-entityid"
    return {"snaktype": "value", "datavalue": {"value": held, "type": kind}}


def day(text: str, precision: int = 11) -> dict[str, Any]:
    return {
        "time": f"+{text}T00:00:00Z",
        "precision": precision,
        "calendarmodel": "http://www.wikidata.org/entity/Q1985727",
    }


def claim(
    held: Any, rank: str = "normal", reference: dict[str, Any] | None = None, **qualifiers: Any
) -> dict[str, Any]:
    made: dict[str, Any] = {"mainsnak": value(held), "type": "statement", "rank": rank}
    if qualifiers:
        made["qualifiers"] = {key: [value(each)] for key, each in qualifiers.items()}
    if reference:
        made["references"] = [{"snaks": {key: [value(each)] for key, each in reference.items()}}]
    return made


def item(number: str, name: str, /, **claims: list[dict[str, Any]]) -> dict[str, Any]:
    labels = {"en": {"language": "en", "value": name}, "zh-hans": {"language": "zh-hans", "value": f"{name}公司"}}
    return {"type": "item", "id": number, "labels": labels, "descriptions": {}, "aliases": {}, "claims": claims}


def raw_records(*items: dict[str, Any]) -> dict[str, list[RawRecord]]:
    content = json.dumps({"entities": {each["id"]: each for each in items}})
    (found,) = read_file(content.encode(), "entities.json", max_bytes=10**6).raw_records
    return {kind: [each for each in found.items if each.kind == kind] for kind in ("entity", "relation", "source")}


BERLIN = item(
    "Q4", "Berlin", P625=[claim({"latitude": 52.5, "longitude": 13.4, "globe": "http://www.wikidata.org/entity/Q2"})]
)


def test_a_holding_has_its_share_days_and_the_source_of_its_reference() -> None:
    reference = {
        "P854": "https://alpha.example/report",
        "P1476": {"text": "Report", "language": "en"},
        "P813": day("2024-05-06"),
    }
    share = {"amount": "+0.255", "unit": "1"}
    owned = claim("Q2", P1107=share, P580=day("2019-03-00", 10), P582=day("2022-00-00", 9), reference=reference)
    found = raw_records(item("Q1", "Alpha", P127=[owned]), item("Q2", "Beta"))
    (relation,), (source,) = found["relation"], found["source"]
    assert relation.values == {
        "source": "Q2",
        "target": "Q1",
        "label": "shareholder_of",
        "start": "2019-03",
        "end": "2022",
        "status": "ended",
        "share_low": 25.5,
        "share_high": 25.5,
        "source_id": source.values["id"],
    }
    assert {key: source.values[key] for key in ("title", "url", "date")} == {
        "title": "Report",
        "url": "https://alpha.example/report",
        "date": "2024-05-06",
    }


def test_a_share_in_percent_and_a_day_of_the_statement() -> None:
    share = {"amount": "+40", "unit": "http://www.wikidata.org/entity/Q11229"}
    found = raw_records(
        item("Q1", "Alpha", P1830=[claim("Q2", P1107=share, P585=day("2021-06-30"))]), item("Q2", "Beta")
    )
    (relation,) = found["relation"]
    assert (relation.values["source"], relation.values["share_low"], relation.values["as_of"]) == (
        "Q1",
        40,
        "2021-06-30",
    )
    assert found["source"][0].values["url"] == "https://www.wikidata.org/wiki/Q1"


@pytest.mark.parametrize("share", ["half", {"amount": "half"}, {"amount": "+7"}])
def test_a_share_that_is_none_is_left_out(share: object) -> None:
    found = raw_records(item("Q1", "Alpha", P1830=[claim("Q2", P1107=share)]), item("Q2", "Beta"))
    (relation,) = found["relation"]
    assert "share_low" not in relation.values


def test_what_parent_and_subsidiary_both_say_stands_once() -> None:
    found = raw_records(item("Q1", "Alpha", P749=[claim("Q2")]), item("Q2", "Beta", P355=[claim("Q1")]))
    assert [(each.values["source"], each.values["target"]) for each in found["relation"]] == [("Q1", "Q2")]


def test_headquarters_with_coordinates_of_the_statement_or_of_the_place() -> None:
    there = {"latitude": 48.1, "longitude": 11.6, "globe": "http://www.wikidata.org/entity/Q2"}
    moved = claim("Q9", P582=day("1999-01-01"))
    for seat, lat in ((claim("Q4", P625=there), 48.1), (claim("Q4"), 52.5)):
        company = raw_records(item("Q1", "Alpha", P159=[moved, seat]), BERLIN)["entity"][0]
        assert (company.values["place"], company.values["lat"]) == ("Berlin", lat)


def test_identifiers_founding_and_the_chief_executive() -> None:
    company = item(
        "Q1",
        "Alpha",
        P1278=[claim("LEI1")],
        P946=[claim("DE0001")],
        P5531=[claim("0000320193")],
        P1320=[claim("gb/01234567")],
        P571=[claim(day("1999-00-00", 9))],
        P169=[claim("Q3", P580=day("2011-08-24"))],
    )
    found = raw_records(company, item("Q3", "Jane Invented"))["entity"]
    assert found[0].values["identifiers"] == (
        "wikidata:Q1",
        "lei:LEI1",
        "isin:DE0001",
        "cik:0000320193",
        "register:gb/01234567",
    )
    assert (found[0].values["founded"], found[1].values["type"]) == ("1999", "person")
    assert ("P169", "Jane Invented (2011-08-24–)") in found[0].attributes


def test_deprecated_statements_are_no_facts_and_ends_outside_are_counted() -> None:
    stated = {"P127": [claim("Q2", "deprecated"), claim("Q77"), claim("Q78")], "P749": [claim("Q79")]}
    found = bring(("entities.json", {"entities": {"Q1": item("Q1", "Alpha", **stated), "Q2": item("Q2", "Beta")}}))
    assert (found.relations, found.refused) == (set(), [])
    assert [each.detail for each in found.problems if each.reason == "ends_outside"] == ["P127: 2, P749: 1"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (day("2019-03-04"), "2019-03-04"),
        (day("2019-03-04", 9), "2019"),
        ({"time": "+2019-00-00T00:00:00Z"}, "2019"),
        (day("1900-01-01", 7), ""),
        ({"time": "-0300-01-01T00:00:00Z", "precision": 9}, ""),
        ("2019", ""),
    ],
)
def test_of_a_time_only_what_is_said_of_it_counts(given: object, said: str) -> None:
    assert time_in(given) == said
