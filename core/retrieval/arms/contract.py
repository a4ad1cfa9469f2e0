"""What an arm of the retrieval is given, and what it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from core.domain.arms import Arm
from core.retrieval.pagerank.contract import Scores
from core.retrieval.question import HybridQuestion
from core.retrieval.searches import Searched
from core.retrieval.walks import Walks
from core.runtime.top_k import not_among, places_of_largest
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class ArmInputs:
    """What is prepared of a question for all arms: what the searches found, and how the graph is walked from it.

    ``companies``: nodes of those that may answer, ascending, without what is asked about. ``passages``: node → score of
    the passages found by meaning or by keywords.
    """

    knowledge_base: KnowledgeBase
    settings: Settings
    question: HybridQuestion
    companies: IntArray
    searched: Searched
    passages: Mapping[int, float]
    walks: Walks

    @property
    def query_nodes(self) -> list[int]:
        """Nodes of what is asked about."""
        return [self.knowledge_base.node_of[query_id] for query_id in self.question.query_ids]

    @property
    def named_nodes(self) -> list[int]:
        """Nodes of what the question names besides."""
        return [self.knowledge_base.node_of[entity_id] for entity_id in self.question.named_ids]

    def not_asked_about(self, nodes: IntArray) -> IntArray:
        """``nodes`` without those of what is asked about."""
        return nodes[not_among(nodes, self.query_nodes)]


class CompanyScores(Protocol):
    """What an arm says of companies."""

    def of(self, nodes: IntArray) -> FloatArray:
        """Its scores of these companies, shape (len(nodes),); NaN where it says nothing."""
        ...

    def proposed(self, choice: Choice, /) -> IntArray:
        """Nodes that it makes candidates: its best up to the limit, or whatever it found."""
        ...


@dataclass(frozen=True, eq=False)
class Choice:
    """Out of what candidates are proposed: ``companies``, nodes, ascending; ``limit``: how many at most by an arm that
    scores all; ``scores``: what every arm says."""

    companies: IntArray
    limit: int
    scores: Mapping[Arm, CompanyScores]


@dataclass(frozen=True)
class RetrievalArm:
    """``score`` computes what an arm says. ``slow``: it takes milliseconds and runs beside the others."""

    score: Callable[[ArmInputs], CompanyScores]
    slow: bool = False


@dataclass(frozen=True, eq=False)
class Everyone:
    """Scores of all entities, shape (entities,), 0 for nothing. ``proposes``: whether the best become candidates."""

    scores: Scores
    proposes: bool = False

    def of(self, nodes: IntArray) -> FloatArray:
        """As ``CompanyScores``."""
        values = self.scores[nodes]
        return np.where(values > 0, values, np.nan)

    def proposed(self, choice: Choice, /) -> IntArray:
        """As ``CompanyScores``."""
        companies = choice.companies
        return best(companies, self.scores[companies], choice.limit) if self.proposes else companies[:0]


@dataclass(frozen=True, eq=False)
class Found:
    """Scores of what a search found, node → score; all of it becomes candidates."""

    scores: Mapping[int, float]

    def of(self, nodes: IntArray) -> FloatArray:
        """As ``CompanyScores``."""
        values = np.full(len(nodes), np.nan)
        mine = np.array(list(self.scores), dtype=np.int64)
        _, places, chosen = np.intersect1d(nodes, mine, assume_unique=True, return_indices=True)
        values[places] = np.array(list(self.scores.values()))[chosen]
        return values

    def proposed(self, _: Choice, /) -> IntArray:
        """As ``CompanyScores``."""
        return np.array(list(self.scores), dtype=np.int64)


SILENT = Found({})
"""What an arm says that failed."""


def best(nodes: IntArray, scores: Scores, limit: int) -> IntArray:
    """Those of the ``limit`` highest positive scores."""
    reached = np.flatnonzero(scores > 0)
    return nodes[reached[places_of_largest(scores[reached], limit)]]
