"""Where nothing is on record of the company that a short name stands for: others whose name begins with it, such as LG
Energy Solution for LG, of whom it is."""

from __future__ import annotations

from collections.abc import Iterator

from core.discovery.footnotes import NAMED, SOURCES_EACH, Footnotes
from core.discovery.members import members_of
from core.discovery.understood import Understood
from core.domain.plan import Plan
from core.domain.results import AnswerSentence
from core.questions.execution.executor import Member
from core.questions.plans.changed_plan import part_at, with_name
from core.questions.plans.chips import chips
from core.questions.reading.left_out_families import is_full_name, others_called


def told_of_others(understood: Understood, notes: Footnotes) -> tuple[list[AnswerSentence], str]:
    """The sentence that tells them, and the name, where that is not what the company is called in full."""
    for name, meant in _names(understood):
        rows = {
            other: (*member.rows[:SOURCES_EACH],)
            for other in others_called(understood.base, name, meant)
            if (member := _answering(understood, meant, other)) is not None
        }
        if rows:
            words = understood.words(notes.language)
            keys = {each: [notes.relation(row) for row in own] for each, own in list(rows.items())[:NAMED]}
            named = [f"{words.name(each)}{notes.marks(own)}" for each, own in keys.items()]
            cited = [key for own in keys.values() for key in own]
            told = notes.sentence("answer.others_of_name", cited, name=name, names=notes.names(named, len(rows)))
            return [told], "" if is_full_name(understood.base, name, meant) else name
    return [], ""


def _names(understood: Understood) -> Iterator[tuple[str, str]]:
    """Every name of the question that stands for one entity, with that."""
    for match in understood.names:
        if len(match.entity_ids) == 1:
            yield understood.question[match.start : match.end], match.entity_ids[0]


def _answering(understood: Understood, meant: str, other: str) -> Member | None:
    """A member of the same plan with another company in the place of the one that was meant."""
    plan = understood.plan
    changed = None if plan is None else _with_another(plan, meant, other, understood)
    found = None if changed is None else members_of(changed, understood.base, understood.day)
    return None if found is None else next(iter((*found.lines.values(), *found.others)), None)


def _with_another(plan: Plan, meant: str, other: str, understood: Understood) -> Plan | None:
    changed = plan
    for chip in chips(plan, understood.words("en")):
        if part_at(plan, chip.key) == meant:
            changed = with_name(changed, chip.key, other)
    return None if changed == plan else changed
