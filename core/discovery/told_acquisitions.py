"""What an answer tells of acquisitions where it is asked who owns somebody, or what somebody owns: whoever acquired a
company may own it."""

from __future__ import annotations

from collections.abc import Iterator

from core.discovery.footnotes import SOURCES_EACH, Footnotes
from core.discovery.members import by_acquisition, executed, lines_of
from core.discovery.recorded_between import acquisitions_of, is_of_holding
from core.discovery.told_members import told_members
from core.discovery.understood import Understood
from core.domain.plan import And, Related, RelationEnd, SetPlan, Share, Top
from core.domain.results import AnswerSentence, Tense
from core.questions.execution.acquisitions import ACQUIRED
from core.questions.execution.held_shares import MAJORITY, asks_owners, ways_of_holding_besides, ways_of_majority
from core.questions.execution.outermost import outermost, with_outermost

_KEYS: dict[Tense, str] = {
    "now": "answer.recorded_as",
    "reported": "answer.reported_as",
    "planned": "answer.planned_as",
}


def told_acquisitions(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Of a company of which no owner is recorded: who acquired it. Of what somebody holds: what it acquired, and is not
    on record to hold."""
    about = _holding_in(understood, asked)
    if about is None or about.type not in understood.base.ontology:
        return []
    owners = asks_owners(understood.base.ontology, about)
    if owners and understood.members.anybody:
        return []
    known = {*_listed(understood), *(each for *_, rows in other_holders(understood, asked) for each in rows)}
    end: RelationEnd = "backward" if owners else "forward"
    told = list[AnswerSentence]()
    for tense, key in _KEYS.items():
        if tense != "now" and not isinstance(asked, Related):
            continue  # of what is not so it is not known whether it fits the rest
        rows = {each: own for each, own in acquisitions_of(understood, about, tense).items() if each not in known}
        if rows and asked != about:
            instead = _with_holding(asked, about, Related(type=ACQUIRED, end=end, of=about.of))
            fitting = frozenset(executed(instead, understood.base, understood.day, strict=True).ids)
            rows = {each: own for each, own in rows.items() if each in fitting}
        if tense == "now" and not owners:
            told += told_members("answer.recorded_as_acquired", rows, understood, notes, with_day=True)
        else:
            told += told_members(key, rows, understood, notes, ACQUIRED, end)
    return told


def _holding_in(understood: Understood, asked: SetPlan) -> Related | None:
    """The relation that makes somebody a member; of several that a member has, the one that is a holding."""
    if not isinstance(asked, And):
        return outermost(asked)
    parts = [each for each in map(outermost, asked.args) if each is not None]
    holdings = [each for each in parts if is_of_holding(understood.base, each)]
    return holdings[0] if len(holdings) == 1 else None


def _with_holding(asked: SetPlan, about: Related, other: Related) -> SetPlan:
    if not isinstance(asked, And):
        return with_outermost(asked, other)
    args = (with_outermost(each, other) if outermost(each) == about else each for each in asked.args)
    return asked.model_copy(update={"args": tuple(args)})


def told_acquired_shares(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """Of which members the share is that of an acquisition: nothing later is on record of it."""
    about = outermost(asked.arg if isinstance(asked, Top) else asked)
    if about is None or about.share is None:
        return []
    relation = understood.base.knowledge_base.relation
    rows = {
        each.entity_id: tuple(row for row in each.rows if relation(row).type == ACQUIRED)[:SOURCES_EACH]
        for each in (*understood.members.lines.values(), *understood.members.others)
        if by_acquisition(each, understood.base)
    }
    return told_members("answer.share_acquired", rows, understood, notes, with_day=True)


def other_holders(
    understood: Understood, asked: SetPlan
) -> Iterator[tuple[str, RelationEnd, dict[str, tuple[int, ...]]]]:
    """Those on record by another type of holding that are no members, with some of their relations, by type."""
    about, ontology = outermost(asked), understood.base.ontology
    if about is None or about.ended or about.when is not None or about.share is not None:
        return
    members = understood.members
    besides = ways_of_holding_besides(ontology, about, anybody=bool(members.lines))
    ways: list[tuple[str, RelationEnd, Share | None]] = [(kind, end, None) for kind, end in besides]
    if not ways and not asks_owners(ontology, about):
        ways += [(kind, end, MAJORITY) for kind, end in ways_of_majority(ontology, about)]
    for kind, end, share in ways:
        otherwise = with_outermost(asked, Related(type=kind, end=end, of=about.of, share=share))
        found = lines_of(executed(otherwise, understood.base, understood.day, strict=True), understood.base)
        known = _listed(understood)
        every = [each for each in (*found.lines.values(), *found.others) if each.entity_id not in known]
        bought = {each.entity_id for each in every if by_acquisition(each, understood.base)}
        yield kind, end, {each.entity_id: each.rows[:SOURCES_EACH] for each in every if each.entity_id not in bought}


def _listed(understood: Understood) -> frozenset[str]:
    """Whoever is a member, or bears the name of one."""
    members = understood.members
    return frozenset((*members.standing_for, *(each.entity_id for each in members.others)))
