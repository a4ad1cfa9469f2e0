"""Which money is recorded of a deal, in the words of the record, and what is told of each member beside its name."""

from __future__ import annotations

from collections.abc import Iterator

from core.discovery.footnotes import Footnotes
from core.discovery.others_of_a_name import told_of_others
from core.discovery.recorded_between import told_on_record
from core.discovery.told_beside import in_tense
from core.discovery.understood import Understood
from core.domain.plan import Companies, Or, YesNo
from core.domain.records import Relation
from core.domain.results import QuestionAnswer, Tense
from core.messages import Language, translate
from core.questions.execution.executor import Member
from core.retrieval.company_text import stated_as_of
from core.retrieval.terms import date_in_words, in_brackets, money_in_words

_MOST_TOLD = 3
_NOT_SO: tuple[Tense, ...] = ("planned", "denied")
_ENDS = ".。"


def answer_amount(found: Member | None, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """Each deal of which an amount is recorded, the latest first, as it is stated: it may be of a part of a company, of
    a holding that has ended of how it was sold, or of a deal that is planned or was called off, which is no value then.
    Else that none is recorded, with what is on record between the two."""
    base, words = understood.base.knowledge_base, understood.words(notes.language)
    now = found.rows if found else ()
    former = (*understood.former.lines.values(), *understood.former.others)
    ended = [row for each in former for row in each.rows]
    every = dict.fromkeys((*now, *ended, *_not_so(asked, understood)))
    rows = [row for row in every if base.relation(row).amount is not None]
    rows.sort(key=lambda row: (row in now, _began(base.relation(row))), reverse=True)
    if not rows:
        no = notes.sentence("answer.no_amount", entity=words.name(asked.entity), set=words.set(asked.set))
        sentences = (no, *told_of_others(understood, notes)[0], *told_on_record(understood, asked, notes, no))
        return QuestionAnswer(outcome="empty", kind="value", sentences=sentences, sources=notes.sources)
    told = []
    for row in rows[:_MOST_TOLD]:
        key = notes.relation(row)
        stated = stated_as_of(base, understood.base.ontology, row, understood.day, notes.language)
        said = {"amount": _amount(base.relation(row), notes.language), "sentence": stated.rstrip(_ENDS)}
        told.append(notes.sentence("answer.amount", [key], marks=notes.marks([key]), **said))
    value = _amount(base.relation(rows[0]), notes.language) if rows[0] in now else None
    return QuestionAnswer(outcome="answered", kind="value", value=value, sentences=tuple(told), sources=notes.sources)


def _not_so(asked: YesNo, understood: Understood) -> Iterator[int]:
    """Relations between the two that are planned, or were called off."""
    bearers = {asked.entity, *understood.base.knowledge_base.namesakes(asked.entity)}
    for part in asked.set.args if isinstance(asked.set, Or) else (asked.set,):
        for tense in _NOT_SO:
            yield from (row for each, row in in_tense(understood, part, tense).items() if each in bearers)


def told_of_each(member: Member, understood: Understood, language: Language) -> str:
    """What the plan asks for beside the name of a member, in brackets: when, or how much and when; nothing where it
    asks for nothing. What is not recorded is said to be so."""
    plan = understood.plan
    beside = plan.answer.beside if plan is not None and isinstance(plan.answer, Companies) else None
    if beside is None:
        return ""
    base = understood.base
    relations = [base.knowledge_base.relation(row) for row in member.rows]
    money = next((each for each in relations if each.amount is not None), None)
    dated = min(filter(_began, relations), key=_began, default=None) if beside == "date" else money
    date = _began(dated) if dated is not None else ""
    said = translate(f"answer.beside.no_{beside}", language)
    if beside == "amount" and money is not None:
        said = translate("term.separator", language).join(filter(None, (_amount(money, language), date)))
    elif beside == "date" and dated is not None:
        day = date_in_words(date, language)
        once = base.ontology[dated.type].happens_once
        said = day if once else translate("term.since", language, day=day)
    return in_brackets(said, language)


def _began(relation: Relation) -> str:
    return relation.start or str(relation.year or "")


def _amount(relation: Relation, language: Language) -> str:
    return money_in_words(relation.amount or 0.0, relation.currency, language)
