"""What stands in the boxes and on the lines of an ownership tree."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.company.ownership_drawing import drawing, fitted
from core.dossier.ownership.tree import OwnershipTree, TreeBox, TreeLine
from core.dossier.ownership.words import Bounds
from core.messages import Language

ROOT = TreeBox(key="0", level=0, id="a", name="Alpha", x=0, y=0)
UNIT = TreeBox(key="1:b", level=1, id="b", name="Beta", x=0, y=100)


def label(share: Bounds, language: Language, *, stated: bool = True, control: bool = False) -> tuple[str, str]:
    line = TreeLine(share=share, stated=stated, control=control, owner="0", held="1:b", circular=False)
    edge = drawing(OwnershipTree(boxes=(ROOT, UNIT), lines=(line,)), language, "Alpha", "2026")["edges"][0]
    return edge["share"], edge["says"]


@pytest.mark.parametrize(
    ("language", "share", "stated", "control", "on_the_line", "said"),
    [
        ("en", (30.0, 30.0), True, False, "30 %", "Alpha → Beta: 30 %"),
        ("en", (0.0, 100.0), False, False, "", "Alpha → Beta: share unknown"),
        ("en", (50.0, 100.0), False, True, "controlled", "Alpha → Beta: controlled, share unknown"),
        ("zh", (0.0, 100.0), False, False, "", "Alpha → Beta：比例不详"),
        ("zh", (50.0, 100.0), False, True, "控制", "Alpha → Beta：控制，比例不详"),
    ],
)
def test_a_line_says_its_share_and_leaves_an_unknown_one_to_the_legend(
    language: Language, share: Bounds, stated: bool, control: bool, on_the_line: str, said: str
) -> None:
    assert label(share, language, stated=stated, control=control) == (on_the_line, said)


@given(st.text(st.characters(categories=("Lu", "Ll", "Lo", "Zs", "Nd")), max_size=80))
def test_a_name_fits_into_two_lines_and_says_where_it_is_cut(name: str) -> None:
    lines = fitted(name)
    assert len(lines) <= 2
    for line in lines:
        assert sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in line) <= 20
    together = "".join("".join(lines).split())
    whole = "".join(name.split())
    assert together == whole or (together.endswith("…") and whole.startswith(together[:-1]))
