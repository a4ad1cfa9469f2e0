"""What was found for a question: raw scores of every arm, kept while sliders move."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from core.discovery.rules_explanations import RulesExplanations
from core.discovery.understood import Understood
from core.domain.arms import ARMS
from core.domain.requests import DiscoveryRequest
from core.domain.results import StageTiming
from core.retrieval.base import Base
from core.retrieval.fusion import CandidateScores
from core.retrieval.hybrid import HybridResult
from core.retrieval.reranking import Reranking
from core.retrieval.vector_search import TripletMatch

_NOTHING = HybridResult(CandidateScores((), np.zeros((0, len(ARMS)))), (), {}, {})


@dataclass(frozen=True)
class Searched:
    """A question and what its searches found. Frozen: another walk or a reranker makes another one.

    ``timings``: of every stage up to here.
    """

    understood: Understood
    found: HybridResult = _NOTHING
    reranking: Reranking = field(default_factory=Reranking)
    timings: tuple[StageTiming, ...] = ()

    @property
    def base(self) -> Base:
        """Where was searched."""
        return self.understood.base

    @property
    def request(self) -> DiscoveryRequest:
        """What was asked."""
        return self.understood.request

    @property
    def answerable(self) -> bool:
        """Whether it is known what is asked about; nothing is searched otherwise."""
        return self.understood.answerable

    @property
    def matching_triplets(self) -> list[TripletMatch]:
        """Relations nearest in meaning to the words of the question, best first; none where it has none."""
        return sorted(self.found.triplets, key=lambda match: -match.similarity) if self.understood.question else []

    @cached_property
    def rules(self) -> RulesExplanations:
        """What the rules say of each company, computed once for a search."""
        return RulesExplanations(self.understood, self.found)
