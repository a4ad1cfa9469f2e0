"""A bulk job from its input to the stage that is asked for. Finished partitions are not computed again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

from core.bulk.engine import compute
from core.bulk.job import Job, JobFiles
from core.bulk.parquet_rows import missing_parts
from core.bulk.partitions import Stage, partitions_of
from core.bulk.reduced import gather_named, gather_pairs_found_twice, gather_vectors, gather_words
from core.bulk.side_tables import prepare
from core.curation.text_reading import reader_digest
from core.domain.read_relations import ReadRelation
from core.domain.records import Passage
from core.ingestion.building.known_vectors import KnownVectors
from core.ingestion.reading.kept_proposals import KeptProposals
from core.ingestion.reading.passage_reader import read_digest
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.publishing import build_lock

BulkCommand = Literal["triplets", "embed", "mentions", "links", "read"]
BULK_COMMANDS: tuple[BulkCommand, ...] = get_args(BulkCommand)
_AT_ONCE = 1_000  # passages
_VECTORS = ("entity_vectors", "relation_vectors", "passage_vectors")


class StageReport(BaseModel):
    """What was done of a stage. ``already_done`` and ``computed`` count partitions, ``rows`` those computed now."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stage: Stage
    already_done: int
    computed: int
    rows: int
    seconds: float
    rows_per_second: float


BulkListener = Callable[[Stage, int, int], None]
"""Called with the stage, how many of its partitions are finished, and how many it has."""


def run_bulk(job: Job, command: BulkCommand, workers: int, listener: BulkListener) -> list[StageReport]:
    """Do everything up to and including ``command`` that is not done yet; ``read`` is a job by itself.

    Raises DataUnreadableError, BulkDiffersError, BulkEngineMissingError and BulkFailedError; what is finished by then
    stays finished.
    """
    files = JobFiles(job)
    files.claim()
    reports = [_timed("prepare", lambda: prepare(files))]

    def stage(name: Stage) -> None:
        reports.append(_run_stage(files, name, workers, listener))

    def gather(name: str, work: Callable[[], None]) -> None:
        reports.append(_timed(f"gather_{name}", work))

    if command == "read":  # which needs nothing of the other stages
        stage("read_relations")
        return reports
    wanted = BULK_COMMANDS.index(command)
    stage("triplets")
    if wanted >= BULK_COMMANDS.index("embed"):
        stage("bridges")
        for name in _VECTORS:
            stage(name)
    if wanted >= BULK_COMMANDS.index("mentions"):
        gather("entity_vectors", lambda: gather_vectors(files, "entity_vectors"))
        gather("passage_vectors", lambda: gather_vectors(files, "passage_vectors"))
        stage("all_mentions")
        gather("words", lambda: gather_words(files))
        stage("mentions")
    if wanted >= BULK_COMMANDS.index("links"):
        gather("named", lambda: gather_named(files))
        stage("linked_rows")
        gather("pairs_found_twice", lambda: gather_pairs_found_twice(files))
        stage("links")
    return reports


def _run_stage(files: JobFiles, stage: Stage, workers: int, listener: BulkListener) -> StageReport:
    start = time.perf_counter()
    partitions = partitions_of(files, stage)
    missing = missing_parts(files.stage(stage), partitions)
    done, rows = len(partitions) - len(missing), 0
    listener(stage, done, len(partitions))
    for computed, count in enumerate(compute(files.job, stage, missing, workers), start=1):
        rows += count
        listener(stage, done + computed, len(partitions))
    return _report(stage, time.perf_counter() - start, done, len(missing), rows)


def _timed(name: str, work: Callable[[], None]) -> StageReport:
    start = time.perf_counter()
    work()
    return _report(name, time.perf_counter() - start)


def _report(stage: Stage, seconds: float, done: int = 0, computed: int = 0, rows: int = 0) -> StageReport:
    return StageReport(
        stage=stage,
        already_done=done,
        computed=computed,
        rows=rows,
        seconds=round(seconds, 3),
        rows_per_second=round(rows / max(seconds, 1e-9), 1),
    )


def hand_over_vectors(job: Job, settings: Settings, encoder: Encoder) -> int:
    """Put the vectors of a job where the next build looks before it embeds; returns how many were new there.

    Raises BuildRunningError while a build runs, DataUnreadableError if the vectors cannot be read.
    """
    files = JobFiles(job)
    new = 0
    with build_lock(settings.knowledge_base_folder, wait=False):
        known = KnownVectors(settings.knowledge_base_folder, encoder)
        try:
            for stage in _VECTORS:
                for start in range(0, len(rows := files.rows(stage)), 10_000):
                    table = rows.read(range(start, min(start + 10_000, len(rows))))
                    keys = table["key"].to_pylist()
                    places = [place for place, key in enumerate(keys) if not known.is_written(key)]
                    vectors = table["vector"].combine_chunks().flatten().to_numpy().reshape(len(keys), -1)
                    known.keep([keys[place] for place in places], vectors[places])
                    new += len(places)
        finally:
            known.close(published=False)
    return new


def hand_over_proposals(job: Job, base: Base) -> int:
    """Keep what a job read of the passages that ``base`` holds as proposals; returns how many passages those were.

    Passages whose text is another by now are left out: they count as not read. Raises DataUnreadableError and
    ProposalsUnavailableError.
    """
    files = JobFiles(job)
    digest, known = reader_digest(base), base.knowledge_base
    kept, handed = KeptProposals(base.settings.knowledge_base_folder), 0
    texts = {each.id: each.text for each in files.inputs.passages.records(Passage, range(len(files.inputs.passages)))}
    rows = files.rows("read_relations")
    for start in range(0, len(rows), _AT_ONCE):
        table = rows.read(range(start, min(start + _AT_ONCE, len(rows))))
        read = {
            passage: (read_digest(texts[passage], digest), [ReadRelation.model_validate_json(each) for each in found])
            for passage, found in zip(table["passage_id"].to_pylist(), table["proposals"].to_pylist(), strict=True)
            if known.has_passage(passage) and known.passage(passage).text == texts[passage]
        }
        kept.keep(read)
        handed += len(read)
    return handed
