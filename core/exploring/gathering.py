"""Reading what is drawn from a knowledge base: entities, and the relations between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from core.exploring.drawing import Drawing, DrawnEdge, DrawnEntity
from core.ontology import Ontology
from core.retrieval.tenses import TENSES, tense_codes
from core.runtime.top_k import places_of_largest
from core.storage.knowledge_base import KnowledgeBase


def relations_between(
    base: KnowledgeBase, nodes: Collection[int], most: int | None = None
) -> tuple[tuple[DrawnEdge, ...], int]:
    """The relations whose ends are both among ``nodes``, in table order; ``most`` of them, the strongest, and how many
    more there are."""
    members = _members(base, nodes)
    touching = (base.relations_of(node) for node in nodes)
    inside = [rows[members[others]] for rows, others in touching]
    rows = np.unique(np.concatenate(inside)) if inside else np.zeros(0, dtype=np.int64)
    kept = rows if most is None else rows[np.sort(places_of_largest(base.graph.weight[rows], most))]
    return drawn_relations(base, kept.tolist()), len(rows) - len(kept)


def drawn_relations(base: KnowledgeBase, rows: Iterable[int]) -> tuple[DrawnEdge, ...]:
    """The relations of these rows of the table, in their order."""
    return tuple(_edge(base, row) for row in rows)


def drawn_as_of(drawing: Drawing, base: KnowledgeBase, ontology: Ontology, day: int) -> Drawing:
    """A drawing with the tenses of its relations on a ``day`` of eight digits."""
    rows = np.array([base.relation_row(edge.id) for edge in drawing.relations], dtype=np.int64)
    codes = zip(drawing.relations, tense_codes(base, ontology, rows, day).tolist(), strict=True)
    told = tuple(edge.model_copy(update={"tense": TENSES[code]}) for edge, code in codes)
    return drawing.model_copy(update={"relations": told})


def drawn_entities(
    base: KnowledgeBase,
    nodes: Collection[int],
    there: Collection[int],
    *,
    roots: Collection[str],
    walk: Mapping[int, float],
    pinned: Collection[str] = (),
    communities: Mapping[str, int] | None = None,
) -> tuple[DrawnEntity, ...]:
    """The entities of ``nodes``, in their order; neighbours that are not ``there`` are counted.

    ``walk``: shares by node. ``communities``: places by id.
    """
    reached = _members(base, there)
    drawn = []
    for node in nodes:
        entity = base.entity_at(node)
        rows, others = base.relations_of(node)
        drawn.append(
            DrawnEntity(
                id=entity.id,
                type=entity.type,
                name_zh=entity.name_zh,
                name_en=entity.name_en,
                country=entity.country,
                root=entity.id in roots,
                pinned=entity.id in pinned,
                relations=len(rows),
                further=len(np.unique(others[~reached[others]])),
                walk=walk.get(node, 0.0),
                community=(communities or {}).get(entity.id),
            )
        )
    return tuple(drawn)


def _members(base: KnowledgeBase, nodes: Collection[int]) -> NDArray[np.bool_]:
    """Per entity, whether it is one of ``nodes``."""
    members = np.zeros(base.graph.entities, dtype=bool)
    members[list(nodes)] = True
    return members


def _edge(base: KnowledgeBase, row: int) -> DrawnEdge:
    relation = base.relation(row)
    return DrawnEdge(
        id=relation.id,
        source=relation.source,
        target=relation.target,
        type=relation.type,
        weight=float(base.graph.weight[row]),
        year=relation.year,
        evidence_zh=relation.evidence("zh"),
        evidence_en=relation.evidence("en"),
    )
