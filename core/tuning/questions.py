"""Labelled questions that were searched once and are scored under any fusion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.searched import Searched
from core.domain.requests import DiscoveryRequest, FusionSettings
from core.evaluation.experiment import QuestionScore, request_for, scored, searched_or_refused
from core.evaluation.tasks import LabelledQuestion, TaskSet, Universes
from core.settings import Settings
from core.workspace.tuned_settings import Walk

MOST_QUESTIONS = 300
"""Of a larger set a sample is tuned on: every question keeps its searches in memory."""


def _nothing() -> None:
    """Neither progress nor an end is asked for."""


@dataclass(frozen=True, eq=False)
class SearchedQuestions:
    """A task set whose questions were searched, all in one way of walking.

    ``retrievals`` are in the order of the questions; None for one that was refused.
    """

    tasks: TaskSet
    walk: Walk
    retrievals: tuple[Searched | None, ...]


def companies_only(tasks: TaskSet) -> TaskSet:
    """The questions that companies answer; of more than MOST_QUESTIONS a sample that has as many of each task, at least
    one."""
    kept = tuple(question for question in tasks.questions if question.target == "company")
    chosen = TaskSet(kept, tasks.universes)
    if len(kept) <= MOST_QUESTIONS:
        return chosen
    return chosen.sample(MOST_QUESTIONS // len(chosen.names) or 1, seed=0)


def search(
    pipeline: DiscoveryPipeline,
    tasks: TaskSet,
    walk: Walk,
    *,
    advance: Callable[[], None] = _nothing,
    check_cancelled: Callable[[], None] = _nothing,
) -> SearchedQuestions:
    """Search every question once; ``advance`` is called after each. What ``check_cancelled`` raises ends the work."""
    retrievals = []
    for question in tasks.questions:
        check_cancelled()
        retrievals.append(
            searched_or_refused(pipeline, request_of(question, tasks.universes, pipeline.base.settings, walk))
        )
        advance()
    return SearchedQuestions(tasks, walk, tuple(retrievals))


def walk_again(
    pipeline: DiscoveryPipeline,
    before: SearchedQuestions,
    walk: Walk,
    *,
    advance: Callable[[], None] = _nothing,
    check_cancelled: Callable[[], None] = _nothing,
) -> SearchedQuestions:
    """The same questions walked in another way; nothing is searched again. ``before`` stays as it is."""
    retrievals: list[Searched | None] = []
    for searched in before.retrievals:
        check_cancelled()
        retrievals.append(searched and pipeline.rewalk(searched, _walked(searched.request, walk)))
        advance()
    return SearchedQuestions(before.tasks, walk, tuple(retrievals))


def request_of(question: LabelledQuestion, universes: Universes, settings: Settings, walk: Walk) -> DiscoveryRequest:
    """The question as ``evaluate`` asks it, walked in this way."""
    return _walked(request_for(question, universes, settings), walk)


def _walked(request: DiscoveryRequest, walk: Walk) -> DiscoveryRequest:
    changes = {"damping": walk.damping, "max_hops": walk.max_hops, "influence": walk.influence}
    return request.model_copy(update=changes)


def score(questions: SearchedQuestions, fusion: FusionSettings) -> tuple[QuestionScore, ...]:
    """Every question under ``fusion``, by the function that ``evaluate`` scores with."""
    universes = {name: frozenset(ids) for name, ids in questions.tasks.universes.items()}
    return tuple(
        scored(question, searched, fusion, universes[question.among] if question.among else None)
        for question, searched in zip(questions.tasks.questions, questions.retrievals, strict=True)
    )
