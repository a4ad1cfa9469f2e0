"""The sentence nearest to a question is quoted as it stands, or none is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.reasoning.quoted_fact import Quotable, Quote, quoted_in
from core.reasoning.quoted_fact import nearest_sentence as nearest

ALPHA = Quotable(
    "alpha",
    "Alpha Cells",
    "Alpha Cells makes pouch cells. It was split off from Beta in 2021. It was listed in Seoul in 2022.",
    about=True,
)
JIA = Quotable("jia", "甲电池", "甲电池生产软包电池。它2021年由乙集团分拆而来。2022年在首尔上市。", about=True)
OTHER = Quotable("other", "Gamma", "Gamma was listed in Tokyo in 1990. 丙公司1990年在东京上市。")


class Others:
    """Names of others, as the tests have them."""

    places = re.compile(r"Seoul|Tokyo|首尔|东京")
    found = re.compile(r"Beta|Gamma|乙集团|丙公司")
    besides = re.compile(r"Delta")

    def __init__(self, question: str) -> None:
        self.question = question

    def another(self, sentence: str) -> bool:
        return self.found.search(sentence) is not None

    def place(self, sentence: str) -> bool:
        return self.places.search(sentence) is not None

    def another_first(self, sentence: str) -> bool:
        return self.found.match(sentence) is not None

    def all_asked(self, text: Quotable, sentence: str) -> bool:
        return not self.besides.search(self.question) or self.besides.search(f"{text.title} {sentence}") is not None


def nearest_sentence(question: str, names: list[str], texts: list[Quotable]) -> Quote | None:
    return nearest(question, names, texts, Others(question))


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
    assert quote.carries


def alpha(*sentences: str, about: bool = True) -> Quotable:
    return Quotable("alpha", "Alpha Cells", " ".join(sentences), about=about)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("When was Alpha Cells listed?", "Alpha Cells is listed in Seoul."),  # no year
        ("When was Alpha Cells listed?", "Alpha Cells was not listed in 2021."),
        ("When was Alpha Cells listed?", "Alpha Cells plans to be listed in 2027."),
        ("When did Alpha Cells open its plant?", "Alpha Cells closed its plant in 2019."),
        ("How many plants does Alpha Cells run?", "Alpha Cells runs plants in Seoul."),
        ("Why did Alpha Cells sell its plant?", "Alpha Cells did sell its plant in 2019."),
        ("How did Alpha Cells sell its plant?", "Alpha Cells did sell its plant in 2019."),
        ("Who runs the plant of Alpha Cells?", "The plant of Alpha Cells runs day and night."),
        ("Where is the plant of Alpha Cells?", "The plant of Alpha Cells is large."),
        ("Where is the plant of Alpha Cells?", "The plant of Alpha Cells is run by Beta."),  # nobody is a place
        ("Alpha Cells在哪里生产电池", "Alpha Cells为乙集团生产电池。"),
        ("Alpha Cells哪年上市的", "Alpha Cells计划2027年上市。"),
        ("Alpha Cells哪年上市的", "Alpha Cells尚未上市，2022年融资。"),
        ("Alpha Cells有多少家工厂", "Alpha Cells有工厂。"),
        ("Alpha Cells为什么卖掉工厂", "Alpha Cells2019年卖掉工厂。"),
        ("Alpha Cells是从哪儿拆出来的", "Alpha Cells拆出了两个部门。"),
    ],
)
def test_a_near_sentence_that_says_something_else_does_not_carry_the_answer(question: str, sentence: str) -> None:
    quote = nearest_sentence(question, ["Alpha Cells"], [alpha(sentence)])
    assert quote == Quote("alpha", sentence, carries=False)


@pytest.mark.parametrize(
    ("sentence", "carries"), [("A plant was built in 2019.", False), ("A plant was built with Delta in 2019.", True)]
)
def test_a_sentence_that_leaves_out_a_company_of_the_question_carries_nothing(sentence: str, carries: bool) -> None:
    question = "When was a plant of Alpha Cells and Delta built?"
    quote = nearest_sentence(question, ["Alpha Cells", "Delta"], [alpha(sentence)])
    assert quote is not None
    assert quote.carries is carries


def test_a_sentence_that_carries_the_answer_is_quoted_before_a_nearer_text() -> None:
    texts = [
        alpha("Alpha Cells plans to be listed in 2027."),
        Quotable("news", "Alpha Cells", "It was listed in 2022."),
    ]
    quote = nearest_sentence("When was Alpha Cells listed?", ["Alpha Cells"], texts)
    assert quote == Quote("news", "It was listed in 2022.", carries=True)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When was Alpha Cells listed?", "Gamma, a rival of Alpha Cells, was listed in 1990."),
        ("When was Alpha Cells listed?", "A rival is Alpha Cells. It was listed in 1990."),
        ("Alpha Cells是从哪儿拆出来的", "丙公司由Alpha Cells拆出。"),
    ],
)
def test_a_sentence_about_another_is_not_quoted(question: str, text: str) -> None:
    assert nearest_sentence(question, ["Alpha Cells"], [Quotable("other", "Gamma", text)]) is None


@pytest.mark.parametrize(
    ("question", "carries"),
    [
        ("What does Alpha Cells do?", True),
        ("Who is Alpha Cells?", True),
        ("Alpha Cells是谁", True),
        ("Alpha Cells现在是谁的", False),
        ("Whose is Alpha Cells?", False),
        ("Where is Alpha Cells?", False),
    ],
)
def test_a_description_says_what_somebody_is_and_no_more(question: str, carries: bool) -> None:
    quote = nearest_sentence(question, ["Alpha Cells"], [ALPHA])
    assert quote == Quote("alpha", "Alpha Cells makes pouch cells.", carries)


@pytest.mark.parametrize("question", ["Who painted the walls of Alpha Cells?", "Alpha Cells 的食堂好吃吗"])
def test_nothing_is_quoted_where_no_sentence_is_near(question: str) -> None:
    assert nearest_sentence(question, ["Alpha Cells"], [ALPHA, OTHER]) is None


def test_a_text_about_somebody_else_is_not_quoted() -> None:
    assert nearest_sentence("When was Alpha Cells listed?", ["Alpha Cells"], [OTHER]) is None


def test_an_empty_description_is_not_quoted() -> None:
    assert (
        nearest_sentence("What does Alpha Cells do?", ["Alpha Cells"], [Quotable("empty", "", " ", about=True)]) is None
    )


@pytest.mark.parametrize(
    ("said", "carries"),
    [
        ("Alpha Cells has invested in Beta since 2019.", False),
        ("Alpha Cells invested $3 billion in Beta in 2019.", True),
        ("Alpha Cells invested 30 million dollars in Beta.", True),
    ],
)
def test_a_year_is_no_amount_of_money(said: str, carries: bool) -> None:
    text = Quotable("alpha", "Alpha Cells", said, about=True)
    quote = nearest_sentence("how much has Alpha Cells invested in Beta", ["Alpha Cells", "Beta"], [text])
    assert quote == Quote("alpha", said, carries)


def test_without_texts_there_is_no_quote() -> None:
    assert nearest_sentence("When was Alpha Cells listed?", ["Alpha Cells"], []) is None


@given(st.text(max_size=200), st.lists(st.text(max_size=20), max_size=3), st.lists(st.text(max_size=300), max_size=4))
def test_a_quote_is_a_part_of_a_text(question: str, names: list[str], texts: list[str]) -> None:
    given_ = [Quotable(str(number), "", text, about=number == 0) for number, text in enumerate(texts)]
    quote = nearest_sentence(question, names, given_)
    assert quote is None or quote.text in texts[int(quote.key)]


@pytest.mark.parametrize("question", ["华能和甲集团有什么关系", "华能与甲集团的关系", "甲集团和华能是什么关系"])
def test_characters_of_a_word_that_stand_apart_say_nothing_of_it(question: str) -> None:
    """华 stands in 神华, 能 in 能源, and nothing is said of 华能."""
    text = Quotable("jia", "甲集团", "甲集团由神华集团与丁香集团合并而成，是最大的煤炭和能源企业之一。", about=True)
    found = nearest_sentence(question, ["甲集团"], [text])
    assert found is None or not found.carries


def test_of_a_word_two_characters_side_by_side_are_enough() -> None:
    text = Quotable("jia", "甲集团", "甲集团2017年合并重组成立。", about=True)
    found = nearest_sentence("甲集团哪年重组合并的", ["甲集团"], [text])
    assert found is not None
    assert found.carries


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("The texts say: “It was listed in Seoul in 2022.” [1]", "It was listed in Seoul in 2022."),
        ("“It was listed in Seoul in 2022.” “Alpha Cells makes pouch cells.”", "Alpha Cells makes pouch cells."),
        ("Alpha Cells was listed in 2022.", ""),
    ],
)
def test_the_first_sentence_of_a_text_that_an_answer_repeats_is_found(said: str, quoted: str) -> None:
    assert quoted_in(ALPHA.text, said) == quoted


def test_a_chinese_sentence_that_an_answer_repeats_is_found() -> None:
    assert quoted_in(JIA.text, "资料写道：“2022年在首尔上市。”[1]") == "2022年在首尔上市。"
