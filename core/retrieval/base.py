"""What is open: a knowledge base, the types in force, its names and the settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Self, TypeVar, cast

from core.ontology import Ontology
from core.retrieval.industry_words import INDUSTRY, ends_of_type
from core.retrieval.linking import NameIndex
from core.retrieval.longer_names import is_in_relations_of
from core.retrieval.short_forms import PERSON
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

Made = TypeVar("Made")


@dataclass(frozen=True)
class Base:
    """The open knowledge base with what is needed to read it. Thread-safe, cheap to make and to pass on.

    Whoever shows or changes data takes this; only what searches takes a ``DiscoveryPipeline``.
    """

    knowledge_base: KnowledgeBase
    ontology: Ontology
    names: NameIndex
    settings: Settings
    _made: dict[Callable[[Self], object], object] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def over(cls, knowledge_base: KnowledgeBase, ontology: Ontology, settings: Settings) -> Self:
        """A base whose names are those of ``knowledge_base``."""
        names = NameIndex(
            knowledge_base,
            ontology,
            is_said_of=partial(is_in_relations_of, knowledge_base),
            relations_of=lambda entity: int(knowledge_base.relation_counts[knowledge_base.node_of[entity]]),
            industries=partial(ends_of_type, knowledge_base, ontology, INDUSTRY),
            people=partial(ends_of_type, knowledge_base, ontology, PERSON),
        )
        return cls(knowledge_base, ontology, names, settings)

    def once(self, make: Callable[[Self], Made]) -> Made:
        """What ``make`` makes of this base, made when it is first asked for and kept as long as the base is.

        Shared by the same base under other settings, of which it must not depend.
        """
        found = self._made.get(make)
        if found is None:  # two threads may both make it: one of both is kept
            found = self._made.setdefault(make, make(self))
        return cast(Made, found)

    def with_settings(self, settings: Settings) -> Self:
        """The same base under other settings."""
        return replace(self, settings=settings)
