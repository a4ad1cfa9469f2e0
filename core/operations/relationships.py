"""Discover: companies related to a company or a question, with what of them can be claimed as the answer."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import ConfigDict, Field

from core.defaults import default_request
from core.discovery.chain import ask
from core.discovery.name_resolution import (
    CompanyNameAmbiguousError,
    CompanyNameUnknownError,
    CompanyNameUnlikeAnyError,
    QueryEmptyError,
    QueryTooLongError,
    SearchFailedError,
    require_asked,
    require_linked,
)
from core.discovery.unreviewed import unreviewed_beside
from core.domain.fusion_choice import FusionChoice, Weight
from core.domain.model_use import Judge, StageReport
from core.domain.plan import Plan
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel, ScoreScale
from core.domain.results import (
    Discovery,
    GraphPath,
    QuestionAnswer,
    RelatedCompany,
    RelationShare,
    RerankerState,
    ScorePart,
    Source,
    StageTiming,
    Tense,
)
from core.domain.strict_fields import IsNumber, Number, Switch, Whole
from core.errors import EntityUnknownError
from core.messages import Language
from core.operations.context import Context
from core.operations.fields import AnswerLanguage, AsOf, CompanyName, Question
from core.operations.operation import FieldsInvalidError, Input, Operation, Output, by_settings, invalid
from core.operations.proposal_groups import ProposalGroup
from core.questions.plans.checking import PlanInvalidError
from core.retrieval.base import Base
from core.settings import Settings

NAME_ERRORS = (CompanyNameUnknownError, CompanyNameUnlikeAnyError, CompanyNameAmbiguousError)
ASKING_ERRORS = (*NAME_ERRORS, QueryEmptyError, QueryTooLongError, SearchFailedError)
_EXPLANATION = ("parts", "paths", "graph_shares")
_FUSION = {"max_results", "min_relevance", "mode", "scale", "graph_weight", "vector_weight", "rrf_k"}


_SOMETHING_ASKED: dict[str, Any] = {
    "not": {"properties": {"query": {"const": ""}, "company": {"const": ""}, "plan": {"const": None}}}
}


class RelationshipsRequest(Input):
    """A company, a question, both, or a plan. Fields from ``mode`` on tune the search; unset, the settings hold."""

    model_config = ConfigDict(json_schema_extra=_SOMETHING_ASKED)
    asks: ClassVar = ("query", "company")

    query: Question = ""
    company: CompanyName = ""
    plan: Plan | None = Field(
        None,
        description="What is asked for, as an answer gives it back, changed or not; a question beside it is only "
        "searched for. Ids are those of entities.",
    )
    as_of: AsOf = ""
    max_results: Whole = Field(
        10,
        ge=1,
        le=100,
        description="Companies at most.",
        json_schema_extra=by_settings(default="relationship_max_results"),
    )
    min_relevance: RelevanceLevel = Field(
        RelevanceLevel.LOW,
        description="high: direct competitors and what was asked for; medium: also similar products and groups; "
        "low: also suppliers, customers and everything else.",
    )
    language: AnswerLanguage = None
    both_languages: Switch = Field(default=False, description="Reasons in Chinese and in English.")
    explain: Switch = Field(
        default=False, description="Also the parts of each similarity, and the paths and relations of the walk."
    )
    include_unreviewed: Switch = Field(
        default=False, description="Also what texts state and nobody has accepted yet, apart from the answer."
    )
    mode: FusionMode | None = Field(None, description="How graph and vector scores become one.")
    scale: ScoreScale | None = Field(
        None,
        description="Scores that weighted fusion adds up: `min_max`, or `adaptive`, as adaptive fusion scales them.",
    )
    graph_weight: Weight | None = Field(None, description="How much the graph counts in weighted fusion.")
    vector_weight: Weight | None = Field(None, description="How much similarity counts in weighted fusion.")
    rrf_k: Annotated[int, Field(ge=1, le=10_000), IsNumber] | None = Field(
        None, description="k of reciprocal rank fusion: 1/(k + rank)."
    )
    damping: Annotated[Number, Field(ge=0.05, le=0.95)] | None = Field(
        None, description="Probability that the walk goes on."
    )
    max_hops: Annotated[int, Field(ge=1, le=6), IsNumber] | None = Field(None, description="How far the walk goes.")
    influence: RelationInfluence | Literal["by_question"] | None = Field(
        None, description="β per relation family and mention role, or left to the question."
    )
    fusion: FusionChoice = Field(
        FusionChoice(),
        description="Mode, scale, weights and shares of the arms together, as an answer gives them back. "
        "What is given beside it by its own name counts before.",
    )

    def check(self, settings: Settings) -> None:
        """Raises FieldsInvalidError for a plan beside a company, which it would not be about."""
        if self.plan is None:
            super().check(settings)
        elif self.company:
            raise invalid("discover_relationships", [("company", "cannot stand beside a plan")])
        elif self.query:
            require_asked(settings.query_max_characters, self.query)

    def over(self, configured: DiscoveryRequest) -> DiscoveryRequest:
        """The configured request with what is asked for differently."""
        fusion = self.fusion.over(configured.fusion).model_dump() | self.model_dump(include=_FUSION, exclude_none=True)
        if "max_results" not in self.model_fields_set:
            fusion["max_results"] = configured.fusion.max_results
        walk = self.model_dump(include={"damping", "max_hops"}, exclude_none=True)
        influence = self.influence or configured.influence
        changed = {
            **walk,
            "plan": self.plan,
            "as_of": self.as_of,
            "influence": influence,
            "fusion": FusionSettings.model_validate(fusion),
        }
        return configured.model_copy(update=changed)


class CompanyFound(Output):
    """A related company. ``relation_type`` is a type of the ontology; ``forward`` if it leads from the company that
    was asked about to this one; ``tense``: whether it is so, has ended, or had not begun. ``answers_question``: its id
    is among the ``company_ids`` of the answer. ``parts``, ``paths`` and ``graph_shares`` are given where ``explain``
    is."""

    company_id: str
    name: str = Field(serialization_alias="company_name")
    name_zh: str
    name_en: str
    description: str
    similarity: float = Field(ge=0.0, le=1.0, serialization_alias="similarity_score")
    relevance_level: RelevanceLevel
    relation_type: str = Field(serialization_alias="relationship_type")
    forward: bool
    tense: Tense = "now"
    rank: int = Field(ge=1)
    answers_question: bool
    reason: str
    reason_in_other_language: str = ""
    judge: Judge
    reranker_score: float | None = None
    sources: tuple[Source, ...]
    parts: tuple[ScorePart, ...] = ()
    paths: tuple[GraphPath, ...] = ()
    graph_shares: tuple[RelationShare, ...] = ()

    @classmethod
    def of(cls, company: RelatedCompany, language: Language, *, explain: bool = False) -> Self:
        """One line of an answer."""
        name = company.name_zh if language == "zh" else company.name_en
        left_out = {"judgement", "rules_judgement", "translated", *(() if explain else _EXPLANATION)}
        return cls(
            **{key: value for key, value in company if key not in left_out},
            name=name or company.name_zh or company.name_en,
            relevance_level=company.judgement.level,
            relation_type=company.judgement.relation_type,
            forward=company.judgement.forward,
            tense=company.judgement.tense,
            reason=company.judgement.reason,
            reason_in_other_language=company.translated.reason if company.translated else "",
            judge=company.judgement.judge,
        )


class RelationshipsAnswer(Output):
    """Related companies: those that answer the question, then the others, both best first. An empty list comes with an
    ``explanation``. ``answer`` says what can be claimed: no company outside its ``company_ids`` is what was asked for.
    A question that names a company that is not there, or several, is answered by that, with ``choices``.

    ``intent`` is what was done; ``detected_intent`` is what the question's words ask for: one about a fact is better
    put to ``answer_fact``. ``query_company`` names what was asked about. ``fusion`` is by what the list was ranked, of
    adaptive fusion the weighted fusion that it chose: sent back with the question, it gives the same list.
    ``unreviewed``: where asked for, what texts state of the companies and nobody has accepted: no part of the answer.
    """

    answer: QuestionAnswer
    related_companies: tuple[CompanyFound, ...]
    intent: Literal["relationship_discovery"] = "relationship_discovery"
    query_company: str
    processing_time_ms: int = Field(ge=0)
    query_company_ids: tuple[str, ...]
    detected_intent: Literal["relationship_discovery", "fact_qa"]
    asked_relation: str | None
    hidden_by_relevance: int = Field(ge=0, description="Companies below the level that was asked for.")
    fusion: FusionChoice
    explanation: str
    warnings: tuple[str, ...]
    reranker: RerankerState
    stages: tuple[StageTiming, ...]
    judged_by: tuple[StageReport, ...]
    language: Language
    unreviewed: tuple[ProposalGroup, ...] = ()

    @classmethod
    def of(cls, found: Discovery, base: Base, language: Language, *, explain: bool = False) -> Self:
        """The answer to one question."""
        same = ("answer", "asked_relation", "hidden_by_relevance", "fusion", "explanation", "warnings", "reranker")
        names = [base.knowledge_base.entity(each).name(language) for each in found.query_companies]
        listed = (CompanyFound.of(each, language, explain=explain) for each in found.related_companies)
        return cls(
            **{name: getattr(found, name) for name in same},
            related_companies=tuple(listed),
            query_company=", ".join(names),
            query_company_ids=found.query_companies,
            detected_intent=found.intent,
            stages=found.timings,
            judged_by=found.stages,
            language=language,
            processing_time_ms=round(found.processing_time_ms),
        )


def _discover(context: Context, asked: RelationshipsRequest) -> RelationshipsAnswer:
    configured = default_request(
        context.settings,
        company=asked.company,
        query=asked.query,
        language=asked.reading_language,
        both_languages=asked.both_languages,
    )
    found = ask(
        context.pipeline,
        asked.over(configured),
        check_cancelled=context.check_cancelled,
        listener=context.listener,
    )
    if asked.company or found.outcome == "search_failed":
        require_linked(found.outcome, found.named, found.choices, found.explanation)
    context.report(found.timings, found.stages, complete=not found.warnings and found.reranker in ("off", "on"))
    answer = RelationshipsAnswer.of(found, context.base, asked.reading_language, explain=asked.explain)
    if not asked.include_unreviewed:
        return answer
    beside = unreviewed_beside(found, context.base)
    return answer.model_copy(update={"unreviewed": tuple(ProposalGroup.of(each, context.base) for each in beside)})


discover_relationships = Operation(
    name="discover_relationships",
    title="Related companies",
    summary="Companies related to a company or to a question: competitors, makers of similar products, suppliers, "
    "customers, owners, subsidiaries, partners. Each comes with its relation type, relevance level, a one-sentence "
    "reason and the sources (relations, passages, profiles) that say so, with their ids.",
    takes=RelationshipsRequest,
    gives=RelationshipsAnswer,
    run=_discover,
    examples={
        "zh": {"query": "宁德时代的竞争对手有哪些？", "max_results": 5},
        "en": {
            "company": "CATL",
            "min_relevance": "high",
            "graph_weight": 0.7,
            "vector_weight": 0.3,
            "mode": "weighted",
        },
    },
    errors=(*ASKING_ERRORS, EntityUnknownError, PlanInvalidError, FieldsInvalidError),
)
