"""How much of a table's indexes LanceDB keeps decoded in memory: chosen by the table.

What does not fit is read and decoded anew by every search. A table that is searched exactly has one partition with all
its vectors: it is kept as a whole, or a search takes up to twenty times as long. Of larger tables a few partitions at a
time are read from the operating system's cache: keeping 80 MB of them saves a third of three searches.
"""

from __future__ import annotations

from pathlib import Path

from core.runtime.background import BACKGROUND
from core.storage.incremental_tables import read_state, row_order
from core.storage.local_lancedb import lancedb
from core.storage.table_location import table_location
from core.storage.table_search import SearchTable
from core.storage.tables import TABLE_FIELDS

SHARED_BYTES = 8 << 20
"""Of all tables together that have no session of their own."""
MOST_BYTES = 256 << 20
"""Of one table."""
_ROW_ID = 8
_ROOM = 9 / 8  # what the cache counts beyond the vectors, measured: more than 2 %, less than 10 %


def exact_bytes(vectors: int, dimension: int) -> int:
    """What the one partition of a table that is searched exactly takes in the cache."""
    return int(vectors * (4 * dimension + _ROW_ID) * _ROOM) + (1 << 20)


def open_tables(version: Path, dimension: int, vectors: dict[str, int]) -> dict[str, SearchTable]:
    """The LanceDB tables of ``version``, for searches; ``vectors``: how many each has, of ``dimension`` numbers.

    Raises OSError, RuntimeError or ValueError if they cannot be read.
    """
    shared = lancedb.Session(index_cache_size_bytes=SHARED_BYTES)
    sessions = {name: own_session(version, name, dimension, vectors.get(name, 0)) or shared for name in TABLE_FIELDS}
    return {name: open_table(version, name, session) for name, session in sessions.items()}


def own_session(version: Path, name: str, dimension: int, vectors: int) -> lancedb.Session | None:
    """A session that keeps all vectors of a table; None for one that is not searched exactly, or is small."""
    if not read_state(version, name).indexes.exact:
        return None
    wanted = exact_bytes(vectors, dimension)
    return lancedb.Session(index_cache_size_bytes=wanted) if SHARED_BYTES // 4 < wanted <= MOST_BYTES else None


def open_table(version: Path, name: str, session: lancedb.Session) -> SearchTable:
    """A table whose decoded indexes ``session`` keeps. Raises OSError, RuntimeError or ValueError."""

    async def opened() -> lancedb.AsyncTable:
        database = await lancedb.connect_async(table_location(version), session=session)
        return await database.open_table(name)

    return SearchTable(BACKGROUND.wait_for(opened()), row_order(version, name))
