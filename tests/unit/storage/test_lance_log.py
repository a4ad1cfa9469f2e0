"""The log of LanceDB on stderr: silent unless somebody asks for it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ALIKE = """
import asyncio, sys, tempfile
import core.storage.table_writing
import lancedb, numpy as np, pyarrow as pa
from lancedb.index import IvfFlat

vectors = np.zeros((2000, 8), dtype=np.float32)
vectors[:, 0] = 1
table = pa.table({"vector": pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), 8)})

async def main():
    connection = await lancedb.connect_async(tempfile.mkdtemp())
    written = await connection.create_table("alike", table)
    await written.create_index("vector", config=IvfFlat(num_partitions=32, distance_type="l2"))

asyncio.run(main())
"""
"""An index over vectors that are alike: most of its clusters are empty."""


@pytest.mark.parametrize(("asked", "warns"), [(None, False), ("warn", True)])
def test_warnings_of_an_index_are_printed_only_when_asked_for(asked: str | None, warns: bool) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "LANCEDB_LOG"}
    environment |= {} if asked is None else {"LANCEDB_LOG": asked}
    ran = subprocess.run(
        [sys.executable, "-c", ALIKE], capture_output=True, text=True, env=environment, check=True, timeout=120
    )
    assert ("WARN" in ran.stderr) == warns
