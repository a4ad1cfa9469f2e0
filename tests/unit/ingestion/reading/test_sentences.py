from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ingestion.reading.sentences import LONGEST_SENTENCE, language_of, sentences, words_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("甲收购乙。乙起诉丙！", ["甲收购乙。", "乙起诉丙！"]),
        ("“甲收购乙。”丙说", ["“甲收购乙。”", "丙说"]),
        ("Apple Inc. sold Beats to Sony Corp. in 2020. Sad.", ["Apple Inc. sold Beats to Sony Corp. in 2020.", "Sad."]),
        (
            "Apple Inc. sold Beats. The buyer was J. P. Morgan.",
            ["Apple Inc. sold Beats.", "The buyer was J. P. Morgan."],
        ),
        ("The share is 3.5 % of U.S. firms. Who knows?", ["The share is 3.5 % of U.S. firms.", "Who knows?"]),
        ("one\ntwo", ["one", "two"]),
        ("  ", []),
        ("甲持股3.5%。", ["甲持股3.5%。"]),
    ],
)
def test_texts_are_cut_at_the_ends_of_sentences(text: str, expected: list[str]) -> None:
    assert [text[span.start : span.end] for span in sentences(text)] == expected


@given(st.text(alphabet='Aa b.。！?\n"”Inc甲乙1', max_size=200))
def test_sentences_hold_everything_but_white_space_in_order(text: str) -> None:
    spans = sentences(text)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    kept = "".join(text[span.start : span.end] for span in spans)
    assert "".join(kept.split()) == "".join(text.split())


def test_what_never_ends_is_cut() -> None:
    spans = sentences("x" * 10 * LONGEST_SENTENCE)
    assert [span.end - span.start for span in spans] == [LONGEST_SENTENCE] * 10


def test_the_language_is_that_of_most_letters() -> None:
    assert language_of("宁德时代 CATL 与 Tesla 合作") == "zh"
    assert language_of("Tesla partners with CATL (宁德时代) in Shanghai, China") == "en"


def test_words_keep_their_places_and_numbers_are_one() -> None:
    text = "In 2012, Apple’s unit"
    words = words_of(text, sentences(text)[0], "en")
    assert [word.folded for word in words] == ["in", "#", ",", "apple’s", "unit"]
    assert [text[word.start : word.end] for word in words] == ["In", "2012", ",", "Apple’s", "unit"]
