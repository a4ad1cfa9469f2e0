"""``python -m core versions``: which versions are kept; go back to one."""

from __future__ import annotations

import argparse
import json

from core.own_ontology import ontology_in_force
from core.settings import Settings
from core.versions import restore, versions


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which version is to serve again, or nothing to see what is kept."""
    parser.add_argument("--restore", metavar="VERSION", help="its build id, as the list says")


def run_versions(options: argparse.Namespace, settings: Settings) -> None:
    """Restore if asked; prints what is kept as JSON, newest first. Raises what ``restore`` does."""
    if options.restore:
        restore(options.restore, settings, ontology_in_force(settings))
    listed = [
        {
            "build_id": each.manifest.build_id,
            "created_at": each.manifest.created_at,
            "serving": each.serving,
            "usable": each.usable,
            "megabytes": round(each.megabytes, 1),
            "sources": each.manifest.sources,
            "counts": each.manifest.counts.model_dump(),
        }
        for each in versions(settings)
    ]
    print(json.dumps(listed, ensure_ascii=False, indent=2))
