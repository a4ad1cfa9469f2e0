"""Members of a set with an exclusion that another relation type, which says about the same, joins to what is excluded.

“AI companies that do not use Nvidia's chips” lists whoever is no customer of Nvidia. OpenAI is on record as depending
on Nvidia, though not as a customer: the answer lists it and says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.discovery.footnotes import NAMED, SOURCES_EACH, Footnotes
from core.discovery.members import executed
from core.discovery.understood import Understood
from core.domain.plan import And, Entities, Filter, Minus, Related, SetPlan, Top
from core.domain.results import AnswerSentence
from core.reasoning.asked_relation import AskedRelation, recorded_answer_to


def told_left_in(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """One sentence for each such relation type, with the first of the members that have it."""
    words, told = understood.words(notes.language), list[AnswerSentence]()
    for left_out in _left_out(asked):
        for kind, end in recorded_answer_to(AskedRelation(left_out.type, left_out.end), understood.base.ontology).also:
            also = executed(left_out.model_copy(update={"type": kind, "end": end}), understood.base, understood.day)
            listed = [each for each in also if each.entity_id in understood.members.lines]
            keys = {
                each.entity_id: [notes.relation(row) for row in each.rows[:SOURCES_EACH]] for each in listed[:NAMED]
            }
            if keys and isinstance(left_out.of, Entities):
                names = [f"{words.name(each)}{notes.marks(own)}" for each, own in keys.items()]
                role = words.role(kind, end) if len(listed) == 1 else words.roles(kind, end)
                of = words.set(left_out.of)
                cited = [key for own in keys.values() for key in own]
                said = notes.names(names, len(listed))
                told.append(notes.sentence("answer.left_in", cited, role=words.roles_of(role, of), names=said))
    return told


def _left_out(asked: SetPlan) -> Iterator[Related]:
    """The relations that a set excludes, at any depth of filters and intersections."""
    match asked:
        case Filter(arg=arg) | Top(arg=arg):
            yield from _left_out(arg)
        case And(args=args):
            for each in args:
                yield from _left_out(each)
        case Minus(arg=arg, without=without):
            yield from _left_out(arg)
            yield from (each for each in without if isinstance(each, Related) and isinstance(each.of, Entities))
