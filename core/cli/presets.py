"""``python -m core presets``: the settings that were saved under a name on the page Tune."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.cli.files import read_given, write_given
from core.settings import Settings
from core.workspace.presets import PresetStore, write_presets


def add_presets_options(parser: argparse.ArgumentParser) -> None:
    """At most one thing to do; without one they are listed."""
    todo = parser.add_mutually_exclusive_group()
    todo.add_argument("--default", metavar="NAME", help="answer under it from now on")
    todo.add_argument("--no-default", action="store_true", help="answer under the settings from now on")
    todo.add_argument("--undo-default", action="store_true", help="answer under what was the default before")
    todo.add_argument("--rename", nargs=2, metavar=("NAME", "TO"))
    todo.add_argument("--delete", metavar="NAME")
    todo.add_argument("--export", type=Path, metavar="FILE", help="write all of them")
    todo.add_argument("--import", type=Path, metavar="FILE", dest="brought", help="add those of such a file")


def run_presets_command(options: argparse.Namespace, settings: Settings) -> None:
    """Do what is asked, print what is saved then as JSON. Raises what ``PresetStore`` does, DataUnreadableError and
    DataUnwritableError."""
    store = PresetStore(settings.knowledge_base_folder)
    if options.default or options.no_default:
        store.make_default(options.default or "")
    elif options.undo_default:
        store.undo_default()
    elif options.rename:
        store.rename(*options.rename)
    elif options.delete:
        store.delete(options.delete)
    elif options.brought:
        store.bring(read_given(options.brought))
    elif options.export:
        write_given(options.export, write_presets(store.all().presets))
    print(store.all().model_dump_json(indent=2))
