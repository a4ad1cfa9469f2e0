"""Relations between names of a text, told by a language model into the types of the ontology.

After the extraction of triples of LightRAG (Guo et al. 2024) and HippoRAG (Gutiérrez et al. 2024), with two
differences: the names are given, so that none is invented, and the types are those of the ontology.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from core.domain.model_use import ModelUse
from core.messages import Language
from core.ontology import Ontology
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.prompt import Prompt, as_data, render


@dataclass(frozen=True)
class NamedSentence:
    """A sentence, and the names in it by keys that stand for their places."""

    text: str
    names: Mapping[str, str]


@dataclass(frozen=True)
class Extracted:
    """``relations``: (number of the sentence, key of the source, type, key of the target). ``dropped`` counts what the
    model said that could not be used, by reason."""

    relations: tuple[tuple[int, str, str, str], ...]
    use: ModelUse
    dropped: Mapping[str, int]


class ExtractionReply(BaseModel):
    """An answer as a whole; its relations are checked one by one."""

    relations: list[Any]


class _Relation(BaseModel):
    sentence: str
    source: str
    type: str
    target: str


def extract_relations(
    model: LanguageModel,
    sentences: Sequence[NamedSentence],
    ontology: Ontology,
    types: Sequence[str],
    language: Language,
    *,
    temperature: float,
    check_cancelled: Callable[[], None] | None = None,
) -> Extracted:
    """Ask once, repairing the form at most once; ``types``: those that may be told. Raises ModelFailedError."""
    prompt = extraction_prompt(sentences, ontology, types, language)
    reply = model.ask(
        prompt, ExtractionReply, stage="extraction", temperature=temperature, check_cancelled=check_cancelled
    )
    found: dict[tuple[int, str, str, str], None] = {}
    dropped: Counter[str] = Counter()
    for item in reply.answer.relations:
        try:
            told = _Relation.model_validate(item)
        except ValidationError:
            dropped["malformed"] += 1
            continue
        number = _number(told.sentence, len(sentences))
        names = sentences[number].names if number is not None else {}
        if number is None or told.source not in names or told.target not in names:
            dropped["unknown_name"] += 1
        elif told.type not in types:
            dropped["unknown_type"] += 1
        elif told.source == told.target:
            dropped["self"] += 1
        else:
            found[number, told.source, told.type, told.target] = None
    return Extracted(tuple(found), reply.use, dropped)


def extraction_prompt(
    sentences: Sequence[NamedSentence], ontology: Ontology, types: Sequence[str], language: Language
) -> Prompt:
    """What the model is asked about some sentences."""
    lines = [
        {"key": f"S{number}", "sentence": each.text, "names": dict(each.names)}
        for number, each in enumerate(sentences, start=1)
    ]
    meanings = (ontology[kind].sentence.text(language).format(source="A", target="B") for kind in types)
    return render(
        "extraction",
        language,
        _shape(list(types)),
        schema=as_data([_shape(list(types))]),
        types="\n".join(f"- {kind}: {meaning}" for kind, meaning in zip(types, meanings, strict=True)),
        sentences=as_data(lines),
    )


def _number(key: str, count: int) -> int | None:
    digits = key.removeprefix("S")
    return int(digits) - 1 if digits.isdecimal() and len(digits) < 4 and 0 < int(digits) <= count else None


def _shape(types: list[str]) -> dict[str, Any]:
    item = {
        "type": "object",
        "properties": {
            "sentence": {"type": "string"},
            "source": {"type": "string"},
            "type": {"type": "string", "enum": types},
            "target": {"type": "string"},
        },
        "required": ["sentence", "source", "type", "target"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"relations": {"type": "array", "items": item}},
        "required": ["relations"],
        "additionalProperties": False,
    }
