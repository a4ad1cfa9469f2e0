"""Commands that measure public data sets, in a program that was installed without what they run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli.parser import main
from core.messages import LANGUAGES, translate
from tests.support import ROOT

COMMANDS = pytest.mark.parametrize("command", [("learn-fusion",), ("evaluate",), ("evaluate", "--set", "zh_chain")])


@COMMANDS
def test_without_the_research_of_a_checkout_they_are_refused_in_both_languages(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "state" / "knowledge_base"))
    monkeypatch.setitem(sys.modules, "tests.research", None)
    assert main([*command, "--public", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert [translate("error.research_missing", language) in told.err for language in LANGUAGES] == [True, True]
    assert not (tmp_path / "state").exists()


@pytest.mark.matrix()
@pytest.mark.parametrize("others", [False, True])
def test_core_alone_refuses_them_though_other_tests_may_be_found(others: bool, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    installed.mkdir()
    (installed / "core").symlink_to(ROOT / "core")
    if others:
        (installed / "tests").mkdir()
        (installed / "tests" / "__init__.py").touch()
    kept = {"GUANXI_KNOWLEDGE_BASE_FOLDER": str(tmp_path / "kb"), "PYTHONPATH": str(installed)}
    finished = subprocess.run(
        [sys.executable, "-m", "core", "learn-fusion", "--public", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, **kept},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (finished.returncode, finished.stdout) == (1, "")
    assert "Run learn-fusion and evaluate --public in a checkout" in finished.stderr
    assert "源码目录" in finished.stderr
