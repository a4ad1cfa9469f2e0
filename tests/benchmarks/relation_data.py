"""The 195,255 relations of the set ``global_equities``, each with a sentence, as a knowledge base built once and kept.

The sentence is the row itself in words, for tasks that hide rows are not measured here. Companies are embedded by name
and bridges alone: what is compared is how long searches take.
"""

from __future__ import annotations

import pandas as pd

from core.domain.records import Entity, Relation
from core.errors import GuanxiError
from core.ingestion.building.build import publish_data_set
from core.ingestion.building.embedded_texts import triplet_text
from core.ingestion.progress import ProgressReporter
from core.ingestion.records.csv_files import DataSet
from core.ontology import default_ontology
from core.settings import Settings
from core.storage.embeddings import load_encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.benchmarks.scale_data import KEPT, RELATION_TYPES, SOURCE, KeptVectors, company_texts
from tests.support import settings_for

FOLDER = KEPT.parent / "relations"


def relation_settings() -> Settings:
    """Settings over the kept knowledge base, which is built first if there is none of this schema."""
    settings = settings_for(FOLDER, FOLDER / "knowledge_base")
    try:
        open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    except GuanxiError:
        FOLDER.mkdir(parents=True, exist_ok=True)
        ontology, data = default_ontology(), _records()
        entities = {entity.id: entity for entity in data.entities}
        texts = company_texts(data, ontology) + [triplet_text(row, entities, ontology) for row in data.relations]
        encoder = KeptVectors(load_encoder(settings.embedding_model), texts, FOLDER)
        publish_data_set(data, "kept", settings, encoder, ontology, ProgressReporter(None))
    return settings


def _records() -> DataSet:
    entities: dict[str, Entity] = {}
    known: dict[str, str] = {}  # as the set writes it → as it is kept: two ids of the set differ in blanks alone
    for file, kind in (("companies", "company"), ("other_nodes", "product")):
        for row in pd.read_parquet(SOURCE / f"{file}.parquet", columns=["id", "name"]).to_dict("records"):
            name = str(row["name"]).strip()[:300] or row["id"]
            entity = Entity(id=row["id"], type=kind, name_zh=name, name_en=name)  # type: ignore[arg-type]
            entities.setdefault(entity.id, entity)
            known[row["id"]] = entity.id
    names = {written: entities[kept].name_en for written, kept in known.items()}
    rows = pd.read_parquet(SOURCE / "relations.parquet", columns=["source", "target", "relation_type"])
    relations = [
        Relation(
            id=f"r{number}",
            source=known[source],
            target=known[target],
            type=RELATION_TYPES.get(kind, "related"),
            weight=1.0,
            evidence_en=f"{names[source]} {kind.replace('_', ' ')} {names[target]}",
        )
        for number, (source, target, kind) in enumerate(rows.itertuples(index=False))
        if source in known and target in known and known[source] != known[target]
    ]
    return DataSet(tuple(entities.values()), tuple(relations), (), ())


if __name__ == "__main__":
    relation_settings()
