"""``python -m core decide | judge | feedback | searches``: what people say of results, and searches saved by name.

The same files as on the pages, beside the versions of the knowledge base.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from core.cli.files import write_given
from core.curation.ontology_in_force import ontology_in_force
from core.discovery.name_resolution import linked_entity
from core.domain.stored_fields import now_in_seconds
from core.retrieval.base import Base
from core.settings import Settings, load_settings
from core.tuning.judgements import as_jsonl as as_questions
from core.tuning.judgements import as_task_set
from core.workspace.decisions import MAX_NOTE, Decision, DecisionStore, as_csv, as_jsonl
from core.workspace.judgements import JudgementStore, judged_now
from core.workspace.saved_views import SavedViewStore

_UNDO = "undo"
_VERDICTS = ("accepted", "rejected", _UNDO)
_THUMBS = ("up", "down", _UNDO)


def add_feedback_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Those that need the names of companies have ``run_on_base``, the others ``run``."""
    decide = commands.add_parser("decide", help="accept or reject a relation that was recommended")
    decide.add_argument("source", metavar="SOURCE", help="company: id, name, alias or ticker")
    decide.add_argument("type", metavar="RELATION", type=_relation_type, help="relation type, as SOURCE → TARGET reads")
    decide.add_argument("target", metavar="TARGET")
    decide.add_argument("verdict", choices=_VERDICTS)
    decide.add_argument("--note", default="", help=f"at most {MAX_NOTE} characters")
    decide.set_defaults(run_on_base=_decide)
    judge = commands.add_parser("judge", help="thumbs on a result of a question")
    judge.add_argument("result", metavar="RESULT", help="company: id, name, alias or ticker")
    judge.add_argument("thumb", choices=_THUMBS)
    judge.add_argument("--company", default="", help="the company that was asked about")
    judge.add_argument("--query", default="", help="the question that was asked")
    judge.add_argument("--language", choices=("zh", "en"), default="en")
    judge.set_defaults(run_on_base=_judge)
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


def _relation_type(given: str) -> str:
    known = ontology_in_force(load_settings()).types
    if given not in known:
        raise argparse.ArgumentTypeError(f"{given!r} is no relation type; there are: {', '.join(known)}")
    return given


def _decide(options: argparse.Namespace, base: Base) -> str:
    store = DecisionStore.beside(base.settings.knowledge_base_folder)
    source, target = (linked_entity(base.names, name) for name in (options.source, options.target))
    if options.verdict == _UNDO:
        store.withdraw(source, target, options.type)
    else:
        store.decide(
            Decision(
                source_id=source,
                target_id=target,
                relation_type=options.type,
                verdict=options.verdict,
                relevance=None,
                judge="rules",
                decided_at=now_in_seconds(),
                note=options.note[:MAX_NOTE],
            )
        )
    return _json([each.model_dump(mode="json") for each in store.of(source)])


def _judge(options: argparse.Namespace, base: Base) -> str:
    store = JudgementStore(base.settings.knowledge_base_folder)
    result = linked_entity(base.names, options.result)
    asked = (linked_entity(base.names, options.company) if options.company else "", options.query.strip())
    if options.thumb == _UNDO:
        store.withdraw(*asked, result)
    else:
        store.judge(judged_now(*asked, result, options.thumb, options.language))
    return _json(store.of(*asked))


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
