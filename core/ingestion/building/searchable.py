"""What the LanceDB tables of a version are to hold, and which indexes they are to have."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from core.domain.records import Entity, Identified, Passage, Record
from core.ingestion.progress import Stage
from core.names.name_table import Numbers
from core.settings import Settings
from core.storage.embeddings import Vectors
from core.storage.relation_table import RelationTable
from core.storage.row_keys import embedded_rows
from core.storage.table_writing import Indexes, TableContent
from core.storage.tables import records_table, with_vectors

_READ_AS_THEY_ARE = 1_000
"""From so many rows on, reading the vectors out of their column takes longer than comparing them."""
_RECORD_TYPES: dict[Stage, type[Record]] = {"entities": Entity, "passages": Passage}


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
        if isinstance(records, RelationTable):
            table = records.at(rows).stored()
        else:
            table = records_table(_RECORD_TYPES[name], [records[row] for row in rows.tolist()])
        return with_vectors(table, [texts[row] for row in rows.tolist()], vectors[rows])

    embedded = int(embedded_rows(vectors).sum())
    large = embedded >= settings.vector_index_min_rows
    # one partition holds all vectors and nothing else: the search is exact, and reads no row that has none
    exact = int(embedded > 0 and len(records) >= _READ_AS_THEY_ARE)
    partitions = settings.vector_index_partitions if large else exact
    indexes = Indexes(
        full_text=name == "passages" and len(records) > 0,
        partitions=partitions,
        rounded=large and name != "relations",
        by_type=partitions > 0 and name != "passages",
    )
    return TableContent(name, len(records), part, indexes)


def plain_content(name: str, table: pa.Table) -> TableContent:
    """A table that is only listed."""
    return TableContent(name, table.num_rows, table.take)
