"""What a plan says to the searches: what it is about, the relation to look for, the value that it asks for."""

from __future__ import annotations

from typing import get_args

from core.domain.asked_figures import FIGURES
from core.domain.plan import (
    Compare,
    CountOf,
    Entities,
    Minus,
    Path,
    Plan,
    Related,
    SetPlan,
    Top,
    Value,
    YesNo,
    nodes_of,
    sets_of,
)
from core.reasoning.asked_value import AskedValue, ValueKind
from core.retrieval.base import Base

_COLUMNS: dict[str, ValueKind] = {kind: kind for kind in get_args(ValueKind) if kind not in ("attribute", "figure")}


def asked_about(plan: Plan) -> tuple[str, ...]:
    """The entities that a plan starts from, each once; none of those that it leaves out."""
    answer = plan.answer
    match answer:
        case Value(entity=entity):
            return (entity,)
        case Path(ids=ids) | Compare(ids=ids):
            return tuple(dict.fromkeys(ids))
    ids = tuple(dict.fromkeys(_starting_points(answer.set)))
    return ids or ((answer.entity,) if isinstance(answer, YesNo) else ())


def first_relation(plan: Plan) -> Related | None:
    """The outermost relation from what is named."""
    for _, node in nodes_of(plan):
        if isinstance(node, Related) and isinstance(node.of, Entities):
            return node
    return None


def value_of(plan: Plan, base: Base) -> AskedValue | None:
    """The value that a plan asks for."""
    if not isinstance(plan.answer, Value):
        return None
    attribute, entity = plan.answer.attribute, base.knowledge_base.entity(plan.answer.entity)
    if attribute in _COLUMNS:
        return AskedValue(_COLUMNS[attribute])
    is_figure = attribute in FIGURES and attribute not in dict(entity.attributes)
    return AskedValue("figure" if is_figure else "attribute", attribute)


def _starting_points(asked: SetPlan) -> list[str]:
    if isinstance(asked, Entities):
        return list(asked.ids)
    inner = sets_of(asked)
    if isinstance(asked, Minus) or (isinstance(asked, Top) and isinstance(asked.by, CountOf)):
        inner = inner[:1]
    return [each for part in inner for each in _starting_points(part)]
