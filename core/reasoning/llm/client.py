"""Ask a language model for a JSON answer of a given shape, within limits, and say what it took."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from core.domain.model_use import ModelUse, StageName
from core.domain.results import StageTiming
from core.errors import GuanxiError
from core.monitoring.model_usage import MODEL_USAGE
from core.monitoring.recent_answers import RECENT_ANSWERS
from core.reasoning.json_answer import JsonAnswerError, json_value
from core.reasoning.llm.answer_cache import AnswerCache, cache_key
from core.reasoning.llm.endpoint import Endpoint, ModelAnswerUnusableError, ModelUnavailableError
from core.reasoning.llm.prompt import Message, Prompt
from core.reasoning.llm.turn import Said, Turn
from core.runtime.background import BACKGROUND
from core.runtime.time_limit import current_time_limit

_log = logging.getLogger("guanxi")
Answer = TypeVar("Answer", bound=BaseModel)
_SHOWN_OF_A_FAULT = 600  # characters of what was wrong, for the model to mend


@dataclass(frozen=True)
class Reply(Generic[Answer]):
    """What the model answered, and what it took."""

    answer: Answer
    use: ModelUse


class ModelFailedError(Exception):
    """A question that the model did not answer: why (an error a person may see), and what was spent all the same."""

    def __init__(self, error: GuanxiError, use: ModelUse) -> None:
        super().__init__(str(error))
        self.error = error
        self.use = use


@dataclass
class _Spent:
    """What one question has taken so far."""

    input_tokens: int = 0
    output_tokens: int = 0
    retries: int = 0
    repairs: int = 0
    from_cache: bool = False
    began: float = field(default_factory=time.perf_counter)

    def add(self, said: Said) -> None:
        self.input_tokens += said.input_tokens
        self.output_tokens += said.output_tokens
        self.retries += said.retries


class LanguageModel:
    """One endpoint. Thread-safe.

    Texts are never logged, and neither is the key.
    """

    def __init__(self, endpoint: Endpoint, cache: AnswerCache | None = None) -> None:
        self.endpoint = endpoint
        self._cache = cache
        from core.reasoning.llm.chat import Chat  # loads the openai client, of no use where no model is configured

        self._chat = Chat(endpoint)

    @property
    def kept_answers(self) -> int | None:
        """How many answers are kept; None where none are, or they cannot be counted."""
        return self._cache.count() if self._cache is not None else None

    def ask(
        self,
        prompt: Prompt,
        answer_type: type[Answer],
        *,
        stage: StageName,
        temperature: float = 0.0,
        repair: bool = True,
        read: Callable[[str], Answer] | None = None,
        on_text: Callable[[str], None] | None = None,
        check_cancelled: Callable[[], None] | None = None,
    ) -> Reply[Answer]:
        """The model's answer to ``prompt`` as ``answer_type``. Raises ModelFailedError.

        ``read`` makes it of the text; by default the text is JSON that fits the type. It may raise JsonAnswerError and
        ValidationError for what does not.

        ``repair``: an answer that is blank is asked for again, and one that does not fit is sent back once with what is
        wrong. ``on_text`` gets the whole text so far whenever some arrives, in another thread and unchecked.
        ``check_cancelled`` is called ten times a second: what it raises cancels the request. Where the work has a
        time limit (`core.runtime.time_limit`), the model gets what is left of it, if that is less than its own.
        """
        turn = Turn(prompt.messages, prompt.schema, temperature, on_text)
        key = self._key(prompt, turn)
        spent = _Spent()
        kept = self._kept(key, answer_type)
        if kept is not None:
            spent.from_cache = True
            use = self._use(stage, spent)
            MODEL_USAGE.record(use)
            return Reply(kept, use)
        limit, shown_limit = self._limit()
        try:
            reading = read or partial(_fitting, answer_type)
            answer = BACKGROUND.wait_for(self._ask(turn, reading, spent, repair, limit), check_cancelled)
        except (GuanxiError, TimeoutError) as error:
            use = self._use(stage, spent)
            cause = error.__cause__ if isinstance(error, GuanxiError) else None  # what the openai client raised
            _note(use, fault=type(cause or error).__name__)
            raise ModelFailedError(_in_words(error, shown_limit), use) from error
        if self._cache is not None:
            self._cache.put(key, answer.model_dump_json())
        use = self._use(stage, spent)
        _note(use)
        return Reply(answer, use)

    def _key(self, prompt: Prompt, turn: Turn) -> str:
        return cache_key(
            endpoint=self.endpoint.base_url,
            model=self.endpoint.model,
            prompt=prompt.name,
            messages=[(message.role, message.content) for message in turn.messages],
            schema=turn.schema,
            temperature=turn.temperature,
            limit=self.endpoint.max_output_tokens,
        )

    def _kept(self, key: str, answer_type: type[Answer]) -> Answer | None:
        text = self._cache.get(key) if self._cache is not None else None
        try:
            return None if text is None else answer_type.model_validate_json(text)
        except ValidationError:
            return None

    def _limit(self) -> tuple[float, float]:
        """Seconds that the model has for this question, and those that it had of the limit which it may exceed."""
        own, whole = self.endpoint.timeout_seconds, current_time_limit()
        if whole is None or whole.left() > own:
            return own, own
        return whole.left(), whole.seconds

    async def _ask(
        self, turn: Turn, read: Callable[[str], Answer], spent: _Spent, repair: bool, limit: float
    ) -> Answer:
        tries = 1 + (self.endpoint.retries if repair else 0)
        asked = turn
        async with asyncio.timeout(limit):
            for attempt in range(2 if repair else 1):
                spent.repairs = attempt
                said = await self._chat.say(asked, tries=tries, count=spent.add)
                try:
                    return read(said.text)
                except (JsonAnswerError, ValidationError) as error:
                    fault = _fault(error, said)
                mended = (*turn.messages, Message("assistant", said.text), Message("user", fault))
                asked = replace(turn, messages=mended)
        if said.cut_off:
            raise ModelAnswerUnusableError(fault="model_truncated")
        raise ModelAnswerUnusableError(fault="model_schema")

    def _use(self, stage: StageName, spent: _Spent) -> ModelUse:
        return ModelUse(
            stage=stage,
            model=self.endpoint.model,
            input_tokens=spent.input_tokens,
            output_tokens=spent.output_tokens,
            cost=self.endpoint.cost(spent.input_tokens, spent.output_tokens),
            milliseconds=(time.perf_counter() - spent.began) * 1000.0,
            retries=spent.retries,
            repairs=spent.repairs,
            from_cache=spent.from_cache,
        )


def _in_words(error: GuanxiError | TimeoutError, limit: float) -> GuanxiError:
    return error if isinstance(error, GuanxiError) else ModelUnavailableError(detail=f"{limit:g} s")


def _fitting(answer_type: type[Answer], text: str) -> Answer:
    return answer_type.model_validate(json_value(text))


def _fault(error: JsonAnswerError | ValidationError, said: Said) -> str:
    """What is wrong with an answer, for the model to mend; nothing of the answer itself is repeated."""
    if said.cut_off:
        return "Your answer was cut off. Answer again, shorter, with one complete JSON object and nothing else."
    if isinstance(error, ValidationError):
        wrong = [".".join(map(str, fault["loc"])) + ": " + fault["msg"] for fault in error.errors(include_input=False)]
        return f"Your JSON does not fit the schema: {'; '.join(wrong)[:_SHOWN_OF_A_FAULT]}. Answer again in full."
    return "Your answer is no complete JSON object. Answer again with one that fits the schema, and nothing else."


def _note(use: ModelUse, fault: str = "") -> None:
    MODEL_USAGE.record(use, failed=bool(fault))
    timing = StageTiming(stage=use.stage, milliseconds=use.milliseconds, size=use.output_tokens)
    RECENT_ANSWERS.record([timing], begins=False)
    _log.info(
        "model %s, stage %s: %d + %d tokens, cost %s, %.0f ms, %d retries, %d repairs%s",
        use.model,
        use.stage,
        use.input_tokens,
        use.output_tokens,
        "unknown" if use.cost is None else f"{use.cost:.6f}",
        use.milliseconds,
        use.retries,
        use.repairs,
        f", failed: {fault}" if fault else "",
    )
