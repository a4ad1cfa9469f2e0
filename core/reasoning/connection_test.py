"""One tiny question to the language model, to see whether it answers at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from core.domain.model_use import ModelUse
from core.messages import Language
from core.reasoning.llm.client import LanguageModel, ModelFailedError
from core.reasoning.llm.endpoint import Endpoint
from core.reasoning.llm.prompt import Prompt, render

_PATIENCE = 30.0  # seconds; who has pressed a button does not wait longer


class _Ready(BaseModel):
    """What the model is to say."""

    model_config = ConfigDict(frozen=True)

    ready: bool


def connection_prompt(language: Language) -> Prompt:
    """The question, as short as can be."""
    return render("connection_test", language, _Ready.model_json_schema())


def ask_for_a_sign(
    endpoint: Endpoint, language: Language, *, check_cancelled: Callable[[], None] | None = None
) -> ModelUse:
    """What it took to have a short answer from ``endpoint``: asked once, nothing is repeated, nothing comes from what
    was kept. Raises the GuanxiError that says why there was none."""
    patience = min(_PATIENCE, endpoint.timeout_seconds)
    model = LanguageModel(replace(endpoint, retries=0, timeout_seconds=patience))
    prompt = connection_prompt(language)
    try:
        return model.ask(prompt, _Ready, stage="connection_test", repair=False, check_cancelled=check_cancelled).use
    except ModelFailedError as failure:
        raise failure.error from failure
