"""What a session has searched for the page Tune: one task set in the last few ways of walking, and what was scored."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import streamlit as st

from app.runtime.asking_limit import count_question
from app.runtime.watched import CancellationCheck, Watched
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import FusionSettings
from core.evaluation.experiment import QuestionScore
from core.evaluation.tasks import TaskSet
from core.tuning.quality import CURVE_WEIGHTS, CurvePoint, on_the_curve, quality
from core.tuning.questions import SearchedQuestions, score, search, walk_again
from core.workspace.tuned_settings import TunedSettings, Walk

_KEPT = "tune_bench"
_KEPT_WALKS = 3
_KEPT_SCORES = 100
Key = TypeVar("Key")
Value = TypeVar("Value")


class _Recent(Generic[Key, Value]):
    """The values used last, at most ``limit``."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: Key, value: Value) -> None:
        self._values[key] = value
        while len(self._values) > self._limit:
            self._values.popitem(last=False)

    def last(self) -> Value | None:
        return next(reversed(self._values.values()), None)


@dataclass(eq=False)
class Searching:
    """Questions being searched, or walked again."""

    walks: tuple[Walk, ...]
    total: int
    done: int = 0
    cancelled: bool = False
    work: Watched[None] | None = None

    def advance(self) -> None:
        """One question more is done."""
        self.done += 1

    def cancel(self) -> None:
        """End it; nothing of it is kept."""
        self.cancelled = True
        if self.work is not None:
            self.work.abandon()


@dataclass(eq=False)
class GrowingCurve:
    """The weight–quality curve of one fusion, whose points arrive one after the other."""

    key: object
    points: list[CurvePoint] = field(default_factory=list)
    work: Watched[None] | None = None


class Bench:
    """One task set over one version of the knowledge base."""

    def __init__(self, pipeline: DiscoveryPipeline, tasks: TaskSet) -> None:
        self.build_id = pipeline.base.knowledge_base.manifest.build_id
        self.tasks = tasks
        self.searching: Searching | None = None
        self._pipeline = pipeline
        self._walked: _Recent[Walk, SearchedQuestions] = _Recent(_KEPT_WALKS)
        self._scores: _Recent[tuple[Walk, FusionSettings], tuple[QuestionScore, ...]] = _Recent(_KEPT_SCORES)
        self._curve: GrowingCurve | None = None

    def searched(self, walks: Sequence[Walk]) -> bool:
        """Whether all questions were walked in these ways; begins what is missing, in the background."""
        missing = tuple(dict.fromkeys(walk for walk in walks if self._walked.get(walk) is None))
        if not missing:
            return True
        running = self.searching
        if running is None or running.walks != missing or (running.work is not None and running.work.left):
            if running is not None and running.cancelled and running.walks == missing:
                return False  # begun anew only if asked to
            self._begin(missing)
        return False

    def begin_again(self) -> None:
        """Forget that it was cancelled."""
        self.searching = None

    def _begin(self, walks: tuple[Walk, ...]) -> None:
        if self.searching is not None:
            self.searching.cancel()
        before = self._walked.last()
        if before is None:
            count_question(self._pipeline.base.settings)
        running = Searching(walks, total=len(walks) * len(self.tasks.questions))
        self.searching = running

        def work(check_cancelled: CancellationCheck) -> None:
            known = before
            for walk in walks:
                ways = {"advance": running.advance, "check_cancelled": check_cancelled}
                if known is None:
                    known = search(self._pipeline, self.tasks, walk, **ways)
                else:
                    known = walk_again(self._pipeline, known, walk, **ways)
                self._walked.keep(walk, known)

        running.work = Watched(work)

    def scores(self, tuned: TunedSettings) -> tuple[QuestionScore, ...]:
        """Every question under ``tuned``, whose walk was searched."""
        key = (tuned.walk, tuned.fusion)
        known = self._scores.get(key)
        if known is None:
            questions = self._walked.get(tuned.walk)
            assert questions is not None  # ``searched`` has said so
            known = score(questions, tuned.fusion)
            self._scores.keep(key, known)
        return known

    def curve(self, tuned: TunedSettings) -> GrowingCurve:
        """The curve through ``tuned``: the same wherever W_g and W_v stand on it."""
        key = (tuned.walk, on_the_curve(tuned.fusion, 0.5))
        if self._curve is None or self._curve.key != key or (self._curve.work is not None and self._curve.work.left):
            if self._curve is not None and self._curve.work is not None:
                self._curve.work.abandon()
            self._curve = self._begin_curve(key, tuned)
        return self._curve

    def _begin_curve(self, key: object, tuned: TunedSettings) -> GrowingCurve:
        questions = self._walked.get(tuned.walk)
        assert questions is not None  # ``searched`` has said so
        growing = GrowingCurve(key)

        def work(check_cancelled: CancellationCheck) -> None:
            for weight in CURVE_WEIGHTS:
                check_cancelled()
                growing.points.append(CurvePoint(weight, quality(score(questions, on_the_curve(tuned.fusion, weight)))))

        growing.work = Watched(work)
        return growing


def current_bench(pipeline: DiscoveryPipeline, tasks: TaskSet) -> Bench:
    """The session's bench for these questions; another task set or version begins a new one."""
    kept: Bench | None = st.session_state.get(_KEPT)
    if kept is None or kept.build_id != pipeline.base.knowledge_base.manifest.build_id or kept.tasks != tasks:
        if kept is not None and kept.searching is not None:
            kept.searching.cancel()
        kept = Bench(pipeline, tasks)
        st.session_state[_KEPT] = kept
    return kept
