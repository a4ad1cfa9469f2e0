"""Thumbs up and down of people on results, read as labelled questions."""

from __future__ import annotations

from collections.abc import Iterable

from core.domain.stored_fields import LINE_ENDS
from core.evaluation.tasks import LabelledQuestion, TaskSet
from core.workspace.judgements import Judgement

UP_GRADE, DOWN_GRADE = 3.0, 0.0


def as_task_set(judgements: Iterable[Judgement]) -> TaskSet:
    """One question per (company, query): a thumb up is grade 3, a thumb down grade 0.

    A question has the language of its last thumb. Ids are the same for the same thumbs.
    """
    by_question: dict[tuple[str, str], list[Judgement]] = {}
    for judgement in judgements:
        by_question.setdefault((judgement.company, judgement.query), []).append(judgement)
    questions = [
        LabelledQuestion(
            id=f"thumbs-{number:04}",
            language=max(given, key=lambda each: each.judged_at).language,
            company=company,
            query=query,
            relevant={each.result_id: UP_GRADE if each.thumb == "up" else DOWN_GRADE for each in given},
        )
        for number, ((company, query), given) in enumerate(sorted(by_question.items()), start=1)
        if company.strip() or query.strip()
    ]
    return TaskSet(tuple(questions))


def scorable(tasks: TaskSet) -> TaskSet:
    """The questions that something answers: of others every list is equally good."""
    kept = tuple(question for question in tasks.questions if any(grade > 0 for grade in question.relevant.values()))
    return TaskSet(kept, tasks.universes)


def as_jsonl(tasks: TaskSet) -> bytes:
    """The questions as ``evaluate --tasks`` reads them, one JSON object a line; UTF-8."""
    lines = (question.model_dump_json(exclude_defaults=True).translate(LINE_ENDS) for question in tasks.questions)
    return "".join(line + "\n" for line in lines).encode()
