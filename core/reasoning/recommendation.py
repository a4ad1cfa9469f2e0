"""One call of a language model that recommends relations to companies of a list, and nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from core.domain.model_use import ModelUse
from core.domain.text import clean_text
from core.messages import Language, translate
from core.ontology import Ontology
from core.reasoning.json_answer import AnswerFault, JsonAnswerError, json_value
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.prompt import Prompt, as_data, harmless, render
from core.reasoning.recommendation_parser import LEAST_RELEVANCE, ParsedRecommendations, parse_recommendations
from core.reasoning.roles import Role, described, roles_in_any_language, roles_of_companies

_SUMMARY_CHARACTERS = 240
_TEXT_CHARACTERS = 2000


@dataclass(frozen=True)
class Candidate:
    """A company that may be recommended."""

    company_id: str
    title: str
    summary: str

    @property
    def listable(self) -> bool:
        """Whether its id can stand in a line of the prompt and be told from blanks around it."""
        return self.company_id == clean_text(self.company_id) != "" and "|" not in self.company_id


@dataclass(frozen=True)
class RecommendationQuestion:
    """For whom relations are wanted: companies (``sources``: id → name), a pasted text, or both."""

    sources: Mapping[str, str]
    text: str
    candidates: tuple[Candidate, ...]
    limit: int
    language: Language


@dataclass(frozen=True)
class RecommendedByModel:
    """What passed of the model's answer, the role of each relation type key in it, and what it took."""

    parsed: ParsedRecommendations
    roles: Mapping[str, Role]
    use: ModelUse


class _Raw(BaseModel):
    """The answer as it came: every part of it is checked by itself."""

    text: str


def recommend_by_model(
    model: LanguageModel,
    question: RecommendationQuestion,
    ontology: Ontology,
    *,
    temperature: float,
    check_cancelled: Callable[[], None] | None = None,
) -> RecommendedByModel:
    """Ask once, and never again for a better answer. Raises ModelFailedError, also for what is no JSON."""
    roles = roles_in_any_language(ontology)
    reply = model.ask(
        recommendation_prompt(question, ontology),
        _Raw,
        read=_json_text,
        stage="recommendation",
        temperature=temperature,
        repair=False,
        check_cancelled=check_cancelled,
    )
    parsed = parse_recommendations(
        reply.answer.text,
        candidates={candidate.company_id for candidate in _listed(question)},
        sources=tuple(question.sources),
        relation_types=set(roles),
        limit=question.limit,
    )
    return RecommendedByModel(parsed, roles, reply.use)


def _json_text(text: str) -> _Raw:
    """Raises JsonAnswerError for what is no list of relations: it counts as no answer and is not kept."""
    answer = json_value(text)
    if not isinstance(answer, dict) or not isinstance(answer.get("relations"), list):
        raise JsonAnswerError(AnswerFault.NOT_JSON)
    return _Raw(text=text)


def recommendation_prompt(question: RecommendationQuestion, ontology: Ontology) -> Prompt:
    """What the model is asked."""
    roles = roles_of_companies(ontology, question.language)
    listed = _listed(question)
    sources = question.sources if len(question.sources) > 1 else {}
    subject: object = list(sources.items()) or "".join(question.sources.values())
    return render(
        "recommendation",
        question.language,
        _shape([candidate.company_id for candidate in listed], list(roles), question.limit, list(sources)),
        limit=str(question.limit),
        roles=described(roles, ontology, question.language),
        several=translate("prompt.recommendation_of_several", question.language) if sources else "",
        subject=as_data([{"Q": subject, "text": question.text[:_TEXT_CHARACTERS]}]),
        candidates="\n".join(_line(candidate) for candidate in listed),
    )


def _listed(question: RecommendationQuestion) -> Sequence[Candidate]:
    return [candidate for candidate in question.candidates if candidate.listable]


def _line(candidate: Candidate) -> str:
    """``id | title | summary``: nothing in title or summary can end the cell or the line."""
    cells = (candidate.title, candidate.summary[:_SUMMARY_CHARACTERS])
    return " | ".join([candidate.company_id, *(harmless(clean_text(cell).replace("|", "¦")) for cell in cells)])


def _shape(ids: list[str], types: list[str], limit: int, sources: list[str]) -> dict[str, object]:
    """The JSON schema of the answer; ``sources``: ids of which each item names one, none where there is no choice."""
    source = {"sourceEntryId": {"type": "string", "enum": sources}} if sources else {}
    item = {
        "type": "object",
        "properties": {
            **source,
            "targetEntryId": {"type": "string", "enum": ids or [""]},
            "relationType": {"type": "string", "enum": types},
            "relevance": {"type": "number", "minimum": LEAST_RELEVANCE, "maximum": 1.0},
        },
        "required": [*source, "targetEntryId", "relationType", "relevance"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"relations": {"type": "array", "items": item, "maxItems": limit}},
        "required": ["relations"],
        "additionalProperties": False,
    }
