"""A language model judges the companies of an answer; what it says is kept with the retrieval, as scores are."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from core.discovery.fact_filtering import filter_retrieved
from core.discovery.facts import facts_of
from core.discovery.retrieval_state import Retrieval
from core.domain.model_use import StageReport
from core.domain.results import Discovery, Judgement, RelatedCompany
from core.messages import Language
from core.reasoning.llm.client import LanguageModel, ModelFailedError
from core.reasoning.synthesis import CompanyFacts, Fact, SynthesisQuestion, synthesise
from core.settings import Settings

_log = logging.getLogger("guanxi")


def judge_by_model(
    retrieval: Retrieval,
    discovery: Discovery,
    model: LanguageModel,
    settings: Settings,
    language: Language,
    *,
    on_judged: Callable[[], None] | None = None,
    still_wanted: Callable[[], None] | None = None,
) -> None:
    """Have the model judge those listed companies that it has not judged in this language yet, in one call, after it
    has said which of their facts bear on the question.

    Where it fails, the rules' judgements stay and the report says why. ``on_judged`` is told in another thread that
    ``retrieval`` knows more judgements.
    """
    judged = retrieval.model_judgements[language]
    listed = [company for company in discovery.related_companies if company.company_id not in judged]
    if not listed or not discovery.query_companies:
        return

    def keep(found: Mapping[str, Judgement]) -> None:
        judged.update(found)
        if on_judged is not None:
            on_judged()

    fault = retrieval.understood.fault or filter_retrieved(
        retrieval, listed, model, settings, language, still_wanted=still_wanted
    )
    if fault is not None:  # the model is not asked again in every stage of one question
        retrieval.model_faults[language] = fault
        retrieval.model_reports[language] = StageReport(stage="synthesis", judge="rules", fault=fault.code)
        return
    try:
        synthesis = synthesise(
            model,
            _question(retrieval, listed, language),
            retrieval.ontology,
            temperature=settings.llm_temperature_synthesis,
            on_judged=keep if on_judged is not None else None,
            still_wanted=still_wanted,
        )
    except ModelFailedError as failure:
        _log.warning("the model could not judge: %s", failure.error)
        report = StageReport(stage="synthesis", judge="rules", use=failure.use, fault=failure.error.code)
        retrieval.model_reports[language] = report
        retrieval.model_faults[language] = failure.error
        return
    for company in listed:  # what held while the answer was arriving may not hold as a whole
        judged.pop(company.company_id, None)
    judged.update(synthesis.judgements)
    retrieval.model_faults.pop(language, None)
    retrieval.model_reports[language] = synthesis.report


def _question(retrieval: Retrieval, listed: list[RelatedCompany], language: Language) -> SynthesisQuestion:
    subject = retrieval.query_name(language)
    companies = tuple(
        CompanyFacts(
            company_id=company.company_id,
            name=" ".join(dict.fromkeys(filter(None, (company.name_zh, company.name_en)))),
            description=retrieval.knowledge_base.entity(company.company_id).description(language),
            facts=_facts(retrieval, company, language),
        )
        for company in listed
    )
    text = retrieval.request.query or subject
    about = {retrieval.knowledge_base.entity(entity_id).type for entity_id in retrieval.link.entity_ids}
    asked = retrieval.answering if retrieval.may_claim else None
    return SynthesisQuestion(text, subject, asked, companies, language, about_a_company="company" in about)


def _facts(retrieval: Retrieval, company: RelatedCompany, language: Language) -> tuple[Fact, ...]:
    """Those that bear on the question; where none does, all of them still say how the company relates."""
    facts = facts_of(retrieval, company, language)
    filtered = retrieval.fact_filters.get(language)
    bearing = [fact for fact in facts if filtered is None or fact.source not in filtered.set_aside]
    return tuple(bearing) or facts
