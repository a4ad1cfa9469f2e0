"""Machines with folders of their own that share one knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.open_or_build import Started, open_or_build
from core.ontology import Ontology
from core.settings import Settings
from core.storage.publishing import current_version
from tests.support import document_example, settings_for

MINE = (("mine.csv", b"id,name,name_en\nmine-1,\xe7\x94\xb2\xe6\x96\xb0\xe6\x9d\x90\xe6\x96\x99,Alpha Materials\n"),)


YOURS = (("yours.csv", b"id,name,name_en\nyours-1,\xe4\xb9\x99\xe6\x96\xb0\xe6\x9d\x90\xe6\x96\x99,Beta Materials\n"),)


def machine(tmp_path: Path, name: str, uri: str, **changes: object) -> Settings:
    """Settings of a machine with folders of its own."""
    data = document_example(tmp_path / name / "data")
    return settings_for(data, tmp_path / name / "knowledge_base", knowledge_base_uri=uri, **changes)


def take_in(settings: Settings, ontology: Ontology, files: Sequence[tuple[str, bytes]]) -> Started:
    """What the import page does."""
    opened = open_or_build(settings, ontology).knowledge_base
    plan = plan_import(files, settings)
    return run_import(plan, check_import(plan, opened, ontology), settings, ontology)


def serving(settings: Settings) -> str:
    return current_version(settings.knowledge_base_folder).name
