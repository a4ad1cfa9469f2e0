"""One experiment, from task files or public data sets to tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from core.defaults import default_fusion
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.errors import RefusedError
from core.evaluation.comparison import compare
from core.evaluation.experiment import AskedBase, QuestionScore, evaluate
from core.evaluation.progress import question_progress
from core.evaluation.public_sets import public_bases
from core.evaluation.report import markdown_report, text_report
from core.evaluation.saved_runs import load_run, prepare_folder, run_of, save_run
from core.evaluation.summaries import summarise
from core.evaluation.tasks import TaskSet, read_task_set
from core.evaluation.variants import HYBRID, Variant, default_variants
from core.ingestion.progress import ProgressListener
from core.settings import Settings

INFLUENCE_KINDS = (*FamilyInfluence.model_fields, *RoleInfluence.model_fields)


class EvaluationNameUnknownError(RefusedError):
    """An experiment was asked for a task or variant that does not exist."""


class EvaluateOptions(BaseModel):
    """The options of one experiment; saved with its results."""

    model_config = ConfigDict(frozen=True)

    tasks: tuple[Path, ...] = ()
    questions: tuple[Path, ...] = ()
    universes: Path | None = None
    public: Path | None = None
    set: tuple[str, ...] = ()
    task: tuple[str, ...] = ()
    variant: tuple[str, ...] = ()
    baseline_variant: str = HYBRID
    influence: tuple[tuple[str, float], ...] = ()
    limit: int | None = None
    seed: int = 0
    baseline: Path | None = None
    output: Path | None = None


def run_evaluation(
    options: EvaluateOptions,
    settings: Settings,
    open_pipeline: Callable[[], DiscoveryPipeline],
    listener: ProgressListener | None = None,
) -> str:
    """Run one experiment, save it if asked to, and return its tables as text.

    ``open_pipeline`` opens the configured knowledge base; ``listener`` hears how far those of public sets are built.

    Whatever can be wrong with the options is found before anything is opened or searched. Raises DataUnreadableError,
    EvaluationNameUnknownError, ResearchMissingError, ResultsNotWrittenError, and what ``open_pipeline`` raises.
    """
    bases = _chosen(options, _bases(options, settings, open_pipeline, listener))
    variants = _chosen_variants(options, default_variants(default_fusion(settings), settings))
    earlier = load_run(options.baseline) if options.baseline else None
    if options.output:
        prepare_folder(options.output)
    results: dict[str, list[QuestionScore]] = {variant.name: [] for variant in variants}
    manifests = []
    for base in bases:
        pipeline = base.open_pipeline()
        manifests.append(pipeline.base.knowledge_base.manifest)
        for name, scores in _scores(pipeline, base.tasks, variants, options).items():
            results[name] += scores
    run = run_of(
        results,
        summarise(results, options.baseline_variant, seed=options.seed),
        compare(results, earlier, seed=options.seed) if earlier else (),
        variants=variants,
        baseline_variant=options.baseline_variant,
        manifests=manifests,
        settings=settings,
        options=options.model_dump(mode="json"),
    )
    if options.output:
        save_run(run, markdown_report(run), options.output)
    return text_report(run)


def _bases(
    options: EvaluateOptions,
    settings: Settings,
    open_pipeline: Callable[[], DiscoveryPipeline],
    listener: ProgressListener | None,
) -> list[AskedBase]:
    if options.public is None:
        return [AskedBase(read_task_set(options.tasks, options.universes), open_pipeline)]
    return public_bases(options.public, options.set, settings, listener)


def _chosen(options: EvaluateOptions, bases: Sequence[AskedBase]) -> list[AskedBase]:
    """The bases with those of their questions that are wanted; those without any are left out."""
    _check_names(options.task, [name for base in bases for name in base.tasks.names])
    chosen = []
    for base in bases:
        tasks = base.tasks.only(options.task or base.tasks.names)
        if tasks.questions:
            sampled = tasks.sample(options.limit, options.seed) if options.limit else tasks
            chosen.append(AskedBase(sampled, base.open_pipeline))
    return chosen


def _scores(
    pipeline: DiscoveryPipeline, tasks: TaskSet, variants: Sequence[Variant], options: EvaluateOptions
) -> dict[str, list[QuestionScore]]:
    pipeline.warm_up()  # loading the model would falsify the time left
    with question_progress(len(tasks.questions), sys.stderr) as advance:
        return evaluate(pipeline, tasks, variants, influence=_influence(options), advance=advance)


def _influence(options: EvaluateOptions) -> RelationInfluence | None:
    """β as the options say, what they do not name at 1; None where they name nothing."""
    if not options.influence:
        return None
    beta = dict.fromkeys(INFLUENCE_KINDS, 1.0) | dict(options.influence)
    return RelationInfluence(
        families=FamilyInfluence(**{name: beta[name] for name in FamilyInfluence.model_fields}),
        roles=RoleInfluence(**{name: beta[name] for name in RoleInfluence.model_fields}),
    )


def _chosen_variants(options: EvaluateOptions, variants: Sequence[Variant]) -> Sequence[Variant]:
    wanted = (*options.variant, options.baseline_variant)
    _check_names(wanted, [variant.name for variant in variants])
    return [variant for variant in variants if not options.variant or variant.name in wanted]


def _check_names(wanted: Iterable[str], known: Sequence[str]) -> None:
    for name in wanted:
        if name not in known:
            raise EvaluationNameUnknownError(name=name, choices=", ".join(known))
