"""Owners among others: “which owners of OpenAI also supply it” means its shareholders, where no parent is on record.

Alone, “owners of OpenAI” stays a question for parents, and the answer says that there are none, and who holds shares.
"""

from __future__ import annotations

import re

from core.domain.partial_dates import today
from core.domain.plan import And, Companies, Count, Entities, Filter, Minus, Or, Plan, Related, SetPlan, YesNo
from core.questions.execution.executor import Executor
from core.questions.execution.held_shares import asks_owners, holding_ways, ways_of_holding_besides
from core.questions.execution.outermost import outermost, with_outermost
from core.retrieval.base import Base

_PERSON = "person"
_OWNS = re.compile(r"\b(?:own(?:s|ed)?|possess(?:es)?|belongs?)\b|名下|拥有|手[里上中]|属于", re.IGNORECASE)


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
        case Or(args=args):
            return asked.model_copy(update={"args": tuple(_holders(each, base) for each in args)})
        case And(args=args):
            return _of_all(asked, tuple(_holders(each, base) for each in args), base)
    return asked


def _of_all(asked: And, holders: tuple[SetPlan, ...], base: Base) -> And:
    """Owners of each of several: who holds shares in one may be the parent of another, or beside its parent."""
    changed = asked.model_copy(update={"args": holders})
    executor = Executor(base.knowledge_base, base.ontology, today())
    if not all(_is_of_owners(each, base) for each in asked.args) or executor.members(changed).members:
        return changed
    either = tuple(_either(each, executor, base) for each in asked.args if isinstance(each, Related))
    widened = asked.model_copy(update={"args": either})
    return widened if executor.members(widened).members else changed


def _is_of_owners(asked: SetPlan, base: Base) -> bool:
    plain = isinstance(asked, Related) and not (asked.when or asked.ended or asked.share)
    known = isinstance(asked, Related) and asked.type in base.ontology and base.ontology[asked.type].holding is not None
    return plain and known and isinstance(asked, Related) and asks_owners(base.ontology, asked)


def _either(asked: Related, executor: Executor, base: Base) -> SetPlan:
    """Its owners by any type of relation that records some."""
    ways = (asked.model_copy(update={"type": kind, "end": end}) for kind, end in holding_ways(base.ontology, asked))
    some = tuple(each for each in ways if executor.members(each).members)
    return Or(args=some) if len(some) > 1 else (*some, asked)[0]


def with_holdings_of_people(question: str, plan: Plan, base: Base) -> Plan:
    """The plan for what a person owns by every type of relation that records some of it: 李书福名下有哪些公司 asks for
    what he is the parent of and what he holds shares in."""
    answer = plan.answer
    if plan.as_of or not isinstance(answer, Companies | Count) or not _OWNS.search(question):
        return plan
    asked = outermost(answer.set)
    holding = asked is not None and asked.type in base.ontology and base.ontology[asked.type].holding is not None
    if asked is None or not holding or asked.when or asked.ended or asked.share or asks_owners(base.ontology, asked):
        return plan
    people = isinstance(asked.of, Entities) and all(base.knowledge_base.entity(i).type == _PERSON for i in asked.of.ids)
    if not people:
        return plan
    held = _either(asked, Executor(base.knowledge_base, base.ontology, today()), base)
    return plan.model_copy(update={"answer": answer.model_copy(update={"set": with_outermost(answer.set, held)})})


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
