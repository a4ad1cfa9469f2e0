"""Who judged a stage of an answer, and what a language model took for it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Judge = Literal["rules", "model"]
StageName = Literal[
    "plan",
    "route",
    "influence",
    "filter",
    "synthesis",
    "recommendation",
    "fact_answer",
    "extraction",
    "connection_test",
]


class ModelUse(BaseModel):
    """What one stage asked of a language model.

    ``cost`` is in the currency of the configured prices, None without prices. ``retries`` counts requests repeated
    because of the endpoint, ``repairs`` because an answer did not fit. ``from_cache``: nothing was asked, and no
    tokens were used.
    """

    model_config = ConfigDict(frozen=True)

    stage: StageName
    model: str
    input_tokens: int = Field(0, ge=0)
    output_tokens: int = Field(0, ge=0)
    cost: float | None = Field(None, ge=0.0)
    milliseconds: float = Field(0.0, ge=0.0)
    retries: int = Field(0, ge=0)
    repairs: int = Field(0, ge=0)
    from_cache: bool = False


def together(uses: Sequence[ModelUse]) -> ModelUse | None:
    """What several requests of one stage took in all; None for none. ``from_cache`` if nothing was asked at all."""
    if not uses:
        return None
    costs = [use.cost for use in uses if use.cost is not None]
    return uses[0].model_copy(
        update={
            "input_tokens": sum(use.input_tokens for use in uses),
            "output_tokens": sum(use.output_tokens for use in uses),
            "cost": math.fsum(costs) if costs else None,
            "milliseconds": math.fsum(use.milliseconds for use in uses),
            "retries": sum(use.retries for use in uses),
            "repairs": sum(use.repairs for use in uses),
            "from_cache": all(use.from_cache for use in uses),
        }
    )


class StageReport(BaseModel):
    """Who judged one stage. ``dropped`` counts what the model said that was not retrieved or does not exist, by
    reason; ``fault`` is the code of the error because of which the rules judged although a model is configured."""

    model_config = ConfigDict(frozen=True)

    stage: StageName
    judge: Judge
    use: ModelUse | None = None
    dropped: dict[str, int] = Field(default_factory=dict)
    fault: str = ""
