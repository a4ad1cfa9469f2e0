"""Knowledge bases that a test builds and looks into."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import lancedb
import numpy as np

from core.domain.records import Entity, Identified, Passage, Relation
from core.ingestion.building.searchable import embedded_content
from core.settings import Settings
from core.storage.embeddings import Vectors
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.relation_table import RelationTable
from core.storage.table_writing import write_table


def opened(settings: Settings) -> KnowledgeBase:
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def versions(settings: Settings) -> list[str]:
    return sorted(entry.name for entry in (settings.knowledge_base_folder / "versions").iterdir())


def made_up(
    folder: Path, rows: int, settings: Settings, *, empty: int = 0, name: Literal["entities", "relations", "passages"]
) -> Vectors:
    """Writes a table of made-up unit vectors, the first ``empty`` of them null."""
    vectors = np.random.default_rng(7).normal(size=(rows, 16)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[:empty] = 0
    ids = [str(number) for number in range(rows)]
    records: dict[str, Sequence[Identified]] = {
        "entities": [Entity(id=each, type="company", name_zh=each, name_en=each) for each in ids],
        "relations": RelationTable.of(Relation(id=each, source=each, target=each, type="supplies") for each in ids),
        "passages": [Passage(id=each, text=each, language="en") for each in ids],
    }
    write_table(folder, embedded_content(name, records[name], ids, vectors, settings))
    return vectors


def query_plan(folder: Path) -> str:
    table = lancedb.connect(str(folder)).open_table("entities")
    query = np.ones(16, dtype=np.float32)
    return str(table.search(query, vector_column_name="vector").distance_type("cosine").limit(5).explain_plan())
