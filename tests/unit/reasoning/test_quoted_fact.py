"""The sentence nearest to a question is quoted as it stands, or none is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.reasoning.quoted_fact import Quotable, nearest_sentence

ALPHA = Quotable(
    "alpha",
    "Alpha Cells",
    "Alpha Cells makes pouch cells. It was split off from Beta in 2021. It was listed in Seoul in 2022.",
    about=True,
)
JIA = Quotable("jia", "甲电池", "甲电池生产软包电池。它2021年由乙集团分拆而来。2022年在首尔上市。", about=True)
OTHER = Quotable("other", "Gamma", "Gamma was listed in Tokyo in 1990. 丙公司1990年在东京上市。")


@pytest.mark.parametrize(
    ("question", "name", "quoted"),
    [
        ("When was Alpha Cells listed?", "Alpha Cells", "It was listed in Seoul in 2022."),
        ("when did Alpha Cells go public", "Alpha Cells", "It was listed in Seoul in 2022."),
        ("What was Alpha Cells split off from?", "Alpha Cells", "It was split off from Beta in 2021."),
        ("What does Alpha Cells do?", "Alpha Cells", "Alpha Cells makes pouch cells."),
        ("甲电池哪年上市的", "甲电池", "2022年在首尔上市。"),
        ("甲电池是从哪儿拆出来的", "甲电池", "它2021年由乙集团分拆而来。"),
        ("甲电池是做什么的", "甲电池", "甲电池生产软包电池。"),
    ],
)
def test_the_sentence_that_shares_the_most_is_quoted(question: str, name: str, quoted: str) -> None:
    quote = nearest_sentence(question, [name], [OTHER, ALPHA if name == "Alpha Cells" else JIA])
    assert quote is not None
    assert quote.text == quoted


@pytest.mark.parametrize("question", ["Who painted the walls of Alpha Cells?", "Alpha Cells 的食堂好吃吗"])
def test_nothing_is_quoted_where_no_sentence_is_near(question: str) -> None:
    assert nearest_sentence(question, ["Alpha Cells"], [ALPHA, OTHER]) is None


def test_a_text_about_somebody_else_is_not_quoted() -> None:
    assert nearest_sentence("When was Alpha Cells listed?", ["Alpha Cells"], [OTHER]) is None


def test_an_empty_description_is_not_quoted() -> None:
    assert (
        nearest_sentence("What does Alpha Cells do?", ["Alpha Cells"], [Quotable("empty", "", " ", about=True)]) is None
    )


def test_without_texts_there_is_no_quote() -> None:
    assert nearest_sentence("When was Alpha Cells listed?", ["Alpha Cells"], []) is None


@given(st.text(max_size=200), st.lists(st.text(max_size=20), max_size=3), st.lists(st.text(max_size=300), max_size=4))
def test_a_quote_is_a_part_of_a_text(question: str, names: list[str], texts: list[str]) -> None:
    given_ = [Quotable(str(number), "", text, about=number == 0) for number, text in enumerate(texts)]
    quote = nearest_sentence(question, names, given_)
    assert quote is None or quote.text in texts[int(quote.key)]
