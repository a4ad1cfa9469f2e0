"""What the language model took since the process began, stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from threading import Lock

from core.domain.model_use import ModelUse, StageName


@dataclass(frozen=True)
class StageUsage:
    """One stage. ``asked``: questions put to the endpoint, ``failed`` of them without a usable answer; ``kept``:
    answers that were kept from before. ``cost`` in the currency of the configured prices, None without prices;
    ``milliseconds`` of the questions that were put."""

    stage: StageName
    asked: int = 0
    failed: int = 0
    kept: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    milliseconds: float = 0.0

    def plus(self, use: ModelUse, *, failed: bool) -> StageUsage:
        """With one more question."""
        if use.from_cache:
            return replace(self, kept=self.kept + 1)
        return replace(
            self,
            asked=self.asked + 1,
            failed=self.failed + failed,
            input_tokens=self.input_tokens + use.input_tokens,
            output_tokens=self.output_tokens + use.output_tokens,
            cost=self.cost if use.cost is None else (self.cost or 0.0) + use.cost,
            milliseconds=self.milliseconds + use.milliseconds,
        )


class ModelUsage:
    """Sums by stage: there are a handful of stages, so memory is bounded. Thread-safe."""

    def __init__(self) -> None:
        self.since = datetime.now(UTC)
        self._lock = Lock()
        self._stages: dict[StageName, StageUsage] = {}

    def record(self, use: ModelUse, *, failed: bool = False) -> None:
        """A question was put, or its answer was kept."""
        with self._lock:
            before = self._stages.get(use.stage, StageUsage(use.stage))
            self._stages[use.stage] = before.plus(use, failed=failed)

    def by_stage(self) -> tuple[StageUsage, ...]:
        """The stages that were asked about, in the order of their first question."""
        with self._lock:
            return tuple(self._stages.values())


def all_stages(stages: Sequence[StageUsage]) -> StageUsage:
    """Their sum, under the stage of the first; nothing at all without stages."""
    costs = [each.cost for each in stages if each.cost is not None]
    return StageUsage(
        stages[0].stage if stages else "connection_test",
        asked=sum(each.asked for each in stages),
        failed=sum(each.failed for each in stages),
        kept=sum(each.kept for each in stages),
        input_tokens=sum(each.input_tokens for each in stages),
        output_tokens=sum(each.output_tokens for each in stages),
        cost=sum(costs) if costs else None,
        milliseconds=sum(each.milliseconds for each in stages),
    )


MODEL_USAGE = ModelUsage()
"""Of this process."""
