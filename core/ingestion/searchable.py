"""What the LanceDB tables of a version are to hold, and which indexes they are to have."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from core.domain.name_table import Numbers
from core.domain.records import Entity, Identified, Passage, Record, Relation
from core.ingestion.progress import Stage
from core.settings import Settings
from core.storage.embeddings import Vectors
from core.storage.table_writing import Indexes, TableContent
from core.storage.tables import records_table, with_vectors

_READ_AS_THEY_ARE = (
    1_000  # rows; from there on finding vectors among the other columns takes longer than comparing them
)
_RECORD_TYPES: dict[Stage, type[Record]] = {"entities": Entity, "relations": Relation, "passages": Passage}


def embedded_content(
    name: Stage,
    records: Sequence[Identified],
    texts: Sequence[str],
    vectors: Vectors,
    settings: Settings,
) -> TableContent:
    """Entities, relations or passages with their embedded texts and vectors, shape (len(records), dimension): put
    together batch by batch."""

    def part(rows: Numbers) -> pa.Table:
        table = records_table(_RECORD_TYPES[name], [records[row] for row in rows.tolist()])
        return with_vectors(table, [texts[row] for row in rows.tolist()], vectors[rows])

    embedded = int(np.any(vectors, axis=1).sum())
    large = embedded >= settings.vector_index_min_rows
    partitions = settings.vector_index_partitions if large else _partitions_of_all(embedded, len(records))
    indexes = Indexes(
        full_text=name == "passages" and len(records) > 0,
        partitions=partitions,
        rounded=large and name != "relations",
        by_type=partitions > 0 and name != "passages",
    )
    return TableContent(name, len(records), part, indexes)


def _partitions_of_all(embedded: int, rows: int) -> int:
    """One partition holds all vectors, and nothing else: the search is exact, and reads no row without a vector."""
    return int(embedded > 0 and rows >= _READ_AS_THEY_ARE)


def plain_content(name: str, table: pa.Table) -> TableContent:
    """A table that is only listed."""
    return TableContent(name, table.num_rows, table.take)
