"""What is found in many texts at once is what is found in each."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.domain.text import clean_text
from core.names import code_points
from core.names.bulk_name_finder import BulkNameFinder
from core.names.name_finder import NameFinder
from core.names.name_tables import folded_names
from core.names.normalise import fold_characters
from core.storage.lexical_index import TERMS, TermVector, lexical_index

CHARACTERS = "abAB1 20.-&宁德ßİΣςﬁＡé\U00020000"
NAMES = st.text(alphabet=CHARACTERS, min_size=1, max_size=6).filter(lambda name: bool(clean_text(name)))
TEXTS = st.lists(
    st.text(alphabet=CHARACTERS, max_size=40) | st.text(max_size=20) | NAMES.map(lambda name: f"{name} x {name}。"),
    max_size=6,
)
WORDS = st.sampled_from(["cells", "the", "of", "a", "2020", "电池", "宁", "ＡＢ", "İx", "-", "é", "company"])
DESCRIPTIONS = st.lists(st.lists(WORDS | st.text(max_size=5), max_size=12).map(" ".join), max_size=6)


@pytest.fixture(autouse=True, scope="module", params=[1 << 20, 3], ids=["one batch", "a batch for every text"])
def _batches(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(code_points, "_BATCH_CHARACTERS", request.param)
        yield


@given(st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=2)), max_size=6), TEXTS, st.booleans())
@example([("ab" * 9, ["ab" * 10])], ["ab" * 9, "ab" * 10, "ab" * 11], False)
@example([("ab" * 8, [])], ["ab" * 8, "ab" * 9], False)
@example([("ab", ["a b"]), ("AB1", ["1 20"])], ["ab AB1 aB", "1 20 2020 ab1"], True)
def test_the_same_names_are_found(named: list[tuple[str, list[str]]], texts: list[str], respect_case: bool) -> None:
    entities = [
        Entity(id=f"e{number}", type="company", name_zh=name, name_en=name, tickers=tuple(tickers))
        for number, (name, tickers) in enumerate(named)
    ]
    names = folded_names(entities)
    one = NameFinder(names, [entity.id for entity in entities])
    expected = [
        (row, match.start, match.end, match.entity_ids)
        for row, text in enumerate(texts)
        for match in one.find(text, respect_case=respect_case)
    ]
    found = BulkNameFinder(names).find(texts, respect_case=respect_case)
    bearers = [tuple(f"e{number}" for number in names.table.bearers(place)) for place in found.place.tolist()]
    assert list(zip(found.text.tolist(), found.start.tolist(), found.end.tolist(), bearers, strict=True)) == expected


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
