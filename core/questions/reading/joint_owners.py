"""Owners among others: “which owners of OpenAI also supply it” means its shareholders, where no parent is on record.

Alone, “owners of OpenAI” stays a question for parents, and the answer says that there are none, and who holds shares.
"""

from __future__ import annotations

from core.domain.partial_dates import today
from core.domain.plan import And, Companies, Count, Filter, Minus, Or, Plan, Related, SetPlan, YesNo
from core.questions.execution.executor import Executor
from core.questions.execution.held_shares import asks_owners, ways_of_holding_besides
from core.retrieval.base import Base


def with_holders_of_shares(plan: Plan, base: Base) -> Plan:
    """The plan with holders of shares in the place of parents that nobody is, where these are one of several sets."""
    answer = plan.answer
    if plan.as_of or not isinstance(answer, Companies | Count | YesNo):
        return plan
    asked = _changed(answer.set, base)
    return plan if asked == answer.set else plan.model_copy(update={"answer": answer.model_copy(update={"set": asked})})


def _changed(asked: SetPlan, base: Base) -> SetPlan:
    match asked:
        case Filter(arg=arg) | Minus(arg=arg):
            return asked.model_copy(update={"arg": _changed(arg, base)})
        case And(args=args) | Or(args=args):
            return asked.model_copy(update={"args": tuple(_holders(each, base) for each in args)})
    return asked


def _holders(asked: SetPlan, base: Base) -> SetPlan:
    if not isinstance(asked, Related) or asked.when or asked.ended or asked.share:
        return asked
    holding = base.ontology[asked.type].holding if asked.type in base.ontology else None
    if holding is None or not holding.control or not asks_owners(base.ontology, asked):
        return asked
    executor = Executor(base.knowledge_base, base.ontology, today())
    ways = ways_of_holding_besides(base.ontology, asked, anybody=bool(executor.members(asked).members))
    others = (asked.model_copy(update={"type": kind, "end": end}) for kind, end in ways)
    return next((each for each in others if executor.members(each).members), asked)
