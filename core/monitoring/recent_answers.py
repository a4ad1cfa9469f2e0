"""How long the stages of the last answers took, whoever asked: pages, API, command line."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Lock

from core.domain.results import StageTiming
from core.monitoring.request_ids import NOBODY, current_request_id

SEARCH = "retrieve"
"""The stage that makes an answer one that was searched for, and not only ordered anew."""


@dataclass(frozen=True)
class RecordedAnswer:
    """The stages of one request, each once: what a request does twice is added up."""

    request_id: str
    begun_at: datetime
    timings: tuple[StageTiming, ...] = ()

    @property
    def searched(self) -> bool:
        """Whether something was searched, and not only ordered anew or refused."""
        return any(timing.stage == SEARCH for timing in self.timings)

    @property
    def milliseconds(self) -> float:
        """All stages together; the parts of a stage (``retrieve.graph``) are in it already."""
        return math.fsum(timing.milliseconds for timing in self.timings if "." not in timing.stage)

    def with_timings(self, timings: Iterable[StageTiming]) -> RecordedAnswer:
        """The answer with more stages."""
        stages = {timing.stage: timing for timing in self.timings}
        for timing in timings:
            before = stages.get(timing.stage)
            spent = timing.milliseconds + (before.milliseconds if before else 0.0)
            stages[timing.stage] = timing.model_copy(update={"milliseconds": spent})
        return replace(self, timings=tuple(stages.values()))


@dataclass(frozen=True)
class StageFigures:
    """One stage over several answers, in milliseconds; ``slowest_request`` is the id of the one that took longest."""

    stage: str
    answers: int
    p50: float
    p95: float
    slowest: float
    slowest_request: str


class RecentAnswers:
    """The last ``kept`` answers that were searched for, and as many that were not. Thread-safe.

    What nobody requested – warming up, experiments – is not recorded.
    """

    def __init__(self, kept: int = 200) -> None:
        self._kept = kept
        self._lock = Lock()
        self._searched: OrderedDict[str, RecordedAnswer] = OrderedDict()
        self._others: OrderedDict[str, RecordedAnswer] = OrderedDict()

    def record(self, timings: Iterable[StageTiming], *, begins: bool = True) -> None:
        """Stages that were done just now, for the request that is worked on.

        ``begins``: they make an answer even where nothing is recorded of that request yet.
        """
        request_id = current_request_id()
        if request_id == NOBODY:
            return
        with self._lock:
            known = self._searched.pop(request_id, None) or self._others.pop(request_id, None)
            if known is None and not begins:
                return
            answer = (known or RecordedAnswer(request_id, datetime.now(UTC))).with_timings(timings)
            place = self._searched if answer.searched else self._others
            place[request_id] = answer
            while len(place) > self._kept:
                place.popitem(last=False)

    def searched(self) -> tuple[RecordedAnswer, ...]:
        """Answers that were searched for, the last one first."""
        with self._lock:
            return tuple(reversed(self._searched.values()))

    def others(self) -> tuple[RecordedAnswer, ...]:
        """Requests that ordered a list anew (a slider was moved) or ended before anything was searched, last first."""
        with self._lock:
            return tuple(reversed(self._others.values()))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of ``values`` that ``share`` (0 < share ≤ 1) of them do not exceed (nearest rank).

    Raises ValueError without values.
    """
    if not values:
        raise ValueError("no values")
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def whole_answers(answers: Iterable[RecordedAnswer], name: str) -> StageFigures | None:
    """All stages together, as if they were one called ``name``; None without answers."""
    return _figures(name, [(answer.milliseconds, answer.request_id) for answer in answers])


def stage_figures(answers: Iterable[RecordedAnswer]) -> tuple[StageFigures, ...]:
    """Every stage that occurs in ``answers``, in the order in which they are gone through."""
    spent: dict[str, list[tuple[float, str]]] = {}
    for answer in answers:
        for timing in answer.timings:
            spent.setdefault(timing.stage, []).append((timing.milliseconds, answer.request_id))
    found = [_figures(stage, times) for stage, times in spent.items()]
    return tuple(sorted((each for each in found if each is not None), key=lambda each: _place(each.stage)))


def _figures(stage: str, times: list[tuple[float, str]]) -> StageFigures | None:
    if not times:
        return None
    milliseconds = [spent for spent, _ in times]
    slowest, request_id = max(times)
    return StageFigures(
        stage, len(times), percentile(milliseconds, 0.5), percentile(milliseconds, 0.95), slowest, request_id
    )


_ORDER = (
    "link",
    "ask",
    "plan",
    "route",
    "influence",
    "evidence",
    SEARCH,
    "rerank",
    "fuse",
    "judge",
    "filter",
    "synthesis",
    "recommendation",
    "fact_answer",
    "extraction",
)


def _place(stage: str) -> tuple[int, bool]:
    """Parts come right after the stage that they are parts of; unknown stages come last."""
    whole = stage.partition(".")[0]
    return (_ORDER.index(whole) if whole in _ORDER else len(_ORDER), whole != stage)


RECENT_ANSWERS = RecentAnswers()
"""Of this process."""
