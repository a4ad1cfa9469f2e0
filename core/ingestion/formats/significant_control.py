"""Persons with significant control, as Companies House publishes them: JSON lines of a company number and a holder.

The natures of control: https://github.com/companieshouse/api-enumerations/blob/develop/psc_descriptions.yml
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.ingestion.formats.flat_records import flat_rows
from core.ingestion.formats.json_records import JsonRecord, JsonRecords
from core.ingestion.formats.publications import Publication
from core.ingestion.formats.table import list_values
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecords
from core.names.normalise import fold_characters

PUBLICATION = Publication(
    "companies-house-psc",
    "People with significant control (PSC) snapshot",
    "Companies House",
    "https://download.companieshouse.gov.uk/en_pscdata.html",
    "Open Government Licence v3.0",
)
_NATURES = "data.natures_of_control"
_SHARES = (
    "ownership-of-shares",
    "voting-rights",
    "right-to-share-surplus-assets",
    "part-right-to-share-surplus-assets",
)
"""Beginnings of the natures that are shares, in the order in which one of them is taken."""
_OF_OTHERS = ("-as-trust", "-as-firm", "-as-control-over")
"""In natures that a trust or a firm has which the person controls: its own come first."""
_BAND = re.compile(r"-(\d+)-to-(\d+)-percent|-more-than-(\d+)-percent")
_OF_FIELDS = (
    *("company_number", "data.name", "data.notified_on", "data.ceased_on", "data.ceased", "data.country_of_residence"),
    *("data.etag", "data.links.self"),
)
_REGISTERED = "data.identification"
_HERE = ("united kingdom", "uk", "great britain", "england", "wales", "scotland", "northern ireland", "companies house")
_NUMBER = re.compile(r"([A-Z]{2})?(\d{1,8})")


def is_significant_control(records: JsonRecords) -> bool:
    """Whether the first record names a company by its number, and a kind of control over it."""
    first = records.items[0].values
    data = first.get("data")
    return "company_number" in first and isinstance(data, dict) and "kind" in data


def significant_control_raw_records(records: JsonRecords) -> RawRecords:
    """Every holder, a person or a company, and that it holds the company of that number: with the bounds of its share,
    or merely related to it where it controls it otherwise. A company of this register is the holder under its number.

    Lines that name nobody, such as totals, statements and people who are protected, are reported.
    """
    holders: dict[str, RawRecord] = {}
    relations: list[RawRecord] = []
    problems = list(records.problems)
    for record in records.items:
        raw_records = _drafts(record, records.name)
        if raw_records is None:
            data = record.values.get("data")
            kind = str(data.get("kind", "")) if isinstance(data, dict) else ""
            problems.append(RowProblem(records.name, record.line, "data.name", "nobody_named", kind[:80]))
            continue
        holders.setdefault(str(raw_records[0].values["id"]), raw_records[0])
        relations.append(raw_records[1])
    return RawRecords((PUBLICATION.raw_record(records.name), *holders.values(), *relations), tuple(problems))


def share_in(natures: tuple[str, ...]) -> tuple[int, int] | None:
    """Percent at least and at most of the natures of control, of shares before votes; None where none is a share."""
    ranked = sorted(
        (any(each in nature for each in _OF_OTHERS), place, found)
        for nature in natures
        for place, begin in enumerate(_SHARES)
        if nature.startswith(begin) and (found := _band(nature)) is not None
    )
    return ranked[0][2] if ranked else None


def _band(nature: str) -> tuple[int, int] | None:
    found = _BAND.search(nature)
    if found is None:
        return None
    return (int(found[3]), 100) if found[3] else (int(found[1]), int(found[2]))


def _drafts(record: JsonRecord, file: str) -> tuple[RawRecord, RawRecord] | None:
    (_, (cells,)) = flat_rows([record.values])
    name, company = cells.get("data.name", "").strip(), cells.get("company_number", "").strip()
    if not name or not company:
        return None
    number = _own_number(cells)
    identifier = number or _identifier(cells, name)
    holder = {
        "id": identifier,
        "name": name,
        "type": "person" if "individual" in cells.get("data.kind", "") else "company",
        "country": cells.get("data.country_of_residence") or cells.get(f"{_REGISTERED}.country_registered", ""),
        "identifiers": (f"register:gb/{number}",) if number else (),
    }
    band = share_in(list_values(cells.get(_NATURES, "")))
    ceased = cells.get("data.ceased_on", "")
    relation: dict[str, object] = {
        "source": identifier,
        "target": company,
        "label": "shareholder_of" if band else "related",
        "start": cells.get("data.notified_on", ""),
        "end": ceased,
        "status": "ended" if ceased or cells.get("data.ceased", "").lower() == "true" else "",
        "source_id": PUBLICATION.source_id(file),
        **(dict(zip(("share_low", "share_high"), band, strict=True)) if band else {}),
    }
    filled = {key: value for key, value in relation.items() if value != ""}
    said = tuple((path.removeprefix("data."), cell) for path, cell in cells.items() if cell and path not in _OF_FIELDS)
    return RawRecord("entity", file, record.line, holder), RawRecord("relation", file, record.line, filled, said)


def _own_number(cells: Mapping[str, str]) -> str:
    """The number of a holder that is in this register itself, as the register writes it; "" of any other."""
    where = [
        fold_characters(cells.get(f"{_REGISTERED}.{each}", "")) for each in ("country_registered", "place_registered")
    ]
    given = cells.get(f"{_REGISTERED}.registration_number", "").upper().replace(" ", "")
    found = _NUMBER.fullmatch(given)
    if found is None or not any(each in part for part in where for each in _HERE):
        return ""
    return f"{found[1]}{found[2]:0>6}" if found[1] else f"{found[2]:0>8}"


def _identifier(cells: Mapping[str, str], name: str) -> str:
    """The register's own key of the holder at this company: people of one name are not taken for one."""
    return cells.get("data.links.self", "").strip("/").replace("persons-with-significant-control", "psc") or name
