"""Fails where less of core/, or of app/ with pages/, is covered than GATES ask for (reads coverage.json)."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Gate:
    """The least per cent of lines and of branches of ``folders`` together."""

    folders: tuple[str, ...]
    lines: float
    branches: float


GATES = (Gate(("core",), 100.0, 95.0), Gate(("app", "pages"), 89.0, 73.0))


def main(report: Path) -> int:
    """Print the figures of each gate; 1 if any is too low, or a folder was not measured."""
    files = json.loads(report.read_text(encoding="utf-8"))["files"]
    passed = [_is_passed(gate, files) for gate in GATES]  # each says its figures
    return int(not all(passed))


def _is_passed(gate: Gate, files: dict[str, dict[str, dict[str, int]]]) -> bool:
    missing = set(gate.folders) - {_folder(path) for path in files}
    if missing:
        print(f"{', '.join(sorted(missing))}: not measured")
        return False
    summaries = [each["summary"] for path, each in files.items() if _folder(path) in gate.folders]
    lines = _share(summaries, "covered_lines", "num_statements")
    branches = _share(summaries, "covered_branches", "num_branches")
    names = " and ".join(f"{folder}/" for folder in gate.folders)
    print(f"{names}: {lines:.2f} % of lines (≥ {gate.lines}), {branches:.2f} % of branches (≥ {gate.branches})")
    return lines >= gate.lines and branches >= gate.branches


def _folder(path: str) -> str:
    return Path(path).parts[0]


def _share(summaries: list[dict[str, int]], covered: str, counted: str) -> float:
    """Per cent; 100 where there is nothing to count."""
    all_there_are = sum(each[counted] for each in summaries)
    return 100.0 * sum(each[covered] for each in summaries) / all_there_are if all_there_are else 100.0


if __name__ == "__main__":
    sys.exit(main(Path("coverage.json")))
