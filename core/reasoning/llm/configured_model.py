"""The language model of the settings, if one is configured."""

from __future__ import annotations

from core.reasoning.llm.answer_cache import AnswerCache
from core.reasoning.llm.client import LanguageModel
from core.reasoning.llm.endpoint import Endpoint
from core.settings import Settings


def configured_model(settings: Settings) -> LanguageModel | None:
    """None unless both an endpoint and a model are named. Asks nothing."""
    if not (settings.llm_base_url and settings.llm_model):
        return None
    endpoint = Endpoint(
        base_url=settings.llm_base_url,
        model=settings.llm_model,
        api_key=settings.llm_api_key,
        timeout_seconds=settings.llm_timeout_seconds,
        retries=settings.llm_retries,
        max_output_tokens=settings.llm_max_output_tokens,
        input_price=settings.llm_input_price,
        output_price=settings.llm_output_price,
    )
    return LanguageModel(endpoint, AnswerCache(settings.llm_cache_file, settings.llm_cache_answers))
