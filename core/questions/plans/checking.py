"""Whether a plan that a person or a program sends can be executed on what is open."""

from __future__ import annotations

from core.domain.plan import (
    All,
    Compare,
    CountOf,
    Entities,
    Filter,
    Path,
    Plan,
    Related,
    Top,
    Value,
    YesNo,
    nodes_of,
)
from core.errors import EntityUnknownError, RefusedError
from core.names.places import place_of_code
from core.ontology import Ontology
from core.storage.knowledge_base import KnowledgeBase


class PlanInvalidError(RefusedError):
    """A plan names a type, a place or a value that is none; ``part`` says which."""


def check_plan(plan: Plan, base: KnowledgeBase, ontology: Ontology) -> None:
    """Raises EntityUnknownError for an id that no entity has, PlanInvalidError for what else there is not, and for one
    that is compared or connected with itself."""
    for each in named_in(plan):
        if each not in base.node_of:
            raise EntityUnknownError(entity=each)
    for _, node in nodes_of(plan):
        match node:
            case Related(type=kind) | Top(by=CountOf(type=kind)) if kind not in ontology:
                raise PlanInvalidError(part=f"type: {kind}")
            case Related(type=kind, share=share) if share is not None and ontology[kind].holding is None:
                raise PlanInvalidError(part=f"share: {kind}")
            case All(type=kind) if kind not in ontology.entity_types:
                raise PlanInvalidError(part=f"type: {kind}")
            case Filter():
                _check_filter(node)
    answer = plan.answer
    if isinstance(answer, Path | Compare) and len(set(answer.ids)) < len(answer.ids):
        raise PlanInvalidError(part=f"ids: {', '.join(answer.ids)}")


def named_in(plan: Plan) -> tuple[str, ...]:
    """Every entity of a plan, each once, in its order; industries of conditions are none."""
    answer = plan.answer
    ids: list[str] = []
    if isinstance(answer, YesNo | Value):
        ids.append(answer.entity)
    if isinstance(answer, Path | Compare):
        ids += answer.ids
    ids += [each for _, node in nodes_of(plan) if isinstance(node, Entities) for each in node.ids]
    return tuple(dict.fromkeys(ids))


def _check_filter(asked: Filter) -> None:
    ordered = asked.attribute in ("founded", "size")
    if not ordered and asked.operator not in ("in", "not_in", "="):
        raise PlanInvalidError(part=f"{asked.attribute}: {asked.operator}")
    for value in asked.values:
        if isinstance(value, str) == (asked.attribute == "founded") and asked.attribute != "size":
            raise PlanInvalidError(part=f"{asked.attribute}: {value}")
        if asked.attribute == "country" and place_of_code(str(value)) is None:
            raise PlanInvalidError(part=f"country: {value}")
