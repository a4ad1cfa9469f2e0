"""The snapshot of people with significant control in its published form; all content is invented."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.ingestion.formats.reading import read_file
from core.ingestion.formats.significant_control import share_in
from core.ingestion.records.raw_records import RawRecord
from tests.published_files import bring

PERSON, COMPANY = "individual-person-with-significant-control", "corporate-entity-person-with-significant-control"


def line(number: str, kind: str, name: str, *natures: str, **more: Any) -> str:
    self_link = f"/company/{number}/persons-with-significant-control/individual/{name.replace(' ', '')}"
    data = {"kind": kind, "name": name, "natures_of_control": list(natures), "links": {"self": self_link}, **more}
    return json.dumps({"company_number": number, "data": data})


def relations(*lines: str) -> list[RawRecord]:
    (found,) = read_file("\n".join(lines).encode(), "psc-snapshot.txt", max_bytes=10**6).raw_records
    return [each for each in found.items if each.kind == "relation"]


@pytest.mark.parametrize(
    ("natures", "share"),
    [
        (("ownership-of-shares-25-to-50-percent", "voting-rights-75-to-100-percent"), (25, 50)),
        (("voting-rights-50-to-75-percent", "right-to-appoint-and-remove-directors"), (50, 75)),
        (("ownership-of-shares-75-to-100-percent-as-trust", "voting-rights-25-to-50-percent"), (25, 50)),
        (("ownership-of-shares-75-to-100-percent-as-firm",), (75, 100)),
        (("right-to-share-surplus-assets-25-to-50-percent-limited-liability-partnership",), (25, 50)),
        (("part-right-to-share-surplus-assets-75-to-100-percent",), (75, 100)),
        (("ownership-of-shares-more-than-25-percent-registered-overseas-entity",), (25, 100)),
        (("significant-influence-or-control", "right-to-appoint-and-remove-directors-as-trust"), None),
        (("ownership-of-shares-of-an-unknown-part", "voting-rights-25-to-50-percent"), (25, 50)),
        ((), None),
    ],
)
def test_natures_of_control_are_bounds_of_a_share(natures: tuple[str, ...], share: tuple[int, int] | None) -> None:
    assert share_in(natures) == share


def test_a_holding_has_bounds_days_and_its_publication() -> None:
    held, ended = relations(
        line("00000001", PERSON, "Mr A", "ownership-of-shares-50-to-75-percent", notified_on="2016-04-06"),
        line("00000001", PERSON, "Ms B", "voting-rights-25-to-50-percent", ceased_on="2020-02-03", ceased=True),
    )
    assert {key: held.values[key] for key in ("label", "share_low", "share_high", "start", "source_id")} == {
        "label": "shareholder_of",
        "share_low": 50,
        "share_high": 75,
        "start": "2016-04-06",
        "source_id": "companies-house-psc:psc-snapshot.txt",
    }
    assert (ended.values["end"], ended.values["status"]) == ("2020-02-03", "ended")
    assert "status" not in held.values


def test_control_without_a_share_is_no_holding() -> None:
    (found,) = relations(line("00000001", PERSON, "Mr A", "significant-influence-or-control"))
    assert (found.values["label"], "share_low" in found.values) == ("related", False)
    assert ("natures_of_control", "significant-influence-or-control") in found.attributes


def test_a_holder_in_the_register_itself_is_the_company_of_that_number() -> None:
    def identified(country: str, number: str) -> dict[str, str]:
        return {"country_registered": country, "registration_number": number}

    nature = "ownership-of-shares-75-to-100-percent"
    found = bring(
        (
            "psc.txt",
            "\n".join(
                [
                    line("00000003", COMPANY, "Beta Ltd", nature, identification=identified("England And Wales", "2")),
                    line("00000004", COMPANY, "Beta Ltd", nature, identification=identified("England", "00000002")),
                    line("00000002", PERSON, "Mr A", nature),
                    line("00000002", COMPANY, "Ness Ltd", nature, identification=identified("Scotland", "sc 12345")),
                    line("00000002", COMPANY, "Far GmbH", nature, identification=identified("Germany", "12345")),
                ]
            ),
        )
    )
    assert found.relations == {
        ("Beta Ltd", "shareholder_of", "00000003"),
        ("Beta Ltd", "shareholder_of", "00000004"),
        ("Mr A", "shareholder_of", "Beta Ltd"),
        ("Ness Ltd", "shareholder_of", "Beta Ltd"),
        ("Far GmbH", "shareholder_of", "Beta Ltd"),
    }
    assert found.entities["gb/SC012345"].identifiers == ("register:gb/SC012345",)
    assert found.refused == []


def test_protected_people_and_statements_are_reported() -> None:
    secure = {"kind": "super-secure-person-with-significant-control", "description": "super-secure"}
    stated = {"kind": "persons-with-significant-control-statement", "statement": "no-individual-or-entity"}
    lines = [json.dumps({"company_number": "00000001", "data": data}) for data in (secure, stated)]
    found = bring(("psc.txt", "\n".join([*lines, line("00000001", PERSON, "Mr A", "voting-rights-25-to-50-percent")])))
    assert found.refused == [(1, "nobody_named"), (2, "nobody_named")]


def test_a_text_that_begins_with_a_brace_stays_a_text() -> None:
    assert read_file(b"{Alpha} and Beta met.", "note.txt", max_bytes=100).format == "text"
