"""Whether something is on record, was so, or since when, in sentences with footnotes."""

from __future__ import annotations

import re

from core.discovery.ages import ages_asked, told_ages
from core.discovery.amount_answers import answer_amount
from core.discovery.counts import counts_asked, told_counts
from core.discovery.ended_otherwise import told_ended_otherwise
from core.discovery.footnotes import NAMED, Footnotes
from core.discovery.goods_in_rows import Supplied, rows_name_goods, supplied_goods, words_asked
from core.discovery.member_answers import columns_cited, reversed_roles
from core.discovery.members import executed, members_of
from core.discovery.others_of_a_name import told_of_others
from core.discovery.recorded_between import asks_of_the_past, may_own_since_acquired, told_on_record
from core.discovery.searched import Searched
from core.discovery.standing_answers import answer_stake, answer_still
from core.discovery.through_others import answer_through_others
from core.discovery.told_acquisitions import told_acquired_shares
from core.discovery.told_beside import (
    former_member,
    told_as_recorded,
    told_no_more,
    told_report,
)
from core.discovery.told_goods import answer_goods_named
from core.discovery.understood import Understood
from core.discovery.what_answers import answer_what
from core.domain.partial_dates import today
from core.domain.plan import And, Entities, Related, YesNo
from core.domain.records import Relation
from core.domain.results import AnswerSentence, QuestionAnswer
from core.messages import Language
from core.questions.execution.executor import Member
from core.questions.reading.whether_then import without_its_time
from core.retrieval.terms import date_in_words

_OF_A_DEAL = {"share": answer_stake, "amount": answer_amount, "what": answer_what}
"""What is told of a relation that holds, or that has ended."""

_CEASES = re.compile(
    r"\b(?:until|till|stop|cease|leave|sell|sold|exit|divest|left|no longer|resign|retire|step down|end|finish"
    r"|quit)\w*\b"
    r"|[到至](?:什么时候|何时|哪一?年|几时)|不再|卖|出售|清仓|售出|抛售|转让|卸任|离任|离职|辞任|辞去|退出|结束|停止|终止",
    re.IGNORECASE,
)
"""Words that ask until when."""

_UNTIL = re.compile(
    r"\b(?:until|till) (?:when|(?:which|what) year)\b|[到至](?:什么时候|何时|哪一?年|几时)", re.IGNORECASE
)
"""Words that ask until when, of what may last, too."""

_ASKS_WHEN = re.compile(
    r"\b(?:when|how long|wh(?:at|ich) (?:year|date))\b|什么时候|何时|何年|哪年|哪一年|多久", re.IGNORECASE
)
_STILL = re.compile(r"\bstill\b|仍|还|依然", re.IGNORECASE)
"""Words that ask of today."""


def answer_yes_no(searched: Searched, asked: YesNo, language: Language) -> QuestionAnswer:
    """Yes with the relations that say so, that nothing of it is on record, or neither; of a stake how large it is, of a
    deal how much was paid, of a supply what it holds."""
    understood = searched.understood
    notes = Footnotes(searched.base, understood.day, language)
    found = next(iter((*understood.members.lines.values(), *understood.members.others)), None)
    if asked.asks in _OF_A_DEAL:
        return _OF_A_DEAL[asked.asks](found, asked, understood, notes)
    if asked.asks == "still" and found is not None:
        return answer_still(found, asked, understood, notes)
    if asked.asks == "when" and found is not None:
        return _answer_when_each(found, asked, understood, notes)
    ages = ages_asked(asked.set)
    if ages is not None:
        return _compared(found, told_ages(f"answer.ages.{_yes_no(found)}", ages, understood, notes), understood, notes)
    counts = counts_asked(asked.set)
    if counts is not None:
        compared = told_counts(f"answer.counts.{_yes_no(found)}", counts, understood, notes)
        return _compared(found, compared, understood, notes)
    return _yes_or_no(found, asked, understood, notes)


