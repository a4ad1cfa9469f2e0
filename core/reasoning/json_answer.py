"""The JSON value inside a language model's answer, whatever the model wrote around it."""

from __future__ import annotations

import json
import re
import sys
from enum import StrEnum
from json import JSONDecodeError

_MOST_STARTS = 200  # brackets tried as the start of the value; each failure costs a walk over the text's lines
_LITERALS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_BEGUN_LITERALS = "|".join(literal[:length] for literal in _LITERALS for length in range(1, len(literal)))

_LANDMARK = re.compile(r"[{\[]|<(?P<closes>/?)think>", re.IGNORECASE)
_TAG = re.compile(r"<(?P<closes>/?)think>", re.IGNORECASE)
_THOUGHTS_END = re.compile(r"</think>", re.IGNORECASE)
# Repeated by a loop: before 3.11.5 Python's possessive repetition of what may itself backtrack is wrong.
_NO_ANSWER = re.compile(r"[\s\ufeff]+|<think>.*?</think>|```\w*", re.IGNORECASE | re.DOTALL)
# What may stand between the decoder's complaint and the end of a text that was cut off: a begun literal, the rest
# of a number, the rest of an escape. A fence the model closed without closing the JSON is the same as nothing.
_CUT_OFF = re.compile(rf"(?:{_BEGUN_LITERALS}|\.|[eE][+-]?|u[0-9a-fA-F]{{0,4}})?[\s`]*+")
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?+|[{\[]|[}\]]', re.DOTALL)


class AnswerFault(StrEnum):
    """Why an answer holds no JSON value."""

    BLANK = "blank"
    TRUNCATED = "truncated"
    NOT_JSON = "not_json"


class JsonAnswerError(ValueError):
    """An answer without a JSON value. Internal: callers turn ``fault`` into their own outcome, users never see it."""

    def __init__(self, fault: AnswerFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def json_value(text: str) -> object:
    """The first complete JSON object or array in ``text``, outside any other one.

    A byte order mark, blanks, ``<think>`` blocks, Markdown fences and prose around it are ignored. A value that is
    broken is skipped whole: none of its parts is taken for the answer. Numbers may be NaN or infinite (integers too
    long for Python become infinite), strings may hold lone surrogates and line breaks, and of equal keys the last
    counts.

    Raises JsonAnswerError and nothing else: BLANK without an answer, TRUNCATED if the text ends inside the value or
    inside the thoughts before it, NOT_JSON otherwise, also for values nested too deeply.
    """
    if _is_no_answer(text):
        raise JsonAnswerError(AnswerFault.BLANK)
    position = 0
    for _ in range(_MOST_STARTS):
        start = _next_bracket(text, position)
        try:
            value, end = _DECODER.raw_decode(text, start)
        except JSONDecodeError as error:
            position = _after_broken(text, start, error)
        except RecursionError:
            break
        else:
            tag = _TAG.search(text, end)
            if tag is None or not tag["closes"]:
                return value
            position = tag.end()  # some models begin in thought without saying so: what was found was a draft
    raise JsonAnswerError(AnswerFault.NOT_JSON)


def _integer(digits: str) -> int | float:
    """Python may refuse to read very long integers; one such number must not void the answer around it."""
    return int(digits) if len(digits) <= sys.int_info.str_digits_check_threshold else float(digits)


_DECODER = json.JSONDecoder(parse_int=_integer, strict=False)


def _is_no_answer(text: str) -> bool:
    """Whether there is nothing but blanks, whole thoughts and fences."""
    position = 0
    while position < len(text):
        found = _NO_ANSWER.match(text, position)
        if found is None:
            return False
        position = found.end()
    return True


def _next_bracket(text: str, position: int) -> int:
    """Where the next ``{`` or ``[`` outside thoughts stands. Raises JsonAnswerError if there is none."""
    while (found := _LANDMARK.search(text, position)) is not None:
        if found["closes"] is None:
            return found.start()
        end = found if found["closes"] else _THOUGHTS_END.search(text, found.end())
        if end is None:
            raise JsonAnswerError(AnswerFault.TRUNCATED)
        position = end.end()
    raise JsonAnswerError(AnswerFault.NOT_JSON)


def _after_broken(text: str, start: int, error: JSONDecodeError) -> int:
    """Where to search on after what begins at ``start`` proved not to be JSON. Raises JsonAnswerError if nowhere."""
    if error.msg.startswith("Unterminated string") or _CUT_OFF.fullmatch(text, error.pos):
        raise JsonAnswerError(AnswerFault.TRUNCATED)
    if not text[start + 1 : error.pos].strip():
        return start + 1  # a bracket of the prose
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text, start):
        depth += (token[0] in "{[") - (token[0] in "}]")
        if depth == 0:
            return token.end()
    raise JsonAnswerError(AnswerFault.NOT_JSON)
