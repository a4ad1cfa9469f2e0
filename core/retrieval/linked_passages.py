"""Passages that are linked to given ones across source kinds, and how that reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.domain.records import CrossLink, Passage
from core.domain.results import Result
from core.messages import Language, translate
from core.storage.knowledge_base import KnowledgeBase

MAX_LINKS_PER_PASSAGE = 5
_BOOSTS = ("name_boost", "date_boost", "author_boost")


class LinkedPassage(Result):
    """A cross-link of a found passage, with the passage at its other end."""

    link: CrossLink
    confidence: float
    passage: Passage


def linked_passages(
    base: KnowledgeBase, passage_ids: Sequence[str], accepts: Callable[[Passage], bool] = lambda _: True
) -> list[LinkedPassage]:
    """Cross-links of these passages, each once, strongest first, at most five of each passage."""
    found: dict[tuple[str, str], LinkedPassage] = {}
    for passage_id in passage_ids:
        own = []
        for link in base.links_of(passage_id):
            other = base.passage(link.to_passage_id if link.from_passage_id == passage_id else link.from_passage_id)
            if accepts(other):
                own.append(LinkedPassage(link=link, confidence=link.confidence, passage=other))
        for each in sorted(own, key=_strength)[:MAX_LINKS_PER_PASSAGE]:
            found.setdefault((each.link.from_passage_id, each.link.to_passage_id), each)
    return sorted(found.values(), key=_strength)


def _strength(each: LinkedPassage) -> tuple[float, str, str]:
    return (-each.confidence, each.link.from_passage_id, each.link.to_passage_id)


def link_sentence(linked: LinkedPassage, seen_from: str, language: Language) -> str:
    """What a link says of the passage ``seen_from``, with the confidence and what it is made of."""
    link = linked.link
    reads = "alike" if link.type == "SEMANTICALLY_SIMILAR" else "to" if link.from_passage_id == seen_from else "from"
    boosts = [
        translate(f"link.{name}", language, boost=f"{getattr(link, name):.2f}")
        for name in _BOOSTS
        if getattr(link, name) > 0
    ]
    made_of = "".join([translate("link.similarity", language, similarity=f"{link.similarity:.2f}"), *boosts])
    title = linked.passage.title or linked.passage.id
    confidence = f"{linked.confidence:.2f}"
    return translate(f"link.{reads}", language, title=title, confidence=confidence, made_of=made_of)
