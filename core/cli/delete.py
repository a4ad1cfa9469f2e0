"""``python -m core delete``: a source or single records out; single records back in."""

from __future__ import annotations

import argparse
import json
from typing import Any

from core.curation.deleting import (
    NothingToRemoveError,
    delete_source,
    put_back,
    remove,
    what_goes_with,
    what_goes_with_source,
)
from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import open_or_build
from core.ingestion.progress import ProgressListener
from core.ingestion.sources import SourceDamagedError, source_info, sources_of_current
from core.ontology import Ontology
from core.settings import Settings
from core.workspace.removals import Removals, load_removals


def add_options(parser: argparse.ArgumentParser) -> None:
    """What goes, or comes back."""
    parser.add_argument("source", nargs="?", default="", metavar="SOURCE", help="its id or its name, as `sources` says")
    repeated: dict[str, Any] = {"action": "append", "default": [], "metavar": "ID"}
    parser.add_argument("--entity", **repeated, help="with its relations and mentions")
    parser.add_argument("--relation", **repeated)
    parser.add_argument("--passage", **repeated, help="with what it alone states")
    parser.add_argument("--document", **repeated, help="with its passages")
    parser.add_argument("--preview", action="store_true", help="say what would go, and change nothing")
    parser.add_argument("--undo", action="store_true", help="let these single records come back")


def run_delete(options: argparse.Namespace, settings: Settings, listener: ProgressListener) -> int:
    """Prints what goes, and which single records are out, as JSON. Raises what ``core.curation.deleting`` does."""
    ontology = ontology_in_force(settings)
    removals = Removals(
        entities=tuple(options.entity),
        relations=tuple(options.relation),
        passages=tuple(options.passage),
        documents=tuple(options.document),
    )
    if not (options.source or removals.any):
        raise NothingToRemoveError(ids="—")
    if options.undo:
        if options.source or not removals.any or removals.but_not(load_removals(settings.knowledge_base_folder)).any:
            # a source that was deleted is imported again; what is not out cannot come back
            raise NothingToRemoveError(ids=_named(options.source, removals))
        put_back(removals, settings, ontology, listener)
        return _report({}, settings)
    source = _source_called(options.source, settings)
    try:
        going = _going(source, removals, settings, ontology, listener)
    except SourceDamagedError as error:
        if options.preview or error.parameters["source"] != source:
            raise
        going = {}  # what cannot be read can be deleted all the same
    if not options.preview:
        if source:
            delete_source(source, settings, ontology, listener)
        if removals.any:
            remove(removals, settings, ontology, listener)
    return _report(going, settings)


def _going(
    source: str, removals: Removals, settings: Settings, ontology: Ontology, listener: ProgressListener
) -> dict[str, Any]:
    base = open_or_build(settings, ontology, listener).knowledge_base
    going = {}
    if source:
        going[source] = what_goes_with_source(source, base, settings, ontology).model_dump()
    if removals.any:
        going["records"] = what_goes_with(removals, base).model_dump()
    return going


def _source_called(given: str, settings: Settings) -> str:
    """The id of the one source that bears this name, as a file does that was imported alone; else what was given."""
    folder = settings.knowledge_base_folder
    sources = sources_of_current(folder)
    if not given or given in sources:
        return given
    bearers = [each for each in sources if source_info(folder, each).name == given]
    return bearers[0] if len(bearers) == 1 else given


def _named(source: str, removals: Removals) -> str:
    given = [each for name in Removals.model_fields for each in getattr(removals, name)]
    return ", ".join(filter(None, (source, *given)))[:200]


def _report(going: dict[str, Any], settings: Settings) -> int:
    out = load_removals(settings.knowledge_base_folder).model_dump()
    print(json.dumps({"goes": going, "removed_records": out}, ensure_ascii=False, indent=2))
    return 0
