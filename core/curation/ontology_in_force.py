"""The types in force: those that ship with the program, those of the data folder, those a person added."""

from __future__ import annotations

from core.curation.open_or_build import Started, rebuild
from core.errors import DataUnreadableError
from core.ingestion.progress import ProgressListener
from core.ontology import Ontology, default_ontology
from core.ontology.own_types import extended
from core.runtime.installation import PROJECT_FOLDER
from core.settings import Settings
from core.workspace.own_types import load_own_types, save_own_types

FILE_NAME = "ontology.yaml"
EXAMPLE = PROJECT_FOLDER / "data" / "ontologies" / "code_and_documents.yaml"
"""A second ontology, to begin one's own with."""


def ontology_in_force(settings: Settings) -> Ontology:
    """The ontology that ships, with the types of ``ontology.yaml`` in the data folder (what the data set needs) and
    with those that a person added.

    Raises OntologyInvalidError for types that are impossible, DataUnreadableError for a file that cannot be read,
    WorkspaceUnavailableError.
    """
    return _with_types(_of_data(settings), own_types(settings))


def types_in_force(settings: Settings) -> tuple[str, ...]:
    """The YAML texts that extend the ontology that ships, in the order in which they do."""
    return tuple(filter(None, (_of_data_folder(settings), own_types(settings))))


def _of_data(settings: Settings) -> Ontology:
    return _with_types(default_ontology(), _of_data_folder(settings))


def _with_types(ontology: Ontology, text: str) -> Ontology:
    return extended(ontology, text) if text else ontology


def _of_data_folder(settings: Settings) -> str:
    """The text of its file; nothing if there is none."""
    file = settings.data_folder / FILE_NAME
    try:
        return file.read_text(encoding="utf-8-sig") if file.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise DataUnreadableError(file=file.name, detail=str(error)[:200]) from error


def own_types(settings: Settings) -> str:
    """The YAML that a person added; nothing if they did not. Raises WorkspaceUnavailableError."""
    return load_own_types(settings.knowledge_base_folder)


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
    save_own_types(settings.knowledge_base_folder, text)  # a build that is killed is made up for at the next start
    try:
        return rebuild(settings, ontology, listener, because="ontology_changed")
    except BaseException:
        save_own_types(settings.knowledge_base_folder, before)
        raise
