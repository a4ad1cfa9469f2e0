"""In which tense a recorded relation may be told: the one rule of what is in force on a day."""

from __future__ import annotations

from typing import get_args

import numpy as np
from numpy.typing import NDArray

from core.domain.partial_dates import today
from core.domain.records import Relation
from core.domain.results import Tense
from core.ontology import Ontology, RelationType
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_facts import STATUSES, relation_facts
from core.storage.relation_graph import IntArray
from core.storage.relation_table import RelationTable

TENSES: tuple[Tense, ...] = get_args(Tense)
"""By their codes."""
NOW, PAST, LATER, REPORTED = (TENSES.index(each) for each in ("now", "past", "later", "reported"))
_YEAR = 10_000  # a day of eight digits by its year
_BY_STATUS = {STATUSES.index(each): TENSES.index(each) for each in TENSES if each in STATUSES}


def tense_codes(knowledge_base: KnowledgeBase, ontology: Ontology, rows: IntArray, day: int) -> IntArray:
    """The tense of each relation as of a ``day`` of eight digits, as places in ``TENSES``, shape (len(rows),).

    What is planned or denied is only that, whatever its dates. Else it has not begun, has ended, or a newer row says
    that it has (``NewerEnds.overrule``), or is so, or is only reported to be so. What happened once does not end. What
    has no date has not begun before both ends were founded.
    """
    types = knowledge_base.graph.edge_type[rows]
    kinds = [ontology[name] for name in knowledge_base.manifest.edge_types]
    once = np.array([kind.happens_once for kind in kinds], dtype=bool)[types]
    symmetric = np.array([kind.symmetric for kind in kinds], dtype=bool)[types]
    facts = knowledge_base.relation_facts.at(rows)
    over = facts.ended_before(day) | knowledge_base.newer_ends.overrule(rows, day, symmetric)
    later = facts.start > day
    if day < today():
        later |= (facts.start == 0) & _founded_later(knowledge_base, rows, day)
    codes = np.where(later, LATER, np.where(over & ~once, PAST, NOW))
    for status, code in _BY_STATUS.items():
        holds = facts.status == status
        codes[holds & (codes == NOW) if code == REPORTED else holds] = code
    return codes


def _founded_later(knowledge_base: KnowledgeBase, rows: IntArray, day: int) -> NDArray[np.bool_]:
    """Of which relations an end was founded after the year of a day."""
    graph, later = knowledge_base.graph, knowledge_base.founded > day // _YEAR
    return np.asarray(later[graph.source[rows]] | later[graph.target[rows]])


def in_force(knowledge_base: KnowledgeBase, ontology: Ontology, rows: IntArray, day: int) -> NDArray[np.bool_]:
    """Which relations are so on a ``day``: what alone may be told in the present tense, and counted."""
    return np.asarray(tense_codes(knowledge_base, ontology, rows, day) == NOW)


def tense_of(knowledge_base: KnowledgeBase, ontology: Ontology, row: int, day: int) -> Tense:
    """The tense of one relation."""
    return TENSES[int(tense_codes(knowledge_base, ontology, np.array([row]), day)[0])]


def own_tense(relation: Relation, kind: RelationType, day: int) -> Tense:
    """The tense that a relation says itself, whatever is recorded of it besides."""
    facts = relation_facts(RelationTable.of([relation]))
    if relation.status in ("planned", "denied"):
        return relation.status
    if facts.start[0] > day:
        return "later"
    if facts.ended_before(day)[0] and not kind.happens_once:
        return "past"
    return "reported" if relation.status == "reported" else "now"


def always_in_force(knowledge_base: KnowledgeBase) -> bool:
    """Whether every relation is so from today on: none has an end or is still to begin, all are asserted."""
    facts = knowledge_base.relation_facts
    return not facts.any_end and bool(facts.asserted.all()) and not (facts.start > today()).any()
