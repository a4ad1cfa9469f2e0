from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.storage import mapped_files, stored_vectors
from core.storage.mapped_files import (
    RowNumbers,
    TextColumn,
    map_array,
    map_columns,
    map_row_numbers,
    save_arrays,
    save_columns,
    save_row_numbers,
    spans,
)
from core.storage.stored_vectors import StoredVectors, save_vectors
from tests.support import examples

fresh_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(50))
ids_lists = st.lists(st.text(max_size=5), unique=True, max_size=20)


def column(texts: list[str]) -> TextColumn:
    """The texts in chunks of three."""
    chunks = [pa.array(texts[start : start + 3], pa.string()) for start in range(0, len(texts), 3)]
    return TextColumn(pa.chunked_array(chunks, pa.string()))


@given(st.lists(st.text(st.characters(codec="utf-8")), min_size=1, max_size=10), st.slices(10))
def test_a_column_reads_like_a_list(texts: list[str], part: slice) -> None:
    found = column(texts)
    assert list(found) == texts
    assert found[part] == texts[part]
    assert (found[-1], found[np.int32(0)], len(found)) == (texts[-1], texts[0], len(texts))


def test_beyond_a_column_is_an_index_error() -> None:
    with pytest.raises(IndexError):
        column(["a"])[1]


def test_columns_come_back_in_several_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapped_files, "_ROWS_A_BATCH", 4)
    table = pa.table({"id": [str(number) for number in range(10)], "lists": [[str(number)] for number in range(10)]})
    save_columns(table, tmp_path / "new" / "t.arrow")
    mapped = map_columns(tmp_path / "new" / "t.arrow")
    assert mapped.to_pylist() == table.to_pylist()
    assert mapped["id"].num_chunks == 3


@fresh_folder
@given(ids_lists)
def test_every_id_has_its_row_and_others_have_none(tmp_path: Path, ids: list[str]) -> None:
    save_row_numbers(ids, tmp_path)
    rows = map_row_numbers(ids.__getitem__, tmp_path)
    assert [rows[identifier] for identifier in ids] == list(range(len(ids)))
    assert all(identifier in rows for identifier in ids)
    assert "longer than any" not in rows
    assert rows.get("longer than any") is None
    with pytest.raises(KeyError):
        rows["longer than any"]


def test_ids_of_one_hash_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapped_files, "_hash", lambda identifier: len(identifier).to_bytes(8, "little"))
    ids = ["aa", "b", "cc", "dd"]
    save_row_numbers(ids, tmp_path)
    rows = map_row_numbers(ids.__getitem__, tmp_path)
    assert [rows[identifier] for identifier in ids] == [0, 1, 2, 3]
    assert rows.get("ee") is None


def test_half_a_character_is_nobodys_id(tmp_path: Path) -> None:
    assert "\ud800" not in RowNumbers(["a"].__getitem__, np.array([1], np.uint64), np.array([0], np.int32))


def test_row_numbers_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    save_row_numbers(["a", "b"], tmp_path)
    save_arrays(tmp_path, rows=np.array([0], np.int32))
    with pytest.raises(ValueError, match="2 hashes and 1 rows"):
        map_row_numbers(["a", "b"].__getitem__, tmp_path)


@pytest.mark.parametrize("array", [np.zeros((0, 4), np.float32), np.arange(6).reshape(2, 3), np.eye(3).T])
def test_arrays_come_back_as_they_were(tmp_path: Path, array: np.ndarray) -> None:
    save_arrays(tmp_path / "new", one=array)
    found = map_array(tmp_path / "new" / "one.npy")
    assert (found.dtype, found.shape, found.tolist()) == (array.dtype, array.shape, array.tolist())


def test_an_empty_file_is_no_array(tmp_path: Path) -> None:
    (tmp_path / "a.npy").write_bytes(b"")
    with pytest.raises(ValueError, match=r"a\.npy"):
        map_array(tmp_path / "a.npy")


@pytest.fixture
def vectors() -> np.ndarray:
    """Ten unit vectors of four numbers; rows 2, 3 and 9 have none."""
    made_up = np.random.default_rng(1).normal(size=(10, 4)).astype(np.float32)
    made_up /= np.linalg.norm(made_up, axis=1, keepdims=True)
    made_up[[2, 3, 9]] = 0
    return made_up


@pytest.fixture
def stored(tmp_path: Path, vectors: np.ndarray) -> StoredVectors:
    save_vectors(vectors, tmp_path / "vectors")
    return StoredVectors(tmp_path / "vectors")


