"""``python -m core evaluate``: its options, and one experiment from task files to tables."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from core.errors import EvaluationNameUnknownError
from core.evaluation.comparison import compare
from core.evaluation.experiment import evaluate
from core.evaluation.progress import question_progress
from core.evaluation.report import markdown_report, text_report
from core.evaluation.saved_runs import load_run, prepare_folder, run_of, save_run
from core.evaluation.summaries import summarise
from core.evaluation.tasks import TaskSet, read_task_set
from core.evaluation.variants import HYBRID, Variant, default_variants
from core.pipeline import DiscoveryPipeline
from core.requesting import default_fusion
from core.settings import Settings


class EvaluateOptions(BaseModel):
    """The options of one experiment; saved with its results."""

    model_config = ConfigDict(frozen=True)

    tasks: tuple[Path, ...]
    universes: Path | None = None
    task: tuple[str, ...] = ()
    variant: tuple[str, ...] = ()
    baseline_variant: str = HYBRID
    limit: int | None = None
    seed: int = 0
    baseline: Path | None = None
    output: Path | None = None


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options, as ``EvaluateOptions`` names them."""
    add = parser.add_argument
    add("--tasks", nargs="+", type=Path, metavar="FILE", help="JSON lines; default: questions.jsonl of the data folder")
    add("--universes", type=Path, metavar="FILE", help="JSON: name → ids that rankings may be restricted to")
    add("--task", action="append", default=[], metavar="NAME", help="only this task (repeatable)")
    add("--variant", action="append", default=[], metavar="NAME", help="only this variant and the one compared with")
    add("--baseline-variant", default=HYBRID, metavar="NAME", help="what variants are compared with; default: hybrid")
    add("--limit", type=_positive, metavar="N", help="a random sample of N questions per task")
    add("--seed", type=_seed, default=0, metavar="N", help="of the sample, the intervals and the tests; default: 0")
    add("--baseline", type=Path, metavar="FILE", help="results.json of an earlier run to compare with")
    add("--output", type=Path, metavar="FOLDER", help="where to save results.json and results.md")


def _positive(text: str) -> int:
    return _at_least(1, text)


def _seed(text: str) -> int:
    return _at_least(0, text)


def _at_least(lowest: int, text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < lowest:
        raise argparse.ArgumentTypeError(f"must be a whole number, at least {lowest}")
    return int(text)


def run_evaluation(options: EvaluateOptions, settings: Settings, open_pipeline: Callable[[], DiscoveryPipeline]) -> str:
    """Run one experiment, save it if asked to, and return its tables as text.

    Whatever can be wrong with the options is found before anything is opened or searched. Raises DataUnreadableError,
    EvaluationNameUnknownError, ResultsNotWrittenError, and what ``open_pipeline`` raises.
    """
    tasks = _chosen_tasks(options)
    variants = _chosen_variants(options, default_variants(default_fusion(settings), settings))
    earlier = load_run(options.baseline) if options.baseline else None
    if options.output:
        prepare_folder(options.output)
    pipeline = open_pipeline()
    pipeline.warm_up()  # loading the model would falsify the time left
    with question_progress(len(tasks.questions), sys.stderr) as advance:
        results = evaluate(pipeline, tasks, variants, advance=advance)
    run = run_of(
        results,
        summarise(results, options.baseline_variant, seed=options.seed),
        compare(results, earlier, seed=options.seed) if earlier else (),
        variants=variants,
        baseline_variant=options.baseline_variant,
        manifest=pipeline.knowledge_base.manifest,
        settings=settings,
        options=options.model_dump(mode="json"),
    )
    if options.output:
        save_run(run, markdown_report(run), options.output)
    return text_report(run)


def _chosen_tasks(options: EvaluateOptions) -> TaskSet:
    tasks = read_task_set(options.tasks, options.universes)
    _check_names(options.task, tasks.names)
    if options.task:
        tasks = tasks.only(options.task)
    return tasks.sample(options.limit, options.seed) if options.limit else tasks


def _chosen_variants(options: EvaluateOptions, variants: Sequence[Variant]) -> Sequence[Variant]:
    wanted = (*options.variant, options.baseline_variant)
    _check_names(wanted, [variant.name for variant in variants])
    return [variant for variant in variants if not options.variant or variant.name in wanted]


def _check_names(wanted: Iterable[str], known: Sequence[str]) -> None:
    for name in wanted:
        if name not in known:
            raise EvaluationNameUnknownError(name=name, choices=", ".join(known))
