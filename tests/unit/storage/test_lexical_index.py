from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from core.storage.lexical_index import (
    TERMS,
    LexicalIndex,
    _number,
    _terms,
    lexical_index,
    map_lexical_index,
    save_lexical_index,
)
from tests.support import ROOT

TEXTS = [
    "宁德时代 CATL. 动力电池制造商，动力电池 Makes lithium batteries and lithium cells for electric cars.",
    "比亚迪 BYD. 新能源汽车与动力电池 Builds electric cars and batteries.",
    "储蓄银行 Savings Bank. 吸收存款 Lends money to households; the bank takes deposits.",
    "无缝钢管 Seamless Tube. 钢管 Tubes of steel, tubes of 304L.",
    "",
]


@pytest.fixture(scope="module")
def index() -> LexicalIndex:
    return lexical_index(TEXTS)


def reference(texts: list[str]) -> TfidfVectorizer:
    return TfidfVectorizer(analyzer=lambda text: list(_terms(text)), sublinear_tf=True, norm="l2").fit(texts)


def test_the_texts_of_these_tests_have_no_two_terms_of_one_number() -> None:
    terms = {term for text in TEXTS for term in _terms(text)}
    assert len({_number(term) for term in terms}) == len(terms) > 100


def test_similarities_are_those_of_scikit_learn(index: LexicalIndex) -> None:
    matrix = reference(TEXTS).transform(TEXTS)
    expected = (matrix @ matrix.T).toarray()
    found = np.array([index.similarities(index.of(row)) for row in range(len(TEXTS))])
    assert np.abs(found - expected).max() < 1e-5


@pytest.mark.parametrize(
    "query",
    ["lithium batteries", "动力电池", "动力电池，动力电池 electric cars", "the bank takes deposits", "CATL", "钢管"],
)
def test_a_new_text_of_known_words_is_compared_as_by_scikit_learn(query: str, index: LexicalIndex) -> None:
    vectorizer = reference(TEXTS)
    assert set(_terms(query)) <= set(vectorizer.vocabulary_)
    expected = (vectorizer.transform(TEXTS) @ vectorizer.transform([query]).T).toarray().ravel()
    assert expected.max() > 0
    assert np.abs(index.similarities(index.of_text(query)) - expected).max() < 1e-5


def test_words_that_no_text_has_take_their_part_of_the_length(index: LexicalIndex) -> None:
    known, more = (index.similarities(index.of_text(text)) for text in ("lithium", "lithium unheardof"))
    assert 0 < more[0] < known[0]
    assert not index.similarities(index.of_text("unheardof")).any()


def test_a_text_is_most_like_itself(index: LexicalIndex) -> None:
    for row, text in enumerate(TEXTS[:-1]):
        similarity = index.similarities(index.of_text(text))
        assert similarity[row] == pytest.approx(1.0, abs=1e-6)
        assert int(np.argmax(similarity)) == row


def test_a_stored_text_is_the_vector_of_its_text(index: LexicalIndex) -> None:
    for row, text in enumerate(TEXTS):
        stored, made = index.of(row), index.of_text(text)
        assert stored.terms.tolist() == made.terms.tolist()
        assert stored.weights == pytest.approx(made.weights, abs=1e-6)


def test_vectors_have_length_one_and_ascending_terms(index: LexicalIndex) -> None:
    for row in range(len(TEXTS) - 1):
        vector = index.of(row)
        assert float(np.square(vector.weights).sum()) == pytest.approx(1.0, abs=1e-5)
        assert (np.diff(vector.terms) > 0).all()
        assert ((vector.terms >= 0) & (vector.terms < TERMS)).all()


def test_words_are_latin_runs_alone_and_in_pairs() -> None:
    assert list(_terms("Solid-state batteries, 2025")) == [
        "solid",
        "state",
        "solid state",
        "batteries",
        "state batteries",
        "2025",
        "batteries 2025",
    ]


def test_function_words_say_nothing_and_leave_a_pair_together() -> None:
    assert list(_terms("Maker of the Cells")) == ["maker", "cells", "maker cells"]
    assert list(_terms("the of AND")) == []


def test_chinese_is_read_in_pairs_and_triples_with_the_edges_of_its_run() -> None:
    assert list(_terms("电池")) == [" 电", "电池", "池 ", " 电池", "电池 "]
    assert list(_terms("芯")) == [" 芯", "芯 ", " 芯 "]


