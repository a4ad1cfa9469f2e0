"""Sister companies that parents tell of: Škoda and Audi are both subsidiaries of Volkswagen, so in one group, whether
or not a relation of its own says it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.domain.partial_dates import last_day, today
from core.domain.plan import Companies, Controlled, Count, Entities, Minus, Or, Plan, Related, YesNo
from core.questions.execution.executor import Executor
from core.retrieval.base import Base

_SAME_GROUP, _SUBSIDIARY = "same_group", "subsidiary_of"
_MOST_LEVELS = 6
_AUTHORITY = re.compile(
    r"国资委|国有资产|财政[部厅局]|政府|\bSASAC\b|Assets? Supervision|\bMinistry\b|\bGovernment\b|\bTreasury\b",
    re.IGNORECASE,
)
"""What a state owns is no group."""


def with_common_parents(plan: Plan, base: Base) -> Plan:
    """A question for sister companies, or whether two are in one group, also by the parents that are recorded."""
    answer = plan.answer
    asked = answer.set if isinstance(answer, Companies | Count | YesNo) else None
    if not isinstance(asked, Related) or asked.type != _SAME_GROUP or asked.when or asked.ended:
        return plan
    if not isinstance(asked.of, Entities) or len(asked.of.ids) != 1 or _SUBSIDIARY not in base.ontology:
        return plan
    company, above = asked.of.ids[0], _Above(base, plan)
    if isinstance(answer, YesNo):
        return _whether(plan, answer, asked, company, above)
    parents = above.parents([company])
    if not parents:
        return plan
    children = Related(type=_SUBSIDIARY, end="backward", of=Entities(ids=parents))
    sisters = Minus(arg=children, without=(Entities(ids=(company,)),))
    return plan.model_copy(update={"answer": answer.model_copy(update={"set": Or(args=(asked, sisters))})})


def _whether(plan: Plan, answer: YesNo, asked: Related, company: str, above: _Above) -> Plan:
    """Whether both are controlled by the same one, or one of them by the other."""
    mine, other = above.all_of(company), above.all_of(answer.entity)
    common = next((each for each in mine if each in other), None)
    if common is None:
        return plan
    entity = company if common == answer.entity else answer.entity
    held = Or(args=(asked, Controlled(of=Entities(ids=(common,)))))
    return plan.model_copy(update={"answer": answer.model_copy(update={"entity": entity, "set": held})})


class _Above:
    """Who is recorded to own companies, as of the day of a plan."""

    def __init__(self, base: Base, plan: Plan) -> None:
        self._base = base.knowledge_base
        day = last_day(plan.as_of) if plan.as_of else today()
        self._executor = Executor(base.knowledge_base, base.ontology, day)

    def parents(self, companies: Iterable[str]) -> tuple[str, ...]:
        """Parents that are no authorities, the strongest first."""
        of = Related(type=_SUBSIDIARY, end="forward", of=Entities(ids=tuple(companies)))
        found = [each.entity_id for each in self._executor.members(of).members]
        return tuple(each for each in found if not self._is_authority(each))

    def all_of(self, company: str) -> tuple[str, ...]:
        """The company, its parents, theirs and so on, the nearest first."""
        found = {company: None}
        level: tuple[str, ...] = (company,)
        for _ in range(_MOST_LEVELS):
            level = tuple(each for each in self.parents(level) if each not in found)
            if not level:
                break
            found |= dict.fromkeys(level)
        return tuple(found)

    def _is_authority(self, entity_id: str) -> bool:
        entity = self._base.entity(entity_id)
        return _AUTHORITY.search(f"{entity.name_zh} {entity.name_en}") is not None
