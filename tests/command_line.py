"""Commands as the terminal runs them, and what they print."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.cli.parser import main


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> Any:
    assert main(command) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *command: str, status: int = 1) -> str:
    assert main(command) == status
    said = capsys.readouterr()
    assert said.out == ""
    return said.err
