"""Searches against a real LanceDB folder, answered with row numbers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import lancedb
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lancedb.index import FTS, IvfFlat
from numpy.typing import NDArray

from core.runtime.background import BACKGROUND
from core.storage import table_search
from core.storage.table_search import SearchTable

DIMENSION = 8
VECTORS = np.random.default_rng(3).normal(size=(60, DIMENSION)).astype(np.float32)
VECTORS[::7] = 0  # nothing was embedded
TEXTS = [f"row {number} {'电池' if number % 2 else 'battery'}" for number in range(60)]


def rows(first: int, last: int) -> pa.Table:
    part = VECTORS[first:last]
    column = pa.FixedSizeListArray.from_arrays(pa.array(part.ravel()), DIMENSION, mask=pa.array(~part.any(axis=1)))
    return pa.table(
        {
            "id": [f"id{number}" for number in range(first, last)],
            "type": ["company" if number % 3 else "product" for number in range(first, last)],
            "text": TEXTS[first:last],
            "vector": column,
        }
    )


def written(folder: Path, *ends: int) -> Any:
    """A table written in several files, one up to each of ``ends``."""
    database = lancedb.connect(str(folder))
    table = database.create_table("t", rows(0, ends[0]), on_bad_vectors="null")
    for first, last in pairwise(ends):
        table.add(rows(first, last), on_bad_vectors="null")
    return table


def opened(folder: Path) -> SearchTable:
    async def table() -> Any:
        return await (await lancedb.connect_async(str(folder))).open_table("t")

    return SearchTable(BACKGROUND.wait_for(table()))


def cosines(vector: NDArray[np.float32]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(VECTORS, axis=1) * np.linalg.norm(vector)
    return np.divide(VECTORS @ vector, lengths, out=np.full(60, -np.inf), where=lengths > 0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    written(folder, 10, 25, 26, 60).create_index("text", config=FTS(base_tokenizer="icu/split"))
    return folder


@pytest.fixture(scope="module")
def table(folder: Path) -> SearchTable:
    return opened(folder)


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(1, 70))
def test_rows_are_numbered_as_they_were_written_in_however_many_files(
    table: SearchTable, seed: int, limit: int
) -> None:
    vector = np.random.default_rng(seed).normal(size=DIMENSION).astype(np.float32)
    expected = cosines(vector)
    found, similarity = table.nearest(vector, limit=limit, probes=10)
    best = np.argsort(-expected)[: min(limit, int(np.isfinite(expected).sum()))]
    assert found.tolist() == best.tolist()
    assert similarity == pytest.approx(expected[best], abs=1e-5)


def test_rows_of_one_file_are_numbered_too(tmp_path: Path) -> None:
    written(tmp_path, 60)
    found, _ = opened(tmp_path).nearest(VECTORS[41], limit=1, probes=10)
    assert found.tolist() == [41]


def test_rows_found_through_an_index_have_the_same_numbers(tmp_path: Path) -> None:
    table = written(tmp_path, 10, 60)
    table.create_index("vector", config=IvfFlat(distance_type="cosine", num_partitions=2))
    found, similarity = opened(tmp_path).nearest(VECTORS[41], limit=3, probes=2)
    assert found.tolist() == np.argsort(-cosines(VECTORS[41]))[:3].tolist()
    assert similarity[0] == pytest.approx(1.0, abs=1e-5)


def test_a_condition_is_met_before_the_nearest_are_counted(table: SearchTable) -> None:
    found, _ = table.nearest(VECTORS[41], limit=60, probes=10, where="type = 'product'")
    assert sorted(found.tolist()) == [number for number in range(0, 60, 3) if number % 7]


def test_records_come_with_their_cosine(table: SearchTable) -> None:
    ((record, cosine), *_) = table.nearest_records(VECTORS[13], ("id", "type"), limit=5, probes=10)
    assert record == {"id": "id13", "type": "company"}
    assert cosine == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize(("word", "parity"), [("battery", 0), ("BATTERY", 0), ("电池", 1)])
def test_words_find_the_rows_that_contain_them(table: SearchTable, word: str, parity: int) -> None:
    found, scores = table.containing(word, column="text", limit=100)
    assert sorted(found.tolist()) == list(range(parity, 60, 2))
    assert (scores > 0).all()
    assert len(table.containing(word, column="text", limit=4)[0]) == 4


def test_a_table_says_what_it_holds(table: SearchTable) -> None:
    assert table.count() == 60
    assert table.first("id") == ["id0"]
    assert table.dimension() == DIMENSION


def test_an_empty_table_has_nothing(tmp_path: Path) -> None:
    written(tmp_path, 0)
    table = opened(tmp_path)
    assert (table.count(), table.first("id"), table.dimension()) == (0, [], DIMENSION)
    assert table.nearest(VECTORS[1], limit=5, probes=10)[0].tolist() == []


def test_many_threads_find_the_same(folder: Path) -> None:
    table = opened(folder)  # so that they all ask for the numbers of the files at once
    with ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(lambda number: table.nearest(VECTORS[number], limit=1, probes=10)[0].tolist(), [1, 41] * 20)
        )
    assert found == [[1], [41]] * 20


def test_a_search_that_fails_says_why(table: SearchTable) -> None:
    with pytest.raises((RuntimeError, ValueError), match="nowhere"):
        table.containing("battery", column="nowhere", limit=3)


@pytest.mark.parametrize("ends", [(60,), (7, 20, 60)])
def test_columns_come_in_batches_that_leave_no_row_out(
    ends: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_search, "_BATCH_ROWS", 9)
    written(tmp_path, *ends)
    batches = list(opened(tmp_path).batches(["type", "id"]))
    assert {tuple(batch.schema.names) for batch in batches} == {("type", "id")}
    assert all(batch.num_rows <= 9 for batch in batches)
    assert sorted(each for batch in batches for each in batch["id"].to_pylist()) == sorted(
        f"id{number}" for number in range(60)
    )
