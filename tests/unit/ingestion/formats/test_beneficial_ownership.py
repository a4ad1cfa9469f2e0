"""Statements of the Beneficial Ownership Data Standard as its versions have them."""

from __future__ import annotations

import json
from typing import Any

from core.ingestion.formats.reading import ReadFile, read_file
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord


def read(*statements: dict[str, Any], lines: bool = False) -> ReadFile:
    text = "\n".join(map(json.dumps, statements)) if lines else json.dumps(statements)
    return read_file(text.encode(), "bods.json", max_bytes=10**6)


def raw_records(kind: str, *statements: dict[str, Any], lines: bool = False) -> list[RawRecord]:
    (found,) = read(*statements, lines=lines).raw_records
    return [each for each in found.items if each.kind == kind]


def problems(*statements: dict[str, Any]) -> list[RowProblem]:
    (found,) = read(*statements).raw_records
    return list(found.problems)


def record(kind: str, record_id: str, /, **details: Any) -> dict[str, Any]:
    """A statement of version 0.4."""
    return {
        "statementId": f"s-{record_id}",
        "statementDate": "2024-03-01",
        "recordId": record_id,
        "recordType": kind,
        "recordStatus": "new",
        "recordDetails": {"isComponent": False, **details},
    }


FIRM = record("entity", "firm", name="Firm", entityType={"type": "registeredEntity"}, jurisdiction={"name": "Norway"})
OWNER = record("person", "owner", names=[{"fullName": "Olga Owner"}, {"fullName": "O. Owner"}])


def held(*interests: dict[str, Any], name: str = "holding", **more: Any) -> dict[str, Any]:
    stated = record("relationship", name, subject="firm", interestedParty="owner", interests=list(interests))
    return {**stated, **more}


OLD = [
    {
        "statementID": "old-firm",
        "statementType": "entityStatement",
        "entityType": "registeredEntity",
        "name": "Old Firm",
        "incorporatedInJurisdiction": {"name": "Kenya", "code": "KE"},
        "identifiers": [{"scheme": "KE-ARO", "id": "17"}],
    },
    {"statementID": "old-owner", "statementType": "personStatement", "names": [{"fullName": "Otto Old"}]},
    {
        "statementID": "old-holding",
        "statementType": "ownershipOrControlStatement",
        "statementDate": "2020-02-03",
        "subject": {"describedByEntityStatement": "old-firm"},
        "interestedParty": {"describedByPersonStatement": "old-owner"},
        "interests": [
            {"type": "voting-rights", "interestLevel": "direct", "share": {"exact": 10}},
            {
                "type": "shareholding",
                "interestLevel": "direct",
                "share": {"minimum": 25, "maximum": 50, "exclusiveMinimum": True, "exclusiveMaximum": False},
                "startDate": "2016-04-06",
            },
        ],
    },
]


def test_statements_before_version_4() -> None:
    for lines in (False, True):
        firm, owner = raw_records("entity", *OLD, lines=lines)
        assert (firm.values["name"], firm.values["type"], firm.values["country"]) == ("Old Firm", "company", "Kenya")
        assert (owner.values["name"], owner.values["type"]) == ("Otto Old", "person")
        (holding,) = raw_records("relation", *OLD, lines=lines)
        assert holding.values == {
            "id": "old-holding",
            "source": "old-owner",
            "target": "old-firm",
            "label": "shareholder_of",
            "start": "2016-04-06",
            "as_of": "2020-02-03",
            "share_low": 25,
            "share_high": 50,
        }


def test_a_statement_that_replaces_another_ends_its_share() -> None:
    second = {
        **OLD[2],
        "statementID": "newer",
        "replacesStatements": ["old-holding"],
        "interests": [{"type": "shareholding", "share": {"exact": 60}, "startDate": "2021-05-06"}],
    }
    found = raw_records("relation", *OLD, second)
    assert [(each.values["id"], each.values.get("end")) for each in found] == [
        ("old-holding", "2021-05-06"),
        ("newer", None),
    ]


