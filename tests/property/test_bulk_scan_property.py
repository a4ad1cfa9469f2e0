"""Many texts folded and counted at once are as each is by itself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.names import code_points
from core.names.normalise import fold_characters
from core.storage.lexical_index import TERMS, TermVector, lexical_index

CHARACTERS = "abAB1 20.-&宁德ßİΣςﬁＡé\U00020000"
TEXTS = st.lists(st.text(alphabet=CHARACTERS, max_size=40) | st.text(max_size=20), max_size=6)
WORDS = st.sampled_from(["cells", "the", "of", "a", "2020", "电池", "宁", "ＡＢ", "İx", "-", "é", "company"])
DESCRIPTIONS = st.lists(st.lists(WORDS | st.text(max_size=5), max_size=12).map(" ".join), max_size=6)


@pytest.fixture(autouse=True, scope="module", params=[1 << 20, 3], ids=["one batch", "a batch for every text"])
def _batches(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(code_points, "_BATCH_CHARACTERS", request.param)
        yield


@given(TEXTS)
def test_texts_are_folded_as_one_is(texts: list[str]) -> None:
    made = code_points.code_points(texts)
    parts = [made.folded[start:end].tolist() for start, end in zip(made.starts, made.starts[1:], strict=False)]
    assert ["".join(map(chr, part)) for part in parts] == [fold_characters(text) for text in texts]


@given(DESCRIPTIONS)
@example(["a", "", "電池 cells of cells", "宁"])
def test_the_same_terms_are_counted(texts: list[str]) -> None:
    index = lexical_index(texts)
    for row, text in enumerate(texts):
        stored: TermVector = index.of(row)
        made = index.of_text(text)
        assert stored.terms.tolist() == made.terms.tolist()
        assert np.allclose(stored.weights, made.weights, atol=1e-6)
        assert not len(stored.terms) or stored.terms.max() < TERMS
