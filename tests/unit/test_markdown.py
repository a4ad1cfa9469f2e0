from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from app.markdown import plain

SPECIAL = set("\\`*_{}[]()#+-.!|<>~$:&@=^\"'/")


@given(st.text())
def test_nothing_that_markdown_reads_is_left_unescaped(text: str) -> None:
    escaped = plain(text)
    position = 0
    while position < len(escaped):
        if escaped[position] == "\\":
            assert escaped[position + 1] in SPECIAL
            position += 2
        else:
            assert escaped[position] not in SPECIAL | {"\n"}
            position += 1


@given(st.text())
def test_only_backslashes_are_added(text: str) -> None:
    assert re.sub(r"\\(.)", r"\1", plain(text)) == text.replace("\n", " ")
