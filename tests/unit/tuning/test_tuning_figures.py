"""What the curve of Tune is drawn from, without a knowledge base."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.requests import FusionMode, FusionSettings
from core.evaluation.significance import Estimate
from core.evaluation.tasks import LabelledQuestion, TaskSet
from core.tuning.quality import DECIDING, CurvePoint, best_point, on_the_curve, quality, weight_of_graph
from core.tuning.questions import MOST_QUESTIONS, companies_only


def questions(task: str, count: int, target: str = "company") -> list[LabelledQuestion]:
    given = {"task": task, "language": "en", "company": "a", "target": target, "relevant": {"b": 1}}
    return [LabelledQuestion.model_validate({"id": f"{target}{number}", **given}) for number in range(count)]


def curve(means: Sequence[tuple[float, float]]) -> list[CurvePoint]:
    return [CurvePoint(weight, {DECIDING: Estimate(mean=mean, low=mean, high=mean)}) for weight, mean in means]


@given(st.sampled_from([mode for mode in FusionMode if mode is not FusionMode.ADAPTIVE]), st.integers(0, 20))
def test_a_point_of_the_curve_knows_where_it_lies(mode: FusionMode, step: int) -> None:
    assert weight_of_graph(on_the_curve(FusionSettings(mode=mode), step / 20)) == pytest.approx(step / 20)


def test_adaptive_fusion_lies_on_no_curve_and_no_weight_is_in_the_middle() -> None:
    assert weight_of_graph(FusionSettings(mode=FusionMode.ADAPTIVE)) is None
    assert weight_of_graph(FusionSettings(mode=FusionMode.RRF, graph_weight=0.0, vector_weight=0.0)) == 0.5


@given(st.lists(st.tuples(st.floats(0.0, 1.0), st.sampled_from([0.1, 0.2, 0.3])), min_size=1))
def test_the_best_point_is_the_highest_and_of_those_the_most_even(means: list[tuple[float, float]]) -> None:
    best, highest = best_point(curve(means)), max(mean for _, mean in means)
    assert best.quality[DECIDING].mean == highest
    assert abs(best.graph_weight - 0.5) == min(abs(weight - 0.5) for weight, mean in means if mean == highest)


def test_without_points_or_scores_there_is_nothing_to_say() -> None:
    with pytest.raises(ValueError, match="empty"):
        best_point([])
    with pytest.raises(ValueError, match="no questions"):
        quality([])


def test_small_sets_are_taken_whole_and_only_what_companies_answer() -> None:
    asked = questions("one", 5) + questions("two", 3, target="passage")
    assert companies_only(TaskSet(tuple(asked))).questions == tuple(asked[:5])


@pytest.mark.parametrize("tasks", [1, 3, MOST_QUESTIONS + 1])
def test_of_large_sets_every_task_keeps_its_share(tasks: int) -> None:
    asked = [question for task in range(tasks) for question in questions(f"t{task}", 2 * MOST_QUESTIONS // tasks or 1)]
    kept = companies_only(TaskSet(tuple(asked)))
    assert kept.names == tuple(f"t{task}" for task in range(tasks))
    assert len(kept.questions) == max(tasks, MOST_QUESTIONS)
    assert kept.questions == companies_only(TaskSet(tuple(asked))).questions
