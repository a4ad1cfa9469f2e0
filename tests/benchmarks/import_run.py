"""What test_import_at_size.py runs in fresh processes: one import, deletion or round of searches, figures as JSON."""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np

from core.curation.deleting import delete_source
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, imported_sources, run_import
from core.curation.open_or_build import open_or_build
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.linking import LinkingRules
from core.domain.records import Passage
from core.exploring.neighbourhood import neighbourhood
from core.ingestion.building.cross_links import find_cross_links
from core.ingestion.building.known_vectors import LOG
from core.ingestion.checking.import_choices import Choices
from core.ingestion.mapping.relation_labels import MappedLabel
from core.ingestion.progress import BuildProgress
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.knowledge_base import open_knowledge_base
from core.storage.publishing import current_version
from tests.benchmarks.scale_run import ask, requests, spread, timed

TYPES = {
    "sector": "industry",
    "industry_group": "industry",
    "country": "place",
    "city": "place",
    "parent_not_listed": "company",
    "segment": "industry",
    "layer": "industry",
}
LABELS = {
    "in_sector": "in_industry",
    "in_industry_group": "in_industry",
    "headquartered_in": "located_in",
    "in_country": "located_in",
}


class Stages:
    """Seconds of each stage and how many rows it had."""

    def __init__(self) -> None:
        self._stage, self._since = "", time.perf_counter()
        self._rows: dict[str, int] = {}
        self._seconds: dict[str, float] = {}

    def __call__(self, said: BuildProgress) -> None:
        now = time.perf_counter()
        self._seconds[self._stage] = self._seconds.get(self._stage, 0.0) + now - self._since
        self._rows[said.stage] = max(said.total, self._rows.get(said.stage, 0))
        self._stage, self._since = said.stage, now

    def figures(self) -> dict[str, dict[str, float]]:
        return {
            stage: {"rows": rows, "seconds": round(seconds, 1), "rows_per_second": round(rows / max(seconds, 1e-9))}
            for stage, rows in self._rows.items()
            if (seconds := self._seconds.get(stage, 0.0)) > 0
        }


def remember_vectors(settings: Settings, kept: Path) -> None:
    """Write the company vectors of a base that was built before where a killed build leaves its own."""
    version = current_version(kept)
    rows = np.load(version / "vectors" / "entities" / "rows.npy")
    keys = np.load(version / "text_keys" / "entities.npy")[rows]
    matrix = np.load(version / "vectors" / "entities" / "matrix.npy", mmap_mode="r")
    name = f"{settings.embedding_model.replace('/', '-')}.{LOG}"
    with (settings.knowledge_base_folder / name).open("wb") as file:
        for key, vector in zip(keys, matrix, strict=True):
            file.write(key.tobytes() + vector.tobytes())


def taken_in(settings: Settings, files: list[Path], name: str) -> dict[str, object]:
    """Import ``files`` as one source."""
    ontology, stages, start = default_ontology(), Stages(), time.perf_counter()
    base = open_or_build(settings, ontology).knowledge_base
    choices = Choices({label: MappedLabel(kind) for label, kind in LABELS.items()}, TYPES)
    plan = plan_import([(file.name, file.read_bytes()) for file in files], settings, name=name, choices=choices)
    check = check_import(plan, base, ontology)
    plan = plan.without_rows()
    read = time.perf_counter() - start
    run_import(plan, check, settings, ontology, stages)
    info = check.info
    kinds = {"entities": info.entities, "relations": info.relations, "passages": info.passages, "refused": info.refused}
    return {"records": kinds, "reading_files_s": round(read, 1), "stages": stages.figures()}


def searched(settings: Settings) -> dict[str, object]:
    """Ten results of a vector search, two hops around a company, and hybrid searches."""
    base = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    pipeline = DiscoveryPipeline(Base.over(base, default_ontology(), settings))
    pipeline.warm_up()
    chosen = random.Random(3).choices(base.company_nodes.tolist(), k=100)
    vectors = base.entity_vectors.of(chosen)
    nearest = [
        partial(base.table("entities").nearest, each, limit=10, probes=settings.vector_nprobes) for each in vectors
    ]
    hops = [partial(neighbourhood, base, pipeline.engine, [base.entity_ids[node]], hops=2) for node in chosen]
    answers = ask(pipeline, requests(pipeline, 100, seed=1), 1)
    return {
        "vector_search_ms": spread([timed(each) for each in nearest[10:]]),
        "two_hops_ms": spread([timed(each) for each in hops[10:]]),
        "hybrid_search_ms": answers["stages_ms"],
        "whole_answer_ms": answers["latency_ms"],
    }


def linked(settings: Settings) -> dict[str, object]:
    """Links between the company descriptions, every other one of which counts as news and the rest as filings."""
    base = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    vectors = np.array(base.entity_vectors.of(base.company_nodes.tolist()), dtype=np.float32)
    passages = [
        Passage(id=f"p{row}", text="x", language="en", source_kind=("news", "filing")[row % 2])
        for row in range(len(vectors))
    ]
    start = time.perf_counter()
    links = find_cross_links(passages, vectors, {}, LinkingRules(pairs=("news:filing",)))
    seconds = time.perf_counter() - start
    documents = (len(vectors) + 1) // 2
    return {"documents": documents, "links": len(links), "ms_per_document": round(1000 * seconds / documents, 2)}


def main(step: str, folder: Path, data: Path, *rest: str) -> None:
    """Print the figures of one step on the knowledge base in ``folder``."""
    settings = Settings(knowledge_base_folder=folder, data_folder=data)
    start, busy = time.perf_counter(), time.process_time()
    figures: dict[str, object] = {}
    if step == "import":
        figures = taken_in(settings, [Path(file) for file in rest[1:]], rest[0])
    elif step == "delete":
        source = next(each.id for each in imported_sources(settings) if each.name == rest[0])
        delete_source(source, settings, default_ontology())
    elif step == "empty":
        open_or_build(settings, default_ontology())
        if rest:
            remember_vectors(settings, Path(rest[0]))
    elif step == "link":
        figures = linked(settings)
    else:
        figures = searched(settings)
    figures |= {
        "seconds": round(time.perf_counter() - start, 1),
        "processor_s": round(time.process_time() - busy, 1),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:4]), *sys.argv[4:])