def test_only_rows_that_have_a_vector_are_stored(stored: StoredVectors) -> None:
    assert stored.rows.tolist() == [0, 1, 4, 5, 6, 7, 8]
    assert stored.of([0]).shape == (1, 4)


@pytest.mark.parametrize("rows", [[], [0], [9], [8, 2, 0, 0], list(range(10))])
def test_vectors_are_given_by_row_and_zero_where_there_is_none(
    stored: StoredVectors, vectors: np.ndarray, rows: list[int]
) -> None:
    assert stored.of(rows).tolist() == vectors[rows].reshape(len(rows), 4).tolist()


@pytest.mark.parametrize("block", [3, 4096])
def test_similarities_are_dot_products_and_missing_without_a_vector(
    stored: StoredVectors, vectors: np.ndarray, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_vectors, "_BLOCK", block)
    found = stored.similarities(np.array([9, 4, 0, 2, 8]), vectors[4])
    expected = vectors[[9, 4, 0, 2, 8]] @ vectors[4]
    assert np.isnan(found).tolist() == [True, False, False, True, False]
    assert found[[1, 2, 4]] == pytest.approx(expected[[1, 2, 4]])


def test_a_table_without_any_vector_has_none(tmp_path: Path) -> None:
    save_vectors(np.zeros((5, 4), np.float32), tmp_path)
    empty = StoredVectors(tmp_path)
    assert empty.of([0, 4]).tolist() == [[0.0] * 4] * 2
    assert np.isnan(empty.similarities(np.array([1]), np.ones(4, np.float32))).all()
    assert empty.similarities(np.array([], dtype=np.int64), np.ones(4, np.float32)).shape == (0,)


@pytest.fixture
def alike() -> np.ndarray:
    """A thousand unit vectors that mostly point the same way; the last ten are about something else."""
    made_up = np.random.default_rng(2).normal(size=(1000, 8)).astype(np.float32) * 0.2
    made_up[:990, 0] += 1.0
    made_up[990:, 1] += 1.0
    return np.asarray(made_up / np.linalg.norm(made_up, axis=1, keepdims=True))


@pytest.mark.parametrize("block", [7, 4096])
def test_centred_similarities_are_cosines_without_what_all_have_in_common(
    block: int, alike: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_vectors, "_BLOCK", block)
    save_vectors(alike, tmp_path)
    rows = np.arange(0, 1000, 11)
    centre = alike.sum(axis=0) / (1000 + 100)
    centred, asked = alike[rows] - centre, alike[5] - centre
    expected = centred @ asked / np.linalg.norm(centred, axis=1) / np.linalg.norm(asked)
    stored = StoredVectors(tmp_path)
    found = stored.centred_similarities(rows, alike[5])
    assert found == pytest.approx(expected, abs=1e-5)
    assert found.std() > 2 * stored.similarities(rows[:-1], alike[5])[:-1].std()


def test_the_centre_is_that_of_the_rows_said_to_be_common(alike: np.ndarray, tmp_path: Path) -> None:
    common = np.arange(1000) >= 990
    save_vectors(alike, tmp_path, common)
    centre = alike[990:].sum(axis=0) / (10 + 100)
    asked = alike[995] - centre
    expected = (alike[3] - centre) @ asked / np.linalg.norm(alike[3] - centre) / np.linalg.norm(asked)
    assert StoredVectors(tmp_path).centred_similarities(np.array([3]), alike[995]) == pytest.approx(
        [expected], abs=1e-5
    )


def test_what_has_no_vector_is_like_nothing(stored: StoredVectors, vectors: np.ndarray) -> None:
    nothing = np.zeros(4, np.float32)
    for compare in (stored.similarities, stored.centred_similarities):
        assert compare(np.array([0, 1]), nothing).tolist() == [0.0, 0.0]
        assert np.isnan(compare(np.array([2, 9]), vectors[0])).all()


def test_a_centre_that_does_not_fit_is_refused(tmp_path: Path, vectors: np.ndarray) -> None:
    save_vectors(vectors, tmp_path)
    np.save(tmp_path / "centre.npy", np.zeros(3, np.float32))
    with pytest.raises(ValueError, match="vectors of shape"):
        StoredVectors(tmp_path)


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)).map(sorted)))
def test_spans_of_rows_are_read_one_after_the_other(begun: list[list[int]]) -> None:
    array = np.arange(16, dtype=np.float32).reshape(8, 2)
    firsts = np.array([first for first, _ in begun], np.int64)
    counts = np.array([end - first for first, end in begun], np.int64)
    expected = [row for first, end in begun for row in array[first:end].tolist()]
    assert spans(array, firsts, counts).tolist() == expected
