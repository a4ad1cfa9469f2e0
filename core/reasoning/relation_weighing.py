"""How much each family of relations and each role of a mention bears on a question: told by a model, or by rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, field_validator

from core.domain.model_use import ModelUse
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.domain.text import clean_text
from core.messages import Language
from core.ontology import Ontology
from core.reasoning.asked_relation import AskedRelation
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.prompt import Prompt, as_data, render

_REASON_CHARACTERS = 300
_ASKED_FOR = 2.0
"""How much a family that is asked for counts against the others where rules weigh."""


@dataclass(frozen=True)
class WeighingQuestion:
    """A question, and the name of what it is about; ``language`` is that of the prompt and of the reason."""

    text: str
    subject: str
    language: Language


@dataclass(frozen=True)
class WeighedByModel:
    """β as a model chose it, why in one sentence, and what it took."""

    influence: RelationInfluence
    reason: str
    use: ModelUse


def _not_below_zero(value: object) -> object:
    return 0.0 if isinstance(value, int | float) and value < 0 else value


_Beta = Annotated[float, BeforeValidator(_not_below_zero), Field(ge=0.0, allow_inf_nan=False)]


class WeighingReply(BaseModel):
    """What a model answers. Negative numbers count as 0; every family and every role must be there."""

    reason: str
    families: dict[str, _Beta]
    roles: dict[str, _Beta]

    @field_validator("families")
    @classmethod
    def _every_family(cls, given: dict[str, float]) -> dict[str, float]:
        return _only(given, FamilyInfluence.model_fields)

    @field_validator("roles")
    @classmethod
    def _every_role(cls, given: dict[str, float]) -> dict[str, float]:
        return _only(given, RoleInfluence.model_fields)


def _only(given: dict[str, float], names: Iterable[str]) -> dict[str, float]:
    missing = [name for name in names if name not in given]
    if missing:
        raise ValueError(f"missing: {', '.join(missing)}")
    return {name: given[name] for name in names}


def weigh_by_model(
    model: LanguageModel,
    question: WeighingQuestion,
    ontology: Ontology,
    *,
    temperature: float,
    check_cancelled: Callable[[], None] | None = None,
) -> WeighedByModel:
    """Ask once, repairing the form at most once. Raises ModelFailedError."""
    prompt = weighing_prompt(question, ontology)
    reply = model.ask(
        prompt, WeighingReply, stage="influence", temperature=temperature, check_cancelled=check_cancelled
    )
    influence = RelationInfluence(
        families=FamilyInfluence(**reply.answer.families), roles=RoleInfluence(**reply.answer.roles)
    )
    return WeighedByModel(influence, clean_text(reply.answer.reason)[:_REASON_CHARACTERS], reply.use)


def weigh_by_rules(asked: AskedRelation | None, ontology: Ontology, places: float = 1.0) -> RelationInfluence:
    """The family of the relation that is asked for counts double, that of ``places`` (0 to 1) as much as is told, all
    others alike."""
    wanted = {ontology[kind].family.lower() for kind in asked.types} if asked else set()
    families = {name: _ASKED_FOR if name in wanted else 1.0 for name in FamilyInfluence.model_fields}
    return RelationInfluence(families=FamilyInfluence(**{**families, "spatial": families["spatial"] * places}))


def weighing_prompt(question: WeighingQuestion, ontology: Ontology) -> Prompt:
    """What the model is asked."""
    shape = _shape()
    return render(
        "influence",
        question.language,
        shape,
        schema=as_data([shape]),
        families=_described(ontology, question.language),
        question=as_data([{"question": question.text, "company": question.subject}]),
    )


def _described(ontology: Ontology, language: Language) -> str:
    """One line per family with what its relations are called."""
    lines = []
    for family in FamilyInfluence.model_fields:
        labels = [kind.label.text(language) for kind in ontology.types.values() if kind.family.lower() == family]
        lines.append(f"- {family}: {', '.join(labels)}")
    return "\n".join(lines)


def _shape() -> dict[str, Any]:
    """JSON schema of an answer. What leads to the numbers comes before them."""

    def group(names: Iterable[str]) -> dict[str, Any]:
        numbers = {name: {"type": "number", "minimum": 0, "maximum": 1} for name in names}
        return {
            "type": "object",
            "properties": numbers,
            "required": list(numbers),
            "additionalProperties": False,
        }

    return {
        "type": "object",
        "properties": {
            "reason": {"type": "string", "minLength": 1, "maxLength": _REASON_CHARACTERS},
            "families": group(FamilyInfluence.model_fields),
            "roles": group(RoleInfluence.model_fields),
        },
        "required": ["reason", "families", "roles"],
        "additionalProperties": False,
    }
