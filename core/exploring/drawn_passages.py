"""Passages in the picture of a neighbourhood: what names the companies in the middle, and what that is linked to."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.exploring.drawing import DrawnPassages
from core.retrieval.linked_passages import linked_passages
from core.storage.knowledge_base import KnowledgeBase


def drawn_passages(
    knowledge_base: KnowledgeBase, centres: Sequence[str], drawn: Collection[str], *, most: int = 10
) -> DrawnPassages:
    """Those that name a centre most, each with the passage it is linked to most, at most ``most`` in all."""
    weights: dict[str, float] = {}
    for centre in centres:
        for mention in knowledge_base.mentions_of(centre):
            weights[mention.passage_id] = max(weights.get(mention.passage_id, 0.0), mention.weight)
    chosen: dict[str, None] = {}
    for passage_id in sorted(weights, key=lambda each: (-weights[each], each)):
        chosen[passage_id] = None
        chosen.update({each.passage.id: None for each in linked_passages(knowledge_base, [passage_id])[:1]})
        if len(chosen) >= most:
            break
    shown = list(chosen)[:most]
    mentions = [
        each for passage_id in shown for each in knowledge_base.mentions_in(passage_id) if each.entity_id in drawn
    ]
    links = (each.link for each in linked_passages(knowledge_base, shown))
    return DrawnPassages(
        passages=tuple(knowledge_base.passage(passage_id) for passage_id in shown),
        mentions=tuple(mentions),
        links=tuple(link for link in links if {link.from_passage_id, link.to_passage_id} <= set(shown)),
        left_out=len(weights.keys() - set(shown)),
    )
