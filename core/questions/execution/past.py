"""What has ended: the set of those who were what a set asks for and are so no more."""

from __future__ import annotations

from core.domain.plan import And, Companies, Count, Filter, Minus, Or, Plan, Related, SetPlan, YesNo, nodes_of
from core.retrieval.base import Base


def in_the_past(asked: SetPlan) -> SetPlan | None:
    """The same set of its outermost relation as it has ended; None where that has no relation that could, or one with a
    time of its own. Of several relations at once, any one has; who is first, or has most, is not asked of the past."""
    match asked:
        case Related(when=None, ended=None):
            return asked.model_copy(update={"ended": True})
        case Filter(arg=arg) | Minus(arg=arg):
            past = in_the_past(arg)
            return None if past is None else asked.model_copy(update={"arg": past})
        case Or(args=args):
            return _any(tuple(filter(None, map(in_the_past, args))))
        case And(args=args):
            changed = ((place, in_the_past(each)) for place, each in enumerate(args))
            return _any(
                tuple(
                    And(args=(*args[:place], past, *args[place + 1 :])) for place, past in changed if past is not None
                )
            )
    return None


def plan_in_the_past(plan: Plan) -> Plan | None:
    """The plan of its only relation as it has ended; None where it has several, or none that could."""
    answer = plan.answer
    if not isinstance(answer, Companies | Count | YesNo) or sum(isinstance(n, Related) for _, n in nodes_of(plan)) != 1:
        return None
    past = in_the_past(answer.set)
    if past is not None and isinstance(answer, YesNo) and answer.asks == "when":
        # when it ended: whether it still is so
        return plan.model_copy(update={"answer": answer.model_copy(update={"asks": "still"})})
    return None if past is None else Plan(answer=answer.model_copy(update={"set": past}), as_of=plan.as_of)


def records_ends(base: Base) -> bool:
    """Whether any relation of a base has an end: without one, no question is about the past, or as of a day."""
    return base.knowledge_base.relation_facts.any_end


def _any(sets: tuple[SetPlan, ...]) -> SetPlan | None:
    return Or(args=sets) if len(sets) > 1 else sets[0] if sets else None
