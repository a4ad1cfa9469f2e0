"""How well the labelled questions are answered when the rows of their answers are taken out: what the texts alone tell.

    python -m tests.research.masked_answers [FILE …]

Every recorded relation between something that a question asks about and a company that is exactly what it asks for
(grade 3) is left out, for all questions at once, and a knowledge base is built from the rest. The questions are then
scored over both bases, question by question.
"""

from __future__ import annotations

import csv
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from core.cli.opening import opened
from core.discovery.pipeline import DiscoveryPipeline
from core.evaluation.experiment import request_for, searched_or_refused
from core.evaluation.running import EvaluateOptions, run_evaluation
from core.evaluation.tasks import LabelledQuestion, read_questions
from core.settings import Settings, load_settings

Pairs = frozenset[frozenset[str]]
EXACTLY = 3
VARIANTS = ("graph only", "text only", "words only", "keyword only", "relation only", "hybrid")


def answer_pairs(pipeline: DiscoveryPipeline, questions: Iterable[LabelledQuestion]) -> Pairs:
    """What each question is about, as it is understood, with each company that is exactly what it asks for."""
    pairs: set[frozenset[str]] = set()
    for question in questions:
        searched = searched_or_refused(pipeline, request_for(question, {}, pipeline.base.settings))
        asked = searched.understood.link.entity_ids if searched else ()
        answers = [each for each, grade in question.relevant.items() if grade >= EXACTLY]
        pairs.update(frozenset((one, other)) for one in asked for other in answers)
    return frozenset(pairs)


def without_pairs(data: Path, folder: Path, pairs: Pairs) -> int:
    """Copy a data folder without the relations that join a pair; returns how many are left out."""
    shutil.copytree(data, folder)
    with (data / "relations.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    kept = [row for row in rows if frozenset((row["source"], row["target"])) not in pairs]
    with (folder / "relations.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, reader.fieldnames or ())
        writer.writeheader()
        writer.writerows(kept)
    return len(rows) - len(kept)


def compared(settings: Settings, files: tuple[Path, ...], folder: Path) -> str:
    """Both tables, the masked base compared with the whole one; what is built lies in ``folder``."""
    whole = opened(settings).pipeline
    questions = [question for file in files for question in read_questions(file)]
    left_out = without_pairs(settings.data_folder, folder / "data", answer_pairs(whole, questions))
    options = EvaluateOptions(tasks=files, variant=VARIANTS, output=folder / "whole")
    run_evaluation(options, settings, lambda: whole)
    masked = settings.model_copy(
        update={"data_folder": folder / "data", "knowledge_base_folder": folder / "knowledge_base"}
    )
    against = options.model_copy(update={"output": None, "baseline": folder / "whole" / "results.json"})
    table = run_evaluation(against, masked, lambda: opened(masked).pipeline)
    return f"{left_out} relations left out\n\n{table}"


def main() -> None:
    """The command."""
    settings = load_settings()
    files = tuple(map(Path, sys.argv[1:])) or (settings.data_folder / "questions.jsonl",)
    with TemporaryDirectory() as folder:
        print(compared(settings, files, Path(folder)))


if __name__ == "__main__":
    main()
