"""Questions cut into tokens."""

from __future__ import annotations

from core.questions.vocabulary.lexicon import Lexicon
from core.questions.vocabulary.segments import Candidate, Unknown, segments

WORDS = Lexicon(
    {
        "supplier": {"noun": ("supplies",)},
        "suppliers": {"noun": ("supplies",)},
        "suppliers of": {"noun": ("supplies of",)},
        "of": {"preposition": ("of",)},
        "the": {"noise": ("the",)},
        "供应": {"verb": ("supplies",)},
        "供应商": {"noun": ("supplies",)},
        "商家": {"company": ("company",)},
        "的": {"of": ("of",)},
        "apple": {"noise": ("apple",)},
    }
)


def cut(question: str, *candidates: Candidate) -> list[str]:
    """Unknown words in brackets."""
    found = segments(question, WORDS, candidates)
    return [
        f"[{question[each.start : each.end]}]" if isinstance(each, Unknown) else question[each.start : each.end]
        for each in found
    ]


def name(question: str, words: str, cost: float = 0.5) -> Candidate:
    start = question.index(words)
    return Candidate(start, start + len(words), {"name": (words,)}, cost)


def test_fewest_tokens_win() -> None:
    assert cut("the suppliers of") == ["the", "suppliers of"]


def test_latin_words_are_not_cut_within() -> None:
    assert cut("theofsupplier") == ["[theofsupplier]"]
    assert cut("supplier2") == ["[supplier2]"]


def test_chinese_is_cut_where_fewest_characters_stay_unknown() -> None:
    assert cut("的供应商家") == ["的", "供应", "商家"]
    assert cut("供应商的") == ["供应商", "的"]


def test_unknown_words_and_characters_stand_alone_and_marks_say_nothing() -> None:
    assert cut("profitable suppliers, 盈利") == ["[profitable]", "suppliers", "[盈]", "[利]"]


def test_a_name_covers_words_of_the_lexicon() -> None:
    question = "suppliers of the supplier inc"
    assert cut(question, name(question, "the supplier inc")) == ["suppliers of", "the supplier inc"]


def test_a_name_beside_a_word_of_the_lexicon_is_a_name_and_no_noise() -> None:
    question = "suppliers of apple"
    [*_, last] = segments(question, WORDS, [name(question, "apple")])
    assert not isinstance(last, Unknown)
    assert set(last.readings) == {"name"}


def test_nothing_is_cut_from_nothing() -> None:
    assert cut("") == []
    assert cut("  ?! ") == []
