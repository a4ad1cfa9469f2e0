"""The answer kept in the session: searched once per question, ranked anew at every slider move."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import streamlit as st

from app.runtime.asking_limit import count_question
from app.state.model_work import ModelWork
from core.defaults import default_fusion
from core.discovery.answering import answer
from core.discovery.chain import with_intention
from core.discovery.facets import NOTHING_CHOSEN, Chosen
from core.discovery.judged import Answering
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.ranking import ranked
from core.discovery.searched import Searched
from core.discovery.sorting import SortKey
from core.domain.arms import ARMS, Arm
from core.domain.plan import Plan
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.domain.results import Discovery
from core.messages import Language, the_other
from core.retrieval.base import Base

_KEPT = "kept_answer"
_DRAWN_FOR_A_TOPIC = 3


@dataclass
class KeptAnswer:
    """How far one question is, with the ranking before and after the last change of fusion.

    ``centres``: entities in the middle of the graph, the same at every position of the fusion sliders. ``chosen``: what
    the list is narrowed to. ``shown``: what of the work of the model ``now`` holds.
    """

    build_id: str
    request: DiscoveryRequest
    now: Answering
    fusion: FusionSettings
    centres: tuple[str, ...] = ()
    chosen: Chosen = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    ranks_before: dict[str, int] = field(default_factory=dict)
    work: ModelWork | None = None
    shown: Answering | None = None

    @property
    def searched(self) -> Searched:
        """What was found."""
        return self.now.searched

    @property
    def being_understood(self) -> bool:
        """Whether a model is still reading the question."""
        return self.work is not None and self.work.running and self.now.awaits_reading

    @property
    def being_judged(self) -> bool:
        """Whether a model is still judging companies."""
        return self.work is not None and self.work.running and not self.now.awaits_reading

    @property
    def has_news(self) -> bool:
        """Whether the model has come further than what is shown."""
        return self.work is not None and self.work.now is not self.shown

    @property
    def adaptive_weights(self) -> dict[Arm, float] | None:
        """What adaptive fusion chose for the question, by arm, summing to 1; None if nothing was searched."""
        if not self.searched.answerable:
            return None
        return dict(zip(ARMS, self.searched.found.candidates.adaptive_weights.tolist(), strict=True))


def current_answer(
    pipeline: DiscoveryPipeline,
    request: DiscoveryRequest,
    fusion: FusionSettings,
    chosen: Chosen = NOTHING_CHOSEN,
    sort: SortKey = "relevance",
) -> tuple[Discovery, KeptAnswer]:
    """The answer to ``request`` under ``fusion``, its list narrowed to the ``chosen`` facets and in the order of
    ``sort``.

    Searches only if the question changed; where only the walk did, that is done again.

    Raises TooManyRequestsError, and what the search raises.
    """
    build_id = pipeline.base.knowledge_base.manifest.build_id
    before: KeptAnswer | None = st.session_state.get(_KEPT)
    if before is not None and before.build_id == build_id and before.request == _without_language(request):
        kept = before
        _fuse_with(kept, fusion, chosen)
    else:
        kept = _begun(pipeline, request, fusion, before)
        kept.chosen = chosen
        st.session_state[_KEPT] = kept
    languages = (request.language, the_other(request.language)) if request.both_languages else (request.language,)
    _let_model_work(pipeline, kept, languages)
    if kept.searched.reranking.state == "loading":
        kept.now = replace(kept.now, searched=pipeline.rerank(kept.searched))
    discovery = answer(
        kept.searched,
        fusion,
        request.language,
        kept.now.judged,
        both_languages=request.both_languages,
        chosen=chosen,
        sort=sort,
    )
    kept.ranks = {company.company_id: company.rank for company in discovery.related_companies}
    return discovery, kept


def judge_the_rest(pipeline: DiscoveryPipeline, kept: KeptAnswer) -> None:
    """Ask the model about those listed companies that it has not judged yet, and what it failed to say before."""
    assert kept.work is not None  # nothing offers it without one
    intention = kept.searched.understood.intention.to_ask_again()
    kept.now = replace(kept.now, searched=with_intention(pipeline, kept.searched, intention))
    _begin_work(pipeline, kept, kept.work.languages)


@st.fragment(run_every=0.5)
def follow_model(kept: KeptAnswer) -> None:
    """Look twice a second, and show the page anew when there is more to show, or it is over."""
    assert kept.work is not None
    kept.work.work.look()
    if kept.has_news or not kept.work.running:
        st.rerun()


def _begun(
    pipeline: DiscoveryPipeline, request: DiscoveryRequest, fusion: FusionSettings, before: KeptAnswer | None
) -> KeptAnswer:
    """The question searched; of one that differs from the one ``before`` in the walk only, the walk alone."""
    build_id, asked = pipeline.base.knowledge_base.manifest.build_id, request.model_copy(update={"fusion": fusion})
    plain = _without_language(request)
    same_question = before is not None and _question(before.request) == _question(request)
    ranks = before.ranks if before is not None and same_question else {}
    if before is not None and before.build_id == build_id and _differ_in_the_walk_only(before.request, plain):
        now = replace(before.now, searched=pipeline.rewalk(before.searched, asked))
        centres = _centres(pipeline.base, now.searched)
        return KeptAnswer(
            build_id, plain, now, fusion, centres, ranks_before=ranks, work=before.work, shown=before.shown
        )
    if before is not None and before.work is not None:
        before.work.work.abandon()
    count_question(pipeline.base.settings)
    now = Answering(pipeline.retrieve(asked))
    return KeptAnswer(build_id, plain, now, fusion, _centres(pipeline.base, now.searched), ranks_before=ranks)


def _fuse_with(kept: KeptAnswer, fusion: FusionSettings, chosen: Chosen) -> None:
    """Note where the companies stood before; a list that is narrowed, longer or filtered moves nobody."""
    if kept.chosen != chosen:
        kept.chosen, kept.fusion, kept.ranks_before = chosen, fusion, {}
    if kept.fusion == fusion:
        return
    only_the_list = kept.fusion.model_copy(
        update={"max_results": fusion.max_results, "min_relevance": fusion.min_relevance}
    )
    kept.ranks_before = {} if only_the_list == fusion else kept.ranks
    kept.fusion = fusion


def _let_model_work(pipeline: DiscoveryPipeline, kept: KeptAnswer, languages: tuple[Language, ...]) -> None:
    """Begin or go on with the work of the model, and take over what it has come to."""
    if pipeline.model is None or not kept.searched.answerable:
        return
    if kept.work is not None and kept.has_news:
        _take_over(pipeline, kept, kept.work.now)
    if kept.work is None or kept.work.work.left or kept.work.languages != languages or _leaves_more_to_read(kept):
        _begin_work(pipeline, kept, languages)
    assert kept.work is not None
    kept.work.work.look()
    kept.work.page_shows(kept.searched, kept.fusion)


def _leaves_more_to_read(kept: KeptAnswer) -> bool:
    """Whether the walk was changed to one that leaves more to a model than it was asked."""
    return kept.work is not None and not set(kept.now.to_read) <= set(kept.work.to_read)


def _begin_work(pipeline: DiscoveryPipeline, kept: KeptAnswer, languages: tuple[Language, ...]) -> None:
    if kept.work is not None:
        kept.work.work.abandon()
    kept.shown = kept.now
    kept.work = ModelWork(pipeline, kept.now, kept.fusion, languages)


def _take_over(pipeline: DiscoveryPipeline, kept: KeptAnswer, news: Answering) -> None:
    """Go on with what the model has come to; its reading of the question may need another walk."""
    searched, intention = kept.searched, news.searched.understood.intention
    if intention is not searched.understood.intention:
        same_walk = news.searched.request == searched.request
        read = news.searched if same_walk else with_intention(pipeline, searched, intention)
        if read.found is not searched.found:
            kept.ranks_before = kept.ranks
        if read.understood.link != searched.understood.link:  # a plan of the model is about something else
            kept.centres = _centres(pipeline.base, read)
        searched = read
    kept.now, kept.shown = Answering(searched, news.judged, news.reached), news


def _question(request: DiscoveryRequest) -> tuple[str, str, Plan | None]:
    return request.company, request.query, request.plan


def _without_language(request: DiscoveryRequest) -> DiscoveryRequest:
    """What is found has no language."""
    return request.model_copy(update={"language": "en", "both_languages": False})


def _centres(base: Base, searched: Searched) -> tuple[str, ...]:
    """What is asked about; of a topic, the companies that fit best under the configured fusion."""
    if searched.understood.link.outcome != "topic":
        return searched.understood.link.entity_ids
    lines = ranked(searched, default_fusion(base.settings)).lines
    return tuple(line.company_id for line in lines[:_DRAWN_FOR_A_TOPIC])


def _differ_in_the_walk_only(before: DiscoveryRequest, after: DiscoveryRequest) -> bool:
    walk = {"damping": after.damping, "max_hops": after.max_hops, "influence": after.influence}
    return before.model_copy(update=walk) == after
