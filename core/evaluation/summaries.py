"""Means with their intervals, per task and variant, and differences between variants and between runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict

from core.evaluation.experiment import QuestionScore
from core.evaluation.metrics import METRICS, MetricName
from core.evaluation.significance import Difference, Estimate, Values, differences, estimates
from core.evaluation.tasks import Target
from core.messages import Language

Results = Mapping[str, Sequence[QuestionScore]]
Figure = TypeVar("Figure", bound=Estimate)


class VariantSummary(BaseModel):
    """One variant on one task.

    ``languages`` holds means of the first metric. ``differences`` are this variant minus the baseline variant, empty
    for the baseline itself. ``unlinked`` and ``failed`` count questions that are in the means all the same.
    """

    model_config = ConfigDict(frozen=True)

    variant: str
    questions: int
    unlinked: int
    failed: int
    metrics: dict[MetricName, Estimate]
    languages: dict[Language, float]
    differences: dict[MetricName, Difference]


class Block(BaseModel):
    """Questions whose results belong into one table: those of one task with one kind of answer."""

    model_config = ConfigDict(frozen=True)

    task: str
    target: Target

    @property
    def heading(self) -> str:
        """The task's name and what is ranked."""
        return f"{self.task or 'questions'} ({'companies' if self.target == 'company' else 'passages'})"

    @property
    def metrics(self) -> tuple[MetricName, ...]:
        """What is measured; the first one decides."""
        return METRICS[self.target]


class TaskSummary(Block):
    """All variants on one task."""

    variants: tuple[VariantSummary, ...]


class Comparison(Block):
    """One variant on one task, now and in a saved run: this run minus that one, on the questions both have."""

    variant: str
    questions: int
    before: dict[MetricName, float]
    now: dict[MetricName, float]
    differences: dict[MetricName, Difference]


def blocks_of(scores: Iterable[QuestionScore]) -> dict[tuple[str, Target], list[QuestionScore]]:
    """Scores by task and target, in the order they first occur."""
    blocks: dict[tuple[str, Target], list[QuestionScore]] = {}
    for score in scores:
        blocks.setdefault((score.question.task, score.question.target), []).append(score)
    return blocks


def summarise(results: Results, baseline: str, *, seed: int) -> list[TaskSummary]:
    """One summary per task and target; every variant has the same questions."""
    blocks = {name: blocks_of(scores) for name, scores in results.items()}
    return [
        _task_summary(task, target, {name: found[task, target] for name, found in blocks.items()}, baseline, seed)
        for task, target in blocks[baseline]
    ]


def _task_summary(task: str, target: Target, within: Results, baseline: str, seed: int) -> TaskSummary:
    metrics = METRICS[target]
    tables = {name: metric_values((score.metrics for score in scores), metrics) for name, scores in within.items()}
    columns = np.hstack(list(tables.values()))  # all variants at once: one set of random draws serves them all
    others = np.hstack([tables[baseline]] * len(tables))
    means = _by_variant(tables, estimates(columns, seed=seed), metrics)
    apart = _by_variant(tables, differences(columns, others, seed=seed), metrics)
    return TaskSummary(
        task=task,
        target=target,
        variants=tuple(
            VariantSummary(
                variant=name,
                questions=len(scores),
                unlinked=sum(score.status == "unlinked" for score in scores),
                failed=sum(score.status == "failed" for score in scores),
                metrics=means[name],
                languages=_by_language(scores, metrics[0]),
                differences=apart[name] if name != baseline else {},
            )
            for name, scores in within.items()
        ),
    )


def metric_values(measured: Iterable[Mapping[MetricName, float]], metrics: Sequence[MetricName]) -> Values:
    """Shape (questions, metrics)."""
    return np.array([[question[metric] for metric in metrics] for question in measured], dtype=np.float64)


def _by_variant(
    variants: Mapping[str, Values], figures: Sequence[Figure], metrics: Sequence[MetricName]
) -> dict[str, dict[MetricName, Figure]]:
    remaining = iter(figures)
    return {name: {metric: next(remaining) for metric in metrics} for name in variants}


def _by_language(scores: Sequence[QuestionScore], metric: MetricName) -> dict[Language, float]:
    spoken: dict[Language, list[float]] = {}
    for score in scores:
        spoken.setdefault(score.question.language, []).append(score.metrics[metric])
    return {language: float(np.mean(values)) for language, values in sorted(spoken.items(), reverse=True)}
