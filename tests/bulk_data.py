"""A knowledge base small enough to compute twice, with everything that crosses partitions: shared industries, a name
that stands everywhere, passages of two kinds that explain one another."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lancedb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.bulk.job import Job, job_of
from core.curation.exporting import export_files
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase
from core.storage.tables import LINK_FIELDS, MENTION_FIELDS
from tests.support import ROOT, company, relation, settings_for, write_data

COMPANIES = 9
BATCH = 4


def bulk_settings(folder: Path, **changes: object) -> Settings:
    """Settings over the data, which is written below ``folder``."""
    numbers = range(COMPANIES)
    after = [(n + 2) % COMPANIES for n in numbers]
    companies = [
        company(
            f"c{n}", f"甲{n}公司", f"Firm{n} Industries", description_en=f"Firm{n} makes part {n} for Firm{after[n]}."
        )
        for n in numbers
    ]
    industries = [
        {"id": f"i{n}", "type": "industry", "name_zh": f"行业{n}", "name_en": f"Industry {n}"} for n in range(3)
    ]
    relations = [relation(f"c{n}", "in_industry", f"i{n % 3}", weight=str(0.3 + n / 20)) for n in numbers]
    relations += [relation(f"c{n}", "in_industry", f"i{(n + 1) % 3}") for n in numbers]
    relations += [relation(f"c{n}", "supplies", f"c{after[n]}", "" if n % 2 else f"part {n}") for n in numbers]
    passages = [
        {
            "id": f"{kind}{n}",
            "title": f"About part {n}",
            "language": "en",
            "source_kind": kind,
            "date": f"2024-01-0{n + 1}",
            "text": f"Firm{n} Industries supplies part {n} to Firm{after[n]} Industries, says Firm0 Industries. "
            f"In 2019 Firm{n} Industries acquired Firm{after[n]} Industries.",
        }
        for n in numbers
        for kind in ("filing", "news")
    ]
    data = write_data(folder / "data", companies=companies, concepts=industries, relations=relations, passages=passages)
    return settings_for(data, folder / "knowledge_base", embedding_batch_size=BATCH, **changes)


def exported(knowledge_base: KnowledgeBase, folder: Path) -> Path:
    """The input of a bulk job."""
    folder.mkdir(parents=True)
    for name, content in export_files(knowledge_base, "parquet"):
        (folder / name).write_bytes(content)
    return folder


def bulk_job(settings: Settings, source: Path, output: Path, partitions: int = 4) -> Job:
    """A job over what was exported."""
    return job_of(settings, source=source, output=output, partitions=partitions)


def assert_the_same(output: Path, knowledge_base: KnowledgeBase) -> None:
    """Every partition together is exactly what the build made."""
    database = lancedb.connect(str(knowledge_base.folder / "tables"))
    for name, fields in (("mentions", MENTION_FIELDS), ("links", LINK_FIELDS)):
        built = database.open_table(name).to_arrow().select(list(fields)).to_pylist()
        assert whole(output, name).select(list(fields)).to_pylist() == built
        assert built
    stages = ("entity_vectors", "relation_vectors", "passage_vectors")
    tables = (knowledge_base.entity_vectors, knowledge_base.relation_vectors, knowledge_base.passage_vectors)
    for stage, stored in zip(stages, tables, strict=True):
        found = whole(output, stage)
        assert np.array_equal(np.array(found["vector"].to_pylist(), np.float32), stored.of(found["row"].to_numpy()))
    texts = {row["embedded_text"] for row in database.open_table("relations").to_arrow().to_pylist()} - {""}
    assert set(whole(output, "triplets")["text"].to_pylist()) == texts


def whole(output: Path, stage: str) -> pa.Table:
    """All partitions of a stage."""
    return pq.read_table(sorted((output / stage).glob("*.parquet")))


@dataclass(frozen=True)
class BulkCommand:
    """``python -m core bulk`` in another process."""

    settings: Settings
    source: Path
    output: Path

    def start(self, work: str, *options: str) -> subprocess.Popen[Any]:
        """Start it; it may be killed."""
        known = {
            "GUANXI_KNOWLEDGE_BASE_FOLDER": str(self.settings.knowledge_base_folder),
            "GUANXI_DATA_FOLDER": str(self.settings.data_folder),
            "GUANXI_EMBEDDING_BATCH_SIZE": str(self.settings.embedding_batch_size),
        }
        places = ("--input", str(self.source), "--output", str(self.output))
        command = [sys.executable, "-m", "core", "bulk", work, *places, *options]
        return subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **known}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
