"""Validates every record: it is valid as it is, or refused with its row and the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, repeat
from typing import TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from core.domain.fact_sources import FactSource
from core.domain.records import AGREED_END, Attribute, Entity, Passage, Record, Relation, one_of_each
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.profiles import is_reserved
from core.ontology import Ontology

AnyRecord = TypeVar("AnyRecord", bound=Record)
Identified = TypeVar("Identified", Entity, Passage, FactSource)
_REASONS = {
    "missing": "missing",
    "int_parsing": "no_number",
    "int_from_float": "no_number",
    "float_parsing": "no_number",
    "finite_number": "no_number",
    "string_too_long": "text_too_long",
    "string_too_short": "missing",
    "literal_error": "not_one_of",
    "no_partial_date": "no_partial_date",
    "ends_before_start": "ends_before_start",
    "other_year": "other_year",
    "share_order": "share_order",
    "half_coordinates": "half_coordinates",
    "no_identifier": "no_identifier",
    "reserved_id": "reserved_id",
    "no_link": "no_link",
}


def validated(
    record_type: type[AnyRecord], file: str, line: int, values: Mapping[str, object], problems: list[RowProblem]
) -> AnyRecord | None:
    """The record that ``values`` make; fields that it does not have are ignored, empty ones count as not given.

    None if they make none: every field at fault is then one of the ``problems``.
    """
    given = {key: value for key, value in values.items() if not (isinstance(value, str) and not value.strip())}
    known = {key: value for key, value in given.items() if key in record_type.model_fields}
    try:
        return record_type.model_validate({**known, "origin": f"{file}:{line}"})
    except ValidationError as error:
        for detail in error.errors():
            field = ".".join(str(part) for part in detail["loc"])
            problems.append(RowProblem(file, line, field, *_reason(detail)))
        return None


def _reason(detail: ErrorDetails) -> tuple[str, str]:
    """Message key and detail for a fault that Pydantic found."""
    limits = detail.get("ctx", {})
    if detail["type"] in ("greater_than", "greater_than_equal", "less_than", "less_than_equal"):
        return "out_of_range", str(detail["input"])
    reason = _REASONS.get(detail["type"], "invalid")
    shown = {
        "missing": "",
        "text_too_long": str(limits.get("max_length", "")),
        "not_one_of": str(limits.get("expected", "")),
        "half_coordinates": "",
    }
    return reason, shown.get(reason, str(detail["input"])[:80])


def of_known_types(entities: Iterable[Entity], ontology: Ontology, problems: list[RowProblem]) -> Iterator[Entity]:
    """Entities whose type the ontology has."""
    for entity in entities:
        if entity.type in ontology.entity_types:
            yield entity
        else:
            problems.append(RowProblem(*origin_of(entity), "type", "unknown_entity_type", entity.type))


def origin_of(record: Entity | Relation | Passage | FactSource) -> tuple[str, int]:
    """File and line that a record came from; line 0 where that is not known."""
    file, _, line = record.origin.split("; ", 1)[0].rpartition(":")
    return file, int(line) if line.isdecimal() else 0


def not_reserved(passages: Iterable[Passage], problems: list[RowProblem]) -> Iterator[Passage]:
    """Passages whose ids cannot be those of company descriptions, which become passages too."""
    for passage in passages:
        if is_reserved(passage.id):
            problems.append(RowProblem(*origin_of(passage), "id", "reserved_id", passage.id))
        else:
            yield passage


def unique(records: Iterable[Identified], problems: list[RowProblem], fields: Iterable[str] = ()) -> list[Identified]:
    """The first record of every id; a later one is a problem.

    ``fields``: where each record has its id from, as long as ``records``; "id" if none are given. A passage that has it
    from its text says the same as the first.
    """
    kept: dict[str, Identified] = {}
    for record, field in zip(records, chain(fields, repeat("id"))):  # noqa: B905 - the second has no end
        if record.id in kept and field == "text":
            problems.append(RowProblem(*origin_of(record), field, "said_twice"))
        elif record.id in kept:
            problems.append(RowProblem(*origin_of(record), field, "duplicate_id", record.id))
        else:
            kept[record.id] = record
    return list(kept.values())


def said_once(relations: Sequence[Relation], problems: list[RowProblem]) -> list[bool]:
    """Which of the relations of one import stay, shape (relations,): of rows that say exactly the same the first; a
    later one is a problem."""
    often = Counter(relation.id for relation in relations)
    said: set[Relation] = set()
    stays = [True] * len(relations)
    for place, relation in enumerate(relations):
        if often[relation.id] == 1:
            continue
        plain = relation.model_copy(update={"origin": ""})
        if plain in said:
            stays[place] = False
            problems.append(RowProblem(*origin_of(relation), "", "said_twice"))
        said.add(plain)
    return stays


def numbered(relations: Iterable[Relation]) -> list[Relation]:
    """All relations; of an id that repeats, later ones get numbers, as several relations of one pair stay apart."""
    kept = list(relations)
    for place, free in numbered_ids([relation.id for relation in kept]).items():
        kept[place] = kept[place].model_copy(update={"id": free})
    return kept


def numbered_ids(ids: Sequence[str]) -> dict[int, str]:
    """The places of ids that stood there before, and the numbered ones that they get."""
    taken: set[str] = set()
    if len(set(ids)) == len(ids):
        return {}
    changed: dict[int, str] = {}
    last_number: dict[str, int] = {}
    for place, identifier in enumerate(ids):
        free = identifier
        if free in taken:
            number = last_number.get(identifier, 1)  # not from 1 again: very many rows may share an id
            while free in taken:
                number += 1
                free = f"{identifier}--{number}"
            last_number[identifier] = number
            changed[place] = free
        taken.add(free)
    return changed


def with_year_of_start(values: Mapping[str, object]) -> dict[str, object]:
    """The values of a relation, with the year of its start where they name none."""
    start = str(values.get("start") or "").strip()
    given = str(values.get("year") or "").strip()
    return {**values, "year": start[:4]} if start[:4].isdecimal() and not given else dict(values)


def with_known_end(relation: Relation) -> Relation:
    """The relation; of what has ended, an end that is still to come as an attribute: that one was agreed."""
    if relation.end == relation.known_end:
        return relation
    kept = one_of_each((*relation.attributes, Attribute(AGREED_END, relation.end)))
    return relation.model_copy(update={"end": "", "attributes": kept})


def relation_fault(relation: Relation, entity_ids: Set[str], ontology: Ontology) -> tuple[str, str, str] | None:
    """Field, reason and detail of what makes a well-formed relation unusable; None if nothing does."""
    if relation.type not in ontology:
        return "type", "unknown_type", relation.type
    if relation.source not in entity_ids:
        return "source", "unknown_entity", relation.source
    if relation.target not in entity_ids:
        return "target", "unknown_entity", relation.target
    if relation.source == relation.target:
        return "target", "self_relation", relation.target
    return None
