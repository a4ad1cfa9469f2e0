"""A language model judges a page of companies from what was retrieved of them; nothing else gets into the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import jiter
from pydantic import BaseModel, Field, ValidationError

from core.domain.model_use import StageReport
from core.domain.requests import RelevanceLevel
from core.domain.results import Judgement
from core.domain.text import clean_text
from core.messages import Language
from core.ontology import Ontology
from core.reasoning.asked_relation import AskedRelation
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.prompt import Prompt, as_data, render
from core.reasoning.roles import Role, described, roles_in_any_language, roles_of_companies

_FACT_CHARACTERS = 300
_REASON_CHARACTERS = 300
_DESCRIPTION_CHARACTERS = 300


@dataclass(frozen=True)
class Fact:
    """Something retrieved that may show a relation; ``source`` is what a citation of it points at."""

    source: str
    text: str


@dataclass(frozen=True)
class CompanyFacts:
    """A company and what was retrieved of it."""

    company_id: str
    name: str
    description: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class SynthesisQuestion:
    """What is to be judged. ``subject`` names what is asked about: a company, or a product, an industry, a person…"""

    text: str
    subject: str
    asked: AskedRelation | None
    companies: tuple[CompanyFacts, ...]
    language: Language
    about_a_company: bool = True


@dataclass(frozen=True)
class Synthesis:
    """What the model judged, by company id; the companies that are not there are left to the rules."""

    judgements: Mapping[str, Judgement]
    report: StageReport


class SynthesisAnswer(BaseModel):
    """The answer as a whole; its companies are checked one by one, so that one bad entry costs only itself."""

    companies: list[Any]


class _Judged(BaseModel):
    company: str
    reason: str = Field(min_length=1)
    relation: str
    level: Literal["high", "medium", "low"]
    description: str = ""
    citations: list[str] = []


def synthesise(
    model: LanguageModel,
    question: SynthesisQuestion,
    ontology: Ontology,
    *,
    temperature: float,
    on_judged: Callable[[Mapping[str, Judgement]], None] | None = None,
    check_cancelled: Callable[[], None] | None = None,
) -> Synthesis:
    """Judge all companies in one call. Raises ModelFailedError.

    ``on_judged`` gets the judgements so far, checked, whenever there are more, in another thread.
    """
    page = _Page(question, ontology)
    ended, told = 0, 0

    def on_text(text: str) -> None:
        nonlocal ended, told
        if on_judged is None or text.count("}") == ended:  # no further company has come to its end
            return
        ended = text.count("}")
        found = page.checked(_begun(text))
        if len(found.judgements) > told:
            told = len(found.judgements)
            on_judged(found.judgements)

    reply = model.ask(
        page.prompt(),
        SynthesisAnswer,
        stage="synthesis",
        temperature=temperature,
        on_text=on_text if on_judged is not None else None,
        check_cancelled=check_cancelled,
    )
    checked = page.checked(reply.answer.companies)
    report = StageReport(stage="synthesis", judge="model", use=reply.use, dropped=dict(checked.dropped))
    return Synthesis(checked.judgements, report)


def synthesis_prompt(question: SynthesisQuestion, ontology: Ontology) -> Prompt:
    """What the model is asked."""
    return _Page(question, ontology).prompt()


@dataclass
class _Checked:
    judgements: dict[str, Judgement] = field(default_factory=dict)
    dropped: Counter[str] = field(default_factory=Counter)


class _Page:
    """The keys under which a model knows companies, facts and relations, and what they stand for."""

    def __init__(self, question: SynthesisQuestion, ontology: Ontology) -> None:
        self._question = question
        self._ontology = ontology
        self._roles = roles_of_companies(ontology, question.language, to_a_company=question.about_a_company)
        self._known_roles = roles_in_any_language(ontology, to_a_company=question.about_a_company)
        self._companies = {f"C{number}": company for number, company in enumerate(question.companies, start=1)}
        numbers = iter(range(1, 1 + sum(len(company.facts) for company in question.companies)))
        self._facts = {
            key: {f"F{next(numbers)}": fact for fact in company.facts} for key, company in self._companies.items()
        }

    def prompt(self) -> Prompt:
        question = self._question
        asked_about: dict[str, str] = {"question": question.text, "Q": question.subject}
        if question.asked is not None:
            answering = [key for key, role in self._roles.items() if self._answers(role, question.asked)]
            asked_about["asks for"] = ", ".join(answering)
        return render(
            "synthesis",
            question.language,
            self._schema(),
            schema=as_data([_shape({}, {}, {})]),
            roles=described(self._roles, self._ontology, question.language),
            question=as_data([asked_about]),
            companies=as_data([self._line(key, company) for key, company in self._companies.items()]),
        )

    def _line(self, key: str, company: CompanyFacts) -> dict[str, object]:
        facts = [{"key": name, "text": fact.text[:_FACT_CHARACTERS]} for name, fact in self._facts[key].items()]
        description = company.description[:_FACT_CHARACTERS]
        return {"company": key, "name": company.name, "description": description, "facts": facts}

    def _answers(self, role: Role, asked: AskedRelation) -> bool:
        return asked.matches(role.type, forward=role.forward, symmetric=self._ontology[role.type].symmetric)

    def _schema(self) -> dict[str, Any]:
        """Only keys that exist: an endpoint that follows schemas cannot invent others."""
        facts = [name for found in self._facts.values() for name in found]
        return _shape({"enum": list(self._companies)}, {"enum": list(self._roles)}, {"enum": facts or [""]})

    def checked(self, items: Sequence[object]) -> _Checked:
        """What of an answer holds: each company once, and nothing that was not asked about."""
        found = _Checked()
        for item in items:
            fault = self._check(item, found)
            if fault:
                found.dropped[fault] += 1
        _drop_repeated(found)
        return found

    def _check(self, item: object, found: _Checked) -> str:
        """Take one item in; why not, if not."""
        try:
            judged = _Judged.model_validate(item)
        except ValidationError:
            return "malformed"
        company, role = self._companies.get(judged.company), self._known_roles.get(judged.relation)
        if company is None or role is None:
            return "unknown_company" if company is None else "unknown_relation"
        if company.company_id in found.judgements:
            return "duplicate"
        reason, facts = clean_text(judged.reason)[:_REASON_CHARACTERS], self._facts[judged.company]
        cited = [facts[name] for name in dict.fromkeys(judged.citations) if name in facts]
        found.dropped.update("unknown_citation" for name in judged.citations if name not in facts)
        if not reason or (facts and not cited):
            return "uncited"
        found.judgements[company.company_id] = Judgement(
            level=RelevanceLevel(judged.level),
            relation_type=role.type,
            forward=role.forward,
            reason=reason,
            judge="model",
            description=clean_text(judged.description)[:_DESCRIPTION_CHARACTERS],
            citations=tuple(fact.source for fact in cited),
        )
        return ""


def _drop_repeated(found: _Checked) -> None:
    """A reason given for several companies says nothing about any of them: small models that lose track do that."""
    given = Counter(judgement.reason for judgement in found.judgements.values())
    for company_id in [each for each, judgement in found.judgements.items() if given[judgement.reason] > 1]:
        del found.judgements[company_id]
        found.dropped["same_reason"] += 1


def _shape(company: dict[str, Any], relation: dict[str, Any], fact: dict[str, Any]) -> dict[str, Any]:
    """JSON schema of an answer, with what is known of the keys. What leads to a judgement comes before it."""
    judged = {
        "company": {"type": "string", **company},
        "citations": {"type": "array", "items": {"type": "string", **fact}, "maxItems": 4},
        "reason": {"type": "string", "minLength": 1, "maxLength": _REASON_CHARACTERS},
        "relation": {"type": "string", **relation},
        "level": {"type": "string", "enum": [level.value for level in RelevanceLevel]},
        "description": {"type": "string", "maxLength": _DESCRIPTION_CHARACTERS},
    }
    item = {"type": "object", "properties": judged, "required": list(judged), "additionalProperties": False}
    return {
        "type": "object",
        "properties": {"companies": {"type": "array", "items": item}},
        "required": ["companies"],
        "additionalProperties": False,
    }


def _begun(text: str) -> list[object]:
    """The companies of an answer that is still arriving, without the last one, which may not be whole."""
    start = text.find("{")
    if start < 0:
        return []
    try:
        value = jiter.from_json(text[start:].encode("utf-8", "replace"), partial_mode="on")
    except ValueError:
        return []
    companies = value.get("companies") if isinstance(value, dict) else None
    return companies[:-1] if isinstance(companies, list) else []
