from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.storage.row_keys import NO_TEXT, KeyedRows, embedded_rows, row_keys, text_keys

TEXTS = st.lists(st.text(max_size=3), max_size=30)


@given(TEXTS, TEXTS, st.integers(0, 2**31 - 100))
def test_a_key_is_found_where_a_dictionary_finds_it(texts: list[str], asked: list[str], offset: int) -> None:
    rows = np.arange(len(texts), dtype=np.int32) + offset
    found = KeyedRows(text_keys(texts), rows).of(text_keys(asked))
    first = {text: offset + row for row, text in reversed(list(enumerate(texts)))}
    assert found.tolist() == [first.get(text, -1) for text in asked]


def test_keys_that_share_half_of_their_bits_are_told_apart() -> None:
    keys = np.array([[7, 1], [9, 1]], dtype=np.uint64)
    assert KeyedRows(keys, np.array([3, 4])).of(np.array([[7, 2], [9, 1], [8, 1]], dtype=np.uint64)).tolist() == [
        -1,
        4,
        -1,
    ]


WORDS = st.integers(0, 2**64 - 1)
NUMBERS = st.sampled_from([0.0, -0.0, 1.0, -0.5, 1e-40])


@given(arrays(np.float32, (4, 3), elements=NUMBERS))
def test_a_row_is_embedded_if_any_number_of_it_is_not_zero(vectors: np.ndarray) -> None:
    assert embedded_rows(vectors).tolist() == [any(number != 0 for number in row) for row in vectors.tolist()]


@given(arrays(np.uint64, (3, 2), elements=WORDS), arrays(np.float32, (3, 3), elements=NUMBERS), st.booleans())
def test_rows_are_told_apart_by_every_word_of_record_text_and_vector(
    records: np.ndarray, vectors: np.ndarray, same_text: bool
) -> None:
    texts = text_keys(["", "a", "a" if same_text else "b"])
    multipliers = np.random.PCG64(20).random_raw((11, 2)).tolist()
    expected = []
    for record, text, vector in zip(records, texts, vectors, strict=True):
        words = [*record.view(np.uint32).tolist(), *text.view(np.uint32).tolist(), *vector.view(np.uint32).tolist()]
        sums = [sum(word * factors[k] for word, factors in zip(words, multipliers, strict=True)) for k in (0, 1)]
        plain = not vector.any() and np.array_equal(text, NO_TEXT)
        expected.append(record.tolist() if plain else [each % 2**64 for each in sums])
    assert row_keys(records, texts, vectors).tolist() == expected
