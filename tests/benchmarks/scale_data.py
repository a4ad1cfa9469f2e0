"""A real graph of 307,318 nodes and 1,602,532 edges as a knowledge base, built once and kept.

From the set ``global_equities``: companies with their descriptions, everything else by its id as name. Only companies
are embedded; no relation has an evidence sentence, so none has a vector.
"""

from __future__ import annotations

import csv
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from core.errors import GuanxiError
from core.ingestion.building.build import publish_data_set
from core.ingestion.building.embedded_texts import entity_text
from core.ingestion.progress import ProgressReporter
from core.ingestion.records.csv_files import DataSet, fingerprint, read_data_set
from core.ingestion.records.profiles import bridge_names
from core.ontology import Ontology, default_ontology
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors, load_encoder
from core.storage.knowledge_base import open_knowledge_base
from core.storage.relation_table import RelationTable
from tests.support import COLUMNS, ROOT, settings_for

SOURCE = Path(os.environ.get("GUANXI_DATASETS", ROOT.parent / "shared" / "datasets")) / "global_equities"
KEPT = Path(os.environ.get("GUANXI_BENCHMARKS", ROOT / ".guanxi" / "benchmarks")) / "scale"
RELATION_TYPES = {
    "in_country": "located_in",
    "headquartered_in": "located_in",
    "in_sector": "in_industry",
    "in_industry": "in_industry",
    "in_industry_group": "in_industry",
    "partial_owner_of": "shareholder_of",
}
BRIDGE_TYPES = {
    "country": "place",
    "city": "place",
    "exchange": "place",
    "sector": "industry",
    "industry": "industry",
    "industry_group": "industry",
}


class KeptVectors:
    """The default model for profiles of companies, embedded once; any other text is left without a vector."""

    def __init__(self, encoder: Encoder, texts: Sequence[str], folder: Path) -> None:
        self.name, self.dimension = encoder.name, encoder.dimension
        digest = hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()
        path = folder / f"company_vectors-{digest[:16]}.npy"
        if not path.exists():
            np.save(path, encoder.encode(texts))
        self._vectors = np.load(path)
        self._row = {text: row for row, text in enumerate(texts)}

    def encode(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for place, text in enumerate(texts):
            if text in self._row:
                vectors[place] = self._vectors[self._row[text]]
        return vectors


def scale_settings() -> Settings:
    """Settings over the kept knowledge base, which is built first if there is none of this schema."""
    settings = settings_for(KEPT / "data", KEPT / "knowledge_base")
    try:
        open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    except GuanxiError:
        KEPT.mkdir(parents=True, exist_ok=True)
        _write_data(settings.data_folder)
        ontology, seen = default_ontology(), fingerprint(settings.data_folder, default_ontology())
        data = read_data_set(settings.data_folder, ontology)
        encoder = KeptVectors(load_encoder(settings.embedding_model), company_texts(data, ontology), KEPT)
        publish_data_set(data, seen, settings, encoder, ontology, ProgressReporter(None))
    return settings


def company_texts(data: DataSet, ontology: Ontology) -> list[str]:
    """The profile texts of the companies, as a build embeds them."""
    bridges = bridge_names(RelationTable.of(data.relations), {entity.id: entity for entity in data.entities}, ontology)
    companies = (entity for entity in data.entities if entity.type == "company")
    return [entity_text(entity, bridges.get(entity.id, ())) for entity in companies]


def _write_data(folder: Path) -> None:
    """Write the CSV files of the set."""
    folder.mkdir(parents=True, exist_ok=True)
    columns = ["id", "name", "description", "country", "aliases", "symbols"]
    companies = [_company(row) for row in pq.read_table(SOURCE / "companies.parquet", columns=columns).to_pylist()]
    known = {str(row["id"]) for row in companies}
    ids = pq.read_table(SOURCE / "scale_nodes.parquet").sort_by("ix")["id"].to_pylist()
    bridges = [
        {"id": node, "type": BRIDGE_TYPES.get(node.split(":")[0], "product"), "name_zh": node, "name_en": node}
        for node in ids
        if node not in known
    ]
    edges = pq.read_table(SOURCE / "scale_edges.parquet")
    ends = (edges["s"].to_pylist(), edges["type"].to_pylist(), edges["t"].to_pylist(), edges["weight"].to_pylist())
    relations = (
        {"source": ids[source], "type": RELATION_TYPES.get(kind, "related"), "target": ids[target], "weight": weight}
        for source, kind, target, weight in zip(*ends, strict=True)
    )
    tables = (companies, bridges, relations, ())
    for (name, header), rows in zip(COLUMNS.items(), tables, strict=True):
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, header, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def _company(row: dict[str, object]) -> dict[str, str]:
    name = str(row["name"])[:300]
    lists = {key: [str(part) for part in row[key] if "|" not in str(part)] for key in ("aliases", "symbols")}  # type: ignore[attr-defined]
    return {
        "id": str(row["id"]),
        "name_zh": name,
        "name_en": name,
        "country": str(row["country"] or ""),
        "description_en": str(row["description"] or "")[:4000],
        "aliases": "|".join(lists["aliases"]),
        "tickers": "|".join(lists["symbols"]),
    }


if __name__ == "__main__":
    scale_settings()
