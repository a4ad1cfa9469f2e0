"""``python -m app``, called wrongly."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import ROOT


@pytest.mark.matrix(every=3)
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["8711"], "8711"),
        (["--prot", "8711"], "--prot"),
        (["-p", "8711"], "-p"),
        (["--port", "many"], "--port"),
        (["--server.nothing", "1"], "--server.nothing"),
        (["--host"], "--host"),
    ],
)
def test_arguments_that_nobody_takes_are_named_in_both_languages(arguments: list[str], named: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "app", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (ended.returncode, "Traceback" in ended.stderr) == (2, False)
    usage, english, chinese = ended.stderr.strip().splitlines()[-3:]
    assert usage.startswith("usage: python -m app")
    assert english.startswith("python -m app: error: ") and named in english
    assert chinese.startswith("python -m app：错误：") and named in chinese
