"""Fields of what files keep: texts that any file can hold, moments that sort as texts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator

LINE_ENDS = str.maketrans({character: f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029"})
"""JSON allows these inside a text, but many readers of lines end a line there."""


def refuse_half_pairs(*texts: str) -> None:
    """Raise UnicodeEncodeError, a ValueError, for half of a surrogate pair, which no file can hold."""
    for text in texts:
        text.encode()


def _writable(text: str) -> str:
    refuse_half_pairs(text)
    return text


def _utc_in_seconds(text: str) -> str:
    moment = datetime.fromisoformat(text)
    # One spelling only: the order of the texts is then the order in time.
    if moment.isoformat(timespec="seconds") != text or not text.endswith("+00:00"):
        raise ValueError("must be UTC in whole seconds, such as 2025-01-31T09:30:00+00:00")
    return text


Writable = Annotated[str, AfterValidator(_writable)]
"""A text without half of a surrogate pair."""
UtcSeconds = Annotated[str, AfterValidator(_utc_in_seconds)]
"""A moment in UTC, in whole seconds: ``2025-01-31T09:30:00+00:00``."""


def now_in_seconds() -> str:
    """This second, as UtcSeconds has it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
