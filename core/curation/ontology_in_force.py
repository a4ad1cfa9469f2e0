"""The types in force: those that ship with the program, those of the data folder, those a person added."""

from __future__ import annotations

import os
from pathlib import Path

from core.curation.open_or_build import Started, rebuild
from core.errors import DataUnreadableError
from core.ingestion.progress import ProgressListener
from core.ontology import Ontology, default_ontology
from core.ontology.own_types import extended
from core.settings import PROJECT_FOLDER, Settings
from core.workspace.last_whole import forget

FILE_NAME = "ontology.yaml"

EXAMPLE = PROJECT_FOLDER / "data" / "ontologies" / "code_and_documents.yaml"
"""A second ontology, to begin one's own with."""


def ontology_in_force(settings: Settings) -> Ontology:
    """The ontology that ships, with the types of ``ontology.yaml`` in the data folder (what the data set needs) and of
    ``ontology.yaml`` beside the knowledge base (what a person added).

    Raises OntologyInvalidError for a file that says something impossible, DataUnreadableError for one that cannot be
    read.
    """
    return _with_file(_of_data(settings), _own_file(settings))


def types_in_force(settings: Settings) -> tuple[str, ...]:
    """The YAML texts that extend the ontology that ships, in the order in which they do."""
    return tuple(filter(None, (_read(settings.data_folder / FILE_NAME), own_types(settings))))


def _of_data(settings: Settings) -> Ontology:
    return _with_file(default_ontology(), settings.data_folder / FILE_NAME)


def _own_file(settings: Settings) -> Path:
    return settings.knowledge_base_folder / FILE_NAME


def _with_file(ontology: Ontology, file: Path) -> Ontology:
    text = _read(file)
    return extended(ontology, text) if text else ontology


def _read(file: Path) -> str:
    """The text of a file; nothing if there is none."""
    try:
        return file.read_text(encoding="utf-8-sig") if file.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise DataUnreadableError(file=file.name, detail=str(error)[:200]) from error


def own_types(settings: Settings) -> str:
    """The YAML that a person added; nothing if they did not."""
    return _read(_own_file(settings))


def check_own_types(text: str, settings: Settings) -> Ontology:
    """The ontology that would be in force with ``text``; nothing is written. Raises OntologyInvalidError."""
    return extended(_of_data(settings), text)


def change_own_types(text: str | None, settings: Settings, listener: ProgressListener | None = None) -> Started:
    """Put ``text`` in the place of what a person added (None: take it away) and build anew with it.

    Raises OntologyInvalidError before anything is written, and what ``rebuild`` raises; the types from before are then
    in force as before.
    """
    ontology = _of_data(settings) if text is None else check_own_types(text, settings)
    before = own_types(settings) or None
    _write(text, settings)
    try:
        return rebuild(settings, ontology, listener, because="ontology_changed")
    except BaseException:
        _write(before, settings)
        raise


def _write(text: str | None, settings: Settings) -> None:
    """Whole or not at all; a build that is killed after this is made up for at the next start."""
    file = _own_file(settings)
    forget(file)
    if text is None or not text.strip():
        file.unlink(missing_ok=True)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f"{FILE_NAME}.{os.getpid()}")
    partial.write_text(text, encoding="utf-8")
    partial.replace(file)
