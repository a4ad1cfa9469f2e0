"""What is said to a language model in one exchange, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.reasoning.llm.prompt import Message


@dataclass(frozen=True)
class Said:
    """What the model said in one exchange. ``cut_off``: it reached the limit of tokens."""

    text: str
    cut_off: bool
    input_tokens: int
    output_tokens: int
    retries: int


@dataclass(frozen=True)
class Turn:
    """What is said to the model, and the JSON schema of the answer that is wanted.

    ``on_text`` gets the whole text so far whenever some arrives; None asks for the answer in one piece.
    """

    messages: Sequence[Message]
    schema: Mapping[str, Any]
    temperature: float
    on_text: Callable[[str], None] | None = None
