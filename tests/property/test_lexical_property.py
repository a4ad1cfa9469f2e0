from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from core.storage.lexical_index import _number, _terms, lexical_index, map_lexical_index, save_lexical_index

words = st.sampled_from(["cells", "glass", "the", "304L", "电池", "钢", "无缝钢管", "AI芯片", "，", "\U0001f697"])
texts = st.lists(st.lists(words, max_size=12).map(" ".join), max_size=8)


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    lexical_index(["warm"])


@given(texts, st.text(max_size=60))
def test_similarities_are_between_nought_and_one_for_any_text(made: list[str], asked: str) -> None:
    index = lexical_index(made)
    found = index.similarities(index.of_text(asked))
    assert found.shape == (len(made),)
    assert ((found >= 0.0) & (found <= 1.0)).all()


@given(texts.filter(lambda made: any(list(_terms(text)) for text in made)))
def test_any_texts_are_compared_as_by_scikit_learn(made: list[str]) -> None:
    terms = {term for text in made for term in _terms(text)}
    assert len({_number(term) for term in terms}) == len(terms)
    matrix = TfidfVectorizer(analyzer=lambda text: list(_terms(text)), sublinear_tf=True).fit_transform(made)
    index = lexical_index(made)
    found = np.array([index.similarities(index.of(row)) for row in range(len(made))])
    assert np.abs(found - (matrix @ matrix.T).toarray()).max() < 1e-5


@settings(max_examples=15)
@given(texts)
def test_any_index_is_mapped_as_it_was_saved(made: list[str]) -> None:
    index = lexical_index(made)
    with TemporaryDirectory() as folder:
        save_lexical_index(index, Path(folder))
        mapped = map_lexical_index(Path(folder))
        for row in range(len(made)):
            expected = index.similarities(index.of(row)).tolist()
            assert mapped.similarities(mapped.of(row)).tolist() == expected
