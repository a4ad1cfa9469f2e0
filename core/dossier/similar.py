"""Entities whose profile reads like that of a given one, and what both are related to."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from core.domain.partial_dates import today
from core.domain.results import Result
from core.dossier.relations import leads_away
from core.errors import EntityUnknownError
from core.messages import Language
from core.ontology import Ontology
from core.retrieval.tenses import NOW, TENSES, tense_codes
from core.retrieval.terms import label_in_tense
from core.retrieval.vector_search import entity_vector, nearest_entities
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

SHOWN_SHARED = 6
_Kind = tuple[str, bool, int, int]  # relation type, whether it reads forward, the node at the other end, the tense


class SharedRelation(Result):
    """A relation of one type and direction to one and the same entity that both have, in force on both sides."""

    relation_type: str
    label_zh: str
    label_en: str
    entity_id: str
    name_zh: str
    name_en: str


class SimilarEntity(Result):
    """``similarity`` in [-1, 1]: cosine of the profile vectors after what all profiles have in common is taken away.

    ``shared`` lists the first of the ``shared_relations``; ``direct_zh`` and ``direct_en`` say how the given entity
    itself relates to this one; what it does no more is marked.
    """

    entity_id: str
    name_zh: str
    name_en: str
    similarity: float = Field(ge=-1.0, le=1.0)
    direct_zh: tuple[str, ...]
    direct_en: tuple[str, ...]
    shared: tuple[SharedRelation, ...]
    shared_relations: int = Field(ge=0)


def similar_entities(
    base: KnowledgeBase, ontology: Ontology, settings: Settings, entity_id: str, *, limit: int = 8
) -> tuple[SimilarEntity, ...]:
    """The ``limit`` ≥ 1 entities most alike, likest first: companies for a company, else entities of its own type.

    Empty for an entity without a profile vector. Raises EntityUnknownError.
    """
    node = base.node_of.get(entity_id)
    if node is None:
        raise EntityUnknownError(entity=entity_id)
    vector = entity_vector(base, [entity_id])
    if not vector.any():
        return ()
    types = base.manifest.company_types if base.is_company[node] else (base.entity_at(node).type,)
    found = nearest_entities(base, vector, settings, types)
    nodes = np.array(sorted(set(found) - {node}), dtype=np.int64)
    likeness = base.entity_vectors.centred_similarities(nodes, vector)
    best = np.argsort(-likeness, kind="stable")[:limit]
    own = _relations(base, ontology, node)
    return tuple(
        _similar(base, ontology, own, other, similarity)
        for other, similarity in zip(nodes[best].tolist(), likeness[best].tolist(), strict=True)
    )


def _relations(base: KnowledgeBase, ontology: Ontology, node: int) -> set[_Kind]:
    """What ``node`` relates to, how, and in which tense today."""
    rows, others = base.relations_of(node)
    tenses = tense_codes(base, ontology, rows, today())
    names = [base.manifest.edge_types[code] for code in base.graph.edge_type[rows].tolist()]
    return set(
        zip(names, leads_away(base, ontology, node, rows).tolist(), others.tolist(), tenses.tolist(), strict=True)
    )


def _similar(base: KnowledgeBase, ontology: Ontology, own: set[_Kind], other: int, similarity: float) -> SimilarEntity:
    entity = base.entity_at(other)
    direct = sorted((tense, name, forward) for name, forward, end, tense in own if end == other)
    now = {each for each in own & _relations(base, ontology, other) if each[-1] == NOW}
    common = sorted(now, key=lambda each: (base.manifest.edge_types.index(each[0]), *each[1:]))
    return SimilarEntity(
        entity_id=entity.id,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
        similarity=float(np.clip(similarity, -1.0, 1.0)),
        direct_zh=tuple(_label(ontology, *each, "zh") for each in direct),
        direct_en=tuple(_label(ontology, *each, "en") for each in direct),
        shared=tuple(_shared(base, ontology, *each[:3]) for each in common[:SHOWN_SHARED]),
        shared_relations=len(common),
    )


def _label(ontology: Ontology, tense: int, relation_type: str, forward: bool, language: Language) -> str:
    return label_in_tense(ontology[relation_type].reads(language, forward=forward), TENSES[tense], language)


def _shared(base: KnowledgeBase, ontology: Ontology, relation_type: str, forward: bool, end: int) -> SharedRelation:
    kind, entity = ontology[relation_type], base.entity_at(end)
    return SharedRelation(
        relation_type=relation_type,
        label_zh=kind.reads("zh", forward=forward),
        label_en=kind.reads("en", forward=forward),
        entity_id=entity.id,
        name_zh=entity.name_zh,
        name_en=entity.name_en,
    )
