"""Who judged a stage of an answer, and what a language model took for it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Judge = Literal["rules", "model"]
StageName = Literal["route", "influence", "filter", "synthesis", "recommendation", "fact_answer"]


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


class StageReport(BaseModel):
    """Who judged one stage. ``dropped`` counts what the model said that was not retrieved or does not exist, by
    reason; ``fault`` is the code of the error because of which the rules judged although a model is configured."""

    model_config = ConfigDict(frozen=True)

    stage: StageName
    judge: Judge
    use: ModelUse | None = None
    dropped: dict[str, int] = Field(default_factory=dict)
    fault: str = ""
