"""Never, has not, ever: words by which what has ended counts as well."""

from __future__ import annotations

import re

from core.domain.plan import And, Companies, Count, Filter, Minus, Or, Plan, Related, SetPlan, YesNo
from core.ontology import Ontology
from core.questions.execution.held_shares import ways_of_holding_besides
from core.questions.execution.past import in_the_past

_NEVER = re.compile(
    r"\bnever\b|\b(?:has|have|had)(?: not|n['’]?t)\b|\bdid(?: not|n['’]?t)\b"
    r"|从未|从没|从来[没未不]|[未不]曾|[没未](?:有)?[^，,。？?]{0,6}过",
    re.IGNORECASE,
)
_EVER = re.compile(r"\bever\b", re.IGNORECASE)


def held_by_nobody_else(plan: Plan, ontology: Ontology) -> Plan:
    """The plan, of which whoever is not held by somebody is not its subsidiary either: 腾讯没有投资的游戏公司."""
    answer = plan.answer
    if not isinstance(answer, Companies | Count):
        return plan
    asked = _not_held(answer.set, ontology)
    return plan if asked == answer.set else plan.model_copy(update={"answer": answer.model_copy(update={"set": asked})})


def _not_held(asked: SetPlan, ontology: Ontology) -> SetPlan:
    match asked:
        case Minus(arg=arg, without=without):
            plain = [each for each in without if isinstance(each, Related) and each.share is None and not each.ended]
            ways = [(each, *way) for each in plain for way in ways_of_holding_besides(ontology, each)]
            held = [each.model_copy(update={"type": kind, "end": end}) for each, kind, end in ways]
            return Minus(arg=_not_held(arg, ontology), without=tuple(dict.fromkeys((*without, *held))))
        case Filter(arg=arg):
            return asked.model_copy(update={"arg": _not_held(arg, ontology)})
        case And(args=args) | Or(args=args):
            return asked.model_copy(update={"args": tuple(_not_held(each, ontology) for each in args)})
    return asked


def with_the_past(question: str, plan: Plan) -> Plan:
    """The plan with what has ended where words say so: who never invested did not do so in the past either; whether
    somebody ever did asks for both."""
    answer = plan.answer
    if not isinstance(answer, Companies | Count | YesNo):
        return plan
    asked = answer.set
    if _NEVER.search(question):
        asked = _never(asked)
    elif isinstance(answer, YesNo) and answer.asks == "whether" and _EVER.search(question):
        past = in_the_past(asked)
        asked = asked if past is None else Or(args=(asked, past))
    return plan if asked == answer.set else plan.model_copy(update={"answer": answer.model_copy(update={"set": asked})})


def _never(asked: SetPlan) -> SetPlan:
    match asked:
        case Minus(arg=arg, without=without):
            past = [each for each in map(in_the_past, without) if each is not None and each not in without]
            return Minus(arg=_never(arg), without=(*without, *past))
        case Filter(arg=arg):
            return asked.model_copy(update={"arg": _never(arg)})
        case And(args=args) | Or(args=args):
            return asked.model_copy(update={"args": tuple(map(_never, args))})
    return asked
