"""The questions as people type them that are public: their plans in the algebra of the referee → our plans."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from core.domain.plan import (
    SET_PLAN,
    All,
    And,
    CountOf,
    DateOf,
    Entities,
    Filter,
    Minus,
    Or,
    Related,
    RelationEnd,
    SetPlan,
    Top,
    ValueOf,
    When,
)

_EUROPE_OF_THE_SAMPLE = frozenset(("DE", "GB", "FR", "NL", "CH", "SE", "FI", "DK"))
_RELATIONS: dict[str, tuple[str, RelationEnd]] = {
    "suppliers": ("supplies", "backward"),
    "customers": ("supplies", "forward"),
    "competitors": ("competitor", "either"),
    "similar": ("similar_product", "either"),
    "investors": ("shareholder_of", "backward"),
    "holdings": ("shareholder_of", "forward"),
    "parents": ("subsidiary_of", "forward"),
    "subsidiaries": ("subsidiary_of", "backward"),
    "acquirers": ("acquired", "backward"),
    "acquisitions": ("acquired", "forward"),
    "licensors": ("licenses_to", "backward"),
    "licensees": ("licenses_to", "forward"),
    "partners": ("partner", "either"),
    "jv": ("joint_venture", "either"),
    "group": ("same_group", "either"),
    "needs": ("depends_on", "forward"),
    "dependents": ("depends_on", "backward"),
    "makers": ("produces", "backward"),
    "products": ("produces", "forward"),
    "members": ("in_industry", "backward"),
    "in_place": ("located_in", "backward"),
    "founded_by": ("founded_by", "backward"),
    "founders": ("founded_by", "forward"),
}


def questions(file: Path) -> list[dict[str, Any]]:
    """The questions of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def read_plan(plan: Any) -> SetPlan:
    """A plan of the referee in our algebra."""
    if isinstance(plan, str):
        return Entities(ids=(plan,))
    if "ids" in plan:
        return Entities(ids=tuple(plan["ids"]))
    if "all" in plan:
        return All()
    if "rel" in plan:
        kind, end = _RELATIONS[plan["rel"]]
        of = read_plan(plan["of"] if "of" in plan else plan["target"])
        return Related(type=kind, end=end, of=of, when=_when(plan.get("year")))
    return _OPERATORS[plan["op"]](plan)


def _minus(plan: Mapping[str, Any]) -> SetPlan:
    first, *others = map(read_plan, plan["args"])
    return Minus(arg=first, without=tuple(others))


def _top(plan: Mapping[str, Any]) -> SetPlan:
    which = "most" if plan["op"] == "argmax" else "least"
    by, over = plan["by"], read_plan(plan["over"])
    if "attr" in by:
        return Top(arg=over, by=ValueOf(attribute=by["attr"]), which=which)
    if "year" in by:
        return Top(arg=over, by=DateOf(), which=which)
    kind, end = _RELATIONS[by["rel"]]
    within = read_plan(by["within"]) if "within" in by else None
    return Top(arg=over, by=CountOf(type=kind, end=end, within=within), which=which)


def _filtered(arg: SetPlan, plan: Mapping[str, Any]) -> SetPlan:
    for attribute, operator, values in _conditions(plan):
        arg = Filter.model_validate(
            {"arg": SET_PLAN.dump_python(arg), "attribute": attribute, "operator": operator, "values": tuple(values)}
        )
    return arg


def _conditions(plan: Mapping[str, Any]) -> Iterable[tuple[str, str, Iterable[str | int]]]:
    if "country" in plan:
        yield "country", "in", ["150"] if set(plan["country"]) == _EUROPE_OF_THE_SAMPLE else plan["country"]
    if "not_country" in plan:
        yield "country", "not_in", plan["not_country"]
    for operator, year in plan.get("founded", {}).items():
        yield "founded", operator, [year]
    if "ticker" in plan:
        yield "ticker", "in", [f"*{ending}" for ending in plan["ticker"]]
    if "industry" in plan:
        yield "industry", "in", plan["industry"]


def _when(year: Mapping[str, int] | None) -> When | None:
    if not year:
        return None
    first, last = None, None
    for operator, value in year.items():
        if operator in (">", ">=", "="):
            first = value + (operator == ">")
        if operator in ("<", "<=", "="):
            last = value - (operator == "<")
    return When(first=first, last=last)


_OPERATORS: dict[str, Callable[[Mapping[str, Any]], SetPlan]] = {
    "and": lambda plan: And(args=tuple(map(read_plan, plan["args"]))),
    "or": lambda plan: Or(args=tuple(map(read_plan, plan["args"]))),
    "minus": _minus,
    "filter": lambda plan: _filtered(read_plan(plan["arg"]), plan),
    "count": lambda plan: read_plan(plan["arg"]),
    "argmax": _top,
    "argmin": _top,
}
