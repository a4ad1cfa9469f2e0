"""JSON of relation extraction sets: a sentence, two entities in it, and the relation between them."""

from __future__ import annotations

from collections.abc import Mapping

from core.ingestion.drafts import Draft, Drafts
from core.ingestion.formats.json_records import JsonRecords
from core.ingestion.problems import RowProblem

_ENDS = (("e1_name", "e2_name"), ("subject", "object"), ("head", "tail"))
_SENTENCES = ("context", "sentence", "text", "tokens")
_NO_RELATION = {"undefined", "no_relation", "none", "na", "unknown"}


def is_sentence_triples(records: JsonRecords) -> bool:
    """Whether the first record has a relation, two ends and a sentence."""
    first = records.items[0].values
    return "relation" in first and _ends(first) is not None and _sentence(first) != ""


def sentence_drafts(records: JsonRecords) -> Drafts:
    """Both ends by name, the sentence as a passage and as the evidence of the relation that it states.

    ``invert_relation`` says that the second end has the relation to the first. A sentence that states no relation still
    is a passage.
    """
    entities: dict[str, Draft] = {}
    others: list[Draft] = []
    problems = list(records.problems)
    for record in records.items:
        ends, sentence = _ends(record.values), _sentence(record.values)
        if ends is None or not sentence:
            problems.append(RowProblem(records.name, record.line, "", "missing"))
            continue
        for name in ends:
            entities.setdefault(name, Draft("entity", records.name, record.line, {"id": name, "name": name}))
        given = str(record.values.get("id") or record.line)
        passage = f"{records.name}:{given}"
        others.append(Draft("passage", records.name, record.line, {"id": passage, "text": sentence}))
        label = str(record.values.get("relation") or "")
        if label.lower() in _NO_RELATION or not label:
            continue
        source, target = reversed(ends) if record.values.get("invert_relation") in (1, True, "1") else ends
        values = {"source": source, "target": target, "label": label, "evidence": sentence, "passage_id": passage}
        others.append(Draft("relation", records.name, record.line, values))
    return Drafts((*entities.values(), *others), tuple(problems))


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
