"""In which tense a recorded relation may be told: the one rule of what is in force on a day."""

from __future__ import annotations

from typing import get_args

import numpy as np
from numpy.typing import NDArray

from core.domain.partial_dates import today
from core.domain.results import Tense
from core.ontology import Ontology
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_facts import STATUSES
from core.storage.relation_graph import IntArray

TENSES: tuple[Tense, ...] = get_args(Tense)
"""By their codes."""
NOW, PAST, LATER, REPORTED = (TENSES.index(each) for each in ("now", "past", "later", "reported"))
_BY_STATUS = {STATUSES.index(each): TENSES.index(each) for each in TENSES if each in STATUSES}


def tense_codes(knowledge_base: KnowledgeBase, ontology: Ontology, rows: IntArray, day: int) -> IntArray:
    """The tense of each relation as of a ``day`` of eight digits, as places in ``TENSES``, shape (len(rows),).

    What is planned or denied is only that, whatever its dates. Else it has not begun, has ended, or a newer row says
    that it has (``NewerEnds.overrule``), or is so, or is only reported to be so. What happened once does not end.
    """
    types = knowledge_base.graph.edge_type[rows]
    kinds = [ontology[name] for name in knowledge_base.manifest.edge_types]
    once = np.array([kind.happens_once for kind in kinds], dtype=bool)[types]
    symmetric = np.array([kind.symmetric for kind in kinds], dtype=bool)[types]
    facts = knowledge_base.relation_facts.at(rows)
    over = facts.ended_before(day) | knowledge_base.newer_ends.overrule(rows, day, symmetric)
    codes = np.where(facts.start > day, LATER, np.where(over & ~once, PAST, NOW))
    for status, code in _BY_STATUS.items():
        holds = facts.status == status
        codes[holds & (codes == NOW) if code == REPORTED else holds] = code
    return codes


def in_force(knowledge_base: KnowledgeBase, ontology: Ontology, rows: IntArray, day: int) -> NDArray[np.bool_]:
    """Which relations are so on a ``day``: what alone may be told in the present tense, and counted."""
    return np.asarray(tense_codes(knowledge_base, ontology, rows, day) == NOW)


def tense_of(knowledge_base: KnowledgeBase, ontology: Ontology, row: int, day: int) -> Tense:
    """The tense of one relation."""
    return TENSES[int(tense_codes(knowledge_base, ontology, np.array([row]), day)[0])]


def always_in_force(knowledge_base: KnowledgeBase) -> bool:
    """Whether every relation is so from today on: none has an end or is still to begin, all are asserted."""
    facts = knowledge_base.relation_facts
    return not facts.any_end and bool(facts.asserted.all()) and not (facts.start > today()).any()
