"""What is on record between companies: those that a text names, and those of a question that is answered with no."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.discovery.footnotes import Footnotes
from core.discovery.understood import Understood
from core.domain.plan import Entities, YesNo, nodes_of
from core.domain.recommendations import RecordedRelation
from core.domain.results import AnswerSentence, SourceKind
from core.messages import Language, translate
from core.retrieval.base import Base
from core.retrieval.citations import relation_source
from core.retrieval.company_text import sentence_as_of
from core.retrieval.tenses import in_force

MOST_RECORDED = 30
"""Relations that are told of one text at most, the strongest."""
_MOST_TOLD = 3


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
    now = in_force(knowledge_base, base.ontology, np.array(rows, dtype=np.int64), understood.day)
    told: dict[str, str] = {}
    for _, row in sorted(zip((~now).tolist(), rows, strict=True), key=lambda each: each[0]):
        sentence = sentence_as_of(knowledge_base, base.ontology, row, understood.day, notes.language)
        is_cited = f"{SourceKind.RELATION}:{knowledge_base.relation(row).id}" in no.source_ids
        if sentence not in told and not is_cited and len(told) < _MOST_TOLD:
            told[sentence] = notes.relation(row)
    if not told:
        return []
    separator = translate("answer.relation_separator", notes.language)
    relations = separator.join(f"{sentence}{notes.marks([key])}" for sentence, key in told.items())
    return [notes.sentence("answer.on_record", told.values(), relations=relations)]


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
