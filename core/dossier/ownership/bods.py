"""Ownership as statements of the Beneficial Ownership Data Standard 0.4: https://standard.openownership.org."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from uuid import NAMESPACE_URL, uuid5

import numpy as np

from core.domain.partial_dates import PartialDate
from core.domain.records import Entity, Relation
from core.dossier.ownership.holdings import holdings_of
from core.ontology.types import RelationType
from core.retrieval.base import Base

_VERSION = "0.4"
_DECEMBER = 12


def ownership_statements(base: Base, entity_id: str, day: int) -> bytes:
    """Everybody in the trees of owners and of holdings of an entity as of a ``day`` of eight digits, what has ended by
    then among them and of it, and every relation that says so, as a JSON array.

    Dates of which only the year or the month is known are written as their first day, ends as their last, as the
    standard asks for days.
    """
    node, known = base.knowledge_base.node_of[entity_id], base.knowledge_base
    recorded = base.once(holdings_of)
    trees = recorded.owners_of(node, day), recorded.held_by(node, day)
    direct = (recorded.held == node) | (recorded.owner == node)
    rows = np.union1d(np.concatenate([tree.rows for tree in trees]), recorded.row[direct & recorded.over(day)])
    relations = [known.relation(row) for row in rows.tolist()]
    ids = dict.fromkeys([entity_id, *(end for each in relations for end in (each.source, each.target))])
    day_text = f"{day // 10_000:04}-{day // 100 % 100:02}-{min(day % 100, 28):02}"
    statements = [*(_party(known.entity(each), entity_id, day_text) for each in ids)]
    for each in relations:
        statements += _relationship(base, each, base.ontology[each.type], entity_id, day_text)
    return json.dumps(statements, ensure_ascii=False, indent=1).encode()


def _statement(kind: str, record_id: str, subject: str, published: str) -> dict[str, object]:
    return {
        "statementId": str(uuid5(NAMESPACE_URL, f"{kind}/{record_id}")),
        "declarationSubject": subject,
        "publicationDetails": {
            "publicationDate": published,
            "bodsVersion": _VERSION,
            "publisher": {"name": "Guanxi"},
        },
        "recordId": record_id,
        "recordType": kind,
        "recordStatus": "new",
    }


def _party(entity: Entity, subject: str, published: str) -> dict[str, object]:
    others = [each for each in dict.fromkeys((entity.name_zh, *entity.aliases)) if each != entity.name_en]
    if entity.type == "person":
        names = [{"type": "individual", "fullName": entity.name_en}]
        names += [{"type": "alternative", "fullName": each} for each in others]
        details: dict[str, object] = {"isComponent": False, "personType": "knownPerson", "names": names}
        return {**_statement("person", entity.id, subject, published), "recordDetails": details}
    kind = "registeredEntity" if entity.type == "company" else "legalEntity"
    details = {"isComponent": False, "entityType": {"type": kind}, "name": entity.name_en}
    if others:
        details["alternateNames"] = others
    if entity.country:
        details["jurisdiction"] = {"name": entity.country}
    if entity.founded:
        details["foundingDate"] = f"{entity.founded:04}-01-01"
    if entity.typed_identifiers:
        details["identifiers"] = [{"schemeName": kind, "id": value} for kind, value in entity.typed_identifiers]
    return {**_statement("entity", entity.id, subject, published), "recordDetails": details}


def _relationship(
    base: Base, relation: Relation, kind: RelationType, subject: str, published: str
) -> Iterator[dict[str, object]]:
    held_first = kind.holding is not None and kind.holding.owner == "target"
    owner, held = (relation.target, relation.source) if held_first else (relation.source, relation.target)
    interest: dict[str, object] = {
        "type": "shareholding",
        "directOrIndirect": "direct",
        "beneficialOwnershipOrControl": False,
        "details": kind.label.text("en"),
    }
    share = _share(relation, kind)
    interest |= {"share": share} if share else {}
    interest |= {"startDate": _first(relation.start)} if relation.start else {}
    interest |= {"endDate": _last(relation.end)} if relation.end else {}
    statement = _statement("relationship", relation.id, subject, published)
    if relation.status == "ended":
        statement["recordStatus"] = "closed"
    said = relation.as_of or relation.start
    if said and not (statement["recordStatus"] == "closed" and not relation.as_of):
        statement["statementDate"] = _last(relation.as_of) if relation.as_of else _first(relation.start)
    if relation.source_id:
        source = base.knowledge_base.fact_source(relation.source_id)
        if source is not None:
            statement["source"] = {"description": source.title} | ({"url": source.url} if source.url else {})
    details = {"isComponent": False, "subject": held, "interestedParty": owner, "interests": [interest]}
    yield {**statement, "recordDetails": details}


def _share(relation: Relation, kind: RelationType) -> dict[str, float]:
    """What is recorded, or else what the type of relation says, where it says anything."""
    low, high = relation.share_low, relation.share_high
    if low is None and high is None and kind.holding is not None and kind.holding.share[0] > 0.0:
        low, high = kind.holding.share
    if low is not None and low == high:
        return {"exact": low, "minimum": low, "maximum": low}  # the standard asks for all three
    bounds = {"minimum": low, "maximum": high}
    return {name: bound for name, bound in bounds.items() if bound is not None}


def _first(day: PartialDate) -> str:
    return f"{day}-01-01"[:10] if len(day) == len("2024") else f"{day}-01"[:10]


def _last(day: PartialDate) -> str:
    """The last day of a year or a month."""
    if len(day) == len("2024"):
        return f"{day}-12-31"
    if len(day) == len("2024-05"):
        year, month = map(int, day.split("-"))
        following = date(year + month // _DECEMBER, month % _DECEMBER + 1, 1)
        return date.fromordinal(following.toordinal() - 1).isoformat()
    return day
