"""Fails unless every line and at least 95 % of the branches of core/ are covered (reads coverage.json)."""

from __future__ import annotations

import json
import sys
from pathlib import Path

MIN_LINES = 100.0
MIN_BRANCHES = 95.0


def main(report: Path) -> int:
    """Print the two figures; 1 if either is too low."""
    totals = json.loads(report.read_text(encoding="utf-8"))["totals"]
    lines = 100.0 * totals["covered_lines"] / totals["num_statements"]
    branches = 100.0 * totals["covered_branches"] / totals["num_branches"]
    print(f"core/: {lines:.2f} % of lines (≥ {MIN_LINES}), {branches:.2f} % of branches (≥ {MIN_BRANCHES})")
    return int(lines < MIN_LINES or branches < MIN_BRANCHES)


if __name__ == "__main__":
    sys.exit(main(Path("coverage.json")))
