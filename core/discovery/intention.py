"""What a question wants and which relations bear on it: told by rules, and by a model where it is asked."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from core.domain.model_use import StageName, StageReport
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import BY_QUESTION, DiscoveryRequest
from core.errors import GuanxiError
from core.messages import Language
from core.ontology import Ontology
from core.questions.plans.parsed import Parsed
from core.reasoning.asked_relation import AskedRelation
from core.reasoning.intent_by_model import route_by_model
from core.reasoning.intent_router import FACT, Intent, Routed, route_by_rules
from core.reasoning.llm.client import LanguageModel, ModelFailedError
from core.reasoning.relation_weighing import WeighingQuestion, weigh_by_model, weigh_by_rules
from core.retrieval.company_text import language_of
from core.settings import Settings

_log = logging.getLogger("guanxi")


@dataclass(frozen=True)
class Intention:
    """What a question wants.

    ``whole``: whether the rules use every word of the question, or it asks for nothing that a plan could say;
    ``parsed``: the plan of a model where that explains more. ``influence``: β as the question suggests; it counts where
    the request leaves β to the question. ``reason``: why, in the words of a model. ``reports``: who judged these
    stages. ``fault``: what kept a model from judging.
    """

    intent: Intent = "relationship_discovery"
    sure: bool = True
    whole: bool = True
    parsed: Parsed | None = None
    influence: RelationInfluence = field(default_factory=RelationInfluence)
    reason: str = ""
    reports: Mapping[StageName, StageReport] = field(default_factory=dict)
    fault: GuanxiError | None = None

    def to_ask_again(self) -> Intention:
        """Without the failure of a model: what it has not said is open again."""
        said = {stage: report for stage, report in self.reports.items() if not report.fault}
        return replace(self, reports=said, fault=None)


def intention_by_rules(
    question: str, asked: AskedRelation | None, ontology: Ontology, places: float = 1.0, *, a_value: bool = False
) -> Intention:
    """What cue words say. Asks nobody. ``places``: how much relations of place count. ``a_value``: the whole question
    asks for a recorded value, which is a fact."""
    routed = Routed(FACT, sure=True, cue="") if a_value else route_by_rules(question)
    return Intention(routed.intent, routed.sure, influence=weigh_by_rules(asked, ontology, places))


def open_stages(request: DiscoveryRequest, intention: Intention) -> tuple[StageName, ...]:
    """What a model is still to be asked: a plan where the rules do not use every word, the intent where they are not
    sure, β where it is left to the question; nothing once it has failed."""
    if not request.query or intention.fault is not None:
        return ()
    unread: tuple[StageName, ...] = () if intention.whole else ("plan",)
    unsure: tuple[StageName, ...] = () if intention.sure else ("route",)
    weighs: tuple[StageName, ...] = ("influence",) if request.influence == BY_QUESTION else ()
    return tuple(stage for stage in unread + unsure + weighs if stage not in intention.reports)


def intention_by_model(
    request: DiscoveryRequest,
    subject: str,
    by_rules: Intention,
    model: LanguageModel,
    ontology: Ontology,
    settings: Settings,
    *,
    check_cancelled: Callable[[], None] | None = None,
) -> Intention:
    """``by_rules`` with what the model says of the intent and of β, where they are open; after a failure the rest stays
    as the rules said.

    ``subject`` names what is asked about. The prompts are in the language of the question, whoever reads the page.
    """
    found = by_rules
    language = language_of(request.query)
    for stage in open_stages(request, by_rules):
        try:
            if stage == "route":
                found = _routed(found, request.query, language, model, settings, check_cancelled)
            elif stage == "influence":
                question = WeighingQuestion(request.query, subject, language)
                found = _weighed(found, question, model, ontology, settings, check_cancelled)
        except ModelFailedError as failure:
            _log.warning("the model could not judge %s: %s", stage, failure.error)
            report = StageReport(stage=stage, judge="rules", use=failure.use, fault=failure.error.code)
            return replace(found, reports={**found.reports, stage: report}, fault=failure.error)
    return found


def _routed(
    found: Intention,
    question: str,
    language: Language,
    model: LanguageModel,
    settings: Settings,
    check_cancelled: Callable[[], None] | None,
) -> Intention:
    temperature = settings.llm_temperature_route
    reply = route_by_model(model, question, language, temperature=temperature, check_cancelled=check_cancelled)
    report = StageReport(stage="route", judge="model", use=reply.use)
    return replace(found, intent=reply.answer.intent, sure=True, reports={**found.reports, "route": report})


def _weighed(
    found: Intention,
    question: WeighingQuestion,
    model: LanguageModel,
    ontology: Ontology,
    settings: Settings,
    check_cancelled: Callable[[], None] | None,
) -> Intention:
    temperature = settings.llm_temperature_influence
    weighed = weigh_by_model(model, question, ontology, temperature=temperature, check_cancelled=check_cancelled)
    report = StageReport(stage="influence", judge="model", use=weighed.use)
    reports = {**found.reports, "influence": report}
    return replace(found, influence=weighed.influence, reason=weighed.reason, reports=reports)
