"""Which types of entity stand at the ends of each relation type in a knowledge base."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from core.questions.execution.columns import columns_of
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import IntArray

Ends = tuple[frozenset[str], frozenset[str]]


class RecordedTypes:
    """Of one open knowledge base; read from its arrays when first asked for."""

    def __init__(self, knowledge_base: KnowledgeBase) -> None:
        self._base = knowledge_base

    def __call__(self, kind: str) -> Ends:
        """The types at the source and at the target of relations of a type."""
        return self._ends.get(kind, (frozenset(), frozenset()))

    def warm_up(self) -> None:
        """Read the arrays ahead of the first question."""
        self("")

    @cached_property
    def _ends(self) -> dict[str, Ends]:
        graph, types = self._base.graph, columns_of(self._base).of_entities.types
        kinds = graph.edge_type[: graph.relations]
        sources, targets = (
            self._pairs(kinds, ends[: graph.relations], types.codes) for ends in (graph.source, graph.target)
        )
        return {
            name: (
                frozenset(types.values[each] for each in sources.get(code, ())),
                frozenset(types.values[each] for each in targets.get(code, ())),
            )
            for code, name in enumerate(self._base.manifest.edge_types)
        }

    def _pairs(self, kinds: IntArray, ends: IntArray, codes: IntArray) -> dict[int, list[int]]:
        count = int(codes.max(initial=0)) + 1
        found: dict[int, list[int]] = {}
        for pair in np.unique(kinds.astype(np.int64) * count + codes[ends]).tolist():
            found.setdefault(pair // count, []).append(pair % count)
        return found
