"""What one company supplies, or licenses, to another, in the words of its records: of a sentence, else of columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from core.discovery.footnotes import NAMED, Footnotes
from core.discovery.goods_in_rows import goods_in_columns
from core.discovery.recorded_between import told_on_record
from core.discovery.told_beside import told_no_more
from core.discovery.understood import Understood
from core.domain.plan import YesNo
from core.domain.records import Relation
from core.domain.results import QuestionAnswer
from core.messages import Language, translate
from core.questions.execution.executor import Member
from core.retrieval.terms import date_in_words, in_brackets

_WORDED = re.compile(r"[^\W\d_]{2}")
_MOST_FACTS = 6


def _since(relation: Relation, language: Language) -> str:
    """Since when, or which day, a relation is on record, in brackets; that no date is recorded."""
    began = relation.start or str(relation.year or "")
    if not began:
        return in_brackets(translate("answer.beside.no_date", language), language)
    return in_brackets(translate("term.since", language, day=date_in_words(began, language)), language)


def _in_words(relations: Iterable[Relation]) -> Iterator[str]:
    """What columns beside those that are read say in words: Category: Aluminium castings."""
    told = (each for relation in relations for each in relation.attributes)
    worded = dict.fromkeys(f"{each.name}: {each.value}" for each in told if _WORDED.search(each.value))
    return islice(worded, _MOST_FACTS)


def answer_what(found: Member | None, asked: YesNo, understood: Understood, notes: Footnotes) -> QuestionAnswer:
    """Each record's own words; of what has ended beside the statement that it has; or that nothing is on record."""
    words, relation = understood.words(notes.language), understood.base.knowledge_base.relation
    names = {"entity": words.name(asked.entity), "set": words.set(asked.set)}
    former = (*understood.former.lines.values(), *understood.former.others)
    rows = found.rows if found is not None else tuple(row for each in former for row in each.rows)
    sentences = []
    if found is None:
        no = told_no_more(understood, asked, notes) or notes.sentence("answer.not_among", **names)
        sentences = [no, *([] if rows else told_on_record(understood, asked, notes, no))]
    quotes: dict[str, int] = {}
    for row in rows:
        quotes.setdefault(relation(row).evidence(notes.language) or goods_in_columns(relation(row)), row)
    told = [quote for quote in quotes if quote][:NAMED]
    for quote in told:
        key = notes.relation(quotes[quote])
        reads = "answer.what_recorded" if found is not None else "answer.record_reads"
        since = _since(relation(quotes[quote]), notes.language)
        sentences.append(notes.sentence(reads, [key], quote=quote, since=since, marks=notes.marks([key]), **names))
    if rows and not told:
        keys = [notes.relation(row) for row in rows[:NAMED]]
        facts = translate("answer.relation_separator", notes.language).join(_in_words(map(relation, rows[:NAMED])))
        key = "answer.what_in_columns" if facts else "answer.what_unsaid"
        if facts:
            names["facts"] = facts
        sentences.append(notes.sentence(key, keys, marks=notes.marks(keys), **names))
    return QuestionAnswer(
        outcome="answered" if told else "empty",
        kind="value",
        value=told[0] if told else None,
        sentences=tuple(sentences),
        sources=notes.sources,
    )
