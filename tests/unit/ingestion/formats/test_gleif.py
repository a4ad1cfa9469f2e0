"""GLEIF's golden copy in the forms in which it is published; all content is invented."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from core.ingestion.formats import record_stream
from core.ingestion.formats.gleif import gleif_stream
from core.ingestion.formats.reading import read_file
from core.ingestion.records.raw_records import RawRecord, RawRecords
from tests.published_files import bring

ALPHA, BETA, GAMMA = (f"{name:0<18}00" for name in ("ALPHA", "BETA", "GAMMA"))
TRANSLITERATED = "Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName"
COMPANY = {
    "LEI": ALPHA,
    "Entity.LegalName": "阿尔法电池股份公司",
    "Entity.LegalName.xmllang": "zh",
    "Entity.OtherEntityNames.OtherEntityName.1": "Alpha Cells Co., Ltd.",
    "Entity.OtherEntityNames.OtherEntityName.1.xmllang": "en",
    "Entity.OtherEntityNames.OtherEntityName.1.type": "ALTERNATIVE_LANGUAGE_LEGAL_NAME",
    "Entity.OtherEntityNames.OtherEntityName.2": "Old Alpha",
    "Entity.OtherEntityNames.OtherEntityName.2.xmllang": "en",
    "Entity.OtherEntityNames.OtherEntityName.2.type": "PREVIOUS_LEGAL_NAME",
    f"{TRANSLITERATED}.1": "A Er Fa",
    f"{TRANSLITERATED}.1.xmllang": "en",
    f"{TRANSLITERATED}.1.type": "AUTO_ASCII_TRANSLITERATED_LEGAL_NAME",
    "Entity.LegalAddress.FirstAddressLine": "1 Road",
    "Entity.LegalAddress.City": "Luxembourg",
    "Entity.LegalAddress.Country": "LU",
    "Entity.HeadquartersAddress.City": "Köln",
    "Entity.HeadquartersAddress.Country": "DE",
    "Entity.RegistrationAuthority.RegistrationAuthorityID": "RA000585",
    "Entity.RegistrationAuthority.RegistrationAuthorityEntityID": "01234567",
    "Entity.LegalJurisdiction": "GB",
    "Entity.EntityCategory": "GENERAL",
    "Entity.EntityStatus": "ACTIVE",
    "Entity.EntityCreationDate": "1999-02-03T00:00:00+01:00",
    "Registration.LastUpdateDate": "2024-05-06T07:08:09Z",
    "Registration.RegistrationStatus": "ISSUED",
}
RELATIONSHIP = {
    "Relationship.StartNode.NodeID": ALPHA,
    "Relationship.StartNode.NodeIDType": "LEI",
    "Relationship.EndNode.NodeID": BETA,
    "Relationship.EndNode.NodeIDType": "LEI",
    "Relationship.RelationshipType": "IS_DIRECTLY_CONSOLIDATED_BY",
    "Relationship.RelationshipStatus": "ACTIVE",
    "Relationship.Period.1.startDate": "2021-01-01T00:00:00Z",
    "Relationship.Period.1.endDate": "2021-12-31T00:00:00Z",
    "Relationship.Period.1.periodType": "ACCOUNTING_PERIOD",
    "Relationship.Period.2.startDate": "2017-12-06T00:00:00Z",
    "Relationship.Period.2.endDate": "",
    "Relationship.Period.2.periodType": "RELATIONSHIP_PERIOD",
    "Registration.LastUpdateDate": "2024-05-06T07:08:09Z",
    "Registration.RegistrationStatus": "PUBLISHED",
}


def table(*rows: Mapping[str, str], broken: str = "") -> bytes:
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, rows[0], restval="")
    writer.writeheader()
    writer.writerows(rows)
    return (file.getvalue() + broken).encode()


def raw_records(content: bytes, name: str = "file.csv") -> RawRecords:
    (found,) = read_file(content, name, max_bytes=10**6).raw_records
    assert found.items[0].kind == "source"
    return replace(found, items=found.items[1:])


def left_out(found: RawRecords) -> list[tuple[int, str, str]]:
    return [(each.line, each.reason, each.detail) for each in found.problems if not each.repaired]


def wrapped(value: str, **marks: str) -> dict[str, str]:
    return {**{f"@{key}": text for key, text in marks.items()}, "$": value}


def as_golden_json() -> dict[str, Any]:
    """The same company in the form of the golden copy's JSON."""

    def name(place: int, kind: str) -> dict[str, str]:
        stem = f"Entity.{kind}OtherEntityNames.{kind}OtherEntityName.{place}"
        return wrapped(COMPANY[stem], type=COMPANY[f"{stem}.type"]) | {"@xml:lang": COMPANY[f"{stem}.xmllang"]}

    def address(kind: str) -> dict[str, Any]:
        return {part: wrapped(COMPANY[f"Entity.{kind}.{part}"]) for part in ("City", "Country")}

    authority = "Entity.RegistrationAuthority.RegistrationAuthority"
    return {
        "LEI": wrapped(ALPHA),
        "Entity": {
            "LegalName": {"@xml:lang": "zh", "$": COMPANY["Entity.LegalName"]},
            "OtherEntityNames": {"OtherEntityName": [name(1, ""), name(2, "")]},
            "TransliteratedOtherEntityNames": {"TransliteratedOtherEntityName": name(1, "Transliterated")},
            "LegalAddress": address("LegalAddress"),
            "HeadquartersAddress": address("HeadquartersAddress"),
            "RegistrationAuthority": {
                f"RegistrationAuthority{part}": wrapped(COMPANY[f"{authority}{part}"]) for part in ("ID", "EntityID")
            },
            **{
                part: wrapped(COMPANY[f"Entity.{part}"])
                for part in ("LegalJurisdiction", "EntityCategory", "EntityStatus", "EntityCreationDate")
            },
        },
        "Registration": {
            part: wrapped(COMPANY[f"Registration.{part}"]) for part in ("LastUpdateDate", "RegistrationStatus")
        },
    }


