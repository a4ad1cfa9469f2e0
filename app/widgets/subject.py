"""What an answer is about, in words."""

from __future__ import annotations

from app.state.view_state import page_language
from core.domain.results import Discovery
from core.messages import translate
from core.storage.knowledge_base import KnowledgeBase

_TOPIC_LENGTH = 80


def is_topic(discovery: Discovery) -> bool:
    """Whether the question names nothing and is answered by what it is about."""
    return not discovery.query_companies


def subject(knowledge_base: KnowledgeBase, discovery: Discovery, question: str) -> str:
    """Names of the companies asked about; of a question about a topic, its own words."""
    if is_topic(discovery):
        return question if len(question) <= _TOPIC_LENGTH else f"{question[: _TOPIC_LENGTH - 1]}…"
    names = [knowledge_base.entity(entity_id).name(page_language()) for entity_id in discovery.query_companies]
    return translate("reason.separator", page_language()).join(names)
