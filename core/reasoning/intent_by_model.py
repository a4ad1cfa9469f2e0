"""What a question wants, told by a language model: for questions of which the rules are not sure."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel

from core.messages import Language
from core.reasoning.intent_router import DISCOVERY, FACT, Intent
from core.reasoning.llm.client import LanguageModel, Reply
from core.reasoning.llm.prompt import Prompt, as_data, render

_SHAPE = {
    "type": "object",
    "properties": {"intent": {"type": "string", "enum": [DISCOVERY, FACT]}},
    "required": ["intent"],
    "additionalProperties": False,
}


class RouteReply(BaseModel):
    """What a model answers."""

    intent: Intent


def route_by_model(
    model: LanguageModel,
    question: str,
    language: Language,
    *,
    temperature: float,
    check_cancelled: Callable[[], None] | None = None,
) -> Reply[RouteReply]:
    """The intent of ``question``; ``language`` is that of the prompt. Raises ModelFailedError."""
    return model.ask(
        route_prompt(question, language),
        RouteReply,
        stage="route",
        temperature=temperature,
        check_cancelled=check_cancelled,
    )


def route_prompt(question: str, language: Language) -> Prompt:
    """What the model is asked."""
    return render("route", language, _SHAPE, schema=as_data([_SHAPE]), question=as_data([question]))
