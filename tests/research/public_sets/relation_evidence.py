"""relation_evidence: sentences that state a relation between two companies, Chinese and English.

All its triples are what the task asks for, so none is indexed: only entities, passages and who is mentioned where.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from core.domain.records import Entity, Passage
from core.domain.text import clean_text
from core.evaluation.tasks import LabelledQuestion
from core.ingestion.records.csv_files import DataSet
from tests.research.public_sets.reading import PublicSet, equally, task_rows


def read(folder: Path) -> PublicSet:
    """Records and the task relation_evidence, by language."""
    entities = [
        Entity(id=row.id, type="company", name_zh=row.label, name_en=row.label)
        for row in pd.read_parquet(folder / "entities.parquet").rename(columns={"name": "label"}).itertuples()
    ]
    passages = [
        Passage(id=row.id, text=row.text, language=row.lang, source_kind=row.source)
        for row in pd.read_parquet(folder / "passages.parquet").itertuples()
    ]
    mentions = pd.read_parquet(folder / "mentions.parquet")
    stated = tuple(zip(map(clean_text, mentions["passage"]), map(clean_text, mentions["entity"]), strict=True))
    questions = [
        LabelledQuestion(
            id=row["task_id"],
            task=f"relation_evidence_{row['lang']}",
            target="passage",
            language=row["lang"],
            company=row["query_entity"],
            query=row["query_text"],
            relation=row["relation"],
            relevant=equally(row["gold_passages"]),
        )
        for row in task_rows(folder)
    ]
    return PublicSet(DataSet(tuple(entities), (), tuple(passages), (), stated), tuple(questions))
