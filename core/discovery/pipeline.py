"""What it takes to answer questions over an open base: encoder, walk engine, reranker, language model.

The order of the stages of one question stands in core/discovery/chain.py.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import lru_cache
from threading import Lock

from core.discovery.answering import answer
from core.discovery.intention import Intention
from core.discovery.name_resolution import SearchFailedError, require_asked
from core.discovery.searched import Searched
from core.discovery.searching import can_walk_again, nodes_among, reranked, search, walk_again
from core.discovery.two_answers import understand_all
from core.discovery.understanding import as_planned
from core.domain.requests import DiscoveryRequest
from core.domain.results import Discovery, RerankerState, StageTiming
from core.errors import GuanxiError, first_line
from core.monitoring.recent_answers import RECENT_ANSWERS
from core.monitoring.stopwatch import Stopwatch
from core.questions.execution.columns import read_columns
from core.questions.reading.parser import parser_of
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.configured_model import configured_model
from core.retrieval.base import Base
from core.retrieval.cross_encoder import RerankerLoading, configured_reranker
from core.retrieval.hybrid import RETRIEVAL_FAULTS, HybridRetriever
from core.retrieval.pagerank.contract import PersonalizedPageRank
from core.retrieval.pagerank.engines import engine_from
from core.retrieval.relationship_search import RelationshipSearch, SearchHit
from core.runtime.freed_memory import FREED_MEMORY
from core.settings import Settings
from core.storage.embeddings import Encoder, load_encoder
from core.storage.relation_graph import IntArray

_REMEMBERED_SELECTIONS = 8
"""Lists of companies to choose among, each with its nodes; an experiment asks thousands of questions about a few."""
_LARGE_GRAPH = 100_000  # nodes; what questions about smaller ones free is not worth the time to give it back


class DiscoveryPipeline:
    """Everything needed to answer questions over one open knowledge base. Thread-safe."""

    def __init__(
        self,
        base: Base,
        *,
        encoder: Callable[[], Encoder] | None = None,
        engine: PersonalizedPageRank | None = None,
        reranker: RerankerLoading | None = None,
        model: LanguageModel | None = None,
    ) -> None:
        self.base = base
        self.engine = engine or engine_from(base.settings)
        self._reranker = reranker or configured_reranker(base.settings)
        self.model = model or configured_model(base.settings)
        self._encoder = encoder or self._configured_encoder
        self._loading = Lock()
        self.encoder_loaded: Encoder | None = None  # once a text was embedded
        self.encoder_fault: GuanxiError | None = None
        self._retriever = HybridRetriever(base.knowledge_base, self._encoder, self.engine, base.settings)
        self._nodes_among = lru_cache(maxsize=_REMEMBERED_SELECTIONS)(self._find_nodes_among)

    def with_settings(self, settings: Settings) -> DiscoveryPipeline:
        """A pipeline that searches under other settings; what they do not change is shared."""
        other = copy(self)
        other.base = self.base.with_settings(settings)
        if settings.reranker_model != self.base.settings.reranker_model:
            other._reranker = configured_reranker(settings)
        other._retriever = HybridRetriever(self.base.knowledge_base, self._encoder, self.engine, settings)
        return other

    def _configured_encoder(self) -> Encoder:
        with self._loading:
            try:
                self.encoder_loaded = load_encoder(
                    self.base.settings.embedding_model,
                    batch_size=self.base.settings.embedding_batch_size,
                    threads=self.base.settings.embedding_threads,
                )
            except GuanxiError as error:
                self.encoder_fault = error
                raise
            self.encoder_fault = None
            return self.encoder_loaded

    @property
    def reranker_state(self) -> RerankerState:
        """Whether a reranker has a say at this moment."""
        return "off" if self._reranker is None else self._reranker.state

    @property
    def reranker_fault(self) -> GuanxiError | None:
        """Why the configured reranker is not used."""
        return None if self._reranker is None else self._reranker.fault

    def begin_loading_reranker(self) -> None:
        """Load the reranker, if one is configured, in the background: questions do without it until it is there."""
        if self._reranker is not None:
            self._reranker.begin()

    def warm_up(self) -> None:
        """Compile the walk, load the model, answer one question and read what questions are compared with, so that the
        first person waits for none."""
        self.engine.warm_up(self.base.knowledge_base.graph)
        companies = self.base.knowledge_base.company_nodes
        if len(companies):
            first = self.base.knowledge_base.entity_ids[companies[0]]
            self.discover(DiscoveryRequest(company=first, query=first))
        parser_of(self.base).warm_up()
        read_columns(self.base.knowledge_base)

    def discover(self, request: DiscoveryRequest) -> Discovery:
        """Answer one question. Raises QueryEmptyError or QueryTooLongError for questions refused at the door."""
        return answer(self.retrieve(request), request.fusion, request.language)

    def search(self, query: str, *, limit: int, relationship_limit: int | None = None) -> list[SearchHit]:
        """Companies and relations nearest to a question in meaning, merged, best first: ``RelationshipSearch.search``.

        Raises QueryEmptyError, QueryTooLongError, EmbeddingModelUnavailableError, and SearchFailedError where the
        search itself fails.
        """
        request = DiscoveryRequest(query=query)
        require_asked(self.base.settings.query_max_characters, request.company, request.query)
        relationships = RelationshipSearch(self.base.knowledge_base, self._encoder, self.base.settings)
        try:
            return relationships.search(request.query, limit=limit, relationship_limit=relationship_limit)
        except GuanxiError:
            raise
        except RETRIEVAL_FAULTS as error:
            raise SearchFailedError(detail=first_line(error)) from error

    def retrieve(
        self,
        request: DiscoveryRequest,
        intention: Intention | None = None,
        *,
        on_stage: Callable[[StageTiming], None] | None = None,
        whatever_is_named: bool = False,
    ) -> Searched:
        """Understand and search: the numbers a page keeps while sliders move.

        ``intention``: what a model says the question wants; None leaves it to the rules. ``on_stage`` is told of each
        stage as soon as it is finished. ``whatever_is_named``: a question that names nothing, or a name of several, is
        searched for all the same. Raises QueryEmptyError and QueryTooLongError.
        """
        clock = Stopwatch(listener=on_stage)
        understood = understand_all(self.base, request, clock, whatever_is_named=whatever_is_named)
        if intention is not None:
            understood = understood.changed(intention=intention)
            if intention.parsed is not None:
                understood = as_planned(understood, intention.parsed)
        searched = search(self._retriever, understood, self._nodes_among(request.among), clock)
        RECENT_ANSWERS.record(searched.timings)
        if self.base.knowledge_base.graph.nodes >= _LARGE_GRAPH:
            FREED_MEMORY.give_back_soon()
        return self.rerank(searched)

    def rewalk(self, searched: Searched, request: DiscoveryRequest, intention: Intention | None = None) -> Searched:
        """The same question with another damping, hop limit or influence: the walks are done again, no search is.

        ``request`` differs from that of ``searched`` in nothing else that is searched for. A question of which a search
        failed, or which searched nothing, is searched as a whole.
        """
        intention = intention or searched.understood.intention
        if not can_walk_again(searched):
            return self.retrieve(request, intention)
        understood = searched.understood.changed(request=request, intention=intention)
        walked = walk_again(self._retriever, searched, understood)
        RECENT_ANSWERS.record(walked.timings)
        return self.rerank(walked)

    def rerank(self, searched: Searched) -> Searched:
        """With the order of the reranker, if one is configured, among the first companies of the request's fusion.

        For a question that came while the model was being loaded, this can be called again.
        """
        if self._reranker is None or not searched.answerable:
            return searched
        read = reranked(self._reranker, searched)
        RECENT_ANSWERS.record(read.timings[len(searched.timings) :])
        return read

    def _find_nodes_among(self, ids: tuple[str, ...]) -> IntArray | None:
        return nodes_among(self.base.knowledge_base, ids) if ids else None
