"""Who satisfies every part of a plan, one line per name."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from core.domain.plan import Companies, Compare, Count, SetPlan, YesNo
from core.domain.plan import Plan as QuestionPlan
from core.questions.executor import Executor, Member
from core.retrieval.base import Base


@dataclass(frozen=True)
class Members:
    """``lines``: those who answer, one of each name, the best first; ``standing_for``: each of them and whoever bears
    the same name → the line that stands for it. ``only_reversed``: lines that only a relation of another type, which
    says about the same, makes members. ``others``: members of the set that are no companies.
    """

    lines: Mapping[str, Member] = field(default_factory=lambda: MappingProxyType({}))
    standing_for: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    others: tuple[Member, ...] = ()

    @property
    def only_reversed(self) -> tuple[str, ...]:
        """Those that the type asked for alone does not make members."""
        return tuple(each.entity_id for each in self.lines.values() if each.by_reverse_only)

    def of(self, company_id: str) -> Member | None:
        """The member that the line of a company stands for."""
        line = self.standing_for.get(company_id)
        return None if line is None else self.lines[line]


NOBODY = Members()


def members_of(plan: QuestionPlan, base: Base, among: Collection[str] = ()) -> Members:
    """Who answers a plan: of a count, those by the types asked for alone; of yes or no, the entity, if it is a member;
    of a comparison, the companies compared; nobody of a value and a path."""
    match plan.answer:
        case Companies(set=asked):
            return lines_of(executed(asked, base), base, among)
        case Count(set=asked):
            return lines_of(executed(asked, base, strict=True), base, among)
        case YesNo(entity=entity, set=asked):
            bearers = {entity, *base.knowledge_base.namesakes(entity)}
            found = sorted(executed(asked, base), key=lambda each: each.entity_id != entity)
            return lines_of([each for each in found if each.entity_id in bearers][:1], base)
        case Compare(ids=ids):
            nodes = base.knowledge_base.node_of
            return lines_of([Member(each, nodes[each]) for each in dict.fromkeys(ids)], base)
    return NOBODY


def executed(asked: SetPlan, base: Base, *, strict: bool = False) -> Sequence[Member]:
    """The members of a set as of today, the best first."""
    today = int(datetime.date.today().strftime("%Y%m%d"))
    return Executor(base.knowledge_base, base.ontology, today).members(asked, strict=strict).members


def lines_of(found: Iterable[Member], base: Base, among: Collection[str] = ()) -> Members:
    """One line for each name; one that the type asked for makes a member stands for the others."""
    knowledge_base = base.knowledge_base
    lines: dict[str, Member] = {}
    standing_for: dict[str, str] = {}
    others = []
    for member in found:
        if not knowledge_base.is_company[member.node]:
            others.append(member)
            continue
        if among and member.entity_id not in among:
            continue
        line = standing_for.get(member.entity_id)
        if line is None:
            lines[member.entity_id] = member
            standing_for |= dict.fromkeys(
                (member.entity_id, *knowledge_base.namesakes(member.entity_id)), member.entity_id
            )
        elif lines[line].by_reverse_only and not member.by_reverse_only:
            lines[line] = Member(line, lines[line].node, (*lines[line].rows, *member.rows), False, member.figure)
    return Members(lines, standing_for, tuple(others))
