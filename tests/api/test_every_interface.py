"""Every operation gives the same answer over HTTP, as a tool and on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from app.api.routes import http_form, route_of
from core.cli.parser import main
from core.cli.verbs import verb_of
from core.operations.catalogue import OFFERED
from core.operations.context import Context, Opened
from core.operations.operation import Operation
from core.settings import Settings
from tests.api.conftest import CURATE_KEY, RunningApi
from tests.command_line import typed
from tests.integration.mcp.clients import called, given

CASES = [(each, language) for each in OFFERED if each.effect != "rebuild" for language in each.examples]
OF_THE_MOMENT = re.compile(r"(_ms|milliseconds|decided_at)$")


def lasting(found: Any) -> Any:
    """What stays the same when it is asked again."""
    if isinstance(found, list):
        return [lasting(each) for each in found]
    if not isinstance(found, dict):
        return found
    return {key: lasting(value) for key, value in found.items() if not OF_THE_MOMENT.search(key)}


@pytest.fixture
def opened(api: RunningApi) -> Opened:
    assert api.shared.pipeline is not None
    return Opened.of(api.shared.pipeline)


@pytest.mark.matrix(every=12)
@pytest.mark.parametrize(("operation", "language"), CASES, ids=[f"{each.name}-{lang}" for each, lang in CASES])
def test_the_answer_is_the_same_everywhere(
    operation: Operation[Any, Any],
    language: str,
    api: RunningApi,
    opened: Opened,
    sample_settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    example, context = operation.examples[language], Context(opened)
    if operation.effect == "write":  # what changes by being done is done by now: texts are read once
        operation.answer(context, operation.read(example))
    found = operation.answer(context, operation.read(example))
    assert lasting(over_http(api, operation, example)) == lasting(found.model_dump(mode="json", by_alias=True))
    if operation.effect == "read":
        assert lasting(given(called(opened, operation.name, **example))) == lasting(found.model_dump(mode="json"))
    verb = verb_of(operation)
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(sample_settings.knowledge_base_folder))
    assert main([*typed(operation, example), *(["--json"] if verb.table else [])]) == 0
    printed, shown = capsys.readouterr().out, verb.shown(found, context)
    assert printed == f"{shown}\n" if isinstance(shown, str) else lasting(json.loads(printed)) == lasting(shown)


def over_http(api: RunningApi, operation: Operation[Any, Any], example: Mapping[str, Any]) -> Any:
    route, asked = route_of(operation), http_form(operation, example)
    if route.method == "POST":
        key = {} if operation.effect == "read" else {"X-API-Key": CURATE_KEY}
        answer = api.client.post(route.path, json=asked, headers=key)
    else:
        inside = re.search(r"{(\w+):path}", route.path)
        path = route.path
        if inside is not None:
            path = path.replace(inside[0], asked.pop(inside[1], None) or asked.pop("company"))
        answer = api.client.get(path, params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()
