"""When an entity's relations began or were reported: those of them that have a year, in order of time."""

from __future__ import annotations

from pydantic import Field

from core.domain.partial_dates import today
from core.domain.results import Result, Tense
from core.dossier.relations import Neighbour, leads_away, neighbour
from core.errors import EntityUnknownError
from core.ontology import Ontology
from core.retrieval.tenses import tense_of
from core.retrieval.terms import label_in_tense
from core.storage.knowledge_base import KnowledgeBase

STRONGEST = 1_000


class DatedRelation(Result):
    """A relation with its year; type, direction, tense and labels as in NeighbourGroup."""

    year: int
    relation_type: str
    forward: bool
    tense: Tense = "now"
    label_zh: str
    label_en: str
    neighbour: Neighbour


class Timeline(Result):
    """Relations of an entity by year, the earliest first, of one year the strongest first.

    ``undated`` counts those without a year, ``not_read`` the weaker ones of a hub that were not looked at.
    """

    dated: tuple[DatedRelation, ...]
    undated: int = Field(ge=0)
    not_read: int = Field(ge=0)


def entity_timeline(base: KnowledgeBase, ontology: Ontology, entity_id: str, *, strongest: int = STRONGEST) -> Timeline:
    """The timeline of an entity's ``strongest`` ≥ 1 relations by weight. Raises EntityUnknownError."""
    node = base.node_of.get(entity_id)
    if node is None:
        raise EntityUnknownError(entity=entity_id)
    rows, others = base.strongest_relations(node, strongest)
    forward = leads_away(base, ontology, node, rows).tolist()
    dated = []
    for row, other, leads in zip(rows.tolist(), others.tolist(), forward, strict=True):
        relation = base.relation(row)
        if relation.year is None:
            continue
        kind, tense = ontology[relation.type], tense_of(base, ontology, row, today())
        dated.append(
            DatedRelation(
                year=relation.year,
                relation_type=relation.type,
                forward=leads,
                tense=tense,
                label_zh=label_in_tense(kind.reads("zh", forward=leads), tense, "zh"),
                label_en=label_in_tense(kind.reads("en", forward=leads), tense, "en"),
                neighbour=neighbour(base, row, other),
            )
        )
    dated.sort(key=lambda each: (each.year, -each.neighbour.weight, each.neighbour.relation_id))
    recorded = len(base.relations_of(node)[0])
    return Timeline(dated=tuple(dated), undated=len(rows) - len(dated), not_read=recorded - len(rows))