def test_scripts_do_not_run_together() -> None:
    assert list(_terms("AI芯片 chips")) == ["ai", " 芯", "芯片", "片 ", " 芯片", "芯片 ", "chips"]


def test_width_and_case_do_not_count() -> None:
    assert list(_terms("ＢＹＤ Cells")) == list(_terms("byd cells"))


@pytest.mark.parametrize("text", ["", "  ", "!?。，", "\U0001f697", "the of", "ñ"])
def test_a_text_without_words_is_like_nothing(text: str, index: LexicalIndex) -> None:
    vector = index.of_text(text)
    assert len(vector.terms) == len(vector.weights) == 0
    assert index.similarities(vector).tolist() == [0.0] * len(TEXTS)
    assert index.of(len(TEXTS) - 1).terms.tolist() == []


def test_an_empty_index_finds_nothing() -> None:
    empty = lexical_index([])
    assert len(empty) == 0
    assert empty.similarities(empty.of_text("lithium 电池")).shape == (0,)


def test_an_index_of_empty_texts_finds_nothing() -> None:
    silent = lexical_index(["", "?"])
    assert silent.similarities(silent.of_text("lithium")).tolist() == [0.0, 0.0]


def test_a_rare_word_says_more_than_a_frequent_one() -> None:
    texts = lexical_index(["cells glass", "cells", "cells"])
    vector = dict(zip(texts.of(0).terms.tolist(), texts.of(0).weights.tolist(), strict=True))
    assert vector[_number("glass")] > vector[_number("cells")]


@pytest.mark.parametrize("texts", [TEXTS, [], ["", ""]])
def test_what_was_saved_is_mapped_as_it_was(texts: list[str], tmp_path: Path) -> None:
    made = lexical_index(texts)
    save_lexical_index(made, tmp_path)
    mapped = map_lexical_index(tmp_path)
    assert len(mapped) == len(texts)
    for query in ("lithium 电池", "bank", ""):
        expected = made.similarities(made.of_text(query))
        assert mapped.similarities(mapped.of_text(query)).tolist() == expected.tolist()
    assert not mapped.starts.flags.writeable
    assert not mapped.weights[0 : len(mapped.weights)].flags.writeable


@pytest.mark.parametrize("name", ["weights", "texts", "text_weights", "terms", "rarity", "term_starts"])
def test_arrays_that_do_not_fit_one_another_are_refused(name: str, tmp_path: Path) -> None:
    save_lexical_index(lexical_index(TEXTS), tmp_path)
    whole = np.load(tmp_path / f"{name}.npy")
    np.save(tmp_path / f"{name}.npy", whole[:-1])
    with pytest.raises(ValueError, match="do not fit"):
        map_lexical_index(tmp_path)


def test_a_text_that_a_damaged_list_makes_up_scores_nowhere(tmp_path: Path) -> None:
    made = lexical_index(TEXTS)
    save_lexical_index(made, tmp_path)
    np.save(tmp_path / "texts.npy", np.resize(np.array([-1, len(TEXTS), 2**31 - 1], np.int32), len(made.texts)))
    assert not map_lexical_index(tmp_path).similarities(made.of(0)).any()


def test_a_missing_array_is_noticed(tmp_path: Path) -> None:
    save_lexical_index(lexical_index(TEXTS), tmp_path)
    (tmp_path / "rarity.npy").unlink()
    with pytest.raises(OSError, match="rarity"):
        map_lexical_index(tmp_path)


def test_terms_have_the_same_numbers_everywhere() -> None:
    """FNV-1a, 64 bit: the published value of "foobar" is 85944171f73967e8."""
    value = 0x85944171F73967E8
    assert _number("foobar") == (value ^ (value >> 40)) % TERMS
    code = "from core.storage.lexical_index import _number; print(_number('foobar'), _number(' 电池'))"
    for seed in ("0", "1"):
        printed = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
        ).stdout
        assert printed.split() == [str(_number("foobar")), str(_number(" 电池"))]


def test_a_lone_surrogate_is_only_a_character() -> None:
    assert list(_terms("\ud800 cells")) == ["cells"]
    assert 0 <= _number("\ud800") < TERMS
