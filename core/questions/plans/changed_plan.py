"""A plan with one of its parts, as the keys of chips name them, taken out or changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

from core.domain.plan import (
    All,
    And,
    Answer,
    Companies,
    Compare,
    Controlled,
    Controllers,
    Count,
    CountOf,
    DateOf,
    Entities,
    Filter,
    Like,
    Minus,
    Or,
    Path,
    Plan,
    Related,
    RelationEnd,
    SetPlan,
    ShareOf,
    Top,
    Value,
    When,
    YesNo,
)
from core.questions.plans.sentences import is_all

_CONDITIONS = ("when", "money")
"""Conditions on a relation that have chips of their own."""
AS_OF = "as_of"
"""The key of the day as of which a plan is executed."""
_Part = TypeVar("_Part")
_Change = Callable[[SetPlan], SetPlan | None]


def without(plan: Plan, key: str) -> Plan | None:
    """The plan without one part; None where nothing is left that could be asked. Raises KeyError for an unknown key.

    Without a name, a relation from it says nothing; a condition or an order then holds for all companies. Without what
    narrows those at its other end, a relation is one with anybody. Without a relation, what it starts from is left
    where that is a set that says more than names.
    """
    answer = plan.answer
    if key == AS_OF:
        return Plan(answer=answer)
    match answer:
        case Companies() | Count() | YesNo() if key.partition("/")[0] == "set":
            asked = _changed(answer.set, key.split("/")[1:], _removed)
            return None if asked is None or is_all(asked) else _answering(plan, _of_set(answer, asked))
        case Count(set=asked) | YesNo(set=asked) | Companies(set=asked, beside="date" | "amount") if key == "answer":
            return None if isinstance(asked, Entities) else _answering(plan, Companies(set=asked))
        case Path(ids=ids) | Compare(ids=ids) if key.startswith("ids."):
            left = _but(ids, _place(key, len(ids)))
            return None if len(left) < 2 else _answering(plan, answer.model_copy(update={"ids": left}))
        case Value(tickers=[_, *_]) if key == "tickers":
            return _answering(plan, answer.model_copy(update={"tickers": ()}))
        case Path() | Compare() | Value() if key in ("answer", "entity"):
            return None
    raise KeyError(key)


def with_values(plan: Plan, key: str, values: tuple[str | int | float, ...]) -> Plan:
    """The plan with other values of a condition: another country, another year. Raises KeyError."""

    def changed(found: SetPlan) -> SetPlan:
        if not isinstance(found, Filter):
            raise KeyError(key)
        return Filter(arg=found.arg, attribute=found.attribute, operator=found.operator, values=values)

    return _with_changed(plan, key, changed)


def with_time(plan: Plan, key: str, when: When | None) -> Plan:
    """The plan with another time, or none, of the relation that ``key`` names. Raises KeyError."""

    def changed(found: SetPlan) -> SetPlan:
        if not isinstance(found, Related):
            raise KeyError(key)
        return _kept(found, when=when)

    return _with_changed(plan, key.removesuffix("/when"), changed)


def with_relation(plan: Plan, key: str, relation_type: str, end: RelationEnd) -> Plan:
    """The plan with another relation in place of the one, or of the likeness, that ``key`` names, its time and the rest
    as before. Raises KeyError."""

    def changed(found: SetPlan) -> SetPlan:
        if not isinstance(found, Related | Like):
            raise KeyError(key)
        if isinstance(found, Like):
            return Related(type=relation_type, end=end, of=found.of)
        return Related(type=relation_type, end=end, of=found.of, when=found.when, ended=found.ended)

    return _with_changed(plan, key, changed)


def with_order(plan: Plan, key: str, which: Literal["most", "least"], count: int) -> Plan:
    """The plan with the other end of an order, or another number of members. Raises KeyError."""

    def changed(found: SetPlan) -> SetPlan:
        if not isinstance(found, Top):
            raise KeyError(key)
        return _kept(found, which=which, n=count)

    return _with_changed(plan, key, changed)


def with_group(plan: Plan, key: str, kind: Literal["and", "or"]) -> Plan:
    """The plan with all, or any, of the sets that ``key`` holds together. Raises KeyError."""

    def changed(found: SetPlan) -> SetPlan:
        if not isinstance(found, And | Or):
            raise KeyError(key)
        return And(args=found.args) if kind == "and" else Or(args=found.args)

    return _with_changed(plan, key, changed)


def with_attribute(plan: Plan, attribute: str) -> Plan:
    """The plan asking for another value of the same entity. Raises KeyError."""
    if not isinstance(plan.answer, Value):
        raise KeyError("answer")
    return _answering(plan, Value(entity=plan.answer.entity, attribute=attribute))


def part_at(plan: Plan, key: str) -> SetPlan | str | None:
    """The set that a chip stands for, of a time the relation that has it, of a name its id; None for what a plan
    asks."""
    answer = plan.answer
    if isinstance(answer, Value):
        return answer.entity if key == "entity" else None
    if isinstance(answer, YesNo) and key == "answer":
        return answer.entity
    if isinstance(answer, Path | Compare):
        return answer.ids[_place(key, len(answer.ids))] if key.startswith("ids.") else None
    return _part(answer.set, key.split("/")[1:]) if key.partition("/")[0] == "set" else None


def _part(asked: SetPlan, steps: list[str]) -> SetPlan | str:
    step = steps[0] if steps else "when"
    match asked:
        case Entities(ids=ids) if step.startswith("ids."):
            return ids[_place(step, len(ids))]
        case Related(of=inner) | Like(of=inner) | Controllers(of=inner) | Controlled(of=inner) if step == "of":
            return _part(inner, steps[1:])
        case Filter(arg=inner) | Minus(arg=inner) | Top(arg=inner) if step == "arg":
            return _part(inner, steps[1:])
        case And(args=parts) | Or(args=parts) if step.startswith("args."):
            return _part(parts[_place(step, len(parts))], steps[1:])
        case Minus(without=parts) if step.startswith("without."):
            return _part(parts[_place(step, len(parts))], steps[1:])
    if step not in (*_CONDITIONS, "within"):
        raise KeyError(step)
    return asked


def with_name(plan: Plan, key: str, entity_id: str) -> Plan:
    """The plan with another entity in place of the one that ``key`` names. Raises KeyError."""
    answer = plan.answer
    if isinstance(answer, Value) and key == "entity":
        return _answering(plan, answer.model_copy(update={"entity": entity_id}))
    if isinstance(answer, YesNo) and key == "answer":
        return _answering(plan, answer.model_copy(update={"entity": entity_id}))
    outer, _, last = key.rpartition("/")
    if isinstance(answer, Path | Compare):
        ids = _put(answer.ids, _place(key, len(answer.ids)), entity_id)
        return _answering(plan, answer.model_copy(update={"ids": ids}))

    def changed(found: SetPlan) -> SetPlan:
        if not isinstance(found, Entities):
            raise KeyError(key)
        return Entities(ids=_put(found.ids, _place(last, len(found.ids)), entity_id))

    return _with_changed(plan, outer, changed)


def _with_changed(plan: Plan, key: str, change: _Change) -> Plan:
    answer = plan.answer
    if not isinstance(answer, Companies | Count | YesNo) or key.partition("/")[0] != "set":
        raise KeyError(key)
    asked = _changed(answer.set, key.split("/")[1:], change)
    assert asked is not None  # a change takes nothing out
    return _answering(plan, _of_set(answer, asked))


def _of_set(answer: Companies | Count | YesNo, asked: SetPlan) -> Answer:
    return answer.model_copy(update={"set": asked})


def _answering(plan: Plan, answer: Answer) -> Plan:
    """The plan with another answer, as of the same day."""
    return Plan(answer=answer, as_of=plan.as_of)


def _changed(asked: SetPlan, steps: list[str], change: _Change) -> SetPlan | None:
    """``asked`` with the set at the end of ``steps`` changed; None where nothing is left of it."""
    if not steps:
        return change(asked)
    step, rest = steps[0], steps[1:]
    match asked:
        case Entities(ids=ids) if step.startswith("ids."):
            left = _but(ids, _place(step, len(ids)))
            return Entities(ids=left) if left else None
        case Related() | Like() | Controllers() | Controlled() if step == "of" or _is_condition(asked, step):
            return _of_another(asked, rest, change) if step == "of" else _kept(asked, **{step: None})
        case Filter() | Minus() | Top() if step == "arg" or (step == "within" and isinstance(asked, Top)):
            return _narrowing_another(asked, rest, change) if step == "arg" else _counting_all(asked)
        case And() | Or() if step.startswith("args."):
            return _among_others(asked, _place(step, len(asked.args)), rest, change)
        case Minus() if step.startswith("without."):
            return _without_another(asked, _place(step, len(asked.without)), rest, change)
    raise KeyError(step)


def _is_condition(asked: SetPlan, step: str) -> bool:
    return isinstance(asked, Related) and step in _CONDITIONS and getattr(asked, step) is not None


def _of_another(asked: Related | Like | Controllers | Controlled, rest: list[str], change: _Change) -> SetPlan | None:
    inner, of = asked.of, None
    if isinstance(inner, Related | Like | Controllers | Controlled) and not rest and change is _removed:
        of = inner.of  # of a chain, a step less
    of = of or _changed(inner, rest, change)
    if of is None and isinstance(asked, Related) and isinstance(inner, Filter):
        of = All()  # owned by carmakers is less than owned by anybody
    return None if of is None else _kept(asked, of=of)


def _narrowing_another(asked: Filter | Minus | Top, rest: list[str], change: _Change) -> SetPlan | None:
    arg = _changed(asked.arg, rest, change)
    if arg is None and isinstance(asked, Top) and isinstance(asked.by, DateOf | ShareOf):
        return None
    return _kept(asked, arg=arg or All())


def _counting_all(asked: SetPlan) -> SetPlan:
    if not isinstance(asked, Top) or not isinstance(asked.by, CountOf) or asked.by.within is None:
        raise KeyError("within")
    return _kept(asked, by=CountOf(type=asked.by.type, end=asked.by.end))


def _without_another(asked: Minus, place: int, rest: list[str], change: _Change) -> SetPlan | None:
    other = None if change is _removed and not rest else _changed(asked.without[place], rest, change)
    left = _but(asked.without, place) if other is None else _put(asked.without, place, other)
    return Minus(arg=asked.arg, without=left) if left else _said(asked.arg)


def _among_others(asked: And | Or, place: int, rest: list[str], change: _Change) -> SetPlan | None:
    part = _changed(asked.args[place], rest, change)
    nothing = part is None or is_all(part)
    left = _but(asked.args, place) if nothing or part is None else _put(asked.args, place, part)
    return left[0] if len(left) == 1 else _kept(asked, args=left)


def _removed(asked: SetPlan) -> SetPlan | None:
    """What is left of a set once its own part is taken out."""
    match asked:
        case Related(of=of) | Like(of=of) | Controllers(of=of) | Controlled(of=of):
            return None if isinstance(of, Entities) else _said(of)
        case Filter(arg=arg) | Top(arg=arg):
            return _said(arg)
        case And() | Or() | All():
            return None
    raise KeyError(asked.op)


def _said(asked: SetPlan) -> SetPlan | None:
    return None if is_all(asked) else asked


def _kept(asked: SetPlan, **changes: object) -> SetPlan:
    """The same operator, validated, with other parts."""
    return type(asked).model_validate({**dict(asked), **changes})


def _place(step: str, parts: int) -> int:
    number = step.partition(".")[2]
    if not number.isdigit() or int(number) >= parts:
        raise KeyError(step)
    return int(number)


def _but(parts: tuple[_Part, ...], place: int) -> tuple[_Part, ...]:
    return (*parts[:place], *parts[place + 1 :])


def _put(parts: tuple[_Part, ...], place: int, part: _Part) -> tuple[_Part, ...]:
    return (*parts[:place], part, *parts[place + 1 :])
