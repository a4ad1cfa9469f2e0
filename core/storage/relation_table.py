"""Relations as columns: what a build does with two hundred thousand of them, it does with all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, SupportsIndex, overload

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj
from numpy.typing import NDArray

from core.domain.records import Relation
from core.names.name_table import Numbers
from core.storage.record_files import json_line
from core.storage.tables import RELATION_FIELDS

_LINE = "line"
_TEXT, _SINGLE, _DOUBLE = pa.string(), pa.float32(), pa.float64()
_FACTS = {"start": _TEXT, "end": _TEXT, "as_of": _TEXT, "status": _TEXT, "share_low": _DOUBLE, "share_high": _DOUBLE}
_FIELDS = pa.schema(
    {name: _DOUBLE if kind == _SINGLE else kind for name, kind in RELATION_FIELDS.items()}
    | _FACTS
    | {"source_id": _TEXT}
)
_ONLY_IN_LINES = pa.schema({"attributes": pa.list_(pa.list_(_TEXT)), "amount": _DOUBLE, "currency": _TEXT})
_DEFAULTS = {
    name: field.default
    for name, field in Relation.model_fields.items()
    if not field.is_required() and name in _FIELDS.names
}
_MADE_AT_ONCE = 10_000  # lines
_READ_AT_ONCE = 1 << 22  # bytes; a line has some thousands at most


class RelationTable(Sequence[Relation]):
    """Relations in order, by field; a record is made on access.

    Numbers are in double precision, as records have them. Beside the fields is the line of JSON that ``json_line``
    makes of each.
    """

    def __init__(self, columns: pa.Table) -> None:
        self._columns = columns

    @classmethod
    def of(cls, relations: Iterable[Relation]) -> RelationTable:
        """These relations; a table is taken as it is."""
        return relations if isinstance(relations, cls) else cls.read(b"".join(map(json_line, relations)))

    @classmethod
    def read(cls, lines: bytes) -> RelationTable:
        """What ``json_line`` has written. Raises ValueError for what is no JSON."""
        if not lines:
            return cls(_FIELDS.append(pa.field(_LINE, pa.large_binary())).empty_table())
        fields = pj.read_json(
            pa.BufferReader(lines),
            pj.ReadOptions(block_size=_READ_AT_ONCE),
            pj.ParseOptions(
                explicit_schema=pa.unify_schemas([_FIELDS, _ONLY_IN_LINES]), unexpected_field_behavior="error"
            ),
        )
        fields = fields.select(_FIELDS.names).combine_chunks()
        for name, default in _DEFAULTS.items():
            if default is not None:
                fields = fields.set_column(_FIELDS.get_field_index(name), name, pc.fill_null(fields[name], default))
        ends = np.flatnonzero(np.frombuffer(lines, dtype=np.uint8) == ord("\n"))
        offsets = np.append(0, ends + 1).astype(np.int64)
        whole = pa.LargeBinaryArray.from_buffers(
            pa.large_binary(), len(ends), [None, pa.py_buffer(offsets), pa.py_buffer(lines)]
        )
        return cls(fields.append_column(_LINE, whole))

    @classmethod
    def joined(cls, parts: Iterable[Iterable[Relation]]) -> RelationTable:
        """All of them, in order."""
        tables = [cls.of(part)._columns for part in parts]
        return cls(pa.concat_tables(tables).combine_chunks()) if tables else cls.read(b"")

    def __len__(self) -> int:
        return int(self._columns.num_rows)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Relation: ...
    @overload
    def __getitem__(self, place: slice) -> RelationTable: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Relation | RelationTable:
        if isinstance(place, slice):
            return self.at(np.arange(len(self))[place])
        return Relation.model_validate_json(self._columns[_LINE][place.__index__()].as_py())

    def __iter__(self) -> Iterator[Relation]:
        return map(Relation.model_validate_json, self.lines())

    def column(self, field: str) -> pa.ChunkedArray:
        """A field of all of them."""
        return self._columns[field]

    def values(self, field: str) -> list[Any]:
        """A field of all of them, as records have it."""
        return list(self._columns[field].to_pylist())

    def lines(self) -> Iterator[bytes]:
        """What ``json_line`` makes of each."""
        for start in range(0, len(self), _MADE_AT_ONCE):
            yield from self._columns[_LINE].slice(start, _MADE_AT_ONCE).to_pylist()

    def strengths(self) -> NDArray[np.float64]:
        """Weight × confidence, what the graph walks over; shape (relations,)."""
        strengths: NDArray[np.float64] = self._columns["weight"].to_numpy() * self._columns["confidence"].to_numpy()
        return strengths

    def at(self, rows: Numbers) -> RelationTable:
        """Those of these rows, in that order."""
        return RelationTable(self._columns.take(pa.array(rows)))

    def only(self, wanted: NDArray[np.bool_]) -> RelationTable:
        """Those that are wanted, shape (relations,); the same if all are."""
        return self if wanted.all() else RelationTable(self._columns.filter(pa.array(wanted)).combine_chunks())

    def with_changed(self, changed: Mapping[int, Relation]) -> RelationTable:
        """Other relations in some rows."""
        if not changed:
            return self
        rows = np.arange(len(self))
        rows[list(changed)] = len(self) + np.arange(len(changed))
        return self.joined((self, changed.values())).at(rows)

    def stored(self) -> pa.Table:
        """Rows of the LanceDB table."""
        return self._columns.select(list(RELATION_FIELDS)).cast(pa.schema(RELATION_FIELDS))
