"""What is on record between companies: those that a text names, and those of a question that is answered with no."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from core.discovery.footnotes import Footnotes
from core.discovery.understood import Understood
from core.domain.plan import Entities, Or, Related, YesNo, nodes_of
from core.domain.recommendations import RecordedRelation
from core.domain.results import AnswerSentence, SourceKind, Tense
from core.messages import Language, translate
from core.questions.execution.acquisitions import ACQUIRED, Acquisitions
from core.questions.execution.held_shares import asks_owners
from core.questions.execution.hops import Relations
from core.questions.execution.outermost import outermost
from core.retrieval.base import Base
from core.retrieval.citations import relation_source
from core.retrieval.company_text import sentence_as_of, stated_as_of
from core.retrieval.tenses import in_force, tense_of
from core.retrieval.terms import date_in_words, in_brackets, share_as_of

MOST_RECORDED = 30
"""Relations that are told of one text at most, the strongest."""
_MOST_TOLD = 3
_ENDS = ".。"
_PAST = re.compile(r"\b(?:did|was|were|had|n?ever|once|at any time)\b|曾|过|以前|从[未没来]", re.IGNORECASE)


def recorded_between(base: Base, ids: Sequence[str], day: int, language: Language) -> tuple[RecordedRelation, ...]:
    """The relations between any two of the entities ``ids``, the strongest first, as of a ``day`` of eight digits."""
    nodes = [base.knowledge_base.node_of[each] for each in dict.fromkeys(ids)]
    return tuple(_recorded(base, row, day, language) for row in _rows_between(base, nodes, nodes)[:MOST_RECORDED])


def told_on_record(understood: Understood, asked: YesNo, notes: Footnotes, no: AnswerSentence) -> list[AnswerSentence]:
    """Beside a ``no``: what is on record between the entity and those that the set names, what is in force first;
    nothing where there is nothing but what the ``no`` itself cites."""
    base, plan = understood.base, understood.plan
    knowledge_base = base.knowledge_base
    named = [each for _, node in (nodes_of(plan) if plan else ()) if isinstance(node, Entities) for each in node.ids]
    rows = _rows_between(base, [knowledge_base.node_of[asked.entity]], [knowledge_base.node_of[each] for each in named])
    told: dict[str, list[str]] = {}
    for row in _in_force_first(base, rows, understood.day):
        relation = knowledge_base.relation(row)
        kind = base.ontology[relation.type]
        stated = stated_as_of if kind.happens_once else sentence_as_of  # what happened next is told where it is stated
        sentence = stated(knowledge_base, base.ontology, row, understood.day, notes.language).rstrip(_ENDS)
        if sentence != relation.evidence(notes.language).rstrip(_ENDS):
            sentence += _share_and_beginning(base, row, understood.day, notes.language)
        is_cited = f"{SourceKind.RELATION}:{knowledge_base.relation(row).id}" in no.source_ids
        if sentence not in told and not is_cited and len(told) < _MOST_TOLD:
            told[sentence] = [notes.relation(row)]
    return _sentence(told, notes, "answer.on_record")


def _share_and_beginning(base: Base, row: int, day: int, language: Language) -> str:
    """In brackets how much, and since when, or when it happened; nothing of what is not so on the day."""
    relation = base.knowledge_base.relation(row)
    if tense_of(base.knowledge_base, base.ontology, row, day) != "now":
        return ""
    begun = date_in_words(relation.start, language) if relation.start else ""
    if begun and not base.ontology[relation.type].happens_once:
        begun = translate("term.since", language, day=begun)
    said = (share_as_of(relation, day, language), begun)
    return in_brackets(translate("term.separator", language).join(filter(None, said)), language)


def all_on_record(base: Base, one: str, other: str, day: int, notes: Footnotes) -> list[AnswerSentence]:
    """Every relation on record between two entities, what is in force first, the rest marked as what it is; nothing
    where there is none."""
    node_of = base.knowledge_base.node_of
    told: dict[str, list[str]] = {}
    for row in _in_force_first(base, _rows_between(base, [node_of[one]], [node_of[other]]), day):
        sentence = sentence_as_of(base.knowledge_base, base.ontology, row, day, notes.language).rstrip(_ENDS)
        told.setdefault(sentence, []).append(notes.relation(row))
    names = (base.knowledge_base.entity(each).name(notes.language) for each in (one, other))
    return _sentence(told, notes, "answer.on_record_of", **dict(zip(("first", "second"), names, strict=True)))


def _in_force_first(base: Base, rows: Sequence[int], day: int) -> list[int]:
    now = in_force(base.knowledge_base, base.ontology, np.array(rows, dtype=np.int64), day)
    return [row for _, row in sorted(zip((~now).tolist(), rows, strict=True), key=lambda each: each[0])]


def _sentence(told: Mapping[str, Sequence[str]], notes: Footnotes, key: str, **names: str) -> list[AnswerSentence]:
    """Relations with their sources as one sentence; nothing without any."""
    if not told:
        return []
    separator = translate("answer.relation_separator", notes.language)
    relations = separator.join(f"{sentence}{notes.marks(keys)}" for sentence, keys in told.items())
    return [notes.sentence(key, (each for keys in told.values() for each in keys), relations=relations, **names)]


def may_own_since_acquired(understood: Understood, asked: YesNo) -> bool:
    """Whether it is asked if somebody owns, or owned, a company that it is on record to have acquired by the day: the
    acquisition says that it began, and nothing until when it was so. It is over where another owner is on record, or
    another acquisition after that one."""
    was_asked = asks_of_the_past(understood.question)
    return any(
        rows and (was_asked or not all(_is_over(understood, row) for row in rows))
        for rows in _acquisitions(understood, asked)
    )


def _acquisitions(understood: Understood, asked: YesNo) -> list[list[int]]:
    parts = asked.set.args if isinstance(asked.set, Or) else (asked.set,)  # "ever": a parent or a former one
    return [_acquired_in(understood, asked.entity, outermost(each)) for each in parts]


def asks_of_the_past(question: str) -> bool:
    """Whether a question is about what was, or ever was."""
    return _PAST.search(question) is not None


def acquisitions_of(understood: Understood, about: Related | None, tense: Tense = "now") -> dict[str, tuple[int, ...]]:
    """Where owners are asked for: who acquired the company, with the rows, and may own it, or, where former owners are
    asked for, whose company it is no more. Where it is asked what somebody holds: what it acquired, likewise.
    ``tense``: what is only planned or reported."""
    base = understood.base.knowledge_base
    if about is None or not is_of_holding(understood.base, about) or not isinstance(about.of, Entities):
        return {}
    if about.when is not None or about.share is not None:
        return {}
    owners = asks_owners(understood.base.ontology, about)
    found: dict[str, tuple[int, ...]] = {}
    for row in (row for each in about.of.ids for row in base.relations_of(base.node_of[each])[0].tolist()):
        relation = base.relation(row)
        near, far = (relation.target, relation.source) if owners else (relation.source, relation.target)
        if near not in about.of.ids or not _is_deal(understood, row, tense):
            continue
        if _was_sold(understood, row) if about.ended else not _is_over(understood, row):
            found[far] = (*found.get(far, ()), row)
    return found


def is_of_holding(base: Base, about: Related) -> bool:
    """Whether a relation means that somebody holds somebody."""
    return about.type in base.ontology and base.ontology[about.type].holding is not None


def _is_deal(understood: Understood, row: int, tense: Tense = "now") -> bool:
    """Whether a row is an acquisition that has happened by the day, or one in another tense: what was called off or is
    planned has not."""
    base = understood.base.knowledge_base
    of_type = base.relation(row).type == ACQUIRED
    return of_type and tense_of(base, understood.base.ontology, row, understood.day) == tense


def _is_over(understood: Understood, acquisition: int) -> bool:
    """Whether the company has an owner on record, what its buyer holds of it is recorded later, or it was acquired
    again or sold later."""
    base, ontology = understood.base.knowledge_base, understood.base.ontology
    buyer, bought = base.relation(acquisition).source, base.relation(acquisition).target
    began = int(base.relation_facts.start[acquisition])
    for row in _in_force_of(understood, bought):
        relation = base.relation(row)
        holding = ontology[relation.type].holding
        if holding is None:
            continue
        by_source = holding.owner == "source"
        owner, held = (relation.source, relation.target) if by_source else (relation.target, relation.source)
        newest = max(int(base.relation_facts.as_of[row]), int(base.relation_facts.start[row]))
        if held == bought and (holding.control or (owner == buyer and newest > began)):
            return True
    return _was_sold(understood, acquisition)


def _was_sold(understood: Understood, acquisition: int) -> bool:
    """Whether the company was acquired again, or sold by who acquired it, later."""
    base, ontology = understood.base.knowledge_base, understood.base.ontology
    acquisitions = Acquisitions(base, ontology, Relations(base, ontology, understood.day))
    return bool(acquisitions.sold(np.array([acquisition]))[0])


def _in_force_of(understood: Understood, entity: str) -> list[int]:
    base = understood.base.knowledge_base
    rows = base.relations_of(base.node_of[entity])[0]
    now = in_force(base, understood.base.ontology, rows, understood.day)
    return [int(row) for row in rows[now].tolist()]


def _acquired_in(understood: Understood, entity: str, about: Related | None) -> list[int]:
    """The acquisitions by which one of the two of a question of owners came to own the other."""
    base = understood.base
    if about is None or not is_of_holding(base, about) or not isinstance(about.of, Entities):
        return []
    knowledge_base, owners = base.knowledge_base, asks_owners(base.ontology, about)
    own, others = [knowledge_base.node_of[entity]], [knowledge_base.node_of[each] for each in about.of.ids]
    buyers, bought = (own, others) if owners else (others, own)
    return [
        row
        for row in _rows_between(base, own, others)
        if _is_deal(understood, row)
        and knowledge_base.node_of[knowledge_base.relation(row).source] in buyers
        and knowledge_base.node_of[knowledge_base.relation(row).target] in bought
    ]


def _rows_between(base: Base, nodes: Sequence[int], others: Sequence[int]) -> list[int]:
    """The relations between one of some nodes and one of others, the strongest first."""
    rows: set[int] = set()
    for node in nodes:
        touching, ends = base.knowledge_base.relations_of(node)
        rows.update(touching[np.isin(ends, others)].tolist())
    weight = base.knowledge_base.graph.weight
    return sorted(rows, key=lambda row: (-float(weight[row]), row))


def _recorded(base: Base, row: int, day: int, language: Language) -> RecordedRelation:
    knowledge_base, ontology = base.knowledge_base, base.ontology
    relation = knowledge_base.relation(row)
    return RecordedRelation(
        source_id=relation.source,
        target_id=relation.target,
        relation_type=relation.type,
        sentence=sentence_as_of(knowledge_base, ontology, row, day, language),
        source=relation_source(knowledge_base, ontology, row, "graph", 1.0, day, language),
    )
