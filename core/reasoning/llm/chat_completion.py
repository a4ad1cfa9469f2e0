"""What an endpoint's answer says: a chat completion is taken apart, whatever else arrives is refused.

Nothing about the answer is taken for granted: a proxy, a wrong address or another version of the protocol answers 200
with pages, lists, nulls and numbers where objects belong.
"""

from __future__ import annotations

import json
from typing import Any

from core.reasoning.llm.endpoint import ModelAnswerUnusableError
from core.reasoning.llm.turn import Said

_MOST_TOKENS = 2**53  # more is no count


def completion(body: bytes, retries: int) -> Said:
    """The first choice of a chat completion. Raises ModelAnswerUnusableError for whatever is none."""
    value = _object(_parsed(body))
    choices = value.get("choices")
    if not isinstance(choices, list):
        raise no_completion()
    choice = _object(choices[0]) if choices else {"message": {}}
    message = _object(choice.get("message"))
    input_tokens, output_tokens = _tokens(value.get("usage"))
    cut_off = choice.get("finish_reason") == "length"
    return Said(_whole(_text(message.get("content"))), cut_off, input_tokens, output_tokens, retries)


class StreamedCompletion:
    """A chat completion that arrives in events."""

    def __init__(self) -> None:
        self._text = ""
        self._cut_off = False
        self._usage: object = None

    def add(self, event: object) -> str | None:
        """Take in one event: the whole text so far if it holds more of it.

        An event without choices (figures, a sign of life) adds no text. Raises ModelAnswerUnusableError for what is no
        event of a chat completion.
        """
        value = _object(event)
        self._usage = value.get("usage") or self._usage
        choices = value.get("choices")
        if choices is None or choices == []:
            return None
        if not isinstance(choices, list):
            raise no_completion()
        choice = _object(choices[0])
        self._cut_off = self._cut_off or choice.get("finish_reason") == "length"
        delta = choice.get("delta")
        more = "" if delta is None else _text(_object(delta).get("content"))
        self._text += more
        return _whole(self._text) if more else None

    def said(self, retries: int) -> Said:
        """All of it."""
        return Said(_whole(self._text), self._cut_off, *_tokens(self._usage), retries)


def no_completion() -> ModelAnswerUnusableError:
    """For an answer that is no chat completion at all."""
    return ModelAnswerUnusableError(fault="model_no_completion")


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:  # no JSON, no text, numbers too long, too deep
        raise no_completion() from error


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise no_completion()
    return value


def _text(content: object) -> str:
    """A text, or the texts among the parts that some vendors answer with. Null says nothing."""
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list):
        raise no_completion()
    return "".join(map(_of_part, content))


def _of_part(part: object) -> str:
    """Thoughts and refusals are parts too, and say nothing."""
    if isinstance(part, str):
        return part
    text = _object(part).get("text") if _object(part).get("type", "text") in ("text", "output_text") else ""
    if not isinstance(text, str):
        raise no_completion()
    return text


def _whole(text: str) -> str:
    """``text`` with surrogate pairs, which may come in two events, put together; what is left of one cannot be sent,
    kept or shown."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _tokens(usage: object) -> tuple[int, int]:
    """Tokens read and written, 0 where the endpoint does not tell."""
    figures = usage if isinstance(usage, dict) else {}
    return _count(figures.get("prompt_tokens")), _count(figures.get("completion_tokens"))


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST_TOKENS else 0
