"""Words of a question that nothing uses: none is lost, function words say nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.function_words import CHINESE, ENGLISH
from core.reasoning.unused_words import unused_words


def words(masked: str) -> list[str]:
    return [masked[start:end] for start, end in unused_words(masked, ())]


@pytest.mark.parametrize(
    "masked", ["", "{x}", "Tell me about {x}", "Could you please show me {x}?", "请问一下，{x}是谁？"]
)
def test_function_words_are_none(masked: str) -> None:
    assert words(masked) == []


@pytest.mark.parametrize(
    ("masked", "unused"),
    [
        ("who pays royalties to {x}", ["pays royalties"]),
        ("{x} Inc. profits", ["profits"]),
        ("companies other than {x}", ["other than"]),
        ("{x}的有色金属", ["有色金属"]),
        ("除了{x}", ["除了"]),
        ("IT companies", ["IT"]),
    ],
)
def test_other_words_are_told_as_they_stand(masked: str, unused: list[str]) -> None:
    assert words(masked) == unused


strange = st.text("abcdefghijklmnopqrstuvwxyz", min_size=4, max_size=12).filter(lambda word: word not in ENGLISH)


@given(st.sampled_from(("Who are the suppliers of {x}", "tell me about {x}", "{x}")), strange, st.booleans())
def test_no_word_is_lost(masked: str, word: str, first: bool) -> None:
    assert any(word in each for each in words(f"{word} {masked}" if first else f"{masked} {word}"))


@given(st.sampled_from(("{x}", "请问{x}")), st.lists(st.sampled_from(sorted(CHINESE - {"除", "除了"})), max_size=3))
def test_chinese_function_words_say_nothing(masked: str, said: list[str]) -> None:
    assert words(f"{masked}，{'，'.join(said)}") == []
