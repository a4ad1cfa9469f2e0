"""The rows of a version outside LanceDB: records, ids and row numbers, vectors and mention scores.

records/<table>/ · text_keys/<table>.npy · ids/<table>.arrow · row_numbers/<table>/ · companies/flags.npy ·
vectors/<table>/ · mentions/scores.npy
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.domain.records import Entity, Identified
from core.storage.carried_tables import row_keys
from core.storage.embeddings import Vectors
from core.storage.mapped_files import save_arrays, save_columns, save_row_numbers
from core.storage.record_files import LinesRead, save_records
from core.storage.stored_vectors import save_vectors

_NO_TEXT = blake2b(digest_size=16).digest()


def save_rows(
    folder: Path,
    table: str,
    records: Sequence[Identified],
    texts: Sequence[str],
    vectors: Vectors,
    common: NDArray[np.bool_] | None = None,
    read: LinesRead | None = None,
) -> NDArray[np.uint64]:
    """Write the records of a table with the keys of their embedded texts and their vectors, in row order, into the
    version ``folder``. Returns what tells its rows apart, shape (rows, 2).

    ``common``: the rows whose mean is the centre of the vectors, shape (rows,); None for all. ``read``: lines that
    records came from.
    """
    ids = [record.id for record in records]
    digests = save_records(records, folder / "records" / table, read)
    if table != "relations":  # of a relation only the record is asked for
        save_columns(pa.table({"id": pa.array(ids, pa.string())}), folder / "ids" / f"{table}.arrow")
    save_row_numbers(ids, folder / "row_numbers" / table)
    save_vectors(vectors, folder / "vectors" / table, common)
    keys = text_keys(texts)
    save_arrays(folder / "text_keys", **{table: keys})
    return row_keys(digests, keys, vectors)


def text_keys(texts: Sequence[str]) -> NDArray[np.uint64]:
    """128-bit BLAKE2b digests, shape (len(texts), 2): no two texts of any base share one."""
    digests = [
        blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest() if text else _NO_TEXT for text in texts
    ]
    return np.frombuffer(b"".join(digests), dtype=np.uint64).reshape(len(texts), 2)


def save_companies(entities: Sequence[Entity], flags: NDArray[np.bool_], folder: Path) -> None:
    """Write which of the entities are companies, shape (entities,), and how many tickers each has."""
    tickers = np.array([len(entity.tickers) for entity in entities], dtype=np.int32)
    save_arrays(folder / "companies", flags=flags, tickers=tickers)


def save_mention_scores(
    role: NDArray[np.float64], similarity: NDArray[np.float64], position: NDArray[np.float64], folder: Path
) -> None:
    """Write the role, similarity and position score of every mention, each of shape (mentions,), in edge order."""
    save_arrays(folder / "mentions", scores=np.stack([role, similarity, position], axis=1).astype(np.float32))
