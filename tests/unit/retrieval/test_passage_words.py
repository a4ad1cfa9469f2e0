"""What passages say of what is asked: words of the question, of the relation, and titles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Passage
from core.ontology import default_ontology
from core.retrieval.passage_words import AskedWords, asked_words, said_in

SUPPLIES, COMPETITOR = (default_ontology()[each] for each in ("supplies", "competitor"))


def passage(text: str, title: str = "") -> Passage:
    return Passage(id="p", text=text, title=title, language="en")


def said(asked: AskedWords, *texts: str) -> list[float]:
    return said_in(asked, [passage(each) for each in texts]).round(3).tolist()


def test_words_of_the_question_without_names_and_function_words_count_by_their_stems() -> None:
    asked = asked_words("Which batteries does CATL make?", "Which batteries does {x} make?", None)
    assert asked.content == {"batteri", "make"}
    names, makes, rains = said(asked, "CATL is a company.", "CATL makes batteries in Ningde.", "It rained on Monday.")
    assert makes > names == rains == 0.0


def test_pairs_of_chinese_characters_count() -> None:
    asked = asked_words("宁德时代的电池工厂在哪里", "{x}的电池工厂在哪里", None)
    assert {"电池", "工厂"} <= asked.content
    factory, other = said(asked, "宁德时代在德国建电池工厂。", "宁德时代发布年报。")
    assert factory > other


def test_a_rarer_word_weighs_more() -> None:
    asked = asked_words("steel works", "steel works", None)
    common, rare = said(asked, "works", "steel", *["works"] * 5)[:2]
    assert rare > common > 0.0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A supplies B with cells.", True),
        ("A 是 B 的供应商。", True),
        ("A meets B.", False),
        ("A 会见 B。", False),
        ("A oversupplies B.", False),
    ],
)
def test_a_word_of_the_relation_counts_in_its_language(text: str, told: bool) -> None:
    (score,) = said(asked_words("{x}", "{x}", SUPPLIES), text)
    assert (score > 0.0) is told


def test_a_title_in_the_question_counts_more_than_one_in_the_first_passages() -> None:
    asked = asked_words("Where is Tom Petty from?", "Where is {x} from?", None)
    passages = [
        passage("He plays in Mudcrutch.", "Tom Petty"),
        passage("A band.", "Mudcrutch"),
        passage("A bird.", "Wren"),
    ]
    assert said_in(asked, passages).tolist() == [0.2, 0.1, 0.0]


def test_nothing_asked_and_nothing_found() -> None:
    assert said(AskedWords(), "CATL makes batteries.") == [0.0]
    assert said_in(asked_words("batteries", "batteries", COMPETITOR), []).shape == (0,)


WORDS = st.text("abz XQ7供应电池。,-", min_size=1, max_size=60)
TEXTS = st.lists(WORDS.filter(lambda text: bool(text.strip())), max_size=6)


@given(WORDS, TEXTS)
def test_it_is_bounded_and_the_same_whatever_the_question_holds(question: str, texts: list[str]) -> None:
    asked = asked_words(question, question, SUPPLIES)
    scores = said_in(asked, [passage(text, text[:9]) for text in texts])
    assert scores.shape == (len(texts),)
    assert ((scores >= 0.0) & (scores <= 0.5 + 1e-9)).all()
