"""Nothing optional need be given: every operation without any of it, and without one at a time, by every interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from core.cli.parser import main
from core.cli.verbs import verb_of
from core.operations.catalogue import CATALOGUE, READS
from core.operations.context import Opened
from core.operations.operation import Operation
from core.settings import Settings
from tests.api.conftest import RunningApi
from tests.api.test_every_interface import over_http
from tests.command_line import typed
from tests.integration.mcp.clients import called, given


def left_out(operation: Operation[Any, Any]) -> Iterator[Mapping[str, Any]]:
    """Examples with all that is optional left out, and with each of it in turn; what must say something stays."""
    seen: list[Mapping[str, Any]] = []
    for example in operation.examples.values():
        fields = operation.takes.model_fields
        optional = [name for name in example if not fields[name].is_required() and name not in operation.takes.asks]
        for gone in (optional, *([name] for name in optional)):
            kept = {name: value for name, value in example.items() if name not in gone}
            if kept not in seen and (kept != example or verb_of(operation).table is not None):  # else tested as it is
                seen.append(kept)
                yield kept


READ = [(each, kept) for each in READS for kept in left_out(each)]
OTHERS = [(each, kept) for each in CATALOGUE if each not in READS for kept in left_out(each)]


def names(cases: list[tuple[Operation[Any, Any], Mapping[str, Any]]]) -> list[str]:
    return [f"{operation.name}-{'-'.join(kept)}" for operation, kept in cases]


@pytest.fixture
def opened(api: RunningApi) -> Opened:
    assert api.shared.pipeline is not None
    return Opened.of(api.shared.pipeline)


@pytest.mark.matrix()
@pytest.mark.parametrize(("operation", "kept"), READ, ids=names(READ))
def test_what_reads_answers_by_every_interface(
    operation: Operation[Any, Any],
    kept: Mapping[str, Any],
    api: RunningApi,
    opened: Opened,
    sample_settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(sample_settings.knowledge_base_folder))
    assert main([*typed(operation, kept)]) == 0
    assert capsys.readouterr().out
    assert over_http(api, operation, kept)
    assert given(called(opened, operation.name, **kept))


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize(("operation", "kept"), OTHERS, ids=names(OTHERS))
def test_what_changes_something_or_writes_files_is_done_or_refused_in_words(
    operation: Operation[Any, Any],
    kept: Mapping[str, Any],
    own_base: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(own_base.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(own_base.knowledge_base_folder))
    try:
        status = main([*typed(operation, kept)])
    except SystemExit as used_wrongly:
        status = int(used_wrongly.code or 0)
    said = capsys.readouterr()
    assert said.out if status == 0 else said.err
    assert status in (0, 1, 2)
