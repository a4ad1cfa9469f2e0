"""What a search has decoded of a table that is searched exactly is kept, whatever its size."""

from __future__ import annotations

from pathlib import Path

import lancedb
import numpy as np
import pytest

from core.domain.records import Relation
from core.ingestion.building.searchable import embedded_content
from core.settings import Settings
from core.storage.incremental_tables import copy_or_write
from core.storage.index_sessions import MOST_BYTES, SHARED_BYTES, exact_bytes, open_table, own_session
from core.storage.relation_table import RelationTable

DIMENSION = 512


def written(version: Path, rows: int, settings: Settings) -> Path:
    """A version with nothing but relations that all have a vector."""
    vectors = np.random.default_rng(rows).normal(size=(rows, DIMENSION)).astype(np.float32)
    made = (Relation(id=f"r{row}", source=f"a{row}", target=f"b{row}", type="supplies") for row in range(rows))
    content = embedded_content("relations", RelationTable.of(made), [""] * rows, vectors, settings)
    copy_or_write(version, content, [f"r{row}" for row in range(rows)], np.zeros((rows, 2), dtype=np.uint64), ())
    return version


def kept_of(version: Path, session: lancedb.Session) -> int:
    """Bytes that a session holds once a table was searched."""
    table = open_table(version, "relations", session)
    for question in np.eye(2, DIMENSION, dtype=np.float32):
        table.nearest(question, limit=5, probes=1)
    return int(session.size_bytes)


def test_all_vectors_of_an_exact_table_are_kept(tmp_path: Path) -> None:
    rows = 6_000
    version = written(tmp_path, rows, Settings())
    session = own_session(version, "relations", DIMENSION, rows)
    assert session is not None
    everything = rows * DIMENSION * 4
    assert everything < kept_of(version, session) < 1.5 * everything
    assert kept_of(version, lancedb.Session(index_cache_size_bytes=SHARED_BYTES)) < everything / 2  # what this is for


def test_small_tables_and_partitions_share(tmp_path: Path) -> None:
    assert own_session(written(tmp_path / "small", 900, Settings()), "relations", DIMENSION, 900) is None
    parts = Settings(vector_index_min_rows=1_000, vector_index_partitions=4)
    assert own_session(written(tmp_path / "parts", 5_000, parts), "relations", DIMENSION, 5_000) is None


@pytest.mark.parametrize("vectors", [0, 4_096, 19_999])
def test_what_is_asked_for_holds_the_vectors_and_is_bounded(vectors: int) -> None:
    assert vectors * DIMENSION * 4 < exact_bytes(vectors, DIMENSION) < MOST_BYTES


def test_a_table_too_large_to_keep_shares(tmp_path: Path) -> None:
    version = written(tmp_path, 1_000, Settings())
    assert own_session(version, "relations", DIMENSION, 200_000) is None
