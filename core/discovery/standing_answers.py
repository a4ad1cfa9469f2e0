"""Answers about one entity and a set that it is, or is not, a member of: how large its stake is, whether it still is
one, and what is on record where it is none."""

from __future__ import annotations

from core.discovery.footnotes import Footnotes
from core.discovery.members import members_of
from core.discovery.recorded_between import recorded_between
from core.discovery.understood import Understood
from core.domain.partial_dates import today
from core.domain.plan import Or, Plan, Related, YesNo
from core.domain.results import AnswerSentence, QuestionAnswer
from core.messages import translate
from core.questions.executor import Member
from core.questions.fitting import named_in
from core.questions.held_shares import holding_ways
from core.retrieval.disagreement import dated
from core.retrieval.terms import date_in_words, share_in_words

_NAMED = 3
_YEAR = 10_000


def answer_stake(found: Member | None, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """The share, or from–to, that the newest row states which states one, as recorded and as of when."""
    base, words = understood.base.knowledge_base, understood.words(notes.language)
    held = words.names(sorted(named_in(asked.set)), "plan.and")
    said = {"entity": words.name(asked.entity), "held": held}
    if found is None:
        return _no_stake(asked, said, understood, notes)
    row = max(found.rows, key=lambda each: dated(base, base.relation(each)))
    relation = base.relation(row)
    share, day = share_in_words(relation.share_low, relation.share_high, notes.language), dated(base, relation)
    keys = [notes.relation(row)]
    said |= {"share": share, "marks": notes.marks(keys)}
    key = "answer.stake_as_of" if day else "answer.stake"
    sentence = notes.sentence(key, keys, day=date_in_words(day, notes.language), **said)
    return QuestionAnswer(outcome="answered", kind="value", value=share, sentences=(sentence,), sources=notes.sources)


def _no_stake(asked: YesNo, said: dict[str, str], understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """That none is on record, or that how large it is is not."""
    assert isinstance(asked.set, Related)  # as it is asked
    ways = holding_ways(understood.base.ontology, asked.set)
    sets = tuple(Related(type=kind, end=end, of=asked.set.of) for kind, end in ways)
    plan = Plan(answer=YesNo(entity=asked.entity, set=Or(args=sets) if len(sets) > 1 else sets[0]))
    held = members_of(plan, understood.base, understood.day)
    member = next(iter((*held.lines.values(), *held.others)), None)
    if member is None:
        sentences = (notes.sentence("answer.no_stake", **said), *on_record_between(asked, understood, notes))
        return QuestionAnswer(outcome="empty", kind="value", sentences=sentences, sources=notes.sources)
    keys = [notes.relation(row) for row in member.rows[:_NAMED]]
    sentence = notes.sentence("answer.stake_not_stated", keys, marks=notes.marks(keys), **said)
    return QuestionAnswer(outcome="empty", kind="value", sentences=(sentence,), sources=notes.sources)


def answer_still(found: Member, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """Yes as of this year or the last one; of an older record only as of when it is, which is neither yes nor no."""
    base, words = understood.base.knowledge_base, understood.words(notes.language)
    rows = sorted(found.rows, key=lambda row: dated(base, base.relation(row)), reverse=True)[:_NAMED]
    keys = [notes.relation(row) for row in rows]
    day = max((dated(base, base.relation(row)) for row in rows), default="")
    recent = day[:4] >= str(today() // _YEAR - 1)
    key = "answer.still" if recent else "answer.still_untold" if day else "answer.still_not_dated"
    said = {"entity": words.name(asked.entity), "set": words.set(asked.set), "marks": notes.marks(keys)}
    sentence = notes.sentence(key, keys, day=date_in_words(day, notes.language), **said)
    return QuestionAnswer(
        outcome="answered",
        kind="yes_no",
        value=True if recent else None,
        company_ids=tuple(understood.members.lines) if recent else (),
        sentences=(sentence,),
        sources=notes.sources,
    )


def on_record_between(asked: YesNo, understood: Understood, notes: Footnotes) -> list[AnswerSentence]:
    """What is recorded between the entity and the only one that the set names; nothing where there is nothing."""
    named = named_in(asked.set)
    if len(named) != 1:
        return []
    found = recorded_between(understood.base, (asked.entity, *named), understood.day, notes.language)[:_NAMED]
    if not found:
        return []
    keys = [notes.cite(each.source) for each in found]
    told = translate("reason.separator", notes.language).join(
        f"{each.sentence.rstrip('.。')}{notes.marks([key])}" for each, key in zip(found, keys, strict=True)
    )
    return [notes.sentence("answer.between", keys, told=told)]
