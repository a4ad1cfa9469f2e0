"""What is put together from all partitions of a stage before the next one can begin. Each is written once, by the
driver, and is there whole or not at all."""

from __future__ import annotations

import shutil
from itertools import chain

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray

from core.bulk.job import JobFiles
from core.bulk.parquet_rows import spans
from core.ingestion.building.cross_links import reversed_twice
from core.ingestion.building.mentions import words_among
from core.storage.mapped_files import map_array, save_arrays

PASSAGES = b"passages"
"""Key of a partition's metadata: in how many passages it looked."""


def passage_spans(files: JobFiles) -> list[range]:
    """Partitions of the passages of the input, and behind them of the profiles, counted by entity."""
    inputs, partitions = len(files.inputs.passages), files.job.partitions
    own = spans(len(files.inputs.entities), partitions)
    return spans(inputs, partitions) + [range(inputs + rows.start, inputs + rows.stop) for rows in own]


def gather_vectors(files: JobFiles, stage: str) -> None:
    """The vectors of all rows as one array that workers map."""
    target = files.gathered / f"{stage}.npy"
    rows = files.rows(stage)
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(".partial")
    dimension = pq.read_schema(rows.files[0]).field("vector").type.list_size if rows.files else 0
    gathered = np.lib.format.open_memmap(partial, mode="w+", dtype=np.float32, shape=(len(rows), dimension))
    first = 0
    for file in rows.files:
        vectors = pq.read_table(file, columns=["vector"])["vector"].combine_chunks().flatten().to_numpy()
        count = len(vectors) // dimension
        gathered[first : first + count] = vectors.reshape(count, dimension)
        first += count
    gathered.flush()
    partial.replace(target)


def gather_words(files: JobFiles) -> None:
    """Entities whose names are words: decided by counting over all partitions."""
    target = files.gathered / "words.npy"
    if target.exists():
        return
    found = np.zeros(len(files.inputs.entities), dtype=np.int64)
    passages = 0
    for file in files.rows("all_mentions").files:
        passages += int(pq.read_schema(file).metadata[PASSAGES])
        rows = pq.read_table(file, columns=["entity_row"])["entity_row"].to_numpy()
        found += np.bincount(rows, minlength=len(found))
    save_arrays(files.gathered, words=words_among(found, passages))


def words(files: JobFiles) -> NDArray[np.int64]:
    """What ``gather_words`` decided: rows of entities."""
    return map_array(files.gathered / "words.npy")


def gather_named(files: JobFiles) -> None:
    """By passage of the input, which entities it names."""
    target = files.gathered / "named"
    if target.is_dir():
        return
    passages, members = [np.zeros(0, np.int64)], [np.zeros(0, np.int32)]
    for file in files.rows("mentions").files[: len(spans(len(files.inputs.passages), files.job.partitions))]:
        table = pq.read_table(file, columns=["passage_row", "entity_row"])
        passages.append(table["passage_row"].to_numpy())
        members.append(table["entity_row"].to_numpy().astype(np.int32))
    counts = np.bincount(np.concatenate(passages), minlength=len(files.inputs.passages))
    partial = target.with_name("named.partial")
    shutil.rmtree(partial, ignore_errors=True)
    save_arrays(
        partial, offset=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64), member=np.concatenate(members)
    )
    partial.rename(target)


def gather_pairs_found_twice(files: JobFiles) -> None:
    """Pairs of passages that were found from both their ends, in whatever partitions."""
    target = files.gathered / "found_twice.npy"
    if target.exists():
        return
    tables = [pq.read_table(file, columns=["from_row", "to_row"]) for file in files.rows("linked_rows").files]
    pairs = (zip(table["from_row"].to_pylist(), table["to_row"].to_pylist(), strict=True) for table in tables)
    twice = sorted(reversed_twice(chain.from_iterable(pairs)))
    save_arrays(files.gathered, found_twice=np.array(twice, dtype=np.int64).reshape(len(twice), 2))


def pairs_found_twice(files: JobFiles) -> set[tuple[int, int]]:
    """What ``gather_pairs_found_twice`` found: (from row, to row) of those to leave out."""
    first, second = map_array(files.gathered / "found_twice.npy").T
    return set(zip(first.tolist(), second.tolist(), strict=True))
