"""Run labelled questions through the pipeline and score every variant on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.defaults import default_fusion, default_influence
from core.discovery.name_resolution import QueryEmptyError, QueryTooLongError
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.relation_influence import RelationInfluence
from core.domain.requests import BY_QUESTION, DiscoveryRequest, FusionSettings
from core.evaluation.metrics import MetricName, measure
from core.evaluation.rankings import grades_by_line, ranked_companies, ranked_passages
from core.evaluation.tasks import LabelledQuestion, TaskSet, Universes
from core.evaluation.variants import Variant
from core.monitoring.request_ids import NOBODY, working_for
from core.settings import Settings

DEPTH = 10
MOST_SCORED = 10_000
"""Companies of a universe that are all scored; of a larger one, those that the searches propose."""
Status = Literal["searched", "unlinked", "failed"]


@dataclass(frozen=True)
class QuestionScore:
    """One question under one variant: the first ten of its list, and the metrics over the whole of it.

    ``status`` is ``unlinked`` where neither a company nor a topic was recognised, ``failed`` where a search or the
    reranker failed or the question was refused. Neither is left out of the means.
    """

    question: LabelledQuestion
    status: Status
    ranked: tuple[str, ...]
    metrics: Mapping[MetricName, float]


@dataclass(frozen=True)
class AskedBase:
    """Questions, and how to open the knowledge base they are asked of."""

    tasks: TaskSet
    open_pipeline: Callable[[], DiscoveryPipeline]


def evaluate(
    pipeline: DiscoveryPipeline,
    tasks: TaskSet,
    compared: Sequence[Variant],
    *,
    influence: RelationInfluence | None = None,
    advance: Callable[[], object] = lambda: None,
) -> dict[str, list[QuestionScore]]:
    """Score every variant on every question, by variant name; ``advance`` is called after each question.

    A question is searched once per retrieval choice and fused once per variant. ``influence``: what relation-aware
    searches weigh relations by; by default what is configured, else what the question suggests.
    """
    choices = dict.fromkeys(variant.retrieval for variant in compared)
    pipelines = {choice: pipeline.with_settings(choice.apply(pipeline.base.settings)) for choice in choices}
    weighs = influence or default_influence(pipeline.base.settings) or BY_QUESTION
    universes = {name: frozenset(ids) for name, ids in tasks.universes.items()}
    results: dict[str, list[QuestionScore]] = {variant.name: [] for variant in compared}
    for question in tasks.questions:
        request = request_for(question, tasks.universes, pipeline.base.settings)
        weighed = request.model_copy(update={"influence": weighs})
        found = {
            choice: searched_or_refused(searching, weighed if choice.relation_aware else request)
            for choice, searching in pipelines.items()
        }
        among = universes[question.among] if question.among else None
        for variant in compared:
            results[variant.name].append(scored(question, found[variant.retrieval], variant.fusion, among))
        advance()
    return results


def request_for(question: LabelledQuestion, universes: Universes, settings: Settings) -> DiscoveryRequest:
    """The question as a person would ask it who wants companies of its universe only, where that is small enough."""
    among = universes[question.among] if question.among and question.target == "company" else ()
    return DiscoveryRequest(
        company=question.company,
        query=question.query,
        damping=settings.ppr_damping_factor,
        max_hops=settings.ppr_max_hops,
        fusion=default_fusion(settings),
        language=question.language,
        among=among if len(among) <= MOST_SCORED else (),
    )


def searched_or_refused(pipeline: DiscoveryPipeline, request: DiscoveryRequest) -> Searched | None:
    """The question's searches; None if it was refused as too long or, cleaned, empty."""
    try:
        with working_for(NOBODY):  # thousands of questions that nobody waits for are no answers of this process
            return pipeline.retrieve(request)
    except (QueryEmptyError, QueryTooLongError):
        return None


def scored(
    question: LabelledQuestion, searched: Searched | None, fusion: FusionSettings, among: frozenset[str] | None
) -> QuestionScore:
    """The question's list under ``fusion``, measured. ``among``: ids of its universe; None where it has none.

    ``retrieval`` is None for a question that was refused.
    """
    if searched is None:
        return QuestionScore(question, "failed", (), measure(question.target, (), question.relevant))
    grades: Mapping[str, float] = question.relevant
    if question.target == "company":
        ranked = ranked_companies(searched, fusion, among)
        grades = grades_by_line(grades, ranked, searched.base.knowledge_base.namesakes)
    else:
        found = ranked_passages(searched, fusion)
        ranked = tuple(passage for passage in found if among is None or passage in among)
    return QuestionScore(question, _status(searched), ranked[:DEPTH], measure(question.target, ranked, grades))


def _status(searched: Searched) -> Status:
    if searched.found.failures or searched.reranking.state == "failed":
        return "failed"
    return "searched" if searched.answerable else "unlinked"
