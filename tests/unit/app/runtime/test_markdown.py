from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.runtime.markdown import plain, plain_in_file

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


_MARKS = (
    "1. |- |+ |# |> |    x|---|===|* * *|```|~~|&amp;|<b>|![x](y)|https://a.example/b|www.a.example|\\|$x$|_a_|12) | "
)
_PARTS = st.sampled_from([*_MARKS.split("|"), "| a | b |", "|---|---|", "\n\n"])


@given(st.lists(_PARTS | st.text(st.characters(exclude_characters="\0"), max_size=8), max_size=8).map("".join))
def test_a_file_reads_as_the_text_itself(text: str) -> None:
    """As CommonMark with tables and strikethrough reads it: one paragraph of plain text, or nothing."""
    blocks = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(plain_in_file(text))
    said = " ".join(text.split())
    assert [each.type for each in blocks if each.type != "inline"] == (
        ["paragraph_open", "paragraph_close"] if said else []
    )
    inline = [part for each in blocks for part in each.children or ()]
    assert {part.type for part in inline} <= {"text", "text_special"}
    assert "".join(part.content for part in inline).replace("\u2060", "") == said.replace("\u2060", "")


def test_words_and_dates_are_not_escaped() -> None:
    said = 'Eight are on record: BYD (2026-11-28), at 10.5 % – see p. 3; it\'s "new"!'
    assert plain_in_file(said) == said
