"""Searching a table in which few rows have a vector: relations of which few have a sentence."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import lancedb
import numpy as np
import pytest

from core.domain.records import Relation
from core.ingestion.building.searchable import embedded_content
from core.runtime.background import BACKGROUND
from core.settings import Settings
from core.storage.relation_table import RelationTable
from core.storage.table_search import SearchTable
from core.storage.table_writing import Indexes, write_table

pytestmark = pytest.mark.benchmark
ROWS, EMBEDDED, DIMENSION, QUESTIONS = 195_213, 100, 512, 30


def test_few_relations_with_a_sentence(tmp_path: Path) -> None:
    made = np.random.default_rng(3)
    vectors = np.zeros((ROWS, DIMENSION), dtype=np.float32)
    vectors[made.choice(ROWS, EMBEDDED, replace=False)] = made.normal(size=(EMBEDDED, DIMENSION))
    made_up = (Relation(id=f"r{row}", source=f"a{row}", target=f"b{row}", type="supplies") for row in range(ROWS))
    content = embedded_content("relations", RelationTable.of(made_up), [""] * ROWS, vectors, Settings())
    tables: dict[str, SearchTable] = {}
    for name, written in (("one partition", content), ("no index", replace(content, indexes=Indexes()))):
        write_table(tmp_path / name, written)
        database = BACKGROUND.wait_for(lancedb.connect_async(str(tmp_path / name)))
        tables[name] = SearchTable(BACKGROUND.wait_for(database.open_table("relations")))
    spent: dict[str, list[float]] = {name: [] for name in tables}
    for question in made.normal(size=(QUESTIONS, DIMENSION)).astype(np.float32):
        found = []
        for name, table in tables.items():  # in turn
            start = time.perf_counter()
            found.append(table.nearest(question, limit=50, probes=10)[0].tolist())
            spent[name].append((time.perf_counter() - start) * 1000.0)
        assert found[0] == found[1]
    median = {name: float(np.median(times)) for name, times in spent.items()}
    print(f"\n{EMBEDDED} of {ROWS:,} rows have a vector, ms (median of {QUESTIONS}): {median}")
    assert median["no index"] > 5 * median["one partition"]
