"""Texts are worked on in parts of bounded size, none twice."""

from __future__ import annotations

import pytest

from core.names.code_points import batches

LONG = "x" * 600_000


@pytest.mark.parametrize(
    ("texts", "lengths"),
    [([], []), (["a", "b"], [2]), ([LONG, "y", LONG, "z"], [3, 1]), ([LONG, LONG], [2]), ([2 * LONG, "z"], [1, 1])],
    ids=["none", "short", "a rest", "no rest", "one beyond the bound"],
)
def test_every_text_is_in_one_part(texts: list[str], lengths: list[int]) -> None:
    parts = [texts[part] for part in batches(texts)]
    assert [len(part) for part in parts] == lengths
    assert [text for part in parts for text in part] == texts
