"""The answer kept in the session: searched once per question, re-fused at every slider move."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from app.runtime.asking_limit import count_question
from app.runtime.watched import Watched
from app.state.understanding import current_understanding
from core.defaults import default_fusion
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.query_understanding import Understanding
from core.discovery.ranking import answer, listed_rows
from core.discovery.retrieval_state import Retrieval
from core.domain.arms import ARMS, Arm
from core.domain.requests import BY_QUESTION, DiscoveryRequest, FusionSettings
from core.domain.results import Discovery
from core.retrieval.base import Base

_KEPT = "kept_answer"
_DRAWN_FOR_A_TOPIC = 3


@dataclass
class KeptAnswer:
    """One question's retrieval with the ranking before and after the last change of fusion.

    ``centres``: entities in the middle of the graph, the same at every position of the fusion sliders.
    """

    build_id: str
    request: DiscoveryRequest
    retrieval: Retrieval
    fusion: FusionSettings
    centres: tuple[str, ...] = ()
    ranks: dict[str, int] = field(default_factory=dict)
    ranks_before: dict[str, int] = field(default_factory=dict)
    understanding: Watched[Understanding] | None = None
    understood: Understanding | None = None  # by a model, and already made use of

    @property
    def being_understood(self) -> bool:
        """Whether a model is still reading the question."""
        return self.understanding is not None and self.understanding.running

    @property
    def adaptive_weights(self) -> dict[Arm, float] | None:
        """What adaptive fusion chose for the question, by arm, summing to 1; None if nothing was searched."""
        if not self.retrieval.answerable:
            return None
        return dict(zip(ARMS, self.retrieval.found.candidates.adaptive_weights.tolist(), strict=True))


def current_answer(
    pipeline: DiscoveryPipeline, request: DiscoveryRequest, fusion: FusionSettings
) -> tuple[Discovery, KeptAnswer]:
    """The answer to ``request`` under ``fusion``. Searches only if the question changed; where only the walk did,
    that is done again.

    Raises TooManyRequestsError, and what the search raises.
    """
    build_id = pipeline.base.knowledge_base.manifest.build_id
    searched = request.model_copy(update={"language": "en", "both_languages": False})  # what is found has none
    kept: KeptAnswer | None = st.session_state.get(_KEPT)
    if kept is None or kept.request != searched or kept.build_id != build_id:
        same_question = kept is not None and (kept.request.company, kept.request.query) == (
            request.company,
            request.query,
        )
        ranks = kept.ranks if kept is not None and same_question else {}
        asked = request.model_copy(update={"fusion": fusion})
        understood = None
        if kept is not None and kept.build_id == build_id and _differ_in_the_walk_only(kept.request, searched):
            retrieval, understood = pipeline.rewalk(kept.retrieval, asked), kept.understood
        else:
            count_question(pipeline.base.settings)
            retrieval = pipeline.retrieve(asked)
        centres = _centres(pipeline.base, retrieval)
        kept = KeptAnswer(build_id, searched, retrieval, fusion, centres, ranks_before=ranks, understood=understood)
        st.session_state[_KEPT] = kept
    elif kept.fusion != fusion:
        only_the_list = kept.fusion.model_copy(
            update={"max_results": fusion.max_results, "min_relevance": fusion.min_relevance}
        )
        kept.ranks_before = {} if only_the_list == fusion else kept.ranks  # a longer or filtered list moves nobody
        kept.fusion = fusion
    kept.understanding = current_understanding(pipeline, kept.retrieval)
    if kept.understanding is not None and kept.understanding.value is not None:
        _understood(pipeline, kept, kept.understanding.value)
    if kept.retrieval.reranking.state == "loading":
        pipeline.rerank(kept.retrieval)
    discovery = answer(kept.retrieval, fusion, request.language, both_languages=request.both_languages)
    kept.ranks = {company.company_id: company.rank for company in discovery.related_companies}
    return discovery, kept


def _understood(pipeline: DiscoveryPipeline, kept: KeptAnswer, found: Understanding) -> None:
    """Go on with what a model made of the question: walk again where it weighs relations in another way."""
    if found is kept.understood:
        return
    before, kept.understood = kept.retrieval, found
    if before.request.influence == BY_QUESTION and before.understood.influence != found.influence:
        kept.retrieval = pipeline.rewalk(before, before.request, found)
        kept.ranks_before = kept.ranks
    else:
        before.understood = found


def _centres(base: Base, retrieval: Retrieval) -> tuple[str, ...]:
    """What is asked about; of a topic, the companies that fit best under the configured fusion."""
    if retrieval.link.outcome != "topic":
        return retrieval.link.entity_ids
    fused, rows = listed_rows(retrieval, default_fusion(base.settings))
    return tuple(fused.company_ids[row] for row in rows[:_DRAWN_FOR_A_TOPIC])


def _differ_in_the_walk_only(before: DiscoveryRequest, after: DiscoveryRequest) -> bool:
    walk = {"damping": after.damping, "max_hops": after.max_hops, "influence": after.influence}
    return before.model_copy(update=walk) == after
