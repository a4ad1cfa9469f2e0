from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from app.runtime.markdown import plain

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


def test_nothing_is_left_that_becomes_a_link() -> None:
    shown = re.sub(r"\\(.)", r"\1", plain("http://a.example HTTPS://b.example www.c.example mailto:d@e.example"))
    assert not re.search(r"(?i)https?://|www\.|\w@|mailto:\w", shown)


@given(st.text())
def test_only_backslashes_and_word_joiners_are_added(text: str) -> None:
    shown = re.sub(r"\\(.)", r"\1", plain(text))
    assert shown.replace("\u2060", "") == text.replace("\n", " ").replace("\u2060", "")
