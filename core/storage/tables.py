"""Arrow schemas of the LanceDB tables, and how records become rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.domain.records import CrossLink, Entity, Mention, Passage, Record, Relation
from core.storage.embeddings import Vectors
from core.storage.row_keys import embedded_rows

_TEXT = pa.string()
_TEXTS = pa.list_(pa.string())

ENTITY_FIELDS = {
    "id": _TEXT,
    "type": _TEXT,
    "name_zh": _TEXT,
    "name_en": _TEXT,
    "aliases": _TEXTS,
    "tickers": _TEXTS,
    "country": _TEXT,
    "industry": _TEXT,
    "founded": pa.int32(),
    "description_zh": _TEXT,
    "description_en": _TEXT,
    "origin": _TEXT,
}
RELATION_FIELDS = {
    "id": _TEXT,
    "source": _TEXT,
    "target": _TEXT,
    "type": _TEXT,
    "weight": pa.float32(),
    "confidence": pa.float32(),
    "year": pa.int32(),
    "evidence_zh": _TEXT,
    "evidence_en": _TEXT,
    "passage_id": _TEXT,
    "origin": _TEXT,
}
PASSAGE_FIELDS = {
    "id": _TEXT,
    "text": _TEXT,
    "title": _TEXT,
    "document_id": _TEXT,
    "start": pa.int64(),
    "end": pa.int64(),
    "source_kind": _TEXT,
    "language": _TEXT,
    "date": _TEXT,
    "publisher": _TEXT,
    "url": _TEXT,
    "origin": _TEXT,
    "path": _TEXT,
    "program_language": _TEXT,
}
MENTION_FIELDS = {
    "passage_id": _TEXT,
    "entity_id": _TEXT,
    "role": _TEXT,
    "role_score": pa.float32(),
    "similarity_score": pa.float32(),
    "position_score": pa.float32(),
}
LINK_FIELDS = {
    "from_passage_id": _TEXT,
    "to_passage_id": _TEXT,
    "type": _TEXT,
    "similarity": pa.float64(),
    "name_boost": pa.float64(),
    "date_boost": pa.float64(),
    "author_boost": pa.float64(),
}
ONLY_READ: dict[type[Record], frozenset[str]] = {
    Entity: frozenset({"attributes", "identifiers", "place", "lat", "lon"}),
    Relation: frozenset(
        {"attributes", "start", "end", "as_of", "status", "share_low", "share_high", "amount", "currency", "source_id"}
    ),
}
"""Fields that only the records have: no search filters by them. What is filtered in arithmetic has arrays."""
_PLAIN = {"lance-encoding:compression": "none", "lance-encoding:structural-encoding": "miniblock"}
"""How vectors are stored: read in half the time that Lance's own choice takes, where all of them are compared."""
FIELDS_BY_RECORD: dict[type[Record], dict[str, pa.DataType]] = {
    Entity: ENTITY_FIELDS,
    Relation: RELATION_FIELDS,
    Passage: PASSAGE_FIELDS,
    Mention: MENTION_FIELDS,
    CrossLink: LINK_FIELDS,
}
TABLE_FIELDS = {
    "entities": ENTITY_FIELDS,
    "relations": RELATION_FIELDS,
    "passages": PASSAGE_FIELDS,
    "mentions": MENTION_FIELDS,
    "links": LINK_FIELDS,
}


def records_table(record_type: type[Record], records: Sequence[Record]) -> pa.Table:
    """Rows of one record type, in order, with the columns named above."""
    fields = FIELDS_BY_RECORD[record_type]
    columns = {name: pa.array([getattr(row, name) for row in records], kind) for name, kind in fields.items()}
    return pa.table(columns)


def mentions_table(
    passage_ids: Sequence[str],
    entity_ids: Sequence[str],
    roles: Sequence[str],
    role_scores: NDArray[np.float64],
    similarity_scores: NDArray[np.float64],
    position_scores: NDArray[np.float64],
) -> pa.Table:
    """Rows of the mentions, all of equal length and in edge order."""
    columns = (passage_ids, entity_ids, roles, role_scores, similarity_scores, position_scores)
    fields = MENTION_FIELDS.items()
    return pa.table({name: pa.array(column, kind) for (name, kind), column in zip(fields, columns, strict=True)})


def with_vectors(table: pa.Table, texts: Sequence[str], vectors: Vectors) -> pa.Table:
    """Append the embedded ``text`` and its ``vector``; a zero vector (nothing embedded) is stored as null."""
    dimension = vectors.shape[1]
    null = ~embedded_rows(vectors)
    column = pa.FixedSizeListArray.from_arrays(
        pa.array(np.ascontiguousarray(vectors, dtype=np.float32).ravel()), dimension, mask=pa.array(null)
    )
    field = pa.field("vector", column.type, metadata=_PLAIN)
    return table.append_column("embedded_text", pa.array(list(texts), _TEXT)).append_column(field, column)
