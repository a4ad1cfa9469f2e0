"""Taking a LanceDB table over from an older version, where few of its rows differ: its files are linked, not copied,
what differs is deleted and added, and its indexes follow.

row_keys/<table>.npy    what tells the rows of a version apart: a digest of record, text and vector each
row_keys/<table>.json   the indexes of the table, and how many rows have come and gone since it was written anew
row_order/<table>/      LanceDB row id → record row, where the table has another order than the records

Files of LanceDB never change, and removing one from a version leaves the links of the others. Full-text scores use the
document frequency of a word, and LanceDB goes on counting deleted texts, which are never found: that index is written
anew once a hundredth of the texts have gone. A vector index keeps its partitions: it is written anew with the table
when a fifth of the rows have come or gone.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from core.names.name_table import Numbers
from core.storage.local_lancedb import lancedb
from core.storage.manifest import is_whole
from core.storage.mapped_files import map_array, save_arrays
from core.storage.row_keys import RowKeys, single_keys
from core.storage.table_writing import Indexes, TableContent, write_full_text_index, write_table

_MOST_CHANGED = 0.2  # of the rows
_MOST_COUNTED = 0.01  # of the texts; writing the index of 47,000 anew takes four seconds
_IMMUTABLE = {"data", "_indices"}
_UNTIL_NOW = timedelta(milliseconds=1)


class TableState(BaseModel):
    """``row_keys/<table>.json``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    indexes: Indexes
    changed: int = 0
    still_counted: int = 0


def read_state(version: Path, name: str) -> TableState:
    """The recorded state of a table of a version; an empty one where none is recorded.

    Raises OSError or ValueError if it cannot be read.
    """
    file = version / "row_keys" / f"{name}.json"
    return TableState.model_validate_json(file.read_bytes()) if file.is_file() else TableState(indexes=Indexes())


@dataclass(frozen=True)
class _Base:
    """A version whose table could be taken over, and what differs: rows of it that go, record rows that come.

    ``changed``: how many rows will have come and gone since it was written anew. ``still_counted``: how many of those
    that are gone the keyword index still counts; ``counted_anew``: so many that it is to be written anew. ``alike``:
    nothing differs, the order of the rows included.
    """

    version: Path
    changed: int
    still_counted: int
    counted_anew: bool
    going: Numbers
    coming: Numbers
    alike: bool


def copy_or_write(
    version: Path, content: TableContent, ids: Sequence[str], keys: RowKeys, others: Sequence[Path]
) -> None:
    """Write the table of ``content`` into the new ``version``, or take it over from one of the ``others``.

    ``ids`` and ``keys`` are those of its rows. Raises OSError, RuntimeError or ValueError if that fails.
    """
    base = _nearest(content, keys, others)
    state = TableState(indexes=content.indexes)
    if base is not None and _carried(version, base, content, ids):
        still_counted = 0 if base.counted_anew else base.still_counted
        state = TableState(indexes=content.indexes, changed=base.changed, still_counted=still_counted)
    else:
        shutil.rmtree(_table(version, content.name), ignore_errors=True)
        write_table(version / "tables", content)
    save_arrays(version / "row_keys", **{content.name: keys})
    (version / "row_keys" / f"{content.name}.json").write_text(state.model_dump_json(), encoding="utf-8")


def _nearest(content: TableContent, keys: RowKeys, versions: Sequence[Path]) -> _Base | None:
    """The version whose table takes least to change; None if all differ too much."""
    found = [base for version in versions if (base := _difference(content, keys, version)) is not None]
    return min(found, key=lambda base: (base.counted_anew, len(base.going) + len(base.coming)), default=None)


def _difference(content: TableContent, keys: RowKeys, version: Path) -> _Base | None:
    if not is_whole(version, f"row_keys/{content.name}."):
        return None
    try:
        old = map_array(version / "row_keys" / f"{content.name}.npy")
        state = read_state(version, content.name)
    except (OSError, ValueError, ValidationError):
        return None  # of another format, or damaged: nothing to take over
    going, coming = _differing(old, keys)
    changed = state.changed + len(coming) + len(going)
    fits = state.indexes == content.indexes and len(old) - len(going) + len(coming) == len(keys)
    if not fits or changed > _MOST_CHANGED * len(keys):
        return None
    still_counted = state.still_counted + len(going) if content.indexes.full_text else 0
    counted_anew = still_counted > _MOST_COUNTED * len(keys)
    return _Base(version, changed, still_counted, counted_anew, going, coming, np.array_equal(old, keys))


