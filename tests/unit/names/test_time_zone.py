"""A time zone in any form that operating systems know lets the program start, and stays as it is."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support import ROOT


@pytest.mark.parametrize("zone", ["CST-8", ":/etc/localtime", "Asia/Beijing", "", "Asia/Shanghai"])
def test_any_time_zone_lets_names_load(zone: str) -> None:
    program = "import core.names.normalise, os; print(os.environ['TZ'])"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, zone), done.stderr
