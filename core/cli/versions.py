"""``python -m core versions``: which versions are kept; go back to one; look for damage."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from core.cli.verbs import answered
from core.curation.checking import check_sources, check_versions
from core.operations.kept_data import list_versions, restore_version
from core.settings import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which version is to serve again, or nothing to see what is kept."""
    parser.add_argument("--check", action="store_true", help="compare all files with their checksums; 1: damage")
    parser.add_argument("--restore", metavar="VERSION", help="its build id, as the list says")


def run_versions(options: argparse.Namespace, settings: Settings) -> int:
    """Restore or check if asked; prints what is kept as JSON, newest first, and returns the exit status.

    Raises what ``restore_version`` does.
    """
    if options.restore:
        listed = answered(restore_version, settings, build_id=options.restore)
    if options.check:
        return _check(settings)
    print(listed if options.restore else answered(list_versions, settings))
    return 0


def _check(settings: Settings) -> int:
    kinds = {"versions": check_versions(settings), "sources": check_sources(settings)}
    listed = {kind: [asdict(each) for each in found] for kind, found in kinds.items()}
    print(json.dumps(listed, ensure_ascii=False, indent=2))
    return int(any(each.state == "damaged" for found in kinds.values() for each in found))
