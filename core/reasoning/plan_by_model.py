"""A plan of a question made by a language model: for questions of which the rules do not use every word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from core.domain.plan import Plan
from core.errors import GuanxiError
from core.messages import Language
from core.ontology import Ontology
from core.reasoning.json_answer import json_value
from core.reasoning.llm.client import LanguageModel, ModelFailedError, Reply
from core.reasoning.llm.endpoint import ModelAnswerUnusableError
from core.reasoning.llm.prompt import Prompt, as_data, render

_NAME_CHARACTERS = 120
_MOST_UNUSED = 40


@dataclass(frozen=True)
class Meant:
    """What a name may stand for. Of type ``country`` the id is a code: ISO 3166 of two letters, or UN M49 of a
    region."""

    id: str
    type: str
    name: str


COUNTRY = "country"
"""The type of what is no entity: the value of a condition."""


@dataclass(frozen=True)
class LinkedName:
    """``text[start:end]`` of a question may mean any of ``meant``; of what was chosen without words both are 0."""

    start: int
    end: int
    meant: tuple[Meant, ...]


@dataclass(frozen=True)
class PlanQuestion:
    """A question with all that its plan may name; ``columns``: the attributes of which a value may be asked for."""

    text: str
    names: tuple[LinkedName, ...]
    columns: tuple[str, ...]
    language: Language


class PlanReply(BaseModel):
    """What a model answers: a plan, or none, and the words of the question that it does not express.

    Validated under a context with ``question`` and ``check``, which raises a GuanxiError for a plan that may not be
    executed; under none, only the form is.
    """

    plan: Plan | None
    unused: tuple[Annotated[str, Field(max_length=2000)], ...] = Field(max_length=_MOST_UNUSED)

    @field_validator("plan")
    @classmethod
    def _may_be_executed(cls, given: Plan | None, info: ValidationInfo) -> Plan | None:
        if given is not None and info.context is not None:
            try:
                info.context["check"](given)
            except GuanxiError as error:
                raise PydanticCustomError("plan", "{fault}", {"fault": str(error)}) from error
        return given

    @field_validator("unused")
    @classmethod
    def _of_the_question(cls, given: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        words = tuple(dict.fromkeys(each.strip() for each in given if each.strip()))
        if info.context is not None:
            question = info.context["question"].casefold()
            if not all(each.casefold() in question for each in words):
                raise PydanticCustomError(
                    "words", "every unused word must stand in the question as it is written there"
                )
        return words


def plan_by_model(
    model: LanguageModel,
    question: PlanQuestion,
    ontology: Ontology,
    check: Callable[[Plan], None],
    *,
    temperature: float,
    check_cancelled: Callable[[], None] | None = None,
) -> Reply[PlanReply]:
    """Ask once, repairing once what does not fit, does not pass ``check``, or quotes what the question does not say.

    Raises ModelFailedError.
    """
    context = {"question": question.text, "check": check}

    def read(text: str) -> PlanReply:
        return PlanReply.model_validate(json_value(text), context=context)

    prompt = plan_prompt(question, ontology)
    reply = model.ask(
        prompt, PlanReply, stage="plan", temperature=temperature, read=read, check_cancelled=check_cancelled
    )
    try:  # an answer that was kept is only known to have the form
        checked = PlanReply.model_validate(reply.answer.model_dump(), context=context)
    except ValidationError as error:
        raise ModelFailedError(ModelAnswerUnusableError(fault="model_schema"), reply.use) from error
    return Reply(checked, reply.use)


def plan_prompt(question: PlanQuestion, ontology: Ontology) -> Prompt:
    """What the model is asked."""
    shape = _shape(question, ontology)
    return render(
        "plan",
        question.language,
        shape,
        schema=as_data([shape]),
        relations=_relations(ontology, question.language),
        columns=as_data([list(question.columns)]),
        names=as_data([_named(question, each) for each in question.names]),
        question=as_data([question.text]),
    )


def _named(question: PlanQuestion, name: LinkedName) -> dict[str, object]:
    meant = [{"id": each.id, "type": each.type, "name": each.name[:_NAME_CHARACTERS]} for each in name.meant]
    return {"words": question.text[name.start : name.end], "ids": meant}


def _relations(ontology: Ontology, language: Language) -> str:
    """One line per type: who is asked for by each end."""
    lines = []
    for kind in ontology.types.values():
        forward, backward = (kind.other_end_is(language, forward=way) for way in (True, False))
        ends = f"either: {forward}" if kind.symmetric else f"forward: {forward}; backward: {backward}"
        target = "" if kind.target == "company" else f" ({kind.target})"
        target = target if kind.source == "company" else f" (from {kind.source})"
        lines.append(f"- {kind.id}{target}: {ends}")
    return "\n".join(lines)


_Schema = dict[str, Any]
_SET: _Schema = {"$ref": "#/$defs/set"}


def _object(optional: dict[str, _Schema] | None = None, /, **fields: _Schema) -> _Schema:
    return {
        "type": "object",
        "properties": {**fields, **(optional or {})},
        "required": list(fields),
        "additionalProperties": False,
    }


def _one_of(*values: str) -> _Schema:
    return {"enum": list(values)}


def _list(of: _Schema, least: int, most: int) -> _Schema:
    return {"type": "array", "items": of, "minItems": least, "maxItems": most}


def _shape(question: PlanQuestion, ontology: Ontology) -> _Schema:
    """JSON schema of an answer: that of a plan, with the ids and the types that there are."""
    entities = dict.fromkeys(each.id for name in question.names for each in name.meant if each.type != COUNTRY)
    answers = [
        _object(kind=_one_of("companies", "count"), set=_SET),
        *_answers_about_entities(bool(entities), bool(question.columns)),
    ]
    return {
        "type": "object",
        "properties": {
            "plan": {"anyOf": [_object(answer={"anyOf": answers}), {"type": "null"}]},
            "unused": _list({"type": "string"}, 0, _MOST_UNUSED),
        },
        "required": ["plan", "unused"],
        "additionalProperties": False,
        "$defs": {
            **({"id": _one_of(*entities)} if entities else {}),
            **({"column": _one_of(*question.columns)} if question.columns else {}),
            "type": _one_of(*ontology.types),
            "end": _one_of("forward", "backward", "either"),
            "set": {"anyOf": _sets(ontology, entities=bool(entities))},
        },
    }


def _answers_about_entities(entities: bool, columns: bool) -> list[_Schema]:
    if not entities:
        return []
    one: _Schema = {"$ref": "#/$defs/id"}
    value = [_object(kind=_one_of("value"), entity=one, attribute={"$ref": "#/$defs/column"})] if columns else []
    return [
        _object(kind=_one_of("yes_no"), entity=one, set=_SET, asks=_one_of("whether", "when")),
        *value,
        _object(kind=_one_of("path", "comparison"), ids=_list(one, 2, 5)),
    ]


def _sets(ontology: Ontology, *, entities: bool) -> list[_Schema]:
    """The sets of the algebra."""
    kind, end = {"$ref": "#/$defs/type"}, {"$ref": "#/$defs/end"}
    year = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    by = [
        _object({"within": _SET}, by=_one_of("count"), type=kind, end=end),
        _object(by=_one_of("attribute"), attribute=_one_of("founded", "size")),
        _object(by=_one_of("date")),
    ]
    values = _list({"type": ["string", "number"]}, 1, 20)
    attribute = _one_of("country", "founded", "industry", "ticker", "size")
    operator = _one_of("in", "not_in", "<", "<=", "=", ">=", ">")
    which = _one_of("most", "least")
    named = [_object(op=_one_of("entities"), ids=_list({"$ref": "#/$defs/id"}, 1, 20))] if entities else []
    return [
        *named,
        _object(op=_one_of("all"), type=_one_of(*ontology.entity_types)),
        _object({"when": _object(first=year, last=year)}, op=_one_of("related"), type=kind, end=end, of=_SET),
        _object(op=_one_of("like"), of=_SET),
        _object(op=_one_of("and", "or"), args=_list(_SET, 2, 10)),
        _object(op=_one_of("minus"), arg=_SET, without=_list(_SET, 1, 10)),
        _object(op=_one_of("filter"), arg=_SET, attribute=attribute, operator=operator, values=values),
        _object({"n": {"type": "integer"}}, op=_one_of("top"), arg=_SET, by={"anyOf": by}, which=which),
    ]
