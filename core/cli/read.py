"""``python -m core read``: relations read from texts against the open knowledge base, printed and not stored."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from itertools import chain
from pathlib import Path

from core.cli.opening import untuned
from core.ingestion.reading.given_texts import GivenText, given_texts
from core.ingestion.reading.known_names import KnownNames
from core.ingestion.reading.proposals import NameMention, Proposal
from core.ingestion.reading.shipped_readers import text_reader
from core.settings import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which files, and how."""
    add = parser.add_argument
    add(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help=".txt (a text a line) or JSON lines {text_id, text, mentions}",
    )
    add("--mentions", action="store_true", help="read only between the given mentions instead of finding names")
    add("--json", action="store_true", help="JSON lines, for programs")


def run_read(options: argparse.Namespace, settings: Settings) -> None:
    """Print what the texts propose, text by text. Raises DataUnreadableError and what opening does."""
    base = untuned(settings).base
    reader = text_reader(base.ontology, KnownNames(base.knowledge_base))
    dropped = Counter[str]()
    for given in chain.from_iterable(map(given_texts, options.files)):
        read = reader.read(given.text, given.mentions if options.mentions else None)
        dropped.update(read.dropped)
        for each in read.proposals:
            print(json.dumps(as_json(given, each), ensure_ascii=False) if options.json else _line(each))
    for fault, count in sorted(dropped.items()):
        print(f"dropped: {fault} {count}", file=sys.stderr)


def as_json(given: GivenText, proposal: Proposal) -> dict[str, object]:
    """A proposal in the form that programs read."""
    return {
        "text_id": given.text_id,
        "source": _end(proposal.source),
        "type": proposal.relation_type,
        "target": _end(proposal.target),
        "quote": proposal.quote,
        "quote_start": proposal.quote_start,
        "quote_end": proposal.quote_end,
        "start": proposal.start or None,
        "end": proposal.end or None,
        "status": proposal.status,
        "share": list(proposal.share) if proposal.share else None,
        "confidence": proposal.confidence,
        "readers": list(proposal.readers),
    }


def _end(mention: NameMention) -> dict[str, object]:
    return {"name": mention.name, "id": mention.entity_id}


def _line(proposal: Proposal) -> str:
    """For people: who, what, whom, how it stands, how sure, and the words."""
    ends = f"{proposal.source.name} — {proposal.relation_type} → {proposal.target.name}"
    return f"{ends}  [{proposal.status}, {proposal.confidence:.2f}]  “{proposal.quote}”"
