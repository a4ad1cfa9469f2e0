"""Commands as the terminal runs them, and what they print."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from core.cli.arguments import Verb
from core.cli.parser import main
from core.cli.verbs import verb_of
from core.operations.operation import Operation

PAIRS = ("report", "rename", "save")
"""Fields of two values, of which an option takes both."""


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> Any:
    assert main(command) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *command: str, status: int = 1) -> str:
    assert main(command) == status
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def typed(operation: Operation[Any, Any], example: Mapping[str, Any]) -> Iterator[str]:
    """An example as somebody types it."""
    verb = verb_of(operation)
    yield verb.name
    for name in filter(example.__contains__, verb.positionals):
        yield from example[name] if isinstance(example[name], list) else [example[name]]
    for name, value in example.items():
        if name not in verb.positionals:
            yield from option(verb, name, value)


def option(verb: Verb, name: str, value: Any) -> Iterator[str]:
    called = verb.options.get(name, f"--{name.replace('_', '-')}")
    if isinstance(value, bool):
        yield called if value else called.replace("--", "--no-")
    elif isinstance(value, dict) and all(isinstance(each, list) for each in value.values()):
        for inner, listed in value.items():
            yield from option(verb, inner, listed)
    elif isinstance(value, list) and (name in PAIRS or isinstance(value[0], list)):
        for pair in [value] if name in PAIRS else value:
            yield from (called, *pair)
    else:
        for each in value if isinstance(value, list) else [value]:
            yield from (called, each if isinstance(each, str) else json.dumps(each))
