"""The whole way from a question to an answer, as a short list of stages.

check → link → ask → collect → retrieve → rerank   ``DiscoveryPipeline.retrieve``: searches, once per question
fuse → judge → cite                                ``answering.answer``: arithmetic on kept numbers, per slider move
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from threading import Lock

import numpy as np

from core.discovery.configured_model import configured_model
from core.discovery.name_resolution import SearchFailedError, require_asked
from core.discovery.query_understanding import Understanding, understand_by_rules
from core.discovery.ranking import answer, fused_order
from core.discovery.retrieval_state import Retrieval
from core.domain.arms import ARMS, Search
from core.domain.requests import BY_QUESTION, DiscoveryRequest
from core.domain.results import Discovery, RerankerState, StageTiming
from core.errors import GuanxiError, first_line
from core.monitoring.recent_answers import RECENT_ANSWERS
from core.names.name_finder import NameMatch
from core.names.places import with_place_names
from core.ontology import COMPANY
from core.reasoning.asked_relation import AskedInOntology, has_pronoun, mask_names
from core.reasoning.asked_value import asked_value
from core.reasoning.claims import read_question
from core.reasoning.llm.client import LanguageModel
from core.retrieval.base import Base
from core.retrieval.company_text import company_text, language_of
from core.retrieval.cross_encoder import RerankerLoading, configured_reranker
from core.retrieval.evidence import Evidence
from core.retrieval.hybrid import RETRIEVAL_FAULTS, HybridResult, HybridRetriever
from core.retrieval.known_topic import is_known
from core.retrieval.linking import Link
from core.retrieval.pagerank.contract import PersonalizedPageRank
from core.retrieval.pagerank.engines import engine_from
from core.retrieval.pagerank.relation_influence import influence_by_edge_type
from core.retrieval.passages import PASSAGE_ARMS
from core.retrieval.question import HybridQuestion, with_names
from core.retrieval.relationship_search import RelationshipSearch, SearchHit
from core.retrieval.reranking import Reranking, rerank
from core.retrieval.topic import topic_of
from core.runtime.freed_memory import FREED_MEMORY, give_back_compiler
from core.settings import Settings
from core.storage.embeddings import Encoder, load_encoder
from core.storage.relation_graph import FloatArray, IntArray

_REMEMBERED_SELECTIONS = 8
"""Lists of companies to choose among, each with its nodes; an experiment asks thousands of questions about a few."""
_PLACES = "SPATIAL"  # the family of relations
_LARGE_GRAPH = 100_000  # nodes; what questions about smaller ones free is not worth the time to give it back


@dataclass
class _Stopwatch:
    """Collects the time and size of each stage, in order, and tells ``listener`` of each at once."""

    timings: list[StageTiming] = field(default_factory=list)
    listener: Callable[[StageTiming], None] | None = None

    @contextmanager
    def stage(self, name: str) -> Iterator[Callable[[int], None]]:
        """Time a stage; the yielded function records how many items it produced."""
        sizes = [0]
        start = time.perf_counter()
        yield lambda size: sizes.__setitem__(0, size)
        timing = StageTiming(stage=name, milliseconds=(time.perf_counter() - start) * 1000.0, size=sizes[0])
        self.timings.append(timing)
        if self.listener is not None:
            self.listener(timing)


def _arm_timings(found: HybridResult) -> list[StageTiming]:
    """What each search took and how many candidates, or passages, it scored."""
    scored = np.isfinite(found.candidates.raw).sum(axis=0)
    passages = np.isfinite(found.passage_scores.raw[:, PASSAGE_ARMS.index("text")]).sum()
    sizes: dict[Search, int] = {**dict(zip(ARMS, scored.tolist(), strict=True)), "passages": int(passages)}
    return [
        StageTiming(stage=f"retrieve.{name}", milliseconds=milliseconds, size=sizes[name])
        for name, milliseconds in found.milliseconds.items()
    ]


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
        """Compile the walk, load the model and answer one question, so that the first person waits for none."""
        self.engine.warm_up(self.base.knowledge_base.graph)
        companies = self.base.knowledge_base.company_nodes
        if len(companies):
            first = self.base.knowledge_base.entity_ids[companies[0]]
            self.discover(DiscoveryRequest(company=first, query=first))
        give_back_compiler()

    def discover(self, request: DiscoveryRequest) -> Discovery:
        """Answer one question. Raises QueryEmptyError or QueryTooLongError for questions refused at the door."""
        return answer(self.retrieve(request), request.fusion, request.language)

    def search(self, query: str, *, limit: int, relationship_limit: int | None = None) -> list[SearchHit]:
        """Companies and relations nearest to a question in meaning, merged, best first: ``RelationshipSearch.search``.

        Raises QueryEmptyError, QueryTooLongError, EmbeddingModelUnavailableError, and SearchFailedError where the
        search itself fails.
        """
        request = DiscoveryRequest(query=query)
        self._check(request)
        search = RelationshipSearch(self.base.knowledge_base, self._encoder, self.base.settings)
        try:
            return search.search(request.query, limit=limit, relationship_limit=relationship_limit)
        except GuanxiError:
            raise
        except RETRIEVAL_FAULTS as error:
            raise SearchFailedError(detail=first_line(error)) from error

    def retrieve(
        self,
        request: DiscoveryRequest,
        understood: Understanding | None = None,
        *,
        on_stage: Callable[[StageTiming], None] | None = None,
        whatever_is_named: bool = False,
    ) -> Retrieval:
        """Everything up to fusion: the numbers a page keeps while sliders move.

        ``understood``: what a model has made of this question; None leaves it to the rules. ``on_stage`` is told of
        each stage as soon as it is finished. ``whatever_is_named``: a question that names nothing, or a name of
        several, is searched for all the same.
        """
        self._check(request)
        clock = _Stopwatch(listener=on_stage)
        with clock.stage("link") as size:
            names = self.base.names.find(request.query)
            link = self._link(request, mask_names(request.query, names))
            if whatever_is_named and link.outcome in ("unknown", "ambiguous"):
                link = Link("topic", choices=link.choices)
            size(len(link.entity_ids) or len(link.choices))
        retrieval = Retrieval(self.base.knowledge_base, self.base.ontology, request, link)
        if retrieval.answerable:
            with clock.stage("ask") as size:
                written = [*self._asked_about(link, names), *link.otherwise_written]
                self._read(retrieval, sorted(written, key=lambda match: match.start))
                retrieval.understood = understood or understand_by_rules(
                    request.query,
                    retrieval.asked,
                    self.base.ontology,
                    self.place_emphasis(retrieval),
                    a_value=retrieval.asked_value is not None,
                )
                retrieval.named_besides = self._named_besides(request, link)
                size(int(retrieval.asked is not None))
            with clock.stage("evidence") as size:
                size(retrieval.evidence.relations_read)
            with clock.stage("retrieve") as size:
                retrieval.found = self._search(request, retrieval, names)
                size(len(retrieval.found.candidates.company_ids))
            clock.timings += _arm_timings(retrieval.found)
        retrieval.timings = tuple(clock.timings)
        RECENT_ANSWERS.record(retrieval.timings)
        if retrieval.answerable:
            self.rerank(retrieval)
        if self.base.knowledge_base.graph.nodes >= _LARGE_GRAPH:
            FREED_MEMORY.give_back_soon()
        return retrieval

    def rewalk(
        self, retrieval: Retrieval, request: DiscoveryRequest, understood: Understanding | None = None
    ) -> Retrieval:
        """The same question with another damping, hop limit or influence: the walks are done again, no search is.

        ``request`` differs from that of ``retrieval`` in nothing else that is searched for. A retrieval of which
        a search failed, or which searched nothing, is done as a whole.
        """
        searched = retrieval.found.searched
        if searched is None or retrieval.found.failures:
            return self.retrieve(request, understood or retrieval.understood)
        walked, clock = copy(retrieval), _Stopwatch()
        walked.understood = understood or retrieval.understood
        with clock.stage("retrieve") as size:
            influence = self._influence(request, walked)
            walked.found = self._retriever.rewalk(
                searched, damping=request.damping, max_hops=request.max_hops, influence=influence
            )
            size(len(walked.found.candidates.company_ids))
        walked.request, walked.reranking = request, Reranking()
        walked.timings = (*clock.timings, *_arm_timings(walked.found))
        RECENT_ANSWERS.record(walked.timings)
        walked.forget_explanations()
        self.rerank(walked)
        return walked

    def rerank(self, retrieval: Retrieval) -> None:
        """Let the reranker, if one is configured, read the first companies in the order of the request's fusion.

        For a question that came while the model was being loaded, this can be called again.
        """
        if self._reranker is None:
            return
        clock = _Stopwatch()
        with clock.stage("rerank") as size:
            question, texts = self._to_read(retrieval)
            retrieval.reranking = rerank(self._reranker, question, texts, self.base.settings)
            size(len(retrieval.reranking.scores))
        if retrieval.reranking.state != "loading":
            retrieval.timings += tuple(clock.timings)
            RECENT_ANSWERS.record(clock.timings)

    def _to_read(self, retrieval: Retrieval) -> tuple[str, dict[str, str]]:
        """What the reranker reads: the question, and the text of each of the first companies, best first."""
        request, query_ids = retrieval.request, retrieval.link.entity_ids
        subject = query_ids if request.company else ()  # a question by itself says whom it is about
        question = with_names(self.base.knowledge_base, subject, request.query)
        language = language_of(request.query) if request.query else request.language
        triplets = sorted(retrieval.found.triplets, key=lambda match: -match.similarity)
        fused, rows = fused_order(retrieval, request.fusion)
        texts = {}
        for company_id in (fused.company_ids[row] for row in rows[: self.base.settings.reranker_top_n]):
            evidence = retrieval.evidence.get(company_id, Evidence())
            texts[company_id] = company_text(
                self.base.knowledge_base, self.base.ontology, company_id, evidence, triplets, language
            )
        return question, texts

    def _check(self, request: DiscoveryRequest) -> None:
        require_asked(self.base.settings.query_max_characters, request.company, request.query)

    def _read(self, retrieval: Retrieval, names: Sequence[NameMatch]) -> None:
        """Which value or relation the question asks for, and which of its words are not used. ``names``: those in it
        that stand for what was linked."""
        question, about = retrieval.request.query, retrieval.link.entity_ids
        entities = [self.base.knowledge_base.entity(entity_id) for entity_id in about]
        retrieval.reading = read_question(
            question, names, self.base.ontology, {each.type for each in entities} or (COMPANY,)
        )
        retrieval.asked = retrieval.reading.asked
        if entities and question:
            columns = dict.fromkeys(attribute.name for entity in entities for attribute in entity.attributes)
            asked = asked_value(question, names, tuple(columns))
            is_figure = asked is not None and asked.kind == "figure"
            if (is_figure and retrieval.asked is None) or (not is_figure and len(entities) == 1):
                retrieval.asked_value = asked

    def _link(self, request: DiscoveryRequest, masked: str) -> Link:
        """The entities meant; a question that names none, not even one that is not here, but is about something the
        texts know has a topic."""
        if request.company:
            return self.base.names.link_name(request.company)
        link = self.base.names.link_question(request.query)
        if link.outcome != "unknown" or link.name or has_pronoun(request.query):
            return link
        wordings = dict.fromkeys((masked, with_place_names(masked)))  # texts may have a place in either
        topics = [topic_of(wording, self.base.ontology) for wording in wordings]
        if any(is_known(self.base.knowledge_base, topic, self.base.settings) for topic in topics):
            return Link("topic", choices=link.choices)
        return replace(link, name=self.base.names.absent_name(request.query))

    def _named_besides(self, request: DiscoveryRequest, link: Link) -> tuple[str, ...]:
        """Companies the question names although another one was chosen to be asked about."""
        named = self.base.names.link_question(request.query).entity_ids if request.company and request.query else ()
        companies = [entity_id for entity_id in named if self.base.knowledge_base.entity(entity_id).type == "company"]
        return tuple(entity_id for entity_id in companies if entity_id not in link.entity_ids)

    def _search(self, request: DiscoveryRequest, retrieval: Retrieval, names: Sequence[NameMatch]) -> HybridResult:
        query_ids = retrieval.link.entity_ids
        asked_about = self._asked_about(retrieval.link, names)
        besides = [match for match in names if match not in asked_about]
        named = dict.fromkeys(entity_id for match in besides for entity_id in match.entity_ids)
        question = HybridQuestion(
            query_ids=query_ids,
            text=with_place_names(request.query) if retrieval.link.outcome == "topic" else request.query,
            damping=request.damping,
            max_hops=request.max_hops,
            asked=AskedInOntology(retrieval.asked, self.base.ontology) if retrieval.asked else None,
            recorded_answers=retrieval.recorded_answers,
            named_ids=tuple(entity_id for entity_id in named if entity_id not in query_ids),
            topic=self._topic(request.query, names, asked_about),
            among=self._nodes_among(request.among) if request.among else None,
            influence=self._influence(request, retrieval),
            is_unknown_name=not query_ids and self.base.names.is_unknown_name(request.query, names),
        )
        return self._retriever.retrieve(question)

    def _find_nodes_among(self, ids: tuple[str, ...]) -> IntArray:
        """Nodes of those of ``ids`` that are companies here, ascending, each once."""
        nodes = (self.base.knowledge_base.node_of.get(entity_id) for entity_id in ids)
        found = np.array(sorted({node for node in nodes if node is not None}), dtype=np.int64)
        return found[self.base.knowledge_base.is_company[found]]

    def _topic(self, question: str, names: Sequence[NameMatch], asked_about: Sequence[NameMatch]) -> str:
        """What is looked for, in the words of the question: without the companies asked about and without places, which
        say where, not what."""
        unsaid = [
            match for match in names if (match in asked_about and self._is_company(match)) or self._is_place(match)
        ]
        masked = mask_names(question, unsaid)
        return topic_of(masked if asked_about else with_place_names(masked), self.base.ontology)

    def _is_place(self, match: NameMatch) -> bool:
        return all(self.base.knowledge_base.entity(entity_id).type == "place" for entity_id in match.entity_ids)

    def _asked_about(self, link: Link, names: Sequence[NameMatch]) -> list[NameMatch]:
        """Those of the names in a question that stand for what was linked."""
        return [match for match in names if set(match.entity_ids) & set(link.entity_ids)]

    def _is_company(self, match: NameMatch) -> bool:
        return any(
            self.base.knowledge_base.is_company[self.base.knowledge_base.node_of[entity]] for entity in match.entity_ids
        )

    def place_emphasis(self, retrieval: Retrieval) -> float:
        """How much relations of place count where nobody has told: all where a place is asked about or asked for."""
        spatial = [kind for kind in self.base.ontology.types.values() if kind.family == _PLACES]
        asked = retrieval.asked.types if retrieval.asked else ()
        about = {self.base.knowledge_base.entity(each).type for each in retrieval.link.entity_ids}
        wanted = any(kind.id in asked or kind.target in about for kind in spatial)
        return 1.0 if wanted else self.base.settings.place_relation_emphasis

    def _influence(self, request: DiscoveryRequest, retrieval: Retrieval) -> FloatArray | None:
        """Multiplier per edge type; None for the plain walk."""
        edge_types = self.base.knowledge_base.manifest.edge_types
        if request.influence is None:
            places = self.place_emphasis(retrieval)
            by_type = [places if self.base.ontology[name].family == _PLACES else 1.0 for name in edge_types]
            return None if places == 1.0 else np.array(by_type)
        influence = retrieval.understood.influence if request.influence == BY_QUESTION else request.influence
        return influence_by_edge_type(edge_types, lambda name: self.base.ontology[name].family, influence)