def as_golden_relation(kind: str, child: str, parent: str, **more: Any) -> dict[str, Any]:
    relationship = {
        "StartNode": {"NodeID": wrapped(child), "NodeIDType": wrapped("LEI")},
        "EndNode": {"NodeID": wrapped(parent), "NodeIDType": wrapped("LEI")},
        "RelationshipType": wrapped(kind),
        "RelationshipStatus": wrapped("INACTIVE"),
        **more,
    }
    registration = {"LastUpdateDate": wrapped("2024-05-06T07:08:09Z"), "RegistrationStatus": wrapped("PUBLISHED")}
    return {"RelationshipRecord": {"Relationship": relationship, "Registration": registration}}


@pytest.mark.parametrize("form", ["csv", "json", "lines"])
def test_a_company_of_level_1_in_every_form(form: str) -> None:
    record = as_golden_json()
    content = {
        "csv": table(COMPANY),
        "json": json.dumps({"records": [record]}).encode(),
        "lines": f"{json.dumps(record)}\n".encode() * 2,
    }[form]
    (raw_record, *_) = raw_records(content).items
    assert raw_record.values == {
        "id": ALPHA,
        "type": "company",
        "name_zh": "阿尔法电池股份公司",
        "name_en": "Alpha Cells Co., Ltd.",
        "aliases": ("A Er Fa",),
        "former_names": ("Old Alpha",),
        "country": "DE",
        "place": "Köln",
        "founded": "1999",
        "identifiers": (f"lei:{ALPHA}", "register:gb/01234567"),
    }
    kept = dict(raw_record.attributes)
    assert (kept["Entity.LegalAddress.Country"], kept["Registration.LastUpdateDate"]) == ("LU", "2024-05-06T07:08:09Z")


def test_the_number_of_another_authority_is_none_of_a_register_of_companies() -> None:
    (raw_record,) = raw_records(
        table({**COMPANY, "Entity.RegistrationAuthority.RegistrationAuthorityID": "RA999999"})
    ).items
    assert raw_record.values["identifiers"] == (f"lei:{ALPHA}",)


def test_a_relationship_holds_for_its_own_period_and_not_for_that_of_accounts() -> None:
    (raw_record,) = raw_records(table(RELATIONSHIP)).items
    assert (raw_record.kind, raw_record.values) == (
        "relation",
        {
            "source": ALPHA,
            "target": BETA,
            "label": "subsidiary_of",
            "start": "2017-12-06",
            "as_of": "2024-05-06",
            "status": "current",
            "source_id": "gleif:file.csv",
        },
    )
    assert ("Relationship.RelationshipType", "IS_DIRECTLY_CONSOLIDATED_BY") in raw_record.attributes


@pytest.mark.parametrize("several", [True, False])
def test_relationships_in_the_json_of_the_golden_copy(several: bool) -> None:
    period = {"PeriodType": wrapped("RELATIONSHIP_PERIOD"), "StartDate": wrapped("2015-03-04T00:00:00.000Z")}
    ended = {**period, "EndDate": wrapped("2020-01-01T00:00:00.000Z")}
    periods = {"RelationshipPeriods": {"RelationshipPeriod": [ended] if several else ended}}
    records = [as_golden_relation("IS_DIRECTLY_CONSOLIDATED_BY", ALPHA, BETA, **periods)]
    (raw_record,) = raw_records(json.dumps({"relations": records}).encode(), "rr.json").items
    assert {field: raw_record.values[field] for field in ("start", "end", "status")} == {
        "start": "2015-03-04",
        "end": "2020-01-01",
        "status": "ended",
    }


