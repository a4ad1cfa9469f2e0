from __future__ import annotations

import pytest

from core.ontology import Ontology
from core.questions.vocabulary.lexicon import lexicon_of
from core.questions.vocabulary.misspelt import Misspelt

ONE, OTHER = {"noun": ("one",)}, {"noun": ("other",)}
WORDS = Misspelt(
    {
        "suppliers": ONE,
        "supplier": ONE,
        "backers": OTHER,
        "sponsored": ONE,
        "sponsores": OTHER,
        "shareholder": {**ONE, "noise": ("",)},
        "whichever": {"noise": ("",)},
    }
)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("suppiers", "suppliers"),  # a letter too few
        ("supplieers", "suppliers"),  # one twice
        ("suppliesr", "suppliers"),  # two in the wrong order
        ("shareholdre", "shareholder"),
        ("supplires", "suppliers"),
        ("supliers", "suppliers"),
        ("suppliexs", None),  # another letter
        ("uppliers", None),  # the first letter
        ("suppliers", None),  # no slip
        ("bakers", None),  # short words have others beside them
        ("bckers", None),
        ("whichevr", None),  # no word of a relation
        ("sponsore", None),  # either of two that mean different things
        ("suppli er", None),
        ("供应商", None),
    ],
)
def test_one_slip_of_a_word_for_a_relation(word: str, meant: str | None) -> None:
    assert WORDS[word] == meant


def test_of_two_that_mean_the_same_it_is_the_first() -> None:
    assert Misspelt({"suppliera": ONE, "supplierb": ONE})["supplier"] == "suppliera"


def test_words_are_made_once_for_an_ontology(ontology: Ontology) -> None:
    assert lexicon_of(ontology) is lexicon_of(ontology)
    assert lexicon_of(ontology, dated=True) is not lexicon_of(ontology)
