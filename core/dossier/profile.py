"""Everything that is recorded of one company, or of any other entity: who it is, whom it relates to, what names it."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from core.domain.records import Entity, MentionRole, Passage
from core.domain.results import Result
from core.dossier.changes import Change, latest_changes
from core.dossier.cited_documents import CitedDocument, cited_documents
from core.dossier.particulars import Particulars, particulars
from core.dossier.relations import NeighbourGroup, relation_groups
from core.errors import EntityUnknownError
from core.ontology import Ontology
from core.retrieval.linked_passages import LinkedPassage, linked_passages
from core.storage.knowledge_base import KnowledgeBase
from core.storage.merged_companies import MergedCompany

_LATEST = 6
"""Changes that a profile lists."""


class NamingPassage(Result):
    """A passage that names the entity, in which role, and the weight of that mention in [0, 1]."""

    passage: Passage
    role: MentionRole
    weight: float = Field(ge=0.0, le=1.0)


class EntityProfile(Result):
    """What is recorded of an entity.

    ``merged``: companies of other ids that went into it. ``groups``: its relations by type and direction, the largest
    group first; ``relations`` and ``neighbours`` count all relations and all different entities related to it.
    ``mentions`` counts the passages that name it, of which ``passages`` are those of the strongest mentions, strongest
    first. ``links``: what is linked to these passages across source kinds. ``particulars``: identifiers, people in
    roles, website, size. ``changes``: what began or ended last, the latest first. ``documents``: what its relations are
    taken from.
    """

    entity: Entity
    is_company: bool
    merged: tuple[MergedCompany, ...]
    groups: tuple[NeighbourGroup, ...]
    relations: int = Field(ge=0)
    neighbours: int = Field(ge=0)
    passages: tuple[NamingPassage, ...]
    mentions: int = Field(ge=0)
    links: tuple[LinkedPassage, ...]
    particulars: Particulars = Particulars()
    changes: tuple[Change, ...] = ()
    documents: tuple[CitedDocument, ...] = ()


def entity_profile(
    base: KnowledgeBase, ontology: Ontology, entity_id: str, *, neighbours_per_type: int = 20, passages: int = 10
) -> EntityProfile:
    """The profile of an entity by its id, or by the id of a company that was merged into it.

    ``neighbours_per_type`` ≥ 1 and ``passages`` ≥ 1 limit what is listed, never what is counted: what is read grows
    with them, not with the number of relations. Raises EntityUnknownError.
    """
    node = base.node_of.get(entity_id)
    if node is None:
        raise EntityUnknownError(entity=entity_id)
    entity = base.entity_at(node)
    rows, others = base.relations_of(node)
    mentions = base.strongest_mentions(entity.id, passages)
    naming = [
        NamingPassage(passage=base.passage(each.passage_id), role=each.role, weight=each.weight) for each in mentions
    ]
    return EntityProfile(
        entity=entity,
        is_company=bool(base.is_company[node]),
        merged=tuple(company for company in base.merged if company.into == entity.id),
        groups=relation_groups(base, ontology, node, limit=neighbours_per_type),
        relations=len(rows),
        neighbours=len(np.unique(others)),
        passages=tuple(naming),
        mentions=len(base.mention_edges(node)[0]),
        links=tuple(linked_passages(base, [each.passage.id for each in naming])),
        particulars=particulars(base, ontology, entity),
        changes=latest_changes(base, ontology, node, limit=_LATEST),
        documents=cited_documents(base, node),
    )
