"""What of the program must be covered, and that a fall in one part is not hidden by another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.coverage_gate import GATES, Gate, main

CASES = [(gate, figure) for gate in GATES for figure in ("lines", "branches")]


def summary(lines: float, branches: float) -> dict[str, dict[str, int]]:
    """Of a file with 10,000 lines and branches, of which so many per cent are covered."""
    covered = {"covered_lines": round(100 * lines), "covered_branches": round(100 * branches)}
    return {"summary": {**covered, "num_statements": 10_000, "num_branches": 10_000}}


def report(folder: Path, files: dict[str, dict[str, dict[str, int]]]) -> Path:
    written = folder / "coverage.json"
    written.write_text(json.dumps({"files": files}), encoding="utf-8")
    return written


def just_enough() -> dict[str, dict[str, dict[str, int]]]:
    return {f"{folder}/a.py": summary(gate.lines, gate.branches) for gate in GATES for folder in gate.folders}


def test_just_enough_of_every_folder_passes(tmp_path: Path) -> None:
    assert main(report(tmp_path, just_enough())) == 0


@pytest.mark.parametrize(("gate", "figure"), CASES)
def test_too_little_of_one_part_fails_however_much_of_another_is_covered(
    tmp_path: Path, gate: Gate, figure: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {path: summary(100, 100) for path in just_enough()}
    low = {"lines": gate.lines, "branches": gate.branches} | {figure: getattr(gate, figure) - 1}
    files |= {f"{folder}/a.py": summary(**low) for folder in gate.folders}
    assert main(report(tmp_path, files)) == 1
    assert f"{low[figure]:.2f} % of {figure}" in capsys.readouterr().out


@pytest.mark.parametrize("folder", [folder for gate in GATES for folder in gate.folders])
def test_a_folder_that_was_not_measured_fails(tmp_path: Path, folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    files = just_enough()
    files[f"{folder}_of_others/a.py"] = files.pop(f"{folder}/a.py")
    assert main(report(tmp_path, files)) == 1
    assert f"{folder}: not measured" in capsys.readouterr().out