def test_an_ultimate_parent_controls_and_its_own_share_is_not_known() -> None:
    def row(kind: str, parent: str) -> dict[str, str]:
        return {**RELATIONSHIP, "Relationship.RelationshipType": kind, "Relationship.EndNode.NodeID": parent}

    found = raw_records(
        table(
            row("IS_DIRECTLY_CONSOLIDATED_BY", BETA),
            row("IS_ULTIMATELY_CONSOLIDATED_BY", BETA),
            row("IS_ULTIMATELY_CONSOLIDATED_BY", GAMMA),
            row("IS_FUND-MANAGED_BY", GAMMA),
        )
    )
    assert [(each.line, each.values["target"], each.values.get("share_low")) for each in found.items] == [
        (2, BETA, None),
        (4, GAMMA, 0),
    ]
    assert left_out(found) == [(3, "also_direct", BETA), (5, "other_relationship", "IS_FUND-MANAGED_BY")]


def test_what_is_withdrawn_or_broken_is_left_out_with_row_and_reason() -> None:
    found = raw_records(
        table(
            COMPANY,
            {**COMPANY, "Registration.RegistrationStatus": "ANNULLED"},
            {**COMPANY, "Entity.LegalName": ""},
            broken='x,y\nx,"y"z\n',
        )
    )
    assert len(found.items) == 1
    assert left_out(found) == [
        (3, "withdrawn_record", "ANNULLED"),
        (4, "missing", ""),
        (5, "cell_count", f"2 / {len(COMPANY)}"),
        (6, "not_csv", ""),
    ]
    rows = [
        {**RELATIONSHIP, "Relationship.EndNode.NodeIDType": "ISIN"},
        {**RELATIONSHIP, "Relationship.EndNode.NodeID": ""},
    ]
    assert left_out(raw_records(table(*rows))) == [(2, "no_lei", "ISIN"), (3, "missing", "")]
    told = [each.detail for each in found.problems if each.reason == "keys_not_read"]
    assert len(told) == 1 and "address lines" in told[0]


def test_a_list_that_breaks_off_keeps_what_stands_before() -> None:
    text = json.dumps({"records": [as_golden_json(), as_golden_json()]})
    found = raw_records(text[:-30].encode(), "cut.json")
    assert (len(found.items), left_out(found)) == (1, [(2, "no_json", "1")])


def test_lines_that_are_no_records() -> None:
    lines = (json.dumps(as_golden_json()), "7", '{"LEI": "x"}', "{broken", '"text"')
    found = raw_records("\n".join(lines).encode(), "lines.jsonl")
    assert len(found.items) == 1
    assert [(line, reason) for line, reason, _ in left_out(found)] == [
        (2, "no_company_data"),
        (3, "no_company_data"),
        (4, "no_json"),
        (5, "no_company_data"),
    ]


def test_a_list_that_is_longer_than_what_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_stream, "_CHUNK", 100)
    text = json.dumps({"records": [as_golden_json()] * 3})
    assert len(raw_records(text.encode(), "long.json").items) == 3


def test_bytes_that_no_text_has_cost_their_row() -> None:
    content = table(COMPANY, COMPANY)
    name = COMPANY["Entity.LegalName"].encode()
    damaged = content.replace(name, b"\xff" + name, 1)
    found = raw_records(damaged)
    assert (len(found.items), left_out(found)) == (1, [(2, "unreadable_bytes", "")])


def test_answers_of_the_api() -> None:
    relationship = {
        "startNode": {"id": ALPHA, "type": "LEI"},
        "endNode": {"id": BETA, "type": "LEI"},
        "type": "IS_DIRECTLY_CONSOLIDATED_BY",
        "status": "ACTIVE",
        "periods": [{"startDate": "2019-01-01T00:00:00Z", "endDate": None, "type": "RELATIONSHIP_PERIOD"}],
    }
    answer = {"data": [{"type": "relationship-records", "attributes": {"relationship": relationship}}]}
    (raw_record,) = raw_records(json.dumps(answer).encode(), "api.json").items
    assert (raw_record.values["source"], raw_record.values["start"]) == (ALPHA, "2019-01-01")


def test_both_levels_come_in_together() -> None:
    beta = {**COMPANY, "LEI": BETA, "Entity.LegalName": "Beta Holding", "Entity.LegalName.xmllang": "en"}
    beta |= {"Entity.RegistrationAuthority.RegistrationAuthorityEntityID": "07"}
    found = bring(("lei2.csv", table(COMPANY, beta)), ("rr.csv", table(RELATIONSHIP)))
    assert found.relations == {("Alpha Cells Co., Ltd.", "subsidiary_of", "Beta Holding")}
    assert (found.refused, found.years) == ([], [2017])


def test_a_stream_gives_records_before_the_file_is_read() -> None:
    content = table(*[{**COMPANY, "LEI": f"{place:020}"} for place in range(5_000)])
    file = io.BytesIO(content)
    stream = gleif_stream(file, "lei2.csv")
    _, first = next(stream), next(stream)
    assert isinstance(first, RawRecord) and first.values["id"] == "0" * 20
    assert file.tell() < len(content)


def test_a_stream_of_nothing_says_where_it_is_from() -> None:
    (only,) = gleif_stream(io.BytesIO(b""), "lei2.csv")
    assert isinstance(only, RawRecord) and only.kind == "source"
