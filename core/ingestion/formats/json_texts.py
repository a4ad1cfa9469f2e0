"""JSON as programs write it that cut texts in the middle of a character."""

from __future__ import annotations

import re

_ESCAPES = re.compile(
    r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)
_BEGINS = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = len(r"\ud83e")


def with_whole_characters(text: str) -> str:
    """The text with a replacement character for each half of a surrogate pair, which no file can hold: of an emoji cut
    in two by a limit of characters."""
    return _ESCAPES.sub(_replaced, text) if _BEGINS.search(text) else text


def _replaced(escape: re.Match[str]) -> str:
    half = len(escape[0]) == _ESCAPE and escape[0][1] == "u"
    return r"\ufffd" if half else escape[0]
