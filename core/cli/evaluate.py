"""``python -m core evaluate``: its options."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from core.cli.number_types import at_least, positive
from core.cli.opening import opened, shown
from core.evaluation.answer_running import run_questions
from core.evaluation.running import INFLUENCE_KINDS, EvaluateOptions, run_evaluation
from core.evaluation.variants import HYBRID
from core.settings import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options, as ``EvaluateOptions`` names them."""
    add = parser.add_argument
    source = parser.add_mutually_exclusive_group().add_argument
    source(
        "--tasks",
        nargs="+",
        type=Path,
        metavar="FILE",
        default=(),
        help="JSON lines; default: questions.jsonl of the data folder",
    )
    source(
        "--questions",
        nargs="+",
        type=Path,
        metavar="FILE",
        default=(),
        help="JSON lines of questions with their whole answer: scores what is claimed, not the list",
    )
    source("--public", type=Path, metavar="FOLDER", help="public data sets (needs a checkout)")
    add("--set", action="append", default=[], metavar="NAME", help="only this public set (repeatable)")
    add("--universes", type=Path, metavar="FILE", help="JSON: name → ids that rankings may be restricted to")
    add("--task", action="append", default=[], metavar="NAME", help="only this task (repeatable)")
    add("--variant", action="append", default=[], metavar="NAME", help="only this variant and the one compared with")
    add("--baseline-variant", default=HYBRID, metavar="NAME", help="what variants are compared with; default: hybrid")
    add(
        "--influence",
        nargs="+",
        type=_weight,
        metavar="NAME=β",
        default=(),
        help="families and roles that the relation-aware walk does not weigh 1; default: all as the settings or, where "
        "they do not say, the question weighs them",
    )
    add("--limit", type=positive, metavar="N", help="a random sample of N questions per task")
    add("--seed", type=_seed, default=0, metavar="N", help="of the sample, the intervals and the tests; default: 0")
    add("--baseline", type=Path, metavar="FILE", help="results.json of an earlier run to compare with")
    add("--output", type=Path, metavar="FOLDER", help="where to save results.json and results.md")


def _seed(text: str) -> int:
    return at_least(0, text)


def _weight(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    if name not in INFLUENCE_KINDS or not re.fullmatch(r"\d+(\.\d+)?", number):
        raise argparse.ArgumentTypeError(f"must be NAME=NUMBER, at least 0, NAME one of {', '.join(INFLUENCE_KINDS)}")
    return name, float(number)


def run_evaluate(options: argparse.Namespace, settings: Settings) -> None:
    """Run one experiment and print its tables. Raises what ``run_evaluation`` and ``run_questions`` do."""
    if options.public is None and not options.tasks and not options.questions:
        options.tasks = [settings.data_folder / "questions.jsonl"]
    wanted, base = EvaluateOptions.model_validate(vars(options)), opened(settings)
    if wanted.questions:
        print(run_questions(wanted, base.settings, lambda: base.pipeline))
    else:
        print(run_evaluation(wanted, base.settings, lambda: base.pipeline, shown()))
