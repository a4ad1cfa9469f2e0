"""Prompts: one versioned file per task and language, filled with marked data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Template
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from core.messages import Language
from core.runtime.package_files import read_package_yaml

Role = Literal["system", "user", "assistant"]


class Example(BaseModel):
    """A question and the answer that is wanted for it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    user: str
    assistant: str


class PromptFile(BaseModel):
    """What a file of ``core/reasoning/prompts`` holds; ``$name`` stands for what is filled in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = Field(ge=1)
    system: str
    user: str
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True)
class Message:
    """One turn of a conversation with a model."""

    role: Role
    content: str


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt. ``name`` is that of its file with its version, such as ``synthesis.zh.1``; ``schema`` the JSON
    schema of the answer that is wanted."""

    name: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any]


@cache
def prompt_file(task: str, language: Language) -> PromptFile:
    """The prompt of a task. Raises FileNotFoundError if there is none."""
    return PromptFile.model_validate(read_package_yaml("core.reasoning.prompts", f"{task}.{language}.yaml"))


def render(task: str, language: Language, answer: Mapping[str, Any], **parts: str) -> Prompt:
    """The prompt of ``task`` with ``parts`` filled in; ``answer`` is the JSON schema of what is to be answered.

    Raises KeyError for a part that the file names and nobody gives.
    """
    file = prompt_file(task, language)
    messages = [Message("system", Template(file.system).substitute(parts).strip())]
    for example in file.examples:
        messages += [Message("user", example.user.strip()), Message("assistant", _one_line(example.assistant))]
    messages.append(Message("user", Template(file.user).substitute(parts).strip()))
    return Prompt(f"{task}.{language}.{file.version}", tuple(messages), answer)


def _one_line(example: str) -> str:
    """An example's JSON as a model should write it: examples are laid out for people."""
    return json.dumps(json.loads(example), ensure_ascii=False)


def as_data(items: Sequence[object]) -> str:
    """Untrusted values as lines of JSON: quotes, line ends and angle brackets in them can neither end a line nor look
    like a turn of the conversation."""
    return "\n".join(harmless(json.dumps(item, ensure_ascii=False)) for item in items)


def harmless(text: str) -> str:
    """``text`` without what may look like a turn of a conversation or a fence: < > ` and the rarer line ends, escaped
    as in JSON."""
    return text.translate(_HARMLESS)


_HARMLESS = str.maketrans({"<": "\\u003c", ">": "\\u003e", "`": "\\u0060", "\u2028": "\\u2028", "\u2029": "\\u2029"})
