"""What tools give, where the engine's own results say more than a reader needs, or lack names."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field

from core.discovery.passage_search import FoundPassage
from core.domain.fusion_choice import FusionChoice
from core.domain.model_use import Judge
from core.domain.requests import RelevanceLevel
from core.domain.results import Discovery, QuestionAnswer, RelatedCompany, Result, Source
from core.messages import Language
from core.retrieval.linked_passages import LinkedPassage


class CompanyFound(Result):
    """A related company. ``relation_type`` leads from the company asked about to this one where ``forward``.
    ``answers_question``: its id is among the ``company_ids`` of the answer."""

    company_id: str
    name: str
    name_zh: str
    name_en: str
    description: str
    similarity: float = Field(ge=0.0, le=1.0)
    answers_question: bool
    relevance_level: RelevanceLevel
    relation_type: str
    forward: bool
    reason: str
    judge: Judge
    sources: tuple[Source, ...]

    @classmethod
    def of(cls, company: RelatedCompany, language: Language) -> Self:
        """One line of an answer."""
        judgement = company.judgement
        return cls(
            company_id=company.company_id,
            name=company.name_zh if language == "zh" else company.name_en,
            name_zh=company.name_zh,
            name_en=company.name_en,
            description=company.description,
            similarity=company.similarity,
            answers_question=company.answers_question,
            relevance_level=judgement.level,
            relation_type=judgement.relation_type,
            forward=judgement.forward,
            reason=judgement.reason,
            judge=judgement.judge,
            sources=company.sources,
        )


class RelationshipsFound(Result):
    """Related companies: those that answer the question, then the others, both best first; where there are none,
    ``explanation`` says why. ``answer`` says what can be claimed: state no company outside its ``company_ids`` as what
    was asked for.

    ``intent`` is what the words of the question ask for; one about a fact is answered with the companies it concerns.
    ``hidden_by_relevance`` counts companies below the level that was asked for. ``fusion`` is by what the list was
    ranked: given with the same question, it gives the same list.
    """

    answer: QuestionAnswer
    related_companies: tuple[CompanyFound, ...]
    query_company_ids: tuple[str, ...]
    intent: Literal["relationship_discovery", "fact_qa"]
    hidden_by_relevance: int = Field(ge=0)
    fusion: FusionChoice
    explanation: str
    warnings: tuple[str, ...]
    language: Language
    processing_time_ms: float = Field(ge=0.0)

    @classmethod
    def of(cls, discovery: Discovery, language: Language) -> Self:
        """The answer to one question."""
        return cls(
            answer=discovery.answer,
            related_companies=tuple(CompanyFound.of(each, language) for each in discovery.related_companies),
            query_company_ids=discovery.query_companies,
            intent=discovery.intent,
            hidden_by_relevance=discovery.hidden_by_relevance,
            fusion=discovery.fusion,
            explanation=discovery.explanation,
            warnings=discovery.warnings,
            language=language,
            processing_time_ms=discovery.processing_time_ms,
        )


class EntityNamed(Result):
    """An entity that the found passages name: in how many of them, and the sum of the weights of its mentions."""

    id: str
    type: str
    name_zh: str
    name_en: str
    passages: int = Field(ge=1)
    weight: float = Field(ge=0.0)


class PassagesFound(Result):
    """Passages, best first, the entities that they name, and the passages that are linked to them across sources."""

    passages: tuple[FoundPassage, ...]
    entities: tuple[EntityNamed, ...]
    links: tuple[LinkedPassage, ...]
    processing_time_ms: float = Field(ge=0.0)