def _yes_or_no(found: Member | None, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    named = answer_goods_named(understood, asked, notes) if found is None else None
    if named is not None:
        return named
    untold = _without_date(understood)
    if untold is not None:
        return _answer_when(untold[0], untold[1], understood, notes).model_copy(update={"kind": "yes_no"})
    if found is None:
        through = answer_through_others(asked, understood, notes)
        return through or _was_so(asked, understood, notes) or _no(asked, understood, notes)
    return _yes(found, asked, understood, notes)


def _was_so(asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer | None:
    """Answer a question about the past with a relation that has ended; None if there is none or today is asked about.

    “Was Cook chief executive of Apple?” is answered yes. “When did he leave?” is answered with the date.
    """
    former = former_member(understood)
    if former is None:
        return None
    if _ASKS_WHEN.search(understood.question):
        return _until(former, asked, understood, notes)
    past = asks_of_the_past(understood.question) and not _STILL.search(understood.question)
    told = told_no_more(understood, asked, notes, "answer.was_so") if past else None
    if told is None:
        return None
    return QuestionAnswer(outcome="answered", kind="yes_no", value=True, sentences=(told,), sources=notes.sources)


def _no(asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """No, with what is on record instead; neither where it is only reported, or only that one acquired the other."""
    report = told_report(understood, asked, notes)
    neither = report is None and not understood.former.anybody and may_own_since_acquired(understood, asked)
    untold = "answer.neither" if asks_of_the_past(understood.question) else "answer.neither_now"
    words = understood.words(notes.language)
    sentences: tuple[AnswerSentence, ...]
    if report is not None:
        sentences = (report,)
    else:
        names = {"entity": words.name(asked.entity), "set": words.set(asked.set)}
        no = told_no_more(understood, asked, notes)
        others, short = ([], "") if no or neither else told_of_others(understood, notes)
        if short:
            neither, untold, names = True, "answer.neither_of_name", {**names, "name": short}
        no = no or notes.sentence(untold if neither else "answer.no", **names)
        sentences = (no, *others, *told_on_record(understood, asked, notes, no))
    if report is not None or neither or asked.asks == "when":
        return QuestionAnswer(outcome="empty", kind="yes_no", sentences=sentences, sources=notes.sources)
    return QuestionAnswer(outcome="answered", kind="yes_no", value=False, sentences=sentences, sources=notes.sources)


def _yes(found: Member, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    words = understood.words(notes.language)
    supplied = supplied_goods(understood, asked.set)
    if supplied is not None and found.rows and not _names_goods(found, supplied, understood):
        return _untold_goods(found, asked, supplied.relation, understood, notes)
    as_recorded = told_as_recorded(understood, asked, found.rows[0], notes) if found.rows else None
    sentences = [as_recorded] if as_recorded else []
    if as_recorded is None:
        keys = [notes.relation(row) for row in found.rows[:NAMED]]
        keys = keys or columns_cited(found, asked.set, notes, understood)
        names = {"entity": words.name(asked.entity), "set": words.set(asked.set)}
        sentences = [notes.sentence("answer.yes", keys, marks=notes.marks(keys), **names)]
        if found.by_reverse_only:
            roles = reversed_roles(understood, notes.language)
            sentences.append(notes.sentence("answer.yes_reversed", keys, roles=roles))
        sentences += told_acquired_shares(understood, asked.set, notes)
        sentences += told_ended_otherwise(found, understood, notes)[1]
    return QuestionAnswer(
        outcome="answered",
        kind="yes_no",
        value=True,
        company_ids=tuple(understood.members.lines),
        sentences=tuple(sentences),
        sources=notes.sources,
    )


def _names_goods(found: Member, supplied: Supplied, understood: Understood) -> bool:
    return rows_name_goods(understood, found, words_asked(understood, supplied.goods))


def _untold_goods(
    found: Member, asked: YesNo, supplied: Related, understood: Understood, notes: Footnotes
) -> QuestionAnswer:
    """Neither: it is a supplier and makes such goods, but no row says that it supplies these."""
    words = understood.words(notes.language)
    relation = understood.base.knowledge_base.relation
    rows = [row for row in found.rows if relation(row).type == supplied.type] or list(found.rows)
    keys = [notes.relation(row) for row in rows[:NAMED]]
    quote = relation(rows[0]).evidence(notes.language)
    names = {"entity": words.name(asked.entity), "set": words.set(supplied), "marks": notes.marks(keys), "quote": quote}
    key = "answer.goods_untold" if quote else "answer.goods_unsaid"
    sentence = notes.sentence(key, keys, **names)
    return QuestionAnswer(outcome="empty", kind="yes_no", sentences=(sentence,), sources=notes.sources)


def _yes_no(found: Member | None) -> str:
    return "no" if found is None else "yes"


def _compared(
    found: Member | None, sentence: AnswerSentence, understood: Understood, notes: Footnotes
) -> QuestionAnswer:
    return QuestionAnswer(
        outcome="answered",
        kind="yes_no",
        value=found is not None,
        company_ids=tuple(understood.members.lines),
        sentences=(sentence,),
        sources=notes.sources,
    )


def _without_date(understood: Understood) -> tuple[Member, YesNo] | None:
    """Where it is asked whether something was so at a time: the member that it is made by relations of which no time
    is recorded, and the question without its time."""
    plan = understood.parsed.plan
    always = None if plan is None else without_its_time(plan)
    if always is None or not isinstance(always.answer, YesNo):
        return None
    found = members_of(always, understood.base, today())
    member = next(iter((*found.lines.values(), *found.others)), None)
    if member is None or not member.rows:
        return None
    base = understood.base.knowledge_base
    return None if any(_date(base.relation(row)) for row in member.rows) else (member, always.answer)


def _answer_when_each(found: Member, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """Of several that are named, since when for each: “When did Microsoft buy GitHub and LinkedIn?”."""
    sets = asked.set.args if isinstance(asked.set, And) else ()
    parts = [each for each in sets if isinstance(each, Related) and isinstance(each.of, Entities)]
    if len({(each.type, each.end) for each in parts}) != 1 or len(parts) < len(sets):
        return _answer_when(found, asked, understood, notes)
    told = []
    for part in parts:
        members = executed(part, understood.base, understood.day)
        member = next(each for each in members if each.node == found.node)  # it is a member of every part
        told.append(_answer_when(member, asked.model_copy(update={"set": part}), understood, notes))
    values = {each.value for each in told}
    return QuestionAnswer(
        outcome="empty" if values == {None} else "answered",
        kind="value",
        value=values.pop() if len(values) == 1 else None,
        sentences=tuple(sentence for each in told for sentence in each.sentences),
        sources=notes.sources,
    )


def _answer_when(found: Member, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """The earliest start recorded of the relations that make it a member; of what has ended, or where it is asked until
    when it holds, the end as well."""
    ended = isinstance(asked.set, Related) and asked.set.ended
    asks_until = _UNTIL.search(understood.question) is not None
    over = _until(found, asked, understood, notes) if ended or asks_until else None
    if over is not None:
        return over
    words, base = understood.words(notes.language), understood.base.knowledge_base
    dated = [(relation.start or str(relation.year), row) for row in found.rows if _date(relation := base.relation(row))]
    date = min(dated, default=None)
    keys = [notes.relation(row) for row in ([date[1]] if date else found.rows[:NAMED])]
    names = {"entity": words.name(asked.entity), "set": words.set(asked.set), "marks": notes.marks(keys)}
    sentence = notes.sentence("answer.began", keys, date=date[0], **names) if date else None
    otherwise = told_as_recorded(understood, asked, found.rows[0], notes) if found.rows else None
    told = otherwise or sentence or notes.sentence("answer.not_dated", keys, **names)
    end, ended_otherwise = told_ended_otherwise(found, understood, notes)
    first = date[0] if date else None
    value = end if end and _CEASES.search(understood.question) else first
    if asks_until and not end:  # since when it is so is no answer to that
        value, ended_otherwise = None, (notes.sentence("answer.no_end"),)
    return QuestionAnswer(
        outcome="answered" if value else "empty",
        kind="value",
        value=value,
        sentences=(told, *ended_otherwise),
        sources=notes.sources,
    )


def _until(found: Member, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer | None:
    """From when until when it was so, of what has ended; None where no end is recorded."""
    words, base = understood.words(notes.language), understood.base.knowledge_base
    ended = [(end, row) for row in found.rows if (end := base.relation(row).known_end)]
    if not ended:
        return None
    last, row = max(ended)
    first, keys = base.relation(row).start or str(base.relation(row).year or ""), [notes.relation(row)]
    of = asked.set.model_copy(update={"ended": None}) if isinstance(asked.set, Related) else asked.set
    names = {"entity": words.name(asked.entity), "set": words.set(of), "marks": notes.marks(keys)}
    names["until"] = date_in_words(last, notes.language)
    since = date_in_words(first, notes.language)
    known = notes.sentence("answer.was_between", keys, since=since, **names) if first else None
    return QuestionAnswer(
        outcome="answered",
        kind="value",
        value=last if not first or _CEASES.search(understood.question) else first,
        sentences=(known or notes.sentence("answer.was_until", keys, **names),),
        sources=notes.sources,
    )


def _date(relation: Relation) -> bool:
    return bool(relation.start or relation.year)
