"""What a column holds, counted batch by batch in Arrow: nothing is held per row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

_DAY = "%Y-%m-%d"
_EARLIEST = np.datetime64("0001-01-01")
_TIME_OF_DAY = r"^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}.*$"


@dataclass(frozen=True)
class Dates:
    """``first`` and ``last`` day that the ``dated`` texts speak of; None if there are none. ``undated``: empty texts.
    ``unreadable``: texts that are no date."""

    first: date | None
    last: date | None
    dated: int
    undated: int
    unreadable: int


@dataclass(frozen=True)
class Years:
    """Least and greatest of the ``dated`` years; None if there are none. ``undated``: rows without a year."""

    first: int | None
    last: int | None
    dated: int
    undated: int


def value_counts(batches: Iterable[pa.RecordBatch], column: str, limit: int) -> tuple[list[tuple[str, int]], int]:
    """The ``limit`` most frequent texts of a column with their rows, most first (of equal ones by code point), and
    the rows of all other texts together. A null counts as the empty text."""
    counted = pa.table({"text": pa.array([], pa.string()), "rows": pa.array([], pa.int64())})
    for batch in batches:
        found = pc.value_counts(pc.fill_null(batch[column], ""))
        counted = pa.concat_tables([counted, pa.table({"text": found.field("values"), "rows": found.field("counts")})])
        counted = counted.group_by("text").aggregate([("rows", "sum")]).rename_columns(["text", "rows"])
    counted = counted.sort_by([("rows", "descending"), ("text", "ascending")])
    most = counted.slice(0, limit)
    others = pc.sum(counted["rows"].slice(limit)).as_py() or 0
    return list(zip(most["text"].to_pylist(), most["rows"].to_pylist(), strict=True)), others


def dates(batches: Iterable[pa.RecordBatch], column: str) -> Dates:
    """The period that the dates of a text column cover: YYYY-MM-DD (a time of day may follow), YYYY-MM or YYYY.

    A year or a month covers all of its days.
    """
    first: list[date] = []
    last: list[date] = []
    dated = undated = rows = 0
    for batch in batches:
        texts = pc.replace_substring_regex(pc.fill_null(batch[column], ""), _TIME_OF_DAY, r"\1")
        rows += len(texts)
        undated += pc.sum(pc.equal(texts, "")).as_py() or 0
        for length, completion, unit in ((10, "", "D"), (7, "-01", "M"), (4, "-01-01", "Y")):
            begins = _days(texts.filter(pc.equal(pc.utf8_length(texts), length)), completion)
            if len(begins):
                dated += len(begins)
                first.append(begins.min().item())
                latest = begins.max().astype(f"datetime64[{unit}]") + 1
                last.append((latest.astype("datetime64[D]") - 1).item())
    return Dates(min(first, default=None), max(last, default=None), dated, undated, rows - dated - undated)


def _days(texts: pa.Array, completion: str) -> NDArray[np.datetime64]:
    """The days that ``texts`` with ``completion`` name; those that name none are left out."""
    whole = pc.binary_join_element_wise(texts, completion, "")
    moments = pc.strptime(whole, format=_DAY, unit="s", error_is_null=True)
    real = pc.fill_null(pc.equal(pc.strftime(moments, format=_DAY), whole), False)  # 30 February reads as 1 March
    days: NDArray[np.datetime64] = moments.filter(real).cast(pa.date32()).to_numpy(zero_copy_only=False)
    return days[days >= _EARLIEST]


def years(batches: Iterable[pa.RecordBatch], column: str) -> Years:
    """The least and the greatest year of a column of whole numbers."""
    ends: list[int] = []
    dated = undated = 0
    for batch in batches:
        empty = batch[column].null_count
        undated += empty
        dated += batch.num_rows - empty
        ends += [year for year in pc.min_max(batch[column]).as_py().values() if year is not None]
    return Years(min(ends, default=None), max(ends, default=None), dated, undated)
