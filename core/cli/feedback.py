"""``python -m core feedback | searches``: what people said of results, and searches saved by name.

The same files as on the pages, beside the versions of the knowledge base.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from core.cli.files import write_given
from core.settings import Settings
from core.tuning.judgements import as_jsonl as as_questions
from core.tuning.judgements import as_task_set
from core.workspace.decisions import DecisionStore, as_csv, as_jsonl
from core.workspace.judgements import JudgementStore
from core.workspace.saved_views import SavedViewStore


def add_feedback_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Those that list everything, and what is saved by name."""
    feedback = commands.add_parser("feedback", help="all decisions and thumbs, as JSON")
    feedback.add_argument(
        "--decisions", type=Path, metavar="FILE", help="write them: CSV, or lines if FILE ends .jsonl"
    )
    feedback.add_argument("--judgements", type=Path, metavar="FILE", help="write thumbs as questions for evaluate")
    feedback.set_defaults(run=_feedback)
    searches = commands.add_parser("searches", help="searches saved by name, with their addresses, as JSON")
    change = searches.add_mutually_exclusive_group()
    change.add_argument("--save", nargs=2, metavar=("NAME", "ADDRESS"), help="what stands in the address after the ?")
    change.add_argument("--delete", metavar="NAME")
    searches.set_defaults(run=_searches)


def _feedback(options: argparse.Namespace, settings: Settings) -> None:
    decisions = DecisionStore.beside(settings.knowledge_base_folder).all()
    judgements = JudgementStore(settings.knowledge_base_folder).all()
    if options.decisions is not None:
        write = as_jsonl if options.decisions.suffix == ".jsonl" else as_csv
        write_given(options.decisions, write(decisions))
    if options.judgements is not None:
        write_given(options.judgements, as_questions(as_task_set(judgements)))
    said = {"decisions": decisions, "judgements": judgements}
    print(_json({kind: [each.model_dump(mode="json") for each in listed] for kind, listed in said.items()}))


def _searches(options: argparse.Namespace, settings: Settings) -> None:
    store = SavedViewStore.beside(settings.knowledge_base_folder, "searches")
    if options.save:
        store.save(*options.save)
    elif options.delete:
        store.delete(options.delete)
    print(_json(store.all()))


def _json(said: object) -> str:
    return json.dumps(said, ensure_ascii=False, indent=2)
