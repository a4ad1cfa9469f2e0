"""One question's searches and what they say of a company, kept while sliders move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from core.discovery.query_understanding import Understanding
from core.domain.arms import ARMS
from core.domain.model_use import StageReport
from core.domain.requests import DiscoveryRequest, RelevanceLevel
from core.domain.results import (
    RESTART,
    GraphPath,
    Judgement,
    RelationShare,
    Source,
    StageTiming,
)
from core.errors import GuanxiError
from core.messages import LANGUAGES, Language, translate
from core.names.places import places_in
from core.ontology import Ontology
from core.reasoning.asked_relation import AskedInOntology, AskedRelation, recorded_answer_to
from core.reasoning.asked_value import AskedValue
from core.reasoning.claims import Reading
from core.reasoning.fact_filter import FilteredFacts
from core.reasoning.rules_judge import PairEvidence, RelationEvidence, judge_by_rules, level_by_rules
from core.retrieval.citations import cite
from core.retrieval.evidence import DirectRelation, Evidence, RecordedEvidence
from core.retrieval.fusion import CandidateScores
from core.retrieval.hybrid import HybridResult
from core.retrieval.linking import Link
from core.retrieval.paths import PathFinder
from core.retrieval.reranking import Reranking
from core.retrieval.vector_search import TripletMatch
from core.storage.knowledge_base import KnowledgeBase

QUOTED_CHARACTERS = 80
"""Of a question, where an answer repeats it."""
_NOTHING = HybridResult(CandidateScores((), np.zeros((0, len(ARMS)))), (), {}, {})


@dataclass(frozen=True)
class Explanation:
    """What is said about one company beside its score; the same at every slider position."""

    judgement: Judgement
    paths: tuple[GraphPath, ...]
    sources: tuple[Source, ...]
    graph_shares: tuple[RelationShare, ...]


@dataclass
class Retrieval:
    """One question's searches, kept while sliders move. Explanations are made when first shown and kept."""

    knowledge_base: KnowledgeBase
    ontology: Ontology
    request: DiscoveryRequest
    link: Link
    asked: AskedRelation | None = None
    asked_value: AskedValue | None = None
    reading: Reading = field(default_factory=Reading)
    understood: Understanding = field(default_factory=Understanding)
    named_besides: tuple[str, ...] = ()
    found: HybridResult = _NOTHING
    reranking: Reranking = field(default_factory=Reranking)
    timings: tuple[StageTiming, ...] = ()
    model_judgements: dict[Language, dict[str, Judgement]] = field(default_factory=lambda: {"zh": {}, "en": {}})
    model_reports: dict[Language, StageReport] = field(default_factory=dict)
    model_faults: dict[Language, GuanxiError] = field(default_factory=dict)
    fact_filters: dict[Language, FilteredFacts] = field(default_factory=dict)
    _levels: dict[str, RelevanceLevel] = field(default_factory=dict)
    _explanations: dict[tuple[str, Language], Explanation] = field(default_factory=dict)

    @property
    def answerable(self) -> bool:
        """Whether it is known what is asked about."""
        return self.link.outcome in ("linked", "topic")

    @cached_property
    def evidence(self) -> RecordedEvidence:
        """What the graph records between the query and each company."""
        return RecordedEvidence(self.knowledge_base, self.ontology, self.link.entity_ids)

    @property
    def matching_triplets(self) -> list[TripletMatch]:
        """Relations nearest in meaning to the words of the question, best first; none where it has none."""
        return sorted(self.found.triplets, key=lambda match: -match.similarity) if self.request.query else []

    @property
    def may_claim(self) -> bool:
        """Whether a company can be said to answer: all of the question is used, and it asks for a relation of
        something that is named."""
        return self.asked is not None and self.reading.whole and bool(self.link.entity_ids)

    @property
    def asks_for_a_place(self) -> bool:
        """Whether all that is asked for is where companies are, of a place that no entity is: "based in Sweden"."""
        spatial = self.asked is not None and self.ontology[self.asked.type].family == "SPATIAL"
        return spatial and not self.link.entity_ids and bool(places_in(self.request.query))

    @cached_property
    def answering(self) -> AskedRelation | None:
        """The recorded relations that make a company an answer."""
        return recorded_answer_to(self.asked, self.ontology) if self.asked else None

    @cached_property
    def members(self) -> dict[str, str]:
        """Every company that is recorded to be what the whole question asks for, and the relation type that makes it
        so: the type asked for first, its strongest relation first; none where nothing may be claimed."""
        if not self.may_claim or self.answering is None:
            return {}
        among = frozenset(self.request.among)
        left_out = {name for each in self.link.entity_ids for name in self.knowledge_base.namesakes(each)}
        found: dict[str, str] = {}
        for kind, end in ((self.answering.type, self.answering.end), *self.answering.also):
            for node in self.evidence.recorded(AskedInOntology(AskedRelation(kind, end), self.ontology)):
                company_id = self.knowledge_base.entity_ids[node]
                if company_id not in left_out and (not among or company_id in among):
                    found.setdefault(company_id, kind)
        return found

    def answers_question(self, company_id: str) -> bool:
        """Whether the company, or one of the same name, which stands in the same line, is a member."""
        return company_id in self.answered_by

    @cached_property
    def answered_by(self) -> dict[str, tuple[str, ...]]:
        """Each member, and each company of the same name → the relation types that make their line an answer."""
        found: dict[str, tuple[str, ...]] = {}
        for member, kind in self.members.items():
            for bearer in (member, *self.knowledge_base.namesakes(member)):
                found[bearer] = (*found.get(bearer, ()), kind)
        return found

    def asked_role(self, language: Language) -> str:
        """What the companies asked for are to the company asked about; nothing where no relation is asked for."""
        if self.asked is None:
            return ""
        kind, end = self.ontology[self.asked.type], self.asked.end
        ways = (True, False) if end == "either" else (end == "forward",)
        return " / ".join(dict.fromkeys(kind.other_end_is(language, forward=way) for way in ways))

    def judgement(self, company_id: str, language: Language) -> Judgement:
        """The model's judgement where there is one, else the rules'; theirs too where the model's reason claims, in
        the words that the rules use for it, that a company answers the question although it does not."""
        judged = self.model_judgements[language].get(company_id)
        if judged is None or (_claims(judged.reason) and not self.answers_question(company_id)):
            return self.explain(company_id, language).judgement
        return judged.model_copy(update={"level": self._level_by_model(company_id, judged)})

    def level(self, company_id: str, language: Language) -> RelevanceLevel:
        """The level of any candidate: the model's where it has judged the company, else the rules'."""
        judged = self.model_judgements[language].get(company_id)
        return self._level_by_model(company_id, judged) if judged else self._level_by_rules(company_id)

    def _level_by_model(self, company_id: str, judged: Judgement) -> RelevanceLevel:
        """What the model says; the relation asked for lifts only companies that answer the question."""
        kind = self.ontology[judged.relation_type]
        asked = self.asked
        if asked is None or not asked.matches(kind.id, forward=judged.forward, symmetric=kind.symmetric):
            return judged.level
        lifted = self.answers_question(company_id) or judged.level.order <= kind.tier.order
        return judged.level if lifted else kind.tier

    def _level_by_rules(self, company_id: str) -> RelevanceLevel:
        if company_id not in self._levels:
            evidence = self._evidence_of(company_id)
            facts = [RelationEvidence(found.type, found.forward, found.weight) for found in evidence.relations]
            facts += [RelationEvidence(found.implied_type, True, found.weight) for found in evidence.bridges]
            self._levels[company_id] = level_by_rules(facts, self.answering, self.ontology, claimed=self.may_claim)
        return self._levels[company_id]

    def recorded_relations(self, company_id: str) -> tuple[DirectRelation, ...]:
        """What is recorded directly between the query and the company or a namesake."""
        return self._evidence_of(company_id).relations

    def source_of(self, company_id: str, relation_type: str, *, forward: bool) -> str | None:
        """Which of the companies asked about the strongest such relation of a company is with, recorded or implied."""
        asked_about = self.link.entity_ids
        if len(asked_about) < 2:
            return next(iter(asked_about), None)
        evidence = self._evidence_of(company_id)
        for relation in evidence.relations:
            if relation.type == relation_type and relation.forward == forward:
                return self.end_of(relation)
        for bridge in evidence.bridges:
            if bridge.implied_type == relation_type:
                return self.knowledge_base.relation(bridge.query_row).source
        return None

    def end_of(self, relation: DirectRelation) -> str:
        """The company asked about that is an end of a recorded relation."""
        recorded = self.knowledge_base.relation(relation.row)
        return recorded.source if relation.forward else recorded.target

    def _evidence_of(self, company_id: str) -> Evidence:
        """What is recorded of the company and of its namesakes, which appear as one result."""
        bearers = (company_id, *sorted(self.knowledge_base.namesakes(company_id)))
        found = [self.evidence[bearer] for bearer in bearers if bearer in self.evidence]
        return Evidence(
            tuple(relation for evidence in found for relation in evidence.relations),
            tuple(bridge for evidence in found for bridge in evidence.bridges),
        )

    @cached_property
    def _paths(self) -> PathFinder:
        walked = self.found.attribution
        return PathFinder(self.knowledge_base, self.link.entity_ids, walked.influence if walked else None)

    def explain(self, company_id: str, language: Language) -> Explanation:
        """Judgement, strongest paths and sources of one company, in ``language``."""
        key = (company_id, language)
        if key not in self._explanations:
            paths = self._paths.to(company_id)
            sources = cite(
                self.knowledge_base,
                self.ontology,
                self.link.entity_ids,
                company_id,
                self._evidence_of(company_id),
                paths,
                self.found.triplets,
                self.found.passages,
                language,
            )
            judgement, shares = self._judge(company_id, paths, language), self._graph_shares(company_id)
            self._explanations[key] = Explanation(judgement, paths, sources, shares)
        return self._explanations[key]

    def forget_explanations(self) -> None:
        """Explain anew: what was found has changed."""
        self._explanations = {}
        self.__dict__.pop("_paths", None)

    def _graph_shares(self, company_id: str) -> tuple[RelationShare, ...]:
        """Where the company's graph score comes from, largest part first; nothing if the walk did not get there."""
        if self.found.attribution is None:
            return ()
        names = self.knowledge_base.manifest.edge_types
        found = self.found.attribution.shares(self.knowledge_base.node_of[company_id])
        shares = [RelationShare(type=names[each.edge_type], share=min(1.0, each.share)) for each in found.by_type]
        if found.restart > 0:
            shares.append(RelationShare(type=RESTART, share=min(1.0, found.restart)))
        return tuple(sorted(shares, key=lambda each: -each.share))

    def _judge(self, company_id: str, paths: Sequence[GraphPath], language: Language) -> Judgement:
        evidence = self._evidence_of(company_id)
        pair = PairEvidence(
            query_name=self.query_name(language),
            facts=[*self._direct_facts(evidence, language), *self._shared_facts(evidence, language)],
            via=[self._name(step.to_id, language) for step in paths[0].steps[:-1]] if paths else [],
        )
        return judge_by_rules(pair, self.answering, self.ontology, language, claimed=self.may_claim)

    def _direct_facts(self, evidence: Evidence, language: Language) -> Iterable[RelationEvidence]:
        for found in evidence.relations:
            query = self._name(self.end_of(found), language)
            sentence = self.knowledge_base.relation(found.row).evidence(language)
            yield RelationEvidence(found.type, found.forward, found.weight, query=query, sentence=sentence)

    def _shared_facts(self, evidence: Evidence, language: Language) -> Iterable[RelationEvidence]:
        for found in evidence.bridges:
            bridge = self._name(found.bridge_id, language)
            query = self._name(self.knowledge_base.relation(found.query_row).source, language)
            yield RelationEvidence(
                found.implied_type, True, found.weight, query=query, bridge=bridge, bridge_type=found.type
            )

    @cached_property
    def recorded_answers(self) -> dict[int, float]:
        """The companies, by node, of which a relation, or a bridge that implies one, of the type asked for is
        recorded: ``RecordedEvidence.matches``; none where no type is asked for."""
        return self.evidence.matches(AskedInOntology(self.asked, self.ontology)) if self.asked else {}

    def query_name(self, language: Language) -> str:
        """Names of the query's companies, joined."""
        return self.names(self.link.entity_ids, language)

    def subject(self, language: Language) -> str:
        """What is asked about: names, or the question itself where it names nothing."""
        return self.query_name(language) or f"“{self.request.query[:QUOTED_CHARACTERS]}”"

    def names(self, entity_ids: Sequence[str], language: Language) -> str:
        """Names of these entities, each once, joined."""
        names = [self._name(entity_id, language) for entity_id in entity_ids]
        return translate("reason.separator", language).join(dict.fromkeys(names))

    def _name(self, entity_id: str, language: Language) -> str:
        return self.knowledge_base.entity(entity_id).name(language)


def _claims(reason: str) -> bool:
    """Whether a reason says that the relation asked for is recorded."""
    said = (translate("reason.asked", language, reason="").strip(" –—") for language in LANGUAGES)
    return any(words.casefold() in reason.casefold() for words in said)
