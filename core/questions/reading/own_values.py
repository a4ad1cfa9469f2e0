"""Values that each company has for itself: “chief executives of Ford and GM” asks for that of each, not of both."""

from __future__ import annotations

import re

from core.domain.partial_dates import today
from core.domain.plan import And, Companies, Entities, Or, Plan, Related
from core.questions.execution.executor import Executor
from core.retrieval.base import Base

_ONE_EACH = frozenset(("chief_executive_of", "founded_by", "located_in"))
"""Relation types of which a company has one, or few, that others do not share."""
_TOGETHER = re.compile(r"\b(?:both|common|shared?|joint(?:ly)?|same)\b|共同|同时|都|共享|同一|一起|合伙", re.IGNORECASE)


def with_own_values(question: str, plan: Plan, base: Base) -> Plan:
    """The plan with “or” in the place of “and”, where it asks for such a value and the companies share none."""
    answer = plan.answer
    asked = answer.set if isinstance(answer, Companies) else None
    if not isinstance(answer, Companies) or not isinstance(asked, And) or _TOGETHER.search(question):
        return plan
    parts = [each for each in asked.args if isinstance(each, Related) and isinstance(each.of, Entities)]
    ways = {(each.type, each.end) for each in parts}
    if len(parts) < len(asked.args) or len(ways) > 1 or parts[0].type not in _ONE_EACH:
        return plan
    executor = Executor(base.knowledge_base, base.ontology, today())
    if executor.members(asked).members:
        return plan
    return plan.model_copy(update={"answer": answer.model_copy(update={"set": Or(args=asked.args)})})
