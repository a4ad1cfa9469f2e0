"""``python -m core workspace``: what people decided, saved to one file and loaded from one."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import rebuild
from core.curation.workspace_parts import PARTS, counted, forget, load_workspace, save_workspace
from core.ingestion.progress import ProgressListener
from core.messages import LANGUAGES, translate
from core.settings import Settings
from core.workspace.mending import ALL_PARTS


def add_options(parser: argparse.ArgumentParser) -> None:
    """Without an option it is said how much there is of everything."""
    todo = parser.add_mutually_exclusive_group()
    todo.add_argument("--save", type=Path, metavar="FILE", help="write a backup of everything")
    todo.add_argument("--load", type=Path, metavar="FILE", help="go back to such a backup, and build anew with it")
    names = [*(part.name for part in PARTS), ALL_PARTS]
    told = f"go on without a part, or without everything ({ALL_PARTS}): {', '.join(names)}"
    todo.add_argument("--forget", choices=names, metavar="PART", help=told)


def run_workspace(options: argparse.Namespace, settings: Settings, listener: ProgressListener) -> None:
    """Do what is asked, print what is there then as JSON. Raises what saving, loading and building do."""
    folder = settings.knowledge_base_folder
    if options.save is not None:
        save_workspace(folder, options.save)
    elif options.load is not None:
        before = load_workspace(folder, options.load)
        if before is not None:
            for language in LANGUAGES:
                print(translate("workspace.before_load", language, aside=str(before)), file=sys.stderr)
        rebuild(settings, ontology_in_force(settings), listener)
    elif options.forget is not None:
        gone = forget(folder, options.forget)
        for language in LANGUAGES:
            what, aside = translate(f"workspace.part.{gone.part}", language), str(folder / gone.aside)
            print(translate("workspace.forgotten", language, what=what, aside=aside), file=sys.stderr)
    print(json.dumps(counted(folder), indent=2))
