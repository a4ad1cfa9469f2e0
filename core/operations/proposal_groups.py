"""Relations read from texts as answers of operations list them."""

from __future__ import annotations

from typing import Self

from core.curation.review_queue import Group, Proposed
from core.domain.read_relations import RelationTerms, TextEnd
from core.domain.records import Relation
from core.operations.operation import Output
from core.retrieval.base import Base


class ProposalListed(Output):
    """One quote that states the relation of its group. ``source_name`` and ``target_name`` as the text has them."""

    id: str
    quote: str
    quote_start: int
    quote_end: int
    passage_id: str
    title: str
    date: str
    confidence: float
    readers: tuple[str, ...]
    terms: RelationTerms

    @classmethod
    def of(cls, proposed: Proposed, base: Base) -> Self:
        """With the title and the date of its passage."""
        read, passage = proposed.read, base.knowledge_base.passage(proposed.read.passage_id)
        same = ("id", "quote", "quote_start", "quote_end", "passage_id", "confidence", "readers", "terms")
        return cls(**{name: getattr(read, name) for name in same}, title=passage.title, date=passage.date)


class RecordedAlready(Output):
    """A relation that is recorded of the same two."""

    id: str
    relation_type: str
    source: str
    target: str
    status: str

    @classmethod
    def of(cls, relation: Relation) -> Self:
        """What is recorded."""
        same = ("id", "source", "target", "status")
        return cls(**{name: getattr(relation, name) for name in same}, relation_type=relation.type)


class ProposalGroup(Output):
    """Quotes that state the same of the same two. ``recorded``: what says so already; ``against``: what is recorded of
    the two and does not go with it."""

    relation_type: str
    source: TextEnd
    target: TextEnd
    proposals: tuple[ProposalListed, ...]
    recorded: tuple[RecordedAlready, ...]
    against: tuple[RecordedAlready, ...]

    @classmethod
    def of(cls, group: Group, base: Base) -> Self:
        """As the queue has it."""
        stated = group.first.stated
        return cls(
            relation_type=stated.terms.relation_type,
            source=stated.source,
            target=stated.target,
            proposals=tuple(ProposalListed.of(each, base) for each in group.proposals),
            recorded=tuple(map(RecordedAlready.of, group.recorded)),
            against=tuple(map(RecordedAlready.of, group.against)),
        )
