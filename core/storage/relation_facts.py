"""When relations begin and end, their status and their shares as arrays: what a plan or a walk filters by.

facts/<field>.npy, one number per relation, in the order of the relations: mapped, read where it is touched.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from core.domain.partial_dates import today
from core.domain.records import RelationStatus
from core.storage.mapped_files import map_array, save_arrays
from core.storage.relation_graph import IntArray
from core.storage.relation_table import RelationTable

STATUSES: tuple[str, ...] = get_args(RelationStatus)
"""By their codes; new ones come last, as versions hold the codes."""
_ENDED = STATUSES.index("ended")
_NOT_SO = tuple(STATUSES.index(each) for each in ("planned", "denied"))
_OF_A_YEAR, _OF_A_MONTH = 10_000, 100


@dataclass(frozen=True, eq=False)
class RelationFacts:
    """Everything has shape (relations,).

    Dates are numbers as ``date_number`` makes them: 20240531, 20240500 for a month, 20240000 for a year, 0 for none; as
    numbers they compare as their earliest days do. ``start`` is the year where no start is given. ``status`` is an
    index into ``STATUSES``. Shares are percent, NaN where none is recorded; where only one bound is, the other is 0 or
    100.
    """

    start: NDArray[np.int32]
    end: NDArray[np.int32]
    as_of: NDArray[np.int32]
    status: NDArray[np.uint8]
    share_low: NDArray[np.float64]
    share_high: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.start)

    @property
    def any_end(self) -> bool:
        """Whether any relation has an end, or is said to have ended."""
        return bool(self.says_end.any())

    @property
    def says_end(self) -> NDArray[np.bool_]:
        """Which relations have an end, or are said to have ended, by whatever day."""
        return np.asarray((self.end > 0) | (self.status == _ENDED))

    @property
    def asserted(self) -> NDArray[np.bool_]:
        """Which relations are said to be so at some time; of what is planned or denied nothing is."""
        return np.isin(self.status, _NOT_SO, invert=True)

    def at(self, rows: IntArray) -> RelationFacts:
        """Those of some relations, in that order."""
        return RelationFacts(**{name: array[rows] for name, array in vars(self).items()})

    def ended_before(self, day: int) -> NDArray[np.bool_]:
        """Which relations have ended before a ``day``, a number of eight digits, shape (relations,).

        An end of which only the year or the month is known has passed when all of its days have. What is recorded as
        ended, without a date, or in the year or month of ``day``, has; so has what was to last until a day that is
        still to come.
        """
        year, month = day // _OF_A_YEAR * _OF_A_YEAR, day // _OF_A_MONTH * _OF_A_MONTH
        passed = (self.end > 0) & (self.end < day) & (self.end != year) & (self.end != month)
        ended: NDArray[np.bool_] = passed | ((self.status == _ENDED) & ((self.end <= day) | (self.end > today())))
        return ended


def relation_facts(relations: RelationTable) -> RelationFacts:
    """The facts recorded of these relations, in their order."""
    start, years = _dates(relations, "start"), _numbers(pc.fill_null(relations.column("year"), 0))
    low, high = (_numbers(relations.column(field).cast(pa.float64())) for field in ("share_low", "share_high"))
    known = ~(np.isnan(low) & np.isnan(high))
    return RelationFacts(
        start=np.where(start > 0, start, years * _OF_A_YEAR).astype(np.int32),
        end=_dates(relations, "end"),
        as_of=_dates(relations, "as_of"),
        status=_numbers(pc.index_in(relations.column("status"), pa.array(STATUSES))).astype(np.uint8),
        share_low=np.where(known & np.isnan(low), 0.0, low),
        share_high=np.where(known & np.isnan(high), 100.0, high),
    )


def _dates(relations: RelationTable, field: str) -> NDArray[np.int32]:
    digits = pc.replace_substring(relations.column(field), "-", "")
    return _numbers(pc.utf8_rpad(digits, 8, "0").cast(pa.int32()))


def _numbers(column: pa.ChunkedArray) -> NDArray[Any]:
    numbers: NDArray[Any] = column.to_numpy()
    return numbers


def save_relation_facts(facts: RelationFacts, version: Path) -> None:
    """Write them into the folder of a version."""
    save_arrays(version / "facts", **vars(facts))


def map_relation_facts(version: Path) -> RelationFacts:
    """Those of a version, read-only. Raises OSError or ValueError if they cannot be read or do not fit one another."""
    facts = RelationFacts(
        **{field.name: map_array(version / "facts" / f"{field.name}.npy") for field in fields(RelationFacts)}
    )
    if {array.shape for array in vars(facts).values()} != {(len(facts),)}:
        raise ValueError("the facts of the relations do not fit one another")
    return facts
