"""What the box of an answer shows, worded in the reader's language; plain data for the browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.domain.results import AnswerSentence, GraphPath, QuestionAnswer, Source
from core.messages import Language, translate, translated_or_itself
from core.ontology import Ontology
from core.retrieval.terms import label_in_tense
from core.storage.knowledge_base import KnowledgeBase


def answer_box(
    answer: QuestionAnswer, knowledge_base: KnowledgeBase, ontology: Ontology, language: Language
) -> dict[str, Any]:
    """Outcome, figure, sentences, paths and the numbered sources. Every text is set as text in the browser."""
    return {
        "outcome": answer.outcome,
        "heading": _heading(answer, language),
        "figure": _figure(answer, language),
        "sentences": sentences_with_numbers(answer),
        "paths": [_path(path, knowledge_base, ontology, language) for path in answer.paths],
        "sources": [_source(source, language) for source in answer.sources],
        "words": {
            "sources": translate("answer.sources", language, count=len(answer.sources)),
            "source": translate("answer.source", language),
            "open": translate("viewer.open", language),
        },
    }


def _heading(answer: QuestionAnswer, language: Language) -> str:
    """Where nothing is on record as it was asked, but something beside it is told, it says so."""
    if answer.outcome == "empty" and any(each.source_ids for each in answer.sentences):
        return translate("answer.outcome_beside", language)
    return translate(f"answer.outcome.{answer.outcome}", language)


def sentences_with_numbers(answer: QuestionAnswer) -> list[dict[str, Any]]:
    """Each sentence with the numbers of its sources; those that its text does not have stand behind it."""
    number_of = {source.key: number for number, source in enumerate(answer.sources, start=1)}
    return [
        _sentence(each, [number_of[key] for key in each.source_ids if key in number_of]) for each in answer.sentences
    ]


def told(answer: QuestionAnswer) -> str:
    """All sentences with the numbers of their sources, as text."""
    return " ".join(each["text"] for each in sentences_with_numbers(answer))


def _sentence(sentence: AnswerSentence, numbers: Sequence[int]) -> dict[str, Any]:
    missing = [f"[{number}]" for number in numbers if f"[{number}]" not in sentence.text]
    text = " ".join(filter(None, (sentence.text, "".join(missing))))
    return {"text": text, "numbers": sorted(numbers)}


def _figure(answer: QuestionAnswer, language: Language) -> str:
    """The number of a count, yes or no: what is read first. A no without a source says that nothing is on record."""
    if answer.kind == "count" and answer.value is not None:
        return f"{answer.value:,}"
    if answer.kind == "yes_no" and answer.value is not None:
        is_cited = bool(answer.sentences and answer.sentences[0].source_ids)
        said = "yes" if answer.value else "no" if is_cited else "not_on_record"
        return translate(f"answer.figure.{said}", language)
    return ""


def _path(path: GraphPath, base: KnowledgeBase, ontology: Ontology, language: Language) -> list[dict[str, str]]:
    steps = [{"kind": "node", "text": base.entity(path.steps[0].from_id).name(language)}]
    for step in path.steps:
        relation = ontology[step.relation_type]
        said = label_in_tense(relation.reads(language, forward=step.forward), step.tense, language)
        steps.append({"kind": "edge", "text": said, "colour": relation.colour})
        steps.append({"kind": "node", "text": base.entity(step.to_id).name(language)})
    return steps


def _source(source: Source, language: Language) -> dict[str, str]:
    kind = translate(f"source.{source.kind.value}", language)
    detail = [translated_or_itself(f"source_kind.{source.source_kind}", source.source_kind, language)]
    detail += [translate("source.date", language, date=source.date)] if source.date else []
    detail += [translate("source.origin", language, origin=source.origin)] if source.origin else []
    return {
        "key": source.key,
        "title": f"{kind} · {source.title}" if source.title else kind,
        "text": source.text,
        "detail": " · ".join(filter(None, detail)),
    }
