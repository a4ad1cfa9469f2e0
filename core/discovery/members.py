"""Who satisfies every part of a plan, one line per name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

from core.domain.plan import Companies, Compare, Count, SetPlan, YesNo
from core.domain.plan import Plan as QuestionPlan
from core.dossier.ownership.control_hops import control_hops
from core.questions.execution.acquisitions import ACQUIRED
from core.questions.execution.executor import Executor, Member
from core.questions.execution.executor import Members as ExecutedMembers
from core.questions.execution.held_shares import MAJORITY, ways_of_holding_besides, ways_of_majority
from core.questions.execution.outermost import outermost, with_outermost
from core.questions.execution.past import in_the_past, records_ends
from core.retrieval.base import Base
from core.retrieval.tenses import tense_of


@dataclass(frozen=True)
class Members:
    """``lines``: those who answer, one of each name, the best first; ``standing_for``: each of them and whoever bears
    the same name → the line that stands for it. ``others``: members of the set that are no companies.
    """

    lines: Mapping[str, Member] = field(default_factory=lambda: MappingProxyType({}))
    standing_for: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    others: tuple[Member, ...] = ()

    @property
    def anybody(self) -> bool:
        """Whether there is any member."""
        return bool(self.lines or self.others)

    def of(self, company_id: str) -> Member | None:
        """The member that the line of a company stands for."""
        line = self.standing_for.get(company_id)
        return None if line is None else self.lines[line]


NOBODY = Members()


def members_of(plan: QuestionPlan, base: Base, day: int, among: Collection[str] = ()) -> Members:
    """Who answers a plan as of a ``day`` of eight digits: of a count, those by the types asked for alone; of yes or no,
    the entity, if it is a member; of a comparison, the companies compared; nobody of a value and a path."""
    match plan.answer:
        case Companies(set=asked):
            return lines_of(executed(asked, base, day), base, among)
        case Count(set=asked):
            return lines_of(executed(asked, base, day, strict=True), base, among)
        case YesNo(entity=entity, set=asked):
            certain = [each for each in executed(asked, base, day) if not only_reported(each, base, day)]
            found = _bearer_of(entity, certain, base)
            return found if found.anybody else _bearer_of(entity, _by_other_holdings(asked, base, day), base)
        case Compare(ids=ids):
            nodes = base.knowledge_base.node_of
            return lines_of([Member(each, nodes[each]) for each in dict.fromkeys(ids)], base)
    return NOBODY


def former_members(plan: QuestionPlan, base: Base, day: int, among: Collection[str] = ()) -> Members:
    """Who would answer a plan if its outermost relation had not ended by that ``day``; nobody of what is asked once."""
    answer = plan.answer
    if not isinstance(answer, Companies | Count | YesNo) or not base.once(records_ends):
        return NOBODY
    past = in_the_past(answer.set)
    if past is None:
        return NOBODY
    now = set(executed(answer.set, base, day).ids)
    found = [each for each in executed(past, base, day) if each.entity_id not in now]
    return _bearer_of(answer.entity, found, base) if isinstance(answer, YesNo) else lines_of(found, base, among)


def _bearer_of(entity: str, found: Iterable[Member], base: Base) -> Members:
    """The entity among some members, or else one of its name."""
    bearers = {entity, *base.knowledge_base.namesakes(entity)}
    ordered = sorted(found, key=lambda each: each.entity_id != entity)
    return lines_of([each for each in ordered if each.entity_id in bearers][:1], base)


def only_reported(member: Member, base: Base, day: int) -> bool:
    """Whether all that makes it a member is said to be reported by others."""
    knowledge_base = base.knowledge_base
    tenses = {tense_of(knowledge_base, base.ontology, row, day) for row in member.rows}
    return tenses == {"reported"}


def _by_other_holdings(asked: SetPlan, base: Base, day: int) -> Iterator[Member]:
    """Those who hold, or are held, by a type of relation that says more than the one asked for; where control is asked
    about, also by more than half of the shares."""
    about = outermost(asked)
    if about is not None and about.share is None and about.ended is None:
        ways = [(kind, end, None) for kind, end in ways_of_holding_besides(base.ontology, about)]
        majority = [(kind, end, MAJORITY) for kind, end in ways_of_majority(base.ontology, about)]
        for kind, end, share in (*ways, *majority):
            otherwise = about.model_copy(update={"type": kind, "end": end, "share": share})
            found = executed(with_outermost(asked, otherwise), base, day, strict=True)
            yield from (each for each in found if not by_acquisition(each, base))


def by_acquisition(member: Member, base: Base) -> bool:
    """Whether it is an acquisition that states the share by which somebody is a member."""
    graph, relation = base.knowledge_base.graph, base.knowledge_base.relation
    own = [row for row in member.rows if member.node in (int(graph.source[row]), int(graph.target[row]))]
    return any(relation(row).type == ACQUIRED for row in own)


def executed(asked: SetPlan, base: Base, day: int, *, strict: bool = False) -> ExecutedMembers:
    """The members of a set as of a ``day`` of eight digits, the best first."""
    control = partial(control_hops, base, day)
    return Executor(base.knowledge_base, base.ontology, day, control).members(asked, strict=strict).members


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
