"""A language model judges the companies of an answer; what it says is added to what was judged before."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from core.discovery.fact_filtering import filter_retrieved
from core.discovery.facts import facts_of
from core.discovery.judged import Judged
from core.discovery.searched import Searched
from core.domain.model_use import StageReport
from core.domain.results import Discovery, Judgement, RelatedCompany
from core.messages import Language
from core.reasoning.fact_filter import FilteredFacts
from core.reasoning.llm.client import LanguageModel, ModelFailedError
from core.reasoning.synthesis import CompanyFacts, Fact, SynthesisQuestion, synthesise

_log = logging.getLogger("guanxi")


def judge_by_model(
    searched: Searched,
    judged: Judged,
    discovery: Discovery,
    model: LanguageModel,
    language: Language,
    *,
    on_judged: Callable[[Judged], None] | None = None,
    check_cancelled: Callable[[], None] | None = None,
) -> Judged:
    """``judged`` with those listed companies that the model had not judged in this language yet: one call, after it has
    said which of their facts bear on the question.

    Where it fails, the rules' judgements stay and the report says why. ``on_judged`` is told in another thread of
    judgements that have arrived; what held while the answer was arriving may not hold as a whole.
    """
    before = judged.of(language)
    listed = [company for company in discovery.related_companies if company.company_id not in before.judgements]
    if not listed or not discovery.query_companies:
        return judged
    fault = searched.understood.intention.fault
    if fault is None:
        facts, fault = filter_retrieved(
            searched, before.facts, listed, model, language, check_cancelled=check_cancelled
        )
        judged = judged.changed(language, facts=facts)
    if fault is not None:  # the model is not asked again in every stage of one question
        report = StageReport(stage="synthesis", judge="rules", fault=fault.code)
        return judged.changed(language, fault=fault, report=report)
    arrived = filtered = judged

    def keep(found: Mapping[str, Judgement]) -> None:
        nonlocal arrived
        arrived = filtered.changed(language, judgements={**before.judgements, **found})
        if on_judged is not None:
            on_judged(arrived)

    try:
        synthesis = synthesise(
            model,
            _question(searched, judged, listed, language),
            searched.base.ontology,
            temperature=searched.base.settings.llm_temperature_synthesis,
            on_judged=keep if on_judged is not None else None,
            check_cancelled=check_cancelled,
        )
    except ModelFailedError as failure:
        _log.warning("the model could not judge: %s", failure.error)
        report = StageReport(stage="synthesis", judge="rules", use=failure.use, fault=failure.error.code)
        return arrived.changed(language, report=report, fault=failure.error)
    judgements = {**before.judgements, **synthesis.judgements}
    return judged.changed(language, judgements=judgements, report=synthesis.report, fault=None)


def _question(
    searched: Searched, judged: Judged, listed: list[RelatedCompany], language: Language
) -> SynthesisQuestion:
    understood, knowledge_base = searched.understood, searched.base.knowledge_base
    subject = understood.query_name(language)
    companies = tuple(
        CompanyFacts(
            company_id=company.company_id,
            name=" ".join(dict.fromkeys(filter(None, (company.name_zh, company.name_en)))),
            description=knowledge_base.entity(company.company_id).description(language),
            facts=_facts(searched, judged.of(language).facts, company, language),
        )
        for company in listed
    )
    text = searched.request.query or subject
    about = {knowledge_base.entity(entity_id).type for entity_id in understood.link.entity_ids}
    asked = understood.answering if understood.may_claim else None
    return SynthesisQuestion(text, subject, asked, companies, language, about_a_company="company" in about)


def _facts(
    searched: Searched, filtered: FilteredFacts | None, company: RelatedCompany, language: Language
) -> tuple[Fact, ...]:
    """Those that bear on the question; where none does, all of them still say how the company relates."""
    facts = facts_of(searched, company, language)
    bearing = [fact for fact in facts if filtered is None or fact.source not in filtered.set_aside]
    return tuple(bearing) or facts
