"""What an answer says of those who were so and are so no more."""

from __future__ import annotations

from core.discovery.footnotes import Footnotes
from core.discovery.understood import Understood
from core.domain.plan import SetPlan, YesNo
from core.domain.results import AnswerSentence
from core.messages import Language, translate
from core.questions.executor import Member
from core.retrieval.tenses import tense_of
from core.retrieval.terms import date_in_words, in_brackets, term

_NAMED = 5
_SOURCES_EACH = 2


def told_formerly(understood: Understood, asked: SetPlan, notes: Footnotes) -> list[AnswerSentence]:
    """The first of those who were members, by name, with until when; nothing where there is nobody."""
    language, words = notes.language, understood.words(notes.language)
    found = (*understood.former.lines.values(), *understood.former.others)
    if not found:
        return []
    named, cited = [], []
    for member in found[:_NAMED]:
        keys = [notes.relation(row) for row in member.rows[:_SOURCES_EACH]]
        until = in_brackets(member_term(member, understood, language), language)
        named.append(f"{words.name(member.entity_id)}{until}{notes.marks(keys)}")
        cited += keys
    names = translate("reason.separator", language).join(named)
    if len(found) > _NAMED:
        names = translate("answer.and_more", language, names=names, more=len(found) - _NAMED)
    return [notes.sentence("answer.formerly", cited, set=words.set(asked), names=names)]


def told_no_more(understood: Understood, asked: YesNo, notes: Footnotes) -> AnswerSentence | None:
    """That an entity was a member, from when until when; nothing where it was not."""
    found = next(iter((*understood.former.lines.values(), *understood.former.others)), None)
    if found is None:
        return None
    words, keys = understood.words(notes.language), [notes.relation(row) for row in found.rows[:_NAMED]]
    said = in_brackets(member_term(found, understood, notes.language, with_start=True), notes.language)
    return notes.sentence(
        "answer.no_more",
        keys,
        entity=words.name(asked.entity),
        set=words.set(asked.set),
        term=said,
        marks=notes.marks(keys),
    )


def member_term(member: Member, understood: Understood, language: Language, *, with_start: bool = False) -> str:
    """Until when a member of the outermost relation was one: by its own relations, of which the last one to end counts,
    with its own beginning; nothing where one of them has no end."""
    base, ontology = understood.base.knowledge_base, understood.base.ontology
    own = [row for row in member.rows if member.node in (int(base.graph.source[row]), int(base.graph.target[row]))]
    if not own or not all(base.relation(row).end for row in own):
        return ""
    row = max(own, key=lambda each: base.relation(each).end)
    last, tense = base.relation(row), tense_of(base, ontology, row, understood.day)
    said = term(last, ontology[last.type], tense, understood.day, language)
    first = last.start or str(last.year or "")
    if not with_start or not first or not said:
        return said
    day, began = date_in_words(last.end, language), date_in_words(first, language)
    return translate("term.from_until", language, first=began, day=day)
