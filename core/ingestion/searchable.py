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

    large = int(np.any(vectors, axis=1).sum()) >= settings.vector_index_min_rows
    indexes = Indexes(
        full_text=name == "passages" and len(records) > 0,
        partitions=settings.vector_index_partitions if large else 0,
        rounded=name != "relations",
        by_type=large and name != "passages",
    )
    return TableContent(name, len(records), part, indexes)


def plain_content(name: str, table: pa.Table) -> TableContent:
    """A table that is only listed."""
    return TableContent(name, table.num_rows, table.take)
