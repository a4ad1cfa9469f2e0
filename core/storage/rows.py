"""The rows of a version outside LanceDB: records, ids and row numbers, vectors and mention scores.

records/<table>/ · records/sources/ · text_keys/<table>.npy · ids/<table>.arrow · row_numbers/<table>/ · companies/ ·
vectors/<table>/ · mentions/scores.npy
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.domain.fact_sources import FactSource
from core.domain.records import Entity
from core.storage.embeddings import Vectors
from core.storage.mapped_files import save_arrays, save_columns, save_row_numbers
from core.storage.record_files import json_line, save_lines
from core.storage.row_keys import RowKeys
from core.storage.stored_vectors import save_vectors


def save_rows(folder: Path, table: str, ids: Sequence[str], lines: Iterable[bytes]) -> RowKeys:
    """Write the records of a table, as ``json_line`` makes them, and their row numbers, in row order, into the version
    ``folder``. Returns digests of the records, shape (rows, 2)."""
    digests = save_lines(lines, folder / "records" / table)
    if table != "relations":  # of a relation only the record is asked for
        save_columns(pa.table({"id": pa.array(ids, pa.string())}), folder / "ids" / f"{table}.arrow")
    save_row_numbers(ids, folder / "row_numbers" / table)
    return digests


def save_fact_sources(sources: Sequence[FactSource], folder: Path) -> None:
    """Write what relations are taken from, and the row number of each, into the version ``folder``."""
    save_lines(map(json_line, sources), folder / "records" / "sources")
    save_row_numbers([source.id for source in sources], folder / "row_numbers" / "sources")


def save_embedded(
    folder: Path, table: str, texts: RowKeys, vectors: Vectors, common: NDArray[np.bool_] | None = None
) -> None:
    """Write the ``text_keys`` of the embedded texts of a table and their vectors, in row order.

    ``common``: the rows whose mean is the centre of the vectors, shape (rows,); None for all.
    """
    save_vectors(vectors, folder / "vectors" / table, common)
    save_arrays(folder / "text_keys", **{table: texts})


def save_companies(
    entities: Sequence[Entity], flags: NDArray[np.bool_], sizes: NDArray[np.float32], folder: Path
) -> None:
    """Write which of the entities are companies, how large they are, both of shape (entities,), and how many tickers
    each has."""
    tickers = np.array([len(entity.tickers) for entity in entities], dtype=np.int32)
    save_arrays(folder / "companies", flags=flags, tickers=tickers, sizes=sizes)


def save_mention_scores(
    role: NDArray[np.float64], similarity: NDArray[np.float64], position: NDArray[np.float64], folder: Path
) -> None:
    """Write the role, similarity and position score of every mention, each of shape (mentions,), in edge order."""
    save_arrays(folder / "mentions", scores=np.stack([role, similarity, position], axis=1).astype(np.float32))
