"""The rows of a version outside LanceDB: columns, row numbers by id, vectors and mention scores, ready to be mapped.

columns/<table>.arrow · row_numbers/<table>/ · vectors/<table>/ · mentions/scores.npy · names/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa

from core.domain.records import Mention
from core.storage.embeddings import Vectors
from core.storage.mapped_files import save_arrays, save_columns, save_row_numbers
from core.storage.stored_vectors import save_vectors

ROW_TABLES = ("entities", "relations", "passages")


def save_rows(
    folder: Path, tables: Mapping[str, pa.Table], vectors: Mapping[str, Vectors], mentions: Sequence[Mention]
) -> None:
    """Write the rows of a version into ``folder``: of each of ROW_TABLES its columns and vectors in row order, and the
    three scores of every mention in edge order."""
    for name in ROW_TABLES:
        save_columns(tables[name], folder / "columns" / f"{name}.arrow")
        save_row_numbers(tables[name]["id"].to_pylist(), folder / "row_numbers" / name)
        save_vectors(vectors[name], folder / "vectors" / name)
    scores = [(mention.role_score, mention.similarity_score, mention.position_score) for mention in mentions]
    save_arrays(folder / "mentions", scores=np.array(scores, dtype=np.float32).reshape(len(mentions), 3))
