"""What people say of results: a recommended relation accepted or rejected, a thumb on a result."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from core.domain.stored_fields import now_in_seconds
from core.errors import DataUnwritableError
from core.messages import Language
from core.operations.context import Context
from core.operations.fields import Clean, CompanyName, RequiredName, described_as
from core.operations.given_files import write_given
from core.operations.operation import FieldsInvalidError, Input, Output, invalid, operation
from core.operations.relationships import NAME_ERRORS
from core.tuning.judgements import as_jsonl as as_questions
from core.tuning.judgements import as_task_set
from core.workspace.decisions import MAX_NOTE, Decision, DecisionStore, as_csv, as_jsonl
from core.workspace.judgements import MAX_QUESTION, Judgement, JudgementStore, Thumb, judged_now


class DecisionRequest(Input):
    """A relation from one company to another, and what is said of it; undo takes it back."""

    source: RequiredName
    relation_type: str = Field(description="A type of the ontology, as source → target reads.", examples=["partner"])
    target: RequiredName
    verdict: Literal["accepted", "rejected", "undo"]
    note: Annotated[str, Field(max_length=MAX_NOTE, description=f"At most {MAX_NOTE} characters."), Clean] = ""


class DecisionsAnswer(Output):
    """The decisions on relations that lead from the source, oldest first."""

    decisions: tuple[Decision, ...]


class ThumbRequest(Input):
    """A result of a question, and what is said of it; undo takes it back."""

    result: RequiredName
    thumb: Literal["up", "down", "undo"]
    company: CompanyName = ""
    query: Annotated[str, Field(max_length=MAX_QUESTION, description="The question that was asked."), Clean] = ""
    language: Language = "en"


class ThumbsAnswer(Output):
    """The thumbs on results of the same question, by their ids."""

    thumbs: dict[str, Thumb]


class FeedbackRequest(Input):
    """Files that are written as well."""

    decisions: Path | None = described_as("Write them: CSV, or lines if FILE ends .jsonl.")
    judgements: Path | None = described_as("Write thumbs as questions for evaluate.")


class FeedbackAnswer(Output):
    """Everything that was said of results."""

    decisions: tuple[Decision, ...]
    judgements: tuple[Judgement, ...]


@operation(
    title="All decisions and thumbs",
    examples={"zh": {"decisions": "决定.csv"}, "en": {"judgements": "questions.jsonl"}},
    errors=(DataUnwritableError,),
    command_only=True,
)
def list_feedback(context: Context, asked: FeedbackRequest) -> FeedbackAnswer:
    """Everything that people said of results, on request as files."""
    folder = context.settings.knowledge_base_folder
    said = FeedbackAnswer(decisions=DecisionStore.beside(folder).all(), judgements=JudgementStore(folder).all())
    if asked.decisions is not None:
        write = as_jsonl if asked.decisions.suffix == ".jsonl" else as_csv
        write_given(asked.decisions, write(said.decisions))
    if asked.judgements is not None:
        write_given(asked.judgements, as_questions(as_task_set(said.judgements)))
    return said


@operation(
    title="A decision on a recommended relation",
    examples={
        "zh": {"source": "宁德时代", "relation_type": "partner", "target": "特斯拉", "verdict": "accepted"},
        "en": {"source": "CATL", "relation_type": "partner", "target": "Tesla", "verdict": "undo"},
    },
    errors=(*NAME_ERRORS, FieldsInvalidError),
    effect="write",
)
def decide_recommendation(context: Context, asked: DecisionRequest) -> DecisionsAnswer:
    """Accept or reject a relation that was recommended, or take the decision back."""
    base = context.base
    if asked.relation_type not in base.ontology.types:
        reason = f"{asked.relation_type!r} is no relation type; there are: {', '.join(base.ontology.types)}"
        raise invalid(decide_recommendation.name, [("relation_type", reason)])
    source, target = map(context.entity, (asked.source, asked.target))
    store = DecisionStore.beside(context.settings.knowledge_base_folder)
    if asked.verdict == "undo":
        store.withdraw(source, target, asked.relation_type)
    else:
        decision = Decision(
            source_id=source,
            target_id=target,
            relation_type=asked.relation_type,
            verdict=asked.verdict,
            relevance=None,
            judge="rules",
            decided_at=now_in_seconds(),
            note=asked.note,
        )
        store.decide(decision)
    return DecisionsAnswer(decisions=store.of(source))


@operation(
    title="A thumb on a result",
    examples={
        "zh": {"result": "比亚迪", "thumb": "up", "company": "宁德时代", "language": "zh"},
        "en": {"result": "BYD", "thumb": "undo", "company": "CATL"},
    },
    errors=NAME_ERRORS,
    effect="write",
)
def judge_result(context: Context, asked: ThumbRequest) -> ThumbsAnswer:
    """A thumb up or down on a result of a question, or the thumb taken back."""
    result = context.entity(asked.result)
    question = (context.entity(asked.company) if asked.company else "", asked.query)
    store = JudgementStore(context.settings.knowledge_base_folder)
    if asked.thumb == "undo":
        store.withdraw(*question, result)
    else:
        store.judge(judged_now(*question, result, asked.thumb, asked.language))
    return ThumbsAnswer(thumbs=store.of(*question))
