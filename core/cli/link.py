"""``python -m core link``: link passages across source kinds, and say how many links there are."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from core.cli.number_types import positive
from core.curation.ontology_in_force import ontology_in_force
from core.curation.passage_linking import link_counts, link_passages
from core.ingestion.progress import ProgressListener
from core.settings import Settings
from core.workspace.linking_rules import checked_rules, chosen_rules, linking_rules


def add_options(parser: argparse.ArgumentParser) -> None:
    """Rules to link by from now on; without any the rules in force are followed again."""
    add = parser.add_argument
    add("--pair", action="append", metavar="FROM:TO", help="source kinds, * stands for anything; can be repeated")
    add("--min-similarity", type=float, metavar="COSINE", help="between 0 and 1")
    add("--top", type=positive, metavar="N", help="links that start at one passage at most")
    add("--default", action="store_true", help="link by the settings again")


def run_link(options: argparse.Namespace, settings: Settings, listener: ProgressListener) -> int:
    """Link and publish; prints the rules and the links by kind as JSON. Raises what ``link_passages`` does."""
    current = linking_rules(settings)
    rules = checked_rules(
        tuple(options.pair or current.pairs),
        current.min_similarity if options.min_similarity is None else options.min_similarity,
        options.top or current.top,
    )
    given = options.pair or options.top or options.min_similarity is not None
    kept = None if options.default else rules if given else chosen_rules(settings)
    started = link_passages(kept, settings, ontology_in_force(settings), listener)
    counts = link_counts(started.knowledge_base)
    report = {
        "rules": linking_rules(settings).model_dump(mode="json"),
        "links": sum(each.links for each in counts),
        "by_kind": [asdict(each) for each in counts],
    }
    print(json.dumps(report, ensure_ascii=False, indent=2))
    return 0
