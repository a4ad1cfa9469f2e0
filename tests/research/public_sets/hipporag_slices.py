"""hipporag_slices: the MuSiQue slice with its extracted triples; questions that need several passages."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from core.domain.records import Entity, Passage, Relation
from core.evaluation.tasks import LabelledQuestion
from core.ingestion.records.csv_files import DataSet
from core.ontology import FALLBACK_TYPE
from tests.research.public_sets.reading import PublicSet, equally, task_rows

_SLICE = "musique_train"
LONGEST_ID = 200


def read(folder: Path) -> PublicSet:
    """Records and the task musique_train. Predicates are free text, so every relation is of the fallback type."""
    passages = pd.read_parquet(folder / "passages.parquet")
    triples = pd.read_parquet(folder / f"triples_{_SLICE}.parquet")
    found = pd.read_parquet(folder / f"entities_{_SLICE}.parquet")
    stated = {name.strip() for name in (*triples["subject"], *triples["object"], *found["entity"])}
    names = sorted(name for name in stated if 0 < len(name) <= LONGEST_ID)
    entities = [Entity(id=name, type="product", name_zh=name, name_en=name) for name in names]
    known = {entity.id for entity in entities}
    relations = [
        Relation(
            id=f"t{number}",
            source=row.subject.strip(),
            target=row.object.strip(),
            type=FALLBACK_TYPE,
            evidence_en=f"{row.subject} {row.predicate} {row.object}",
            passage_id=row.passage,
        )
        for number, row in enumerate(triples.itertuples())
        if row.subject.strip() in known and row.object.strip() in known and row.subject.strip() != row.object.strip()
    ]
    holds = pd.concat(
        [found[["passage", "entity"]]]
        + [triples[["passage", end]].rename(columns={end: "entity"}) for end in ("subject", "object")]
    ).drop_duplicates()
    mentions = tuple(
        (passage, name.strip())
        for passage, name in zip(holds["passage"].tolist(), holds["entity"].tolist(), strict=True)
        if name.strip() in known
    )
    records = DataSet(
        tuple(entities),
        tuple(relations),
        tuple(
            Passage(id=row.id, title=row.title, text=row.text, language="en", source_kind="encyclopedia")
            for row in passages[passages["dataset"] == _SLICE].itertuples()
        ),
        (),
        mentions,
    )
    questions = [
        LabelledQuestion(
            id=row["task_id"],
            task=row["task"],
            target="passage",
            language="en",
            query=row["query_text"],
            relevant=equally(row["gold_passages"]),
        )
        for row in task_rows(folder)
        if row["task"] == _SLICE
    ]
    return PublicSet(records, tuple(questions))
