"""The picture of paths: what stands on them, in their order, and the relations that they step on."""

from __future__ import annotations

from collections.abc import Sequence

from core.domain.results import PathStep
from core.exploring.drawing import Drawing
from core.exploring.gathering import drawn_entities, drawn_relations
from core.storage.knowledge_base import KnowledgeBase

Steps = Sequence[PathStep]


def draw_paths(base: KnowledgeBase, paths: Sequence[Steps]) -> Drawing:
    """Entities and relations of ``paths``, each once, as the paths tell them; their ends are the roots."""
    steps = [step for path in paths for step in path]
    ids = list(dict.fromkeys(each for step in steps for each in (step.from_id, step.to_id)))
    nodes = [base.node_of[each] for each in ids]
    roots = {each for path in paths for each in (path[0].from_id, path[-1].to_id)}
    rows = dict.fromkeys(base.relation_row(step.relation_id) for step in steps)
    return Drawing(
        entities=drawn_entities(base, nodes, nodes, roots=roots, walk={}), relations=drawn_relations(base, rows)
    )
