"""The documentation lists the arms of the table, in its order, with side and default share."""

from __future__ import annotations

import re

from core.domain.arms import ARM_TABLE
from core.retrieval.arms import retrieval_arms
from tests.support import ROOT

ROW = re.compile(r"^\| \*\*.+?\*\* \| `(\w+)` \| (Graph|Vector) ([0-9.]+) \| .+ \|$", re.MULTILINE)


def test_the_documentation_lists_the_arms_of_the_table() -> None:
    text = (ROOT / "docs/retrieval.md").read_text(encoding="utf-8")
    listed = [(name, side.lower(), float(share)) for name, side, share in ROW.findall(text)]
    assert listed == [(arm.name, arm.side, arm.default_share) for arm in ARM_TABLE]


def test_every_module_of_an_arm_has_its_line_in_the_table() -> None:
    modules = {path.stem for path in (ROOT / "core/retrieval/arms").glob("*.py")} - {"__init__", "contract"}
    assert modules == set(retrieval_arms()) == {arm.name for arm in ARM_TABLE}
