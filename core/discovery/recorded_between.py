"""What is on record between the companies that a text names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.domain.recommendations import RecordedRelation
from core.messages import Language
from core.retrieval.base import Base
from core.retrieval.citations import relation_source
from core.retrieval.company_text import sentence_as_of

MOST_RECORDED = 30
"""Relations that are told of one text at most, the strongest."""


def recorded_between(base: Base, ids: Sequence[str], day: int, language: Language) -> tuple[RecordedRelation, ...]:
    """The relations between any two of the entities ``ids``, the strongest first, as of a ``day`` of eight digits."""
    knowledge_base = base.knowledge_base
    nodes = np.array([knowledge_base.node_of[each] for each in dict.fromkeys(ids)], dtype=np.int64)
    rows: set[int] = set()
    for node in nodes.tolist():
        touching, others = knowledge_base.relations_of(node)
        rows.update(touching[np.isin(others, nodes)].tolist())
    weight = knowledge_base.graph.weight
    strongest = sorted(rows, key=lambda row: (-float(weight[row]), row))[:MOST_RECORDED]
    return tuple(_recorded(base, row, day, language) for row in strongest)


def _recorded(base: Base, row: int, day: int, language: Language) -> RecordedRelation:
    knowledge_base, ontology = base.knowledge_base, base.ontology
    relation = knowledge_base.relation(row)
    return RecordedRelation(
        source_id=relation.source,
        target_id=relation.target,
        relation_type=relation.type,
        sentence=sentence_as_of(knowledge_base, ontology, relation, day, language),
        source=relation_source(knowledge_base, ontology, row, "graph", 1.0, day, language),
    )
