"""Answers about one entity and a set that it is, or is not, a member of: how large its stake is, whether it still is
one, and what is on record where it is none."""

from __future__ import annotations

from core.discovery.ended_otherwise import told_ended_otherwise
from core.discovery.footnotes import Footnotes
from core.discovery.members import members_of
from core.discovery.others_of_a_name import told_of_others
from core.discovery.recorded_between import may_own_since_acquired, told_on_record
from core.discovery.understood import Understood
from core.domain.partial_dates import today
from core.domain.plan import Or, Plan, Related, YesNo
from core.domain.results import AnswerSentence, QuestionAnswer
from core.questions.execution.acquisitions import ACQUIRED
from core.questions.execution.executor import Member
from core.questions.execution.held_shares import holding_ways
from core.questions.phrases.fitting import named_in
from core.retrieval.disagreement import dated, disagreements, spoken_of
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
    begun = day in (relation.start, str(relation.year)) and day != relation.as_of
    key = "answer.stake_since" if day and begun else "answer.stake_as_of" if day else "answer.stake"
    if relation.type == ACQUIRED:
        day = relation.start or str(relation.year or "")
        key = "answer.stake_acquired_in" if day else "answer.stake_acquired"
    sentence = notes.sentence(key, keys, day=date_in_words(day, notes.language), **said)
    sentences = (sentence, *_told_otherwise(row, understood, notes))
    return QuestionAnswer(outcome="answered", kind="value", value=share, sentences=sentences, sources=notes.sources)


def _told_otherwise(newest: int, understood: Understood, notes: Footnotes) -> list[AnswerSentence]:
    """What older or undated rows of the same two say of the share, where that is something else."""
    base, told = understood.base.knowledge_base, list[AnswerSentence]()
    counts = base.relation(newest)
    rows, others = base.relations_of(base.node_of[counts.source])
    beside = rows[others == base.node_of[counts.target]].tolist()
    differing = disagreements(base, understood.base.ontology, (newest, *beside))
    said = {share_in_words(counts.share_low, counts.share_high, notes.language)}
    for row in sorted(differing, key=lambda each: dated(base, base.relation(each)), reverse=True):
        relation = base.relation(row)
        share = share_in_words(relation.share_low, relation.share_high, notes.language)
        if relation.type == counts.type and share and share not in said and len(told) < _NAMED:
            said.add(share)
            day, keys = dated(base, relation), [notes.relation(row)]
            key = "answer.stake_otherwise_as_of" if day else "answer.stake_otherwise"
            words = {"share": share, "marks": notes.marks(keys), "day": date_in_words(day, notes.language)}
            told.append(notes.sentence(key, keys, **words))
    return told


def _no_stake(asked: YesNo, said: dict[str, str], understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """That none is on record, or that how large it is is not."""
    assert isinstance(asked.set, Related)  # as it is asked
    ways = holding_ways(understood.base.ontology, asked.set)
    sets = tuple(Related(type=kind, end=end, of=asked.set.of) for kind, end in ways)
    plan = Plan(answer=YesNo(entity=asked.entity, set=Or(args=sets) if len(sets) > 1 else sets[0]))
    held = members_of(plan, understood.base, understood.day)
    member = next(iter((*held.lines.values(), *held.others)), None)
    if member is None:
        untold = may_own_since_acquired(understood, asked)
        no = notes.sentence("answer.stake_untold" if untold else "answer.no_stake", **said)
        sentences = (no, *told_of_others(understood, notes)[0], *told_on_record(understood, asked, notes, no))
        return QuestionAnswer(outcome="empty", kind="value", sentences=sentences, sources=notes.sources)
    keys = [notes.relation(row) for row in member.rows[:_NAMED]]
    sentence = notes.sentence("answer.stake_not_stated", keys, marks=notes.marks(keys), **said)
    return QuestionAnswer(outcome="empty", kind="value", sentences=(sentence,), sources=notes.sources)


def answer_still(found: Member, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """Yes as of this year or the last one; of an older record only as of when it is, which is neither yes nor no, as
    it is where another record tells an end."""
    base, words = understood.base.knowledge_base, understood.words(notes.language)
    rows = sorted(found.rows, key=lambda row: dated(base, base.relation(row)), reverse=True)[:_NAMED]
    keys = [notes.relation(row) for row in rows]
    day = max((dated(base, base.relation(row)) for row in rows), default="")
    end, otherwise = told_ended_otherwise(found, understood, notes)
    recent = day[:4] >= str(today() // _YEAR - 1) and not end
    began = not any(spoken_of(base, base.relation(row)) for row in rows)  # no day but that of the beginning
    unclear = "answer.still_unclear_since" if began else "answer.still_unclear"
    untold = "answer.still_untold_since" if began else "answer.still_untold"
    of_a_day = "answer.still" if recent else unclear if end else untold
    key = of_a_day if day else "answer.still_not_dated"
    said = {"entity": words.name(asked.entity), "set": words.set(asked.set), "marks": notes.marks(keys)}
    sentence = notes.sentence(key, keys, day=date_in_words(day, notes.language), **said)
    return QuestionAnswer(
        outcome="answered",
        kind="yes_no",
        value=True if recent else None,
        company_ids=tuple(understood.members.lines) if recent else (),
        sentences=(sentence, *otherwise),
        sources=notes.sources,
    )
