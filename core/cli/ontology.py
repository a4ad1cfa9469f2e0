"""``python -m core ontology``: which types there are; types of one's own put in force or taken away."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.cli.files import write_given
from core.cli.verbs import answered
from core.curation.ontology_in_force import EXAMPLE, change_own_types, own_types
from core.errors import DataUnreadableError
from core.ingestion.progress import ProgressListener
from core.operations.kept_data import get_ontology
from core.settings import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """A file to put in force, or nothing to see what is."""
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--use", type=Path, metavar="FILE", help="YAML with types of one's own: docs/data.md")
    change.add_argument(
        "--save", type=Path, metavar="FILE", help="write one's own types as YAML, or an example of them"
    )
    change.add_argument("--remove", action="store_true", help="take one's own types away again")


def run_ontology(options: argparse.Namespace, settings: Settings, listener: ProgressListener) -> int:
    """Change or save the types if that is asked for; else prints those in force as JSON. Raises what
    ``change_own_types`` does, and DataUnwritableError."""
    if options.use is not None:
        try:
            text = options.use.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise DataUnreadableError(file=options.use.name, detail=str(error)[:200]) from error
        change_own_types(text, settings, listener)
    elif options.save is not None:
        write_given(options.save, (own_types(settings) or EXAMPLE.read_text(encoding="utf-8")).encode())
        print(options.save)
        return 0
    elif options.remove:
        change_own_types(None, settings, listener)
    print(answered(get_ontology, settings))
    return 0
