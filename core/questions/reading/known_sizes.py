"""The largest of a set are told only where it is recorded of most of its members how large they are."""

from __future__ import annotations

import numpy as np

from core.domain.partial_dates import today
from core.domain.plan import Companies, Count, Filter, Minus, Plan, SetPlan, Top, ValueOf
from core.questions.execution.columns import sizes_in
from core.questions.execution.executor import Executor
from core.retrieval.base import Base

_LEAST = 0.5
"""Share of the members of whom it is recorded."""


def without_unknown_sizes(base: Base, plan: Plan) -> Plan:
    """The plan without its order by size, where that is known of fewer than half of those who are compared: of twenty
    suppliers, the only one whose staff somebody has listed is not the largest."""
    answer = plan.answer
    if not isinstance(answer, Companies | Count):
        return plan
    asked = _without(base, answer.set)
    return plan if asked == answer.set else plan.model_copy(update={"answer": answer.model_copy(update={"set": asked})})


def _without(base: Base, asked: SetPlan) -> SetPlan:
    match asked:
        case Top(arg=arg, by=ValueOf(attribute="size")):
            return asked if _are_known(base, arg) else arg
        case Filter(arg=arg) | Minus(arg=arg) | Top(arg=arg):
            return asked.model_copy(update={"arg": _without(base, arg)})
    return asked


def _are_known(base: Base, among: SetPlan) -> bool:
    knowledge_base = base.knowledge_base
    members = Executor(knowledge_base, base.ontology, today()).members(among).members
    companies = [each.node for each in members if knowledge_base.is_company[each.node]]
    known = np.isfinite(sizes_in(knowledge_base).ranked[companies]) if companies else np.zeros(0, dtype=bool)
    return bool(len(known)) and float(known.mean()) >= _LEAST
