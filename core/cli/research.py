"""The commands that measure public data sets: they run ``tests.research`` of a checkout, which no installed program
has."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from core.errors import RefusedError
from core.evaluation.experiment import AskedBase
from core.ingestion.progress import ProgressListener
from core.ontology import default_ontology
from core.retrieval.adaptive import FILE_NAME
from core.settings import Settings

_PACKAGE = "tests.research"


class ResearchMissingError(RefusedError):
    """A command that measures public data sets was run in a program installed without what it runs."""


def public_bases(
    folder: Path, names: Sequence[str], settings: Settings, listener: ProgressListener | None
) -> list[AskedBase]:
    """The public sets ``names`` below ``folder``, all if none is named, each with a knowledge base of its own.

    Raises ResearchMissingError and DataUnreadableError.
    """
    bases: list[AskedBase] = _research("public_bases").public_bases(
        folder, names, settings, default_ontology(), listener
    )
    return bases


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
    learning = _research("learn_fusion")
    wanted = learning.LearnOptions.model_validate(vars(options), extra="ignore")
    print(learning.learn_fusion(wanted, settings, listener))


def _research(name: str) -> ModuleType:
    try:
        import_module(_PACKAGE)
    except ModuleNotFoundError as error:
        raise ResearchMissingError from error
    return import_module(f"{_PACKAGE}.{name}")
