"""``python -m core bulk``: embedding, triplets, mentions and links in partitions, restartable, on several workers."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from core.bulk.job import JobFiles, job_of
from core.bulk.run import BULK_COMMANDS, hand_over_proposals, hand_over_vectors, run_bulk
from core.cli.number_types import positive
from core.cli.opening import untuned
from core.curation.ontology_in_force import types_in_force
from core.settings import Settings
from core.storage.embeddings import load_encoder

_HAND_OVER = "hand-over"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What to do, from where to where, how."""
    parser.add_argument(
        "work",
        choices=(*BULK_COMMANDS, _HAND_OVER),
        help="each does what comes before it too, but for read, which reads relations out of the passages; "
        f"{_HAND_OVER} puts vectors where the next build looks for them, and what was read among the proposals",
    )
    parser.add_argument(
        "--input", type=Path, required=True, metavar="FOLDER", help="as `export --format parquet` writes"
    )
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER", help="results; made if it is not there")
    parser.add_argument("--workers", type=positive, default=1, metavar="N", help="more than 1: on Ray; default: 1")
    parser.add_argument("--partitions", type=positive, default=16, metavar="N", help="default: 16")


def run_bulk_command(options: argparse.Namespace, settings: Settings) -> None:
    """Run the job and print what each stage did, as JSON. Raises what ``run_bulk`` does."""
    job = job_of(
        settings,
        source=options.input,
        output=options.output,
        partitions=options.partitions,
        own_types=types_in_force(settings),
    )
    if options.work == _HAND_OVER and JobFiles(job).stage("read_relations").is_dir():
        print(json.dumps({"passages_read": hand_over_proposals(job, untuned(settings).base)}))
        return
    if options.work == _HAND_OVER:
        encoder = load_encoder(job.embedding_model, batch_size=job.embedding_batch_size, threads=job.embedding_threads)
        print(json.dumps({"vectors": hand_over_vectors(job, settings, encoder)}))
        return
    reports = run_bulk(job, options.work, options.workers, _show)
    print(json.dumps([report.model_dump() for report in reports], indent=2))


def _show(stage: str, done: int, partitions: int) -> None:
    print(f"{stage} {done}/{partitions}", file=sys.stderr)
