"""GLEIF's golden copy: who is who (level 1) and who consolidates whom (level 2), record by record."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import BinaryIO

from core.domain.text import CHINESE_CHARACTER
from core.ingestion.formats.gleif_records import (
    LEGAL_NAME,
    NAME_LANGUAGE,
    RELATION_TYPE,
    GleifRecord,
    LeiName,
    Period,
    are_gleif_columns,
    record_in,
    row_reader,
)
from core.ingestion.formats.odd_lines import UNREADABLE
from core.ingestion.formats.publications import Publication
from core.ingestion.formats.record_stream import csv_rows, json_objects
from core.ingestion.reading_progress import RowProgress, counted, no_progress
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecords

PUBLICATION = Publication(
    "gleif",
    "GLEIF Golden Copy",
    "Global Legal Entity Identifier Foundation",
    "https://www.gleif.org/en/lei-data/gleif-golden-copy",
    "CC0 1.0",
)
_LOOKED_AT = 64_000  # bytes that tell what a file is: the header of level 1 alone has 10,000
_UPDATED = "Registration.LastUpdateDate"
_AUTHORITY = "Entity.RegistrationAuthority.RegistrationAuthority"
_KEPT = (
    "Entity.LegalAddress.City",
    "Entity.LegalAddress.Region",
    "Entity.LegalAddress.Country",
    "Entity.HeadquartersAddress.Region",
    "Entity.LegalJurisdiction",
    "Entity.EntityCategory",
    "Entity.EntitySubCategory",
    "Entity.LegalForm.EntityLegalFormCode",
    "Entity.LegalForm.OtherLegalForm",
    "Entity.EntityStatus",
    "Entity.EntityExpirationDate",
    "Entity.EntityExpirationReason",
    "Entity.SuccessorEntity.1.SuccessorLEI",
    f"{_AUTHORITY}ID",
    f"{_AUTHORITY}EntityID",
    "Registration.RegistrationStatus",
    _UPDATED,
)
"""Of a company, what is kept as attributes."""
_OF_A_RELATIONSHIP = (
    RELATION_TYPE,
    "Relationship.Qualifiers.1.QualifierDimension",
    "Relationship.Qualifiers.1.QualifierCategory",
    "Relationship.Quantifiers.1.MeasurementMethod",
    "Relationship.Quantifiers.1.QuantifierAmount",
    "Relationship.Quantifiers.1.QuantifierUnits",
    "Registration.RegistrationStatus",
    "Registration.ValidationSources",
)
_START, _END, _STATUS = (
    f"Relationship.{each}" for each in ("StartNode.NodeID", "EndNode.NodeID", "RelationshipStatus")
)
_HEADQUARTERS, _CREATED = "Entity.HeadquartersAddress", "Entity.EntityCreationDate"
_WANTED = frozenset(
    {
        *("LEI", LEGAL_NAME, NAME_LANGUAGE, f"{_HEADQUARTERS}.City", f"{_HEADQUARTERS}.Country", _CREATED),
        *(_UPDATED, _START, f"{_START}Type", _END, f"{_END}Type", _STATUS, *_KEPT, *_OF_A_RELATIONSHIP),
    }
)
_NOT_READ = (
    "address lines, postal codes, associated entities, legal entity events, managing LOU, validation documents, "
    "geocoding, conformity"
)
_COMPANIES_HOUSE = ("RA000585", "RA000586", "RA000587")
"""The registrars for England and Wales, Northern Ireland and Scotland, whose numbers are those of one register."""
_SUBSIDIARY = ("IS_DIRECTLY_CONSOLIDATED_BY", "IS_ULTIMATELY_CONSOLIDATED_BY", "IS_INTERNATIONAL_BRANCH_OF")
_ULTIMATELY = _SUBSIDIARY[1]
_STATUSES = {"ACTIVE": "current", "INACTIVE": "ended"}
_WITHDRAWN = ("ANNULLED", "DUPLICATE", "CANCELLED")
_RELATIONSHIP_PERIOD = ("RELATIONSHIP_PERIOD", "")
"""Others are of accounts and filings, which say nothing of when a relationship began."""


def is_gleif(raw: bytes) -> bool:
    """Whether a file of which ``raw`` is at least the beginning is one of the golden copy or an answer of the API."""
    beginning = _text(io.BytesIO(raw[:_LOOKED_AT])).read()
    if not beginning.lstrip().startswith(("{", "[")):
        return are_gleif_columns(next(csv.reader(beginning.splitlines()[:1]), []))
    if not any(f'"{key}"' in beginning for key in ("LEI", "RelationshipRecord", "lei-records", "relationship-records")):
        return False
    first = next(json_objects(_text(io.BytesIO(raw)), ""), None)
    return isinstance(first, tuple) and record_in(first[1]) is not None


def gleif_raw_records(raw: bytes, name: str, progress: RowProgress = no_progress) -> RawRecords:
    """Companies with their names in all languages, and whom each is consolidated by or a branch of."""
    total = max(raw.count(b'"LegalName"'), raw.count(b'"RelationshipType"')) or raw.count(b"\n")
    items: list[RawRecord] = []
    problems = [RowProblem(name, 1, "", "keys_not_read", _NOT_READ, repaired=True)]
    for each in counted(gleif_stream(io.BytesIO(raw), name), total, progress):
        if isinstance(each, RawRecord):
            items.append(each)
        else:
            problems.append(each)
    return RawRecords(tuple(items), tuple(problems))


def gleif_stream(file: BinaryIO, name: str) -> Iterator[RawRecord | RowProblem]:
    """The record-to-be of each record, or why there is none, while the file is read: never more than a few records are
    held, but for the pairs of direct parents."""
    text = _text(file)
    begins = text.read(1)
    text.seek(0)
    direct: set[str] = set()
    yield PUBLICATION.raw_record(name)
    try:
        for each in _records(text, name, is_json=begins in ("{", "[")):
            yield each if isinstance(each, RowProblem) else _draft(each[1], each[0], name, direct)
    finally:
        text.detach()  # the file is not ours to close


def _text(file: BinaryIO) -> io.TextIOWrapper:
    return io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace", newline="")


def _records(
    text: io.TextIOWrapper, name: str, *, is_json: bool
) -> Iterator[tuple[int, GleifRecord | None] | RowProblem]:
    if is_json:
        for each in json_objects(text, name):
            yield each if isinstance(each, RowProblem) else (each[0], record_in(each[1]))
        return
    rows = csv_rows(text, name)
    header = next(rows, None)
    if not isinstance(header, tuple):
        return
    columns = [cell.strip() for cell in header[1]]
    read = row_reader(columns, _WANTED)
    for row in rows:
        if isinstance(row, RowProblem):
            yield row
        elif len(row[1]) == len(columns):
            yield row[0], read(row[1])
        elif any(row[1]):
            yield RowProblem(name, row[0], "", "cell_count", f"{len(row[1])} / {len(columns)}")


def _draft(record: GleifRecord | None, line: int, name: str, direct: set[str]) -> RawRecord | RowProblem:
    if record is None:
        return RowProblem(name, line, "", "no_company_data", "")
    status = record.values.get("Registration.RegistrationStatus", "")
    if status in _WITHDRAWN:
        return RowProblem(name, line, "Registration.RegistrationStatus", "withdrawn_record", status)
    if any(UNREADABLE in value for value in record.values.values()):
        return RowProblem(name, line, "", "unreadable_bytes")
    if RELATION_TYPE in record.values:
        return _relation(record, line, name, direct)
    return _company(record, line, name)


def _company(record: GleifRecord, line: int, name: str) -> RawRecord | RowProblem:
    said = record.values
    lacking = next((each for each in ("LEI", LEGAL_NAME) if not said.get(each)), "")
    if lacking:
        return RowProblem(name, line, lacking, "missing")
    values: dict[str, object] = {
        "id": said["LEI"],
        "type": "company",
        **_names(record),
        "country": said.get(f"{_HEADQUARTERS}.Country") or said.get("Entity.LegalAddress.Country", ""),
        "place": said.get(f"{_HEADQUARTERS}.City", ""),
        "founded": said.get(_CREATED, "")[:4],
        "identifiers": (f"lei:{said['LEI']}", *_register(record)),
    }
    return RawRecord("entity", name, line, values, tuple((each, said[each]) for each in _KEPT if said.get(each)))


def _register(record: GleifRecord) -> tuple[str, ...]:
    """Of other authorities it is not sure that the number is one of companies."""
    authority, number = (record.values.get(f"{_AUTHORITY}{part}", "") for part in ("ID", "EntityID"))
    return (f"register:gb/{number}",) if number and authority in _COMPANIES_HOUSE else ()


def _names(record: GleifRecord) -> dict[str, object]:
    """The legal name, with the name that stands for it in the other language, and all further ones."""
    legal = record.values[LEGAL_NAME]
    chinese = _is_chinese(LeiName(legal, record.values.get(NAME_LANGUAGE, ""), ""))
    others = [each for each in record.names if each.kind != "PREVIOUS_LEGAL_NAME"]
    other = next((each.text for each in others if _stands_for_legal(each) and _is_chinese(each) != chinese), "")
    named = {"name_zh": legal, "name_en": other} if chinese else {"name": legal, "name_zh": other}
    taken = {legal, other}
    return {
        **{field: text for field, text in named.items() if text},
        "aliases": tuple(dict.fromkeys(each.text for each in others if each.text not in taken)),
        "former_names": tuple(
            dict.fromkeys(each.text for each in record.names if each not in others and each.text not in taken)
        ),
    }


def _stands_for_legal(name: LeiName) -> bool:
    english = name.language.lower().startswith("en") or name.kind.startswith("PREFERRED_ASCII")
    return name.kind.startswith("PREFERRED_ASCII") or (
        name.kind == "ALTERNATIVE_LANGUAGE_LEGAL_NAME" and (english or _is_chinese(name))
    )


def _is_chinese(name: LeiName) -> bool:
    language = name.language.lower()
    return language.startswith("zh") or (not language and CHINESE_CHARACTER.search(name.text) is not None)


def _relation(record: GleifRecord, line: int, name: str, direct: set[str]) -> RawRecord | RowProblem:
    said = record.values
    kind, child, parent = (said.get(each, "") for each in (RELATION_TYPE, _START, _END))
    for field, node in ((_START, child), (_END, parent)):
        if not node:
            return RowProblem(name, line, field, "missing")
        if said.get(f"{field}Type", "LEI") != "LEI":
            return RowProblem(name, line, f"{field}Type", "no_lei", said[f"{field}Type"][:80])
    if kind not in _SUBSIDIARY:
        return RowProblem(name, line, RELATION_TYPE, "other_relationship", kind[:80])
    if kind == _ULTIMATELY and child + parent in direct:
        return RowProblem(name, line, RELATION_TYPE, "also_direct", parent)
    if kind != _ULTIMATELY:
        direct.add(child + parent)
    period = next((each for each in record.periods if each.kind in _RELATIONSHIP_PERIOD), Period("", "", ""))
    values: dict[str, object] = {
        "source": child,
        "target": parent,
        "label": "subsidiary_of",
        "start": period.start[:10],
        "end": period.end[:10],
        "as_of": said.get(_UPDATED, "")[:10],
        "status": _STATUSES.get(said.get(_STATUS, ""), ""),
        "source_id": PUBLICATION.source_id(name),
    }
    if kind == _ULTIMATELY:  # it controls, but what it holds itself is not said
        values |= {"share_low": 0, "share_high": 100}
    filled = {key: value for key, value in values.items() if value != ""}
    kept = tuple((each, said[each]) for each in _OF_A_RELATIONSHIP if said.get(each))
    return RawRecord("relation", name, line, filled, kept)
