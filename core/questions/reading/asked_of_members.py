"""What is asked of the members of a relation: where Apple's suppliers have their seat, who leads the largest holder of
Volkswagen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.domain.partial_dates import last_day, today
from core.domain.plan import Companies, Count, Entities, Plan, Related, SetPlan, Share, ShareOf, Top
from core.questions.execution.columns import LOCATED_IN
from core.questions.execution.executor import Executor
from core.questions.execution.outermost import outermost
from core.questions.plans.parsed import Parsed
from core.retrieval.base import Base

_SEATS = re.compile(
    r"(?:总部|所在地|注册地|办公地)(?:都|分别|各|又)*(?:在|位于|是|设在)(?:哪|什么)"
    r"|\bwhere (?:are|is)\b.*\b(?:based|located|headquartered)\b",
    re.IGNORECASE,
)
_LARGEST = re.compile(r"(?:single )?(?:largest|biggest)|(?:第一大|最大)的?", re.IGNORECASE)
_ANY_SHARE = Share(operator=">=", percent=0.0)


def asked_of_members(base: Base, question: str, parsed: Parsed) -> Parsed:
    """Correct three readings of a question about the members of a relation.

    A question for seats is read as one. “Largest” before shareholders chooses the holder of the largest recorded share.
    “Largest” before any other members is listed as not understood.
    """
    parsed = asking_for_seats(question, parsed)
    answer = parsed.plan.answer if parsed.plan is not None else None
    about = outermost(answer.set) if isinstance(answer, Companies | Count) else None
    if parsed.plan is None or about is None or isinstance(about.of, Entities) or not parsed.passed_over:
        return parsed
    largest = _with_largest_holder(base, parsed.plan) if all(map(_LARGEST.fullmatch, parsed.passed_over)) else None
    if largest is not None:
        return replace(parsed, plan=largest, passed_over=(), also=())
    missed = dict.fromkeys((*parsed.not_understood, *parsed.passed_over))
    return replace(parsed, not_understood=tuple(missed), passed_over=())


def asking_for_seats(question: str, parsed: Parsed) -> Parsed:
    """The reading that asks for the seats of those who are asked for, where the question does."""
    if parsed.plan is None or _is_of_seats(parsed.plan) or not _SEATS.search(question):
        return parsed
    seats = next(filter(_is_of_seats, parsed.also), None)
    return parsed if seats is None else replace(parsed, plan=seats, also=())


def _is_of_seats(plan: Plan) -> bool:
    answer = plan.answer
    about = outermost(answer.set) if isinstance(answer, Companies) else None
    return about is not None and (about.type, about.end) == (LOCATED_IN, "forward")


def _with_largest_holder(base: Base, plan: Plan) -> Plan | None:
    """The plan about the holder of the largest recorded share instead of all holders; None if no share is recorded."""
    found = next(_holders(base, plan), None)
    if found is None:
        return None
    outer, holders = found
    largest = Top(arg=holders.model_copy(update={"share": _ANY_SHARE}), by=ShareOf(), which="most", n=1)
    day = last_day(plan.as_of) if plan.as_of else today()
    if not Executor(base.knowledge_base, base.ontology, day).members(largest).members:
        return None
    changed = outer.model_copy(update={"of": largest})
    answer = plan.answer.model_copy(update={"set": changed})
    return Plan(answer=answer, as_of=plan.as_of)


def _holders(base: Base, plan: Plan) -> Iterator[tuple[Related, Related]]:
    """The outer relation of a plan with two relations, and the inner one if it is a holding."""
    asked: SetPlan | None = plan.answer.set if isinstance(plan.answer, Companies) else None
    if isinstance(asked, Related) and isinstance(asked.of, Related) and isinstance(asked.of.of, Entities):
        kind = base.ontology[asked.of.type]
        if kind.holding is not None and asked.of.share is None and not asked.of.ended:
            yield asked, asked.of