def _differing(old: RowKeys, new: RowKeys) -> tuple[Numbers, Numbers]:
    """Places of the old keys that are not among the new ones, and the other way round.

    What is the same at the beginning and at the end, most of all as a rule, is compared at once.
    """
    begin = _alike(old, new)
    end = min(_alike(old[::-1], new[::-1]), len(old) - begin, len(new) - begin)
    before, now = single_keys(old[begin : len(old) - end]), single_keys(new[begin : len(new) - end])
    return _missing(before, now) + begin, _missing(now, before) + begin


def _alike(first: RowKeys, second: RowKeys) -> int:
    """How many keys two tables have in common from their beginning on."""
    rows = min(len(first), len(second))
    other = np.flatnonzero(np.any(first[:rows] != second[:rows], axis=1))
    return int(other[0]) if len(other) else rows


def _missing(keys: Sequence[bytes], others: Sequence[bytes]) -> Numbers:
    """Places of the keys that are not among the others."""
    known = set(others)
    return np.array([place for place, key in enumerate(keys) if key not in known], dtype=np.int64)


def _carried(version: Path, base: _Base, content: TableContent, ids: Sequence[str]) -> bool:
    """Take the table over; whether it could be read and has the columns that it should have."""
    if not is_whole(base.version, f"tables/{content.name}.lance/", f"row_order/{content.name}/"):
        return False  # what is damaged in one version must not get a new checksum in another
    try:
        old = _row_ids(base.version, content.name)
        _link(_table(base.version, content.name), _table(version, content.name))
        table = lancedb.connect(str(version / "tables")).open_table(content.name)
        if table.schema != content.schema:
            return False
        if base.alike:
            order = row_order(base.version, content.name)
            if order is not None:
                save_arrays(version / "row_order" / content.name, ids=order[0], rows=order[1])
            return table.count_rows() == len(ids) == len(old)
        if len(base.going):
            table.delete(f"_rowid in ({', '.join(map(str, old[base.going].tolist()))})")
        if len(base.coming):
            table.add(content.reader(base.coming), on_bad_vectors="null")
        if base.counted_anew:
            write_full_text_index(table)
        if len(base.coming):  # deleted rows are passed over in a vector index: taking them out of it takes seconds
            table.optimize(cleanup_older_than=_UNTIL_NOW, delete_unverified=True)  # nobody else reads it yet
        return _save_order(version, table, content.name, ids)
    except (OSError, RuntimeError, ValueError, pa.ArrowException):
        return False  # damaged: it is written anew


def _table(version: Path, name: str) -> Path:
    return version / "tables" / f"{name}.lance"


def _link(old: Path, new: Path) -> None:
    """The same folder again; what never changes is linked where the file system can."""

    def take(source: str, target: str) -> None:
        try:
            if not _IMMUTABLE & set(Path(source).relative_to(old).parts):
                shutil.copy2(source, target)
            else:
                os.link(source, target)
        except OSError:  # no links here: if that is not the reason, copying says it
            shutil.copy2(source, target)

    shutil.copytree(old, new, copy_function=take)


def _row_ids(version: Path, name: str) -> NDArray[np.uint64]:
    """LanceDB row ids in the order of the records."""
    order = row_order(version, name)
    if order is None:
        table = lancedb.connect(str(version / "tables")).open_table(name)
        found: NDArray[np.uint64] = table.search().with_row_id(True).select(["id"]).to_arrow()["_rowid"].to_numpy()
        return np.sort(found)
    row_ids, rows = order
    return np.asarray(row_ids[np.argsort(rows, kind="stable")])


def row_order(version: Path, name: str) -> tuple[NDArray[np.uint64], Numbers] | None:
    """LanceDB row ids, ascending, and the record row of each; None where the records have the order of the table.

    Raises OSError or ValueError if it cannot be read.
    """
    folder = version / "row_order" / name
    return (map_array(folder / "ids.npy"), map_array(folder / "rows.npy")) if folder.is_dir() else None


def _save_order(version: Path, table: lancedb.table.Table, name: str, ids: Sequence[str]) -> bool:
    """Write the record row of each row of the table; returns whether all are there."""
    found = table.search().with_row_id(True).select(["id"]).to_arrow()
    places = pc.index_in(found["id"], value_set=pa.array(ids, pa.string()))
    rows = pc.fill_null(places, -1).to_numpy().astype(np.int32)
    row_ids = found["_rowid"].to_numpy()
    order = np.argsort(row_ids, kind="stable")
    if not np.array_equal(np.sort(rows), np.arange(len(ids))):
        return False
    save_arrays(version / "row_order" / name, ids=row_ids[order].astype(np.uint64), rows=rows[order])
    return True
