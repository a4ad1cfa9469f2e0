"""The forms in which GLEIF publishes its records – CSV and JSON of the golden copy, answers of the API – as one.

A record has its values by the paths of the CSV (Entity.LegalName), and what repeats apart. Forms:
https://www.gleif.org/en/lei-data/gleif-golden-copy (LEI-CDF 3.1 and RR-CDF 2.1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.ingestion.formats.table import cell_text

RELATION_TYPE = "Relationship.RelationshipType"
LEGAL_NAME, NAME_LANGUAGE = "Entity.LegalName", "Entity.LegalName.xmllang"
_NAMES = ("OtherEntityNames.OtherEntityName", "TransliteratedOtherEntityNames.TransliteratedOtherEntityName")
_NAME_COLUMN = re.compile(r"Entity\.(?:Transliterated)?OtherEntityNames\.(?:Transliterated)?OtherEntityName\.\d+")
_PERIOD_COLUMN = re.compile(r"(Relationship\.Period\.\d+)\.(?:startDate|endDate|periodType)")
_ADDRESS = {"city": "City", "region": "Region", "country": "Country"}
_API_ENTITY = {
    "legalName.name": LEGAL_NAME,
    "legalName.language": NAME_LANGUAGE,
    **{
        f"{here}.{key}": f"Entity.{there}.{name}"
        for here, there in (("legalAddress", "LegalAddress"), ("headquartersAddress", "HeadquartersAddress"))
        for key, name in _ADDRESS.items()
    },
    "registeredAt.id": "Entity.RegistrationAuthority.RegistrationAuthorityID",
    "registeredAs": "Entity.RegistrationAuthority.RegistrationAuthorityEntityID",
    "jurisdiction": "Entity.LegalJurisdiction",
    "category": "Entity.EntityCategory",
    "legalForm.id": "Entity.LegalForm.EntityLegalFormCode",
    "status": "Entity.EntityStatus",
    "creationDate": "Entity.EntityCreationDate",
}
_API_RELATIONSHIP = {
    "startNode.id": "Relationship.StartNode.NodeID",
    "startNode.type": "Relationship.StartNode.NodeIDType",
    "endNode.id": "Relationship.EndNode.NodeID",
    "endNode.type": "Relationship.EndNode.NodeIDType",
    "type": RELATION_TYPE,
    "status": "Relationship.RelationshipStatus",
}
_API_REGISTRATION = {
    "status": "Registration.RegistrationStatus",
    "lastUpdateDate": "Registration.LastUpdateDate",
    "initialRegistrationDate": "Registration.InitialRegistrationDate",
}


@dataclass(frozen=True)
class LeiName:
    """A further name: its language and its kind (PREVIOUS_LEGAL_NAME), empty where they are not said."""

    text: str
    language: str
    kind: str


@dataclass(frozen=True)
class Period:
    """A period of a relationship: of the relationship itself, of accounts, or of a filing."""

    kind: str
    start: str
    end: str


@dataclass(frozen=True)
class GleifRecord:
    """A record of level 1 or of level 2: of a relationship if it has a RELATION_TYPE."""

    values: Mapping[str, str]
    names: tuple[LeiName, ...] = ()
    periods: tuple[Period, ...] = ()


def are_gleif_columns(columns: Sequence[str]) -> bool:
    """Whether the header is that of the golden copy."""
    held = set(columns)
    return {"LEI", LEGAL_NAME} <= held or {"Relationship.StartNode.NodeID", RELATION_TYPE} <= held


def row_reader(columns: Sequence[str], wanted: frozenset[str]) -> Callable[[Sequence[str]], GleifRecord]:
    """What makes a record of the cells of a row; of the other columns only those that are ``wanted`` are looked at."""
    at = {column: place for place, column in enumerate(columns)}
    scalars = [(column, place) for column, place in at.items() if column in wanted]
    names = [
        (at[each], at.get(f"{each}.xmllang"), at.get(f"{each}.type")) for each in at if _NAME_COLUMN.fullmatch(each)
    ]
    stems = dict.fromkeys(found[1] for each in at if (found := _PERIOD_COLUMN.fullmatch(each)))
    periods = [[at.get(f"{stem}.{field}") for field in ("periodType", "startDate", "endDate")] for stem in stems]

    def read(cells: Sequence[str]) -> GleifRecord:
        def cell(place: int | None) -> str:
            return cells[place] if place is not None else ""

        return GleifRecord(
            {column: cells[place] for column, place in scalars if cells[place]},
            tuple(LeiName(cells[at], cell(language), cell(kind)) for at, language, kind in names if cells[at]),
            tuple(Period(*map(cell, each)) for each in periods if cell(each[1]) or cell(each[2])),
        )

    return read


def record_in(value: object) -> GleifRecord | None:
    """The record that an object of JSON is, in either form; None if it is none."""
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("attributes"), dict) and value.get("type") in ("lei-records", "relationship-records"):
        return _of_the_api(value)
    inner = value.get("RelationshipRecord", value)
    if not isinstance(inner, dict) or not ("Relationship" in inner or {"LEI", "Entity"} <= inner.keys()):
        return None
    values = dict(_scalars("", inner))
    names = (each for path in _NAMES for each in _all(inner, ("Entity", *path.split("."))))
    periods = _all(inner, ("Relationship", "RelationshipPeriods", "RelationshipPeriod"))
    return GleifRecord(
        values,
        tuple(LeiName(_text(each), _text(each, "@xml:lang"), _text(each, "@type")) for each in names if _text(each)),
        tuple(
            Period(*(_text(each.get(key)) for key in ("PeriodType", "StartDate", "EndDate")))
            for each in periods
            if isinstance(each, dict)
        ),
    )


def _of_the_api(value: Mapping[str, object]) -> GleifRecord:
    attributes = value["attributes"]
    flat = dict(_scalars("", attributes)) if isinstance(attributes, dict) else {}
    parts = (("entity", _API_ENTITY), ("relationship", _API_RELATIONSHIP), ("registration", _API_REGISTRATION))
    values = {
        path: flat[f"{part}.{key}"] for part, names in parts for key, path in names.items() if f"{part}.{key}" in flat
    }
    if value.get("type") == "lei-records":
        values["LEI"] = flat.get("lei", "")
    names = [each for key in ("otherNames", "transliteratedOtherNames") for each in _all(attributes, ("entity", key))]
    periods = _all(attributes, ("relationship", "periods"))
    return GleifRecord(
        values,
        tuple(
            LeiName(*(_text(each.get(key)) for key in ("name", "language", "type")))
            for each in names
            if isinstance(each, dict) and each.get("name")
        ),
        tuple(
            Period(*(_text(each.get(key)) for key in ("type", "startDate", "endDate")))
            for each in periods
            if isinstance(each, dict)
        ),
    )


def _scalars(path: str, node: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Path and text of all that is no list."""
    for key, value in node.items():
        inner = f"{path}.{key}" if path else key
        if isinstance(value, dict) and "$" in value:
            yield inner, _text(value)
            if language := _text(value, "@xml:lang"):
                yield f"{inner}.xmllang", language
        elif isinstance(value, dict):
            yield from _scalars(inner, value)
        elif not isinstance(value, list) and value is not None and not key.startswith("@"):
            yield inner, cell_text(value)


def _all(node: object, path: Sequence[str]) -> Iterator[object]:
    """What stands at the end of a path, where each step may be one thing or a list of them."""
    if isinstance(node, list):
        for each in node:
            yield from _all(each, path)
    elif not path:
        yield node
    elif isinstance(node, dict) and node.get(path[0]) is not None:
        yield from _all(node[path[0]], path[1:])


def _text(value: object, key: str = "$") -> str:
    return cell_text(value.get(key) if isinstance(value, dict) else value if key == "$" else None).strip()
