"""JSON of relation extraction sets: a sentence, two entities in it, and the relation between them."""

from __future__ import annotations

from collections.abc import Mapping

from core.ingestion.cells.column_words import fields_by_name
from core.ingestion.formats.json_records import JsonRecord, JsonRecords
from core.ingestion.formats.table import cell_text
from core.ingestion.records.problems import RowProblem
from core.ingestion.records.raw_records import RawRecord, RawRecords

_ENDS = (("e1_name", "e2_name"), ("subject", "object"), ("head", "tail"))
_SENTENCES = ("context", "sentence", "text", "tokens")
_NO_RELATION = {"undefined", "no_relation", "none", "na", "unknown"}
_OF_A_RELATION = ("weight", "confidence", "year")
_OF_A_PASSAGE = ("title", "date", "url", "publisher", "source_kind", "document_id", "language")


def is_sentence_triples(records: JsonRecords) -> bool:
    """Whether the first record has a relation, two ends and a sentence."""
    first = records.items[0].values
    return "relation" in first and _ends(first) is not None and _sentence(first) != ""


def sentence_raw_records(records: JsonRecords) -> RawRecords:
    """Both ends by name, the sentence as a passage and as the evidence of the relation that it states.

    ``invert_relation`` says that the second end has the relation to the first. A sentence that states no relation still
    is a passage. Other keys are fields of the passage or of the relation, or attributes of the relation; those of a
    sentence without a relation that are no field are reported.
    """
    entities: dict[str, RawRecord] = {}
    passages: dict[str, RawRecord] = {}
    relations: list[RawRecord] = []
    problems = list(records.problems)
    for record in records.items:
        ends, sentence = _ends(record.values), _sentence(record.values)
        if ends is None or not sentence:
            problems.append(RowProblem(records.name, record.line, "", "missing"))
            continue
        for name in ends:
            entities.setdefault(name, RawRecord("entity", records.name, record.line, {"id": name, "name": name}))
        others = _others(record.values, ends, sentence)
        cited = _passage(record, records.name, sentence, others, passages, problems)
        label = str(record.values.get("relation") or "")
        known = fields_by_name("relations", tuple(others))
        fields = {known[key]: value for key, value in others.items() if known.get(key) in _OF_A_RELATION}
        left = {
            key: value
            for key, value in others.items()
            if known.get(key) not in _OF_A_RELATION and key not in _passage_fields(others)
        }
        if label.lower() in _NO_RELATION or not label:
            if unread := [*left, *(key for key in others if known.get(key) in ("weight", "confidence"))]:
                problems.append(
                    RowProblem(records.name, record.line, "", "keys_not_read", ", ".join(unread)[:300], repaired=True)
                )
            continue
        source, target = reversed(ends) if record.values.get("invert_relation") in (1, True, "1") else ends
        values = {"source": source, "target": target, "label": label, "evidence": sentence, "passage_id": cited}
        relations.append(RawRecord("relation", records.name, record.line, {**values, **fields}, tuple(left.items())))
    return RawRecords((*entities.values(), *passages.values(), *relations), tuple(problems))


def _others(values: Mapping[str, object], ends: tuple[str, str], sentence: str) -> dict[str, str]:
    """What a record says besides its ends, its sentence and its relation, as texts."""
    read = {"id", "relation", "invert_relation"}
    read |= {key for pair in _ENDS for key in pair if str(values.get(key)).strip() in ends}
    read |= {key for key in _SENTENCES if _sentence({key: values.get(key)}) == sentence}
    return {key: text for key, value in values.items() if key not in read and (text := cell_text(value).strip())}


def _passage_fields(others: Mapping[str, str]) -> dict[str, str]:
    """The field of a passage that each of these keys is."""
    known = fields_by_name("passages", tuple(others))
    return {key: field for key, field in known.items() if field in _OF_A_PASSAGE}


def _passage(
    record: JsonRecord,
    file: str,
    sentence: str,
    others: Mapping[str, str],
    passages: dict[str, RawRecord],
    problems: list[RowProblem],
) -> str:
    """The id of the record's passage, which joins ``passages`` unless an equal one has that id. Another sentence with
    an id that stood there before gets one of its own, and that is said."""
    given = f"{file}:{record.values.get('id') or record.line}"
    fields = {field: others[key] for key, field in _passage_fields(others).items()}
    values = {"text": sentence, **fields}
    identifier = given
    if given in passages and dict(passages[given].values) != {"id": given, **values}:
        identifier = f"{given}#{record.line}"
        problems.append(RowProblem(file, record.line, "id", "was_numbered", identifier, repaired=True))
    passages.setdefault(identifier, RawRecord("passage", file, record.line, {"id": identifier, **values}))
    return identifier


def _ends(values: Mapping[str, object]) -> tuple[str, str] | None:
    for first, second in _ENDS:
        one, other = values.get(first), values.get(second)
        if isinstance(one, str) and isinstance(other, str) and one.strip() and other.strip():
            return one.strip(), other.strip()
    return None


def _sentence(values: Mapping[str, object]) -> str:
    for key in _SENTENCES:
        given = values.get(key)
        if isinstance(given, str) and given.strip():
            return given.strip()
        if isinstance(given, list) and given and all(isinstance(token, str) for token in given):
            return " ".join(given)
    return ""
