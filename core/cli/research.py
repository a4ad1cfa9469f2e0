"""``python -m core learn-fusion``: adaptive fusion learnt from public data sets."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.evaluation.public_sets import research
from core.ingestion.progress import ProgressListener
from core.retrieval.adaptive import FILE_NAME
from core.settings import Settings


def add_learn_fusion_options(parser: argparse.ArgumentParser) -> None:
    """The options of ``learn-fusion``."""
    add = parser.add_argument
    add("--public", type=Path, required=True, metavar="FOLDER")
    add("--output", type=Path, default=Path(FILE_NAME), metavar="FILE", help=f"default: {FILE_NAME}")
    add("--limit", type=int, default=250, metavar="N", help="questions per task; default: 250")
    add("--seed", type=int, default=0, metavar="N", help="of the sample; default: 0")
    add("--ablate", action="store_true", help="also learn without each arm in turn; tell the change")


def run_learn_fusion(options: argparse.Namespace, settings: Settings, listener: ProgressListener) -> None:
    """Learn the weights of adaptive fusion and print how well they do. Raises ResearchMissingError and
    DataUnreadableError."""
    learning = research("learn_fusion")
    wanted = learning.LearnOptions.model_validate(vars(options), extra="ignore")
    print(learning.learn_fusion(wanted, settings, listener))
