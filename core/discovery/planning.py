"""A model plans a question of which the rules do not use every word; its plan is taken where it explains more."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from core.discovery.intention import Intention
from core.discovery.understood import Understood
from core.domain.asked_figures import FIGURES
from core.domain.model_use import StageReport
from core.domain.plan import Plan, Value, When
from core.names.places import places_in
from core.questions.plans.checking import check_plan
from core.questions.plans.parsed import Parsed, Part
from core.questions.plans.plan_trust import check_given, unexpressed, uses, words_in
from core.questions.reading.parser import parser_of
from core.reasoning.asked_value import ValueKind
from core.reasoning.llm.client import LanguageModel, ModelFailedError
from core.reasoning.llm.endpoint import ModelAnswerUnusableError
from core.reasoning.plan_by_model import COUNTRY, LinkedName, Meant, PlanQuestion, PlanReply, plan_by_model
from core.retrieval.base import Base
from core.retrieval.company_text import language_of

_log = logging.getLogger("guanxi")
_MOST_MEANT = 10
_ANY_TIME = When().model_dump()
_COLUMNS = tuple(kind for kind in get_args(ValueKind) if kind not in ("attribute", "figure"))


def planned_by_model(
    understood: Understood, model: LanguageModel, *, check_cancelled: Callable[[], None] | None = None
) -> Intention:
    """What the question wants, with the plan of the model where it explains more than the rules do.

    After a failure it stays as the rules said. An endpoint that does not answer sets ``fault``, and no later stage asks
    the model; an unusable plan does not, because later stages ask for simpler answers.
    """
    base, found, rules = understood.base, understood.intention, understood.parsed
    question = plan_question(understood)
    temperature = base.settings.llm_temperature_plan
    try:
        check = partial(_check, base=base, question=question)
        reply = plan_by_model(
            model, question, base.ontology, check, temperature=temperature, check_cancelled=check_cancelled
        )
    except ModelFailedError as failure:
        _log.warning("the model could not plan: %s", failure.error)
        report = StageReport(stage="plan", judge="rules", use=failure.use, fault=failure.error.code)
        fault = None if isinstance(failure.error, ModelAnswerUnusableError) else failure.error
        return replace(found, reports={**found.reports, "plan": report}, fault=fault)
    parsed = believed(rules, reply.answer, question)
    if parsed is not None and understood.request.company and not _is_about(parsed, understood.link.entity_ids):
        parsed = None
    report = StageReport(stage="plan", judge="rules" if parsed is None else "model", use=reply.use)
    return replace(found, parsed=parsed, reports={**found.reports, "plan": report})


def plan_question(understood: Understood) -> PlanQuestion:
    """The question with every name in it, and nothing else of the base."""
    query = understood.request.query
    names = tuple(_names(understood))
    return PlanQuestion(query, names, _columns(understood.base, names), language_of(query))


def believed(rules: Parsed, reply: PlanReply, question: PlanQuestion) -> Parsed | None:
    """The model's plan where it leaves fewer words of the question over than the rules do, else None.

    What it claims to have used is believed except of numbers, names and negations, which must be in the plan; a plan
    that is the rules' explains no more of the words than theirs.
    """
    plan = reply.plan and Plan.model_validate(_plain(reply.plan.model_dump()))
    if plan is None or plan == rules.plan:
        return None
    missed = _in_order(question.text, dict.fromkeys((*reply.unused, *unexpressed(plan, question))))
    fewer = words_in(missed) < words_in(rules.not_understood)
    if not fewer and not (rules.plan is None and not missed):
        return None
    used = [name for name in question.names if uses(plan, name) and name.end]
    parts = tuple(Part(each.start, each.end, "name") for each in sorted(used, key=lambda each: each.start))
    return Parsed(plan, parts, missed, read_by="model")


def _plain(value: Any) -> Any:
    """Without times that say nothing, which would make the rules' plan another one."""
    if isinstance(value, dict):
        return {key: None if each == _ANY_TIME else _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _check(plan: Plan, base: Base, question: PlanQuestion) -> None:
    check_given(plan, question, base.ontology)
    check_plan(plan, base.knowledge_base, base.ontology)


def _names(understood: Understood) -> Iterator[LinkedName]:
    base, request, link = understood.base, understood.request, understood.link
    if request.company:
        yield LinkedName(0, 0, _meant(base, link.entity_ids))
    for match in parser_of(base).names_in(request.query, link.otherwise_written):
        yield LinkedName(match.start, match.end, _meant(base, match.entity_ids))
    for written in places_in(request.query):
        place = written.place
        name = place.name_zh if language_of(request.query) == "zh" else place.name_en
        yield LinkedName(written.start, written.end, (Meant(place.code, COUNTRY, name),))


def _meant(base: Base, ids: tuple[str, ...]) -> tuple[Meant, ...]:
    entities = [base.knowledge_base.entity(each) for each in ids[:_MOST_MEANT]]
    return tuple(Meant(each.id, each.type, " ".join(dict.fromkeys((each.name_zh, each.name_en)))) for each in entities)


def _columns(base: Base, names: tuple[LinkedName, ...]) -> tuple[str, ...]:
    """What can be asked of the entities that are named."""
    ids = dict.fromkeys(each.id for name in names for each in name.meant if each.type != COUNTRY)
    own = [attribute.name for each in ids for attribute in base.knowledge_base.entity(each).attributes]
    return tuple(dict.fromkeys((*_COLUMNS, *own, *FIGURES)))


def _is_about(parsed: Parsed, chosen: tuple[str, ...]) -> bool:
    """Whether a value is one of what was chosen to be asked about."""
    plan = parsed.plan
    return plan is None or not isinstance(plan.answer, Value) or plan.answer.entity in chosen


def _in_order(question: str, words: dict[str, None]) -> tuple[str, ...]:
    folded = question.casefold()
    return tuple(sorted(words, key=lambda each: folded.find(each.casefold())))
