"""What a plan says to the searches: what it is about, the relation to look for, the value that it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from core.domain.asked_figures import FIGURES
from core.domain.plan import (
    All,
    Compare,
    CountOf,
    Entities,
    Filter,
    Like,
    Minus,
    Path,
    Plan,
    Related,
    SetPlan,
    Top,
    Value,
    YesNo,
    sets_of,
)
from core.ontology import COMPANY
from core.reasoning.asked_relation import AskedRelation, asked_of
from core.reasoning.asked_value import AskedValue, ValueKind
from core.retrieval.base import Base

_LIKE = "similar_product"
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


def industries_asked_about(plan: Plan) -> tuple[str, ...]:
    """The industries all of whose companies a plan starts from, each once."""
    answer = plan.answer
    if isinstance(answer, Value | Path | Compare):
        return ()
    ids = [
        str(value)
        for node in _not_left_out(answer.set)
        if isinstance(node, Filter) and isinstance(node.arg, All) and node.attribute == "industry"
        for value in (node.values if node.operator != "not_in" else ())
    ]
    return tuple(dict.fromkeys(ids))


def relation_of(plan: Plan, base: Base) -> AskedRelation | None:
    """The outermost relation from companies that are named, else from what else is named; none of what is left out.
    Companies like one are asked for as makers of similar products."""
    found = _outermost(plan, base)
    if found is None:
        return None
    asked = Related(type=_LIKE, end="either", of=found.of) if isinstance(found, Like) else found
    return asked_of(base.ontology[asked.type], asked.end) if asked.type in base.ontology else None


def asks_for_the_like(plan: Plan, base: Base) -> bool:
    """Whether it asks for companies like one, which is no single relation."""
    return isinstance(_outermost(plan, base), Like)


def _outermost(plan: Plan, base: Base) -> Related | Like | None:
    answer = plan.answer
    if isinstance(answer, Value | Path | Compare):
        return None
    starts = (
        node for node in _not_left_out(answer.set) if isinstance(node, Related | Like) and isinstance(node.of, Entities)
    )
    return next(iter(sorted(starts, key=lambda each: not _starts_from_a_company(each, base))), None)


def _starts_from_a_company(asked: Related | Like, base: Base) -> bool:
    named = asked.of.ids if isinstance(asked.of, Entities) else ()
    return any(base.knowledge_base.entity(each).type == COMPANY for each in named)


def value_of(plan: Plan, base: Base) -> AskedValue | None:
    """The value that a plan asks for."""
    if not isinstance(plan.answer, Value):
        return None
    attribute, entity = plan.answer.attribute, base.knowledge_base.entity(plan.answer.entity)
    if attribute in _COLUMNS:
        return AskedValue(_COLUMNS[attribute], tickers=plan.answer.tickers)
    is_figure = attribute in FIGURES and attribute not in dict(entity.attributes)
    return AskedValue("figure" if is_figure else "attribute", attribute)


def _starting_points(asked: SetPlan) -> list[str]:
    return [each for node in _not_left_out(asked) if isinstance(node, Entities) for each in node.ids]


def _not_left_out(asked: SetPlan) -> Iterator[SetPlan]:
    """A set and those it is made of, the outermost first, but for those that are left out or only counted."""
    yield asked
    only_first = isinstance(asked, Minus) or (isinstance(asked, Top) and isinstance(asked.by, CountOf))
    for inner in sets_of(asked)[: 1 if only_first else None]:
        yield from _not_left_out(inner)