def test_names_and_countries_of_version_4() -> None:
    firm, owner = raw_records("entity", FIRM, OWNER)
    assert (firm.values["id"], firm.values["country"]) == ("firm", "Norway")
    assert owner.values["aliases"] == ("O. Owner",)


def test_bounds_that_are_excluded_are_numbers_in_version_4() -> None:
    (holding,) = raw_records("relation", FIRM, OWNER, held({"type": "shareholding", "share": {"exclusiveMinimum": 50}}))
    assert holding.values["share_low"] == 50
    assert "share_high" not in holding.values


def test_an_interest_of_no_known_kind_is_a_holding_of_unknown_share() -> None:
    (holding,) = raw_records("relation", FIRM, OWNER, held({"directOrIndirect": "unknown"}))
    assert "share_low" not in holding.values


def test_a_seat_on_the_board_is_no_holding() -> None:
    stated = [FIRM, OWNER, held({"type": "boardMember"})]
    assert raw_records("relation", *stated) == []
    (problem,) = problems(*stated)
    assert (problem.line, problem.reason, problem.detail) == (3, "no_share_interest", "boardMember")


def test_an_indirect_interest_counts_where_its_components_are_not_there() -> None:
    indirect = {"type": "shareholding", "directOrIndirect": "indirect", "share": {"exact": 30}}
    alone, whole = (held(indirect) for _ in range(2))
    whole["recordDetails"] = {**whole["recordDetails"], "componentRecords": ["firm"]}
    assert len(raw_records("relation", FIRM, OWNER, alone)) == 1
    assert raw_records("relation", FIRM, OWNER, whole) == []
    assert [each.reason for each in problems(FIRM, OWNER, whole)] == ["indirect_interest"]


def test_a_party_that_is_not_named_costs_its_statement() -> None:
    nobody = held({"type": "shareholding"})
    nobody["recordDetails"] = {**nobody["recordDetails"], "interestedParty": {"reason": "noBeneficialOwners"}}
    (problem,) = problems(FIRM, OWNER, nobody)
    assert (problem.field, problem.reason) == ("interestedParty", "missing")


def test_a_closed_record_has_ended() -> None:
    share = {"type": "shareholding", "share": {"exact": 60}, "startDate": "2020-01-01"}
    closed = held(share, statementId="closing", statementDate="2025-02-03", recordStatus="closed")
    (holding,) = raw_records("relation", FIRM, OWNER, held(share), closed)
    assert [holding.values[name] for name in ("start", "end", "status")] == ["2020-01-01", "2025-02-03", "ended"]


def test_a_share_that_changes_holds_from_the_day_of_its_statement() -> None:
    begun = {"type": "shareholding", "startDate": "2020-01-01"}
    first, second = ({**begun, "share": {"exact": share}} for share in (60, 40))
    found = raw_records(
        "relation", FIRM, OWNER, held(first), held(second, statementId="later", statementDate="2024-05-06")
    )
    assert [(each.values["share_low"], each.values["start"], each.values.get("end")) for each in found] == [
        (60, "2020-01-01", "2024-05-06"),
        (40, "2024-05-06", None),
    ]


def test_of_a_whole_whose_components_are_there_the_direct_interest_counts() -> None:
    indirect = {"type": "shareholding", "directOrIndirect": "indirect", "share": {"exact": 30}}
    whole = held(indirect, {"type": "shareholding", "directOrIndirect": "direct", "share": {"exact": 5}})
    whole["recordDetails"] = {**whole["recordDetails"], "componentRecords": ["firm"]}
    (holding,) = raw_records("relation", FIRM, OWNER, whole)
    assert holding.values["share_low"] == 5


def test_a_record_of_another_kind_is_reported() -> None:
    (problem,) = problems(FIRM, record("ship", "vessel"))
    assert (problem.line, problem.field, problem.reason) == (2, "recordType", "no_company_data")
