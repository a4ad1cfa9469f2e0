"""Public data sets, each with a knowledge base of its own: ``tests.research`` of a checkout, which no installed program
has, reads them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from core.errors import RefusedError
from core.evaluation.experiment import AskedBase
from core.ingestion.progress import ProgressListener
from core.ontology import default_ontology
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
    bases: list[AskedBase] = research("public_bases").public_bases(
        folder, names, settings, default_ontology(), listener
    )
    return bases


def research(name: str) -> ModuleType:
    """A module of what measures them. Raises ResearchMissingError."""
    try:
        import_module(_PACKAGE)
    except ModuleNotFoundError as error:
        raise ResearchMissingError from error
    return import_module(f"{_PACKAGE}.{name}")
