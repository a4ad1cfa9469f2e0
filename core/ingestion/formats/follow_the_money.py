"""FollowTheMoney entities, as OpenSanctions and Aleph publish them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.ingestion.formats.json_records import JsonRecord, JsonRecords
from core.ingestion.formats.table import list_cell
from core.ingestion.mapping.offices import relations_of_office
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecords

if TYPE_CHECKING:
    from followthemoney.proxy import EntityProxy

_LABELS: Mapping[str, str] = {
    "Ownership": "shareholder_of",
    "Directorship": "director_of",
    "UnknownLink": "related",
    "Similar": "synonym",
}
"""Schemata of edges whose meaning is a relation type here; the names of others are labels for a person to map."""
_OF_OFFICES = ("Directorship", "Employment")
_FACTS: Mapping[str, str] = {"percentage": "share", "amount": "amount", "currency": "currency", "status": "status"}
"""Properties of edges that are facts of a relation where they have one value."""
_DATES: Mapping[str, str] = {"startDate": "start", "endDate": "end", "date": "as_of"}
_EVENTS = ("ContractAward",)  # beside all that is no interest: their date is when they were
_OF_AN_ENTITY = ("name", "alias", "country", "sector", "summary", "description")
"""Properties that become fields; others are attributes."""


def is_follow_the_money(records: JsonRecords) -> bool:
    """Whether the first record has a schema that the model knows, and properties."""
    first = records.items[0].values
    if not isinstance(first.get("properties"), dict):
        return False
    from followthemoney import model  # takes a second to load

    return model.get(str(first.get("schema"))) is not None


def follow_the_money_raw_records(records: JsonRecords) -> RawRecords:
    """Companies, other organisations and people with all their names; ownership, payments… as relations.

    Things of other schemata (addresses, sanctions, passports…) are no nodes of a graph of companies: each is reported.
    """
    items: list[RawRecord] = []
    problems = list(records.problems)
    for record in records.items:
        raw_record = _draft(record, records.name)
        if isinstance(raw_record, RawRecord):
            items.append(raw_record)
        else:
            problems.append(RowProblem(records.name, record.line, "schema", *raw_record))
    return RawRecords(tuple(items), tuple(problems))


def _draft(record: JsonRecord, name: str) -> RawRecord | tuple[str, str]:
    """The record-to-be, or why there is none."""
    from followthemoney import model
    from followthemoney.exc import InvalidData

    if model.get(str(record.values.get("schema"))) is None:
        return "unknown_schema", str(record.values.get("schema"))[:80]
    try:
        proxy = model.get_proxy(dict(record.values), cleaned=False)
    except (InvalidData, ValueError, TypeError, AttributeError):
        return "invalid_thing", str(record.values["schema"])[:80]
    if proxy.schema.edge:
        return _edge(proxy, record.line, name)
    if proxy.schema.is_a("LegalEntity"):
        said = _attributes(proxy, _OF_AN_ENTITY)
        return RawRecord("entity", name, record.line, _legal_entity(proxy), said, published=True)
    return "no_company_data", proxy.schema.name


def _edge(proxy: EntityProxy, line: int, name_of_file: str) -> RawRecord | tuple[str, str]:
    ends = [proxy.first(key or "", quiet=True) for key in (proxy.schema.edge_source, proxy.schema.edge_target)]
    if None in ends:
        return "missing", ""
    read = [proxy.schema.edge_source, proxy.schema.edge_target, "summary"]
    values: dict[str, object] = {
        "id": proxy.id or "",
        "source": ends[0],
        "target": ends[1],
        "label": _label(proxy),
        "evidence": " · ".join(proxy.get("summary", quiet=True)),
    }
    for name, field in _FACTS.items():
        if len(given := proxy.get(name, quiet=True)) == 1:
            values[field] = given[0]
            read.append(name)
    values |= _dates(proxy)
    filled = {field: value for field, value in values.items() if value or field == "id"}
    return RawRecord("relation", name_of_file, line, filled, _attributes(proxy, (*filter(None, read), *_DATES)))


def _label(proxy: EntityProxy) -> str:
    """What a schema says, unless all roles in it are another office: a director may be the chief executive."""
    said = _LABELS.get(proxy.schema.name, proxy.schema.name)
    if proxy.schema.name not in _OF_OFFICES:
        return said
    offices = {office for role in proxy.get("role", quiet=True) for office in relations_of_office(role) or (said,)}
    return next(iter(offices)) if len(offices) == 1 else said


def _dates(proxy: EntityProxy) -> dict[str, str]:
    """When it began, the first of several days; when it ended and as of when it is told, the last. What is no interest
    that somebody has happened on its date."""
    found = {}
    for name, field in _DATES.items():
        if given := sorted(proxy.get(name, quiet=True)):
            chosen = given[0] if field == "start" else given[-1]
            found[field] = max((day for day in given if day.startswith(chosen)), key=len)
    if not proxy.schema.is_a("Interest") or proxy.schema.name in _EVENTS:
        happened = found.pop("as_of", "")
        found = {"start": happened, **found}
    return found


def _attributes(proxy: EntityProxy, read: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Name and values of all properties but those that were ``read``."""
    return tuple((name, list_cell(values)) for name, values in proxy.properties.items() if name not in read)


def _legal_entity(proxy: EntityProxy) -> dict[str, object]:
    names = list(dict.fromkeys([proxy.caption, *proxy.get("name"), *proxy.get("alias", quiet=True)]))
    return {
        "id": proxy.id or "",
        "name": names[0],
        "aliases": tuple(names[1:]),
        "type": "person" if proxy.schema.is_a("Person") else "company",
        "country": ", ".join(sorted(proxy.countries)),
        "industry": ", ".join(proxy.get("sector", quiet=True)),
        "description": " ".join(proxy.get("summary", quiet=True) + proxy.get("description", quiet=True)),
    }
