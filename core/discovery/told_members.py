"""Companies as an answer names them beside its members, each with what is recorded of its relation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.discovery.footnotes import NAMED, Footnotes
from core.discovery.understood import Understood
from core.domain.partial_dates import today
from core.domain.plan import RelationEnd
from core.domain.results import AnswerSentence
from core.messages import translate
from core.retrieval.tenses import tense_of
from core.retrieval.terms import date_in_words, in_brackets, share_and_term, share_as_of


def told_members(
    key: str,
    rows: Mapping[str, Iterable[int]],
    understood: Understood,
    notes: Footnotes,
    kind: str = "",
    end: RelationEnd = "either",
    *,
    with_day: bool = False,
) -> list[AnswerSentence]:
    """The first of some, each with what is recorded of its relation; nothing of nobody. ``with_day``: with the day of
    what happened once."""
    term = _share_and_day if with_day else recorded_term
    words = understood.words(notes.language)
    named, cited = [], []
    for each, own in list(rows.items())[:NAMED]:
        keys = [notes.relation(row) for row in own]
        named.append(f"{words.name(each)}{term(understood, _own_row(understood, each, own), notes)}{notes.marks(keys)}")
        cited += keys
    if not named:
        return []
    role = words.role(kind, end) if kind and len(rows) == 1 else words.roles(kind, end) if kind else ""
    return [notes.sentence(key, cited, names=notes.names(named, len(rows)), role=role)]


def _own_row(understood: Understood, entity: str, rows: Iterable[int]) -> int:
    """The relation of which it is told how much, and since when: one of its own, not one that leads to it."""
    relation, every = understood.base.knowledge_base.relation, list(rows)
    own = (row for row in every if entity in (relation(row).source, relation(row).target))
    return next(own, every[0])


def recorded_term(understood: Understood, row: int, notes: Footnotes) -> str:
    """What is recorded of a relation, in brackets: the share, and until or since when."""
    base, ontology = understood.base.knowledge_base, understood.base.ontology
    relation = base.relation(row)
    tense = tense_of(base, ontology, row, understood.day)
    return share_and_term(relation, ontology[relation.type], tense, understood.day, notes.language)


def _share_and_day(understood: Understood, row: int, notes: Footnotes) -> str:
    """The share, and when it happened."""
    relation = understood.base.knowledge_base.relation(row)
    day = relation.start or str(relation.year or "")
    share = share_as_of(relation, today(), notes.language)
    said = (share, date_in_words(day, notes.language) if day else "")
    return in_brackets(translate("term.separator", notes.language).join(filter(None, said)), notes.language)
