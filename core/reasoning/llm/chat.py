"""One exchange with an OpenAI-compatible endpoint, and what kinds of JSON answers it can be made to give."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

import httpx2
import openai

from core.errors import GuanxiError
from core.reasoning.llm.bounded_answers import AnswerTooLongError, bounded, most_bytes, most_characters
from core.reasoning.llm.chat_completion import StreamedCompletion, completion, no_completion
from core.reasoning.llm.endpoint import Endpoint, ModelAnswerUnusableError, ModelRefusedError, ModelUnavailableError
from core.reasoning.llm.turn import Said, Turn

ResponseFormat = Literal["json_schema", "json_object", "text"]
_HEADERS: dict[str, Any] = {
    **{name: openai.Omit() for name in ("OpenAI-Organization", "OpenAI-Project")},
    "Accept-Encoding": "identity",
}
"""Two that the client would fill from variables meant for another service; and answers are not to be packed."""
_NO_KEY = "none"  # local servers need none, the client wants one
_REFUSALS = (400, 415, 422, 501)
"""What endpoints answer to a response format that they do not know, and to other requests that they do not like."""
_IN_ONE_PIECE = ("application/json", "text/html")


@dataclass(frozen=True)
class _Form:
    """How a request is put. OpenAI's reasoning models choose the temperature themselves and count their thoughts among
    the tokens, whose limit has another name with them."""

    response_format: ResponseFormat
    of_reasoning_models: bool


_FORMS = tuple(_Form(each, reasoning) for reasoning in (False, True) for each in get_args(ResponseFormat))


class Chat:
    """Exchanges with one endpoint. To be used from one event loop; remembers the form of requests that is accepted."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._forms = _FORMS
        self._client: openai.AsyncOpenAI | None = None

    async def say(self, turn: Turn, *, tries: int, count: Callable[[Said], None]) -> Said:
        """What the model says next; ``count`` is told of every exchange.

        Says nothing, or breaks off within a stream: at most ``tries`` ≥ 1. Raises ModelUnavailableError,
        ModelRefusedError, or ModelAnswerUnusableError where it said nothing, or what it said is no chat completion.
        """
        try:
            return await self._say(turn, tries, count)
        except AnswerTooLongError as error:
            raise ModelAnswerUnusableError(fault="model_too_long") from error
        except openai.OpenAIError as error:
            raise _in_words(error) from error

    async def _say(self, turn: Turn, tries: int, count: Callable[[Said], None]) -> Said:
        for left in reversed(range(tries)):
            try:
                said = await self._in_an_accepted_form(turn)
            except openai.APIError as error:
                if not left or not _broke_off(error, turn):  # the client itself has tried often enough
                    raise
                count(Said("", False, 0, 0, 1))
                continue
            count(said)
            if said.text.strip():
                return said
            if left:
                count(Said("", False, 0, 0, 1))
        raise ModelAnswerUnusableError(fault="model_blank")

    async def _in_an_accepted_form(self, turn: Turn) -> Said:
        """In the first form that is accepted. Which ones are not is remembered once a later one was: a request that is
        refused in all of them was refused for something else."""
        *others, last = self._forms
        for place, form in enumerate(others):
            try:
                said = await self._exchange(turn, form)
            except openai.APIStatusError as error:
                if error.status_code not in _REFUSALS:
                    raise
            else:
                self._forms = self._forms[place:]
                return said
        said = await self._exchange(turn, last)
        self._forms = (last,)
        return said

    async def _exchange(self, turn: Turn, form: _Form) -> Said:
        request: dict[str, Any] = {
            "model": self._endpoint.model,
            "messages": [{"role": message.role, "content": message.content} for message in turn.messages],
            **_limits(self._endpoint.max_output_tokens, turn.temperature, form),
            **_format(form.response_format, turn.schema),
        }
        completions = self._connected().chat.completions.with_raw_response
        if turn.on_text is None:
            response = await completions.create(**request)
            return completion(response.content, response.retries_taken)
        response = await completions.create(**request, stream=True, stream_options={"include_usage": True})
        return await _streamed(response, turn.on_text, most_characters(self._endpoint.max_output_tokens))

    def _connected(self) -> openai.AsyncOpenAI:
        if self._client is None:
            self._client = openai.AsyncOpenAI(
                base_url=self._endpoint.base_url,
                api_key=self._endpoint.api_key.get_secret_value() or _NO_KEY,
                default_headers=_HEADERS,
                timeout=self._endpoint.timeout_seconds,
                max_retries=self._endpoint.retries,
                http_client=openai.DefaultAsyncHttpxClient(
                    follow_redirects=False,  # nowhere that was not configured
                    event_hooks={"response": [bounded(most_bytes(self._endpoint.max_output_tokens))]},
                ),
            )
        return self._client


def _in_words(error: openai.OpenAIError) -> GuanxiError:
    """Not what the endpoint says: that may hold anything, even a part of the key."""
    if isinstance(error, openai.APIStatusError):
        refused = error.status_code < 500 and error.status_code != 429
        return (ModelRefusedError if refused else ModelUnavailableError)(detail=f"HTTP {error.status_code}")
    if isinstance(error, openai.APITimeoutError):
        return ModelUnavailableError(fault="model_slow")
    if isinstance(error, openai.APIConnectionError):
        return ModelUnavailableError(fault="model_unreachable")
    return ModelUnavailableError(detail=type(error).__name__)


def _broke_off(error: openai.APIError, turn: Turn) -> bool:
    """Whether the line went dead within a stream: what came before it, the client has repeated itself."""
    return turn.on_text is not None and not isinstance(error, openai.APIStatusError)


def _limits(tokens: int, temperature: float, form: _Form) -> dict[str, Any]:
    if form.of_reasoning_models:
        return {"max_completion_tokens": tokens}
    return {"max_tokens": tokens, "temperature": temperature}


def _format(response_format: ResponseFormat, schema: Mapping[str, Any]) -> dict[str, Any]:
    if response_format == "json_schema":
        wanted = {"name": "answer", "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": wanted}}
    return {"response_format": {"type": "json_object"}} if response_format == "json_object" else {}


async def _streamed(response: Any, on_text: Callable[[str], None], most: int) -> Said:
    """An endpoint that does not stream answers in one piece all the same."""
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind in _IN_ONE_PIECE:
        said = completion(await _read(response.http_response), response.retries_taken)
        on_text(said.text)
        return said
    found = StreamedCompletion()
    async for event in _events(response.parse(to=openai.AsyncStream[object])):
        text = found.add(event)
        if text is not None:
            if len(text) > most:
                raise AnswerTooLongError
            on_text(text)
    return found.said(response.retries_taken)


async def _read(response: Any) -> bytes:
    try:
        return bytes(await response.aread())
    except httpx2.HTTPError as error:
        raise openai.APIConnectionError(request=response.request) from error


async def _events(stream: Any) -> AsyncIterator[object]:
    """What the events hold. Raises ModelAnswerUnusableError for what cannot be read."""
    async with stream:
        try:
            async for event in stream:
                yield event
        except (ValueError, RecursionError) as error:
            raise no_completion() from error
