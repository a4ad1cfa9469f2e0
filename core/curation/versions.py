"""Kept versions: list them, go back to one."""

from __future__ import annotations

from core.curation.open_or_build import Started, open_or_build
from core.ingestion.records.csv_files import fingerprint
from core.ontology import Ontology
from core.settings import Settings
from core.storage.restoring import KeptVersion, kept_versions, restore_version
from core.storage.sharing import sharing


def versions(settings: Settings) -> list[KeptVersion]:
    """What is kept, newest first."""
    return kept_versions(settings.knowledge_base_folder, embedding_model=settings.embedding_model)


def restore(build_id: str, settings: Settings, ontology: Ontology) -> Started:
    """Serve a kept version again, with the sources that it holds, until the data files change or something is imported.

    Nothing is built and nothing is lost: what serves now is kept as well. Raises what ``restore_version`` does.
    """
    restore_version(
        settings.knowledge_base_folder,
        build_id,
        embedding_model=settings.embedding_model,
        seen=fingerprint(settings.data_folder, ontology),
        shared=sharing(settings),
    )
    return open_or_build(settings, ontology)
