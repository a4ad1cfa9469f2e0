"""What an answer warns of: searches that failed, names passed over, a model that did not answer."""

from __future__ import annotations

from core.discovery.judged import JudgedInLanguage
from core.discovery.planned import asked_about
from core.discovery.searched import Searched
from core.domain.plan import Companies, Count
from core.domain.results import QuestionAnswer
from core.messages import Language, translate
from core.reasoning.llm.endpoint import ModelAnswerUnusableError


def answer_warnings(
    searched: Searched, claimed: QuestionAnswer, judged: JudgedInLanguage, language: Language, *, listed: bool
) -> tuple[str, ...]:
    """In sentences. ``listed``: whether the answer lists any company."""
    understood = searched.understood
    query_ids = understood.link.entity_ids
    warnings = [
        translate("warning.arm_failed", language, arm=translate(f"arm.{arm}", language))
        for arm in searched.found.failures
    ]
    if not searched.found.walk_converged:
        warnings.append(translate("warning.walk_not_converged", language))
    if understood.link.outcome == "topic":
        is_told = bool(claimed.choices)  # the answer says who may be meant instead
        warnings += (
            [translate("warning.topic", language)] if listed and not understood.may_claim and not is_told else []
        )
    elif not any(searched.base.knowledge_base.has_relations(entity_id) for entity_id in query_ids):
        warnings.append(translate("warning.no_relations", language, company=understood.query_name(language)))
    if understood.named_besides:
        others = understood.names_of(understood.named_besides, language)
        company = understood.query_name(language)
        answered = understood.plan if understood.may_claim else None
        about = set(asked_about(answered)) if answered else set()
        elsewhere = about and about <= set(understood.named_besides)
        key = "warning.another_is_answered" if elsewhere else "warning.question_names_others"
        warnings.append(translate(key, language, company=company, others=others))
    missing = listed and claimed.outcome == "empty" and claimed.kind != "value"  # of a value its answer says it
    plan = claimed.plan if missing else None
    if plan is not None and claimed.nearest is None and isinstance(plan.answer, Companies | Count):
        asked = understood.words(language).set(plan.answer.set)
        warnings.append(translate("warning.asked_not_recorded", language, set=asked))
    filtered = judged.facts
    if filtered is not None and isinstance(filtered.fault, ModelAnswerUnusableError):
        warnings.append(translate("warning.facts_not_filtered", language, count=filtered.unread))
    planned = understood.intention.reports.get("plan")
    if planned is not None and planned.fault == ModelAnswerUnusableError.code:
        warnings.append(translate("warning.question_not_planned", language))
    faults = (understood.intention.fault, judged.fault)
    reasons = dict.fromkeys(fault.message(language) for fault in faults if fault is not None)
    warnings += [translate("warning.model_failed", language, reason=reason) for reason in reasons]
    return (*warnings, *searched.reranking.warnings(language))
