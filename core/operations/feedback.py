"""What people say of results: a recommended relation accepted or rejected, a thumb on a result."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from core.discovery.name_resolution import linked_entity
from core.domain.stored_fields import now_in_seconds
from core.messages import Language
from core.operations.context import Context
from core.operations.fields import Clean, CompanyName, RequiredName
from core.operations.operation import FieldsInvalidError, Input, Operation, Output, invalid
from core.operations.relationships import NAME_ERRORS
from core.workspace.decisions import MAX_NOTE, Decision, DecisionStore
from core.workspace.judgements import MAX_QUESTION, JudgementStore, Thumb, judged_now


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


def _decide(context: Context, asked: DecisionRequest) -> DecisionsAnswer:
    base = context.base
    if asked.relation_type not in base.ontology.types:
        reason = f"{asked.relation_type!r} is no relation type; there are: {', '.join(base.ontology.types)}"
        raise invalid(decide_recommendation.name, [("relation_type", reason)])
    source, target = (linked_entity(base.names, name) for name in (asked.source, asked.target))
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


def _thumb(context: Context, asked: ThumbRequest) -> ThumbsAnswer:
    names = context.base.names
    result = linked_entity(names, asked.result)
    question = (linked_entity(names, asked.company) if asked.company else "", asked.query)
    store = JudgementStore(context.settings.knowledge_base_folder)
    if asked.thumb == "undo":
        store.withdraw(*question, result)
    else:
        store.judge(judged_now(*question, result, asked.thumb, asked.language))
    return ThumbsAnswer(thumbs=store.of(*question))


decide_recommendation = Operation(
    name="decide_recommendation",
    title="A decision on a recommended relation",
    summary="Accept or reject a relation that was recommended, or take the decision back.",
    takes=DecisionRequest,
    gives=DecisionsAnswer,
    run=_decide,
    examples={
        "zh": {"source": "宁德时代", "relation_type": "partner", "target": "特斯拉", "verdict": "accepted"},
        "en": {"source": "CATL", "relation_type": "partner", "target": "Tesla", "verdict": "undo"},
    },
    errors=(*NAME_ERRORS, FieldsInvalidError),
    effect="write",
)
judge_result = Operation(
    name="judge_result",
    title="A thumb on a result",
    summary="A thumb up or down on a result of a question, or the thumb taken back.",
    takes=ThumbRequest,
    gives=ThumbsAnswer,
    run=_thumb,
    examples={
        "zh": {"result": "比亚迪", "thumb": "up", "company": "宁德时代", "language": "zh"},
        "en": {"result": "BYD", "thumb": "undo", "company": "CATL"},
    },
    errors=NAME_ERRORS,
    effect="write",
)
