"""A question as the searches see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from core.retrieval.evidence import AnsweringRelation
from core.retrieval.passage_words import AskedWords
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray


class AskedFor(AnsweringRelation, Protocol):
    """The relation a question asks for."""

    @property
    def type(self) -> str:
        """The relation type."""
        ...

    def concerns(self, relation_type: str) -> bool:
        """Whether edges of this type lead to what is asked for: the type itself, or the bridge that implies it."""
        ...


@dataclass(frozen=True, eq=False)
class HybridQuestion:
    """What the arms need to know.

    ``query_ids``: the companies (or bridges) asked about; none for a question about a topic. ``named_ids``: what the
    question names besides: products, industries, places, other companies. ``text``: the question as asked; ``topic``:
    the same without names and cue words. ``asked`` is None where the question asks for no relation type;
    ``recorded_answers`` are the companies, by node, recorded to be related so: ``RecordedEvidence.matches``. ``among``:
    nodes of the only companies that may answer, ascending; None for all. ``influence``: multiplier per edge type of the
    manifest, shape (edge types,); None walks the plain graph. ``is_unknown_name``: the question is nothing but the name
    of a company that is not here. ``words``: by which passages may say what is asked.
    """

    query_ids: tuple[str, ...]
    text: str
    damping: float
    max_hops: int
    asked: AskedFor | None = None
    recorded_answers: Mapping[int, float] = field(default_factory=dict)
    named_ids: tuple[str, ...] = ()
    topic: str = ""
    influence: FloatArray | None = None
    is_unknown_name: bool = False
    among: IntArray | None = field(default=None, compare=False)
    words: AskedWords = field(default_factory=AskedWords)


def with_names(knowledge_base: KnowledgeBase, query_ids: Iterable[str], text: str) -> str:
    """The question after the names, in both languages, of what is asked about: "Who are its competitors?" has no
    subject otherwise."""
    entities = [knowledge_base.entity(query_id) for query_id in query_ids]
    names = dict.fromkeys(name for entity in entities for name in (entity.name_zh, entity.name_en))
    return " ".join([*names, text]).strip()
