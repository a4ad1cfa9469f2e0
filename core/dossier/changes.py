"""What changed last: the relations of an entity that began or ended most recently, or are known as of a date."""

from __future__ import annotations

from typing import Literal

import numpy as np

from core.domain.partial_dates import today
from core.domain.results import Result, Tense
from core.dossier.relations import Neighbour, leads_away, neighbour
from core.ontology import Ontology
from core.retrieval.tenses import NOW, PAST, REPORTED, TENSES, tense_codes
from core.retrieval.terms import label_in_tense
from core.storage.knowledge_base import KnowledgeBase

ChangeEvent = Literal["began", "ended", "known"]


class Change(Result):
    """A relation that began or ended on a ``date`` of the precision that is known, or of which alone is known that it
    was so on that date.

    The rest as in NeighbourGroup, but that the labels of what ended do not say so again.
    """

    date: str
    event: ChangeEvent
    relation_type: str
    forward: bool
    tense: Tense
    label_zh: str
    label_en: str
    neighbour: Neighbour


def latest_changes(base: KnowledgeBase, ontology: Ontology, node: int, *, limit: int) -> tuple[Change, ...]:
    """At most ``limit`` ≥ 1 dated changes of an entity until today, sorted by date (latest first), then by weight.

    A relation counts once: by its end if it has ended, else by its start. What is only known as of a date comes in
    where fewer have begun or ended. Plans and denials are no changes.
    """
    rows, others = base.relations_of(node)
    codes = tense_codes(base, ontology, rows, today())
    facts = base.relation_facts.at(rows)
    holds = np.isin(codes, (NOW, REPORTED))
    changed = np.where(codes == PAST, facts.end, np.where(holds, facts.start, 0))
    dates = np.where(changed > 0, changed, np.where(holds, facts.as_of, 0))
    first = np.lexsort((rows, -base.graph.weight[rows], -dates, changed == 0))[:limit]
    listed = first[dates[first] > 0]
    latest = listed[np.lexsort((rows[listed], -base.graph.weight[rows[listed]], -dates[listed]))]
    forward = leads_away(base, ontology, node, rows)
    found = []
    for place in latest.tolist():
        relation, leads, tense = base.relation(int(rows[place])), bool(forward[place]), TENSES[int(codes[place])]
        kind, ended = ontology[relation.type], tense == "past"
        told: Tense = "now" if ended else tense
        began = relation.start or str(relation.year or "")
        found.append(
            Change(
                date=relation.end if ended else began or relation.as_of,
                event="ended" if ended else "began" if began else "known",
                relation_type=relation.type,
                forward=leads,
                tense=tense,
                label_zh=label_in_tense(kind.reads("zh", forward=leads), told, "zh"),
                label_en=label_in_tense(kind.reads("en", forward=leads), told, "en"),
                neighbour=neighbour(base, int(rows[place]), int(others[place])),
            )
        )
    return tuple(found)
