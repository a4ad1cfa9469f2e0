"""One experiment: questions with their whole answer, asked and scored."""

from __future__ import annotations

import sys
from collections.abc import Callable

from core.discovery.pipeline import DiscoveryPipeline
from core.evaluation.answer_report import answer_run, answer_tables, answers_markdown, load_answer_run
from core.evaluation.answer_scores import score_answers
from core.evaluation.asked_questions import read_asked_questions, sample
from core.evaluation.progress import question_progress
from core.evaluation.running import EvaluateOptions
from core.evaluation.saved_runs import prepare_folder, save_run
from core.settings import Settings


def run_questions(options: EvaluateOptions, settings: Settings, open_pipeline: Callable[[], DiscoveryPipeline]) -> str:
    """Ask the questions of the files on the configured knowledge base, save the run if asked to, and return its tables
    as text.

    Raises DataUnreadableError, ResultsNotWrittenError, and what ``open_pipeline`` raises.
    """
    questions = read_asked_questions(options.questions)
    if options.limit:
        questions = sample(questions, options.limit, options.seed)
    earlier = load_answer_run(options.baseline) if options.baseline else None
    if options.output:
        prepare_folder(options.output)
    pipeline = open_pipeline()
    pipeline.warm_up()  # loading the model would falsify the time left
    with question_progress(len(questions), sys.stderr) as advance:
        scores = score_answers(pipeline, questions, advance=advance)
    run = answer_run(scores, pipeline.base.knowledge_base.manifest, settings, options.model_dump(mode="json"))
    tables = answer_tables(run, earlier, seed=options.seed)
    if options.output:
        save_run(run, answers_markdown(run, tables), options.output)
    return "\n\n".join(table.text() for table in tables)
