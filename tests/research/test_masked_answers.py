from __future__ import annotations

import csv
from pathlib import Path

from core.discovery.pipeline import DiscoveryPipeline
from core.evaluation.tasks import LabelledQuestion
from tests.research.masked_answers import answer_pairs, compared, without_pairs

QUESTION = '{"id": "1", "language": "zh", "query": "公司A的供应商是谁？", "relevant": {"公司C": 3, "公司B": 1}}\n'


def relations(folder: Path) -> set[tuple[str, str]]:
    with (folder / "relations.csv").open(encoding="utf-8", newline="") as file:
        return {(row["source"], row["target"]) for row in csv.DictReader(file)}


def test_the_rows_of_the_answer_are_left_out(document_pipeline: DiscoveryPipeline, tmp_path: Path) -> None:
    asked = LabelledQuestion.model_validate_json(QUESTION)
    pairs = answer_pairs(document_pipeline, [asked])
    assert pairs == {frozenset(("公司A", "公司C"))}

    data = document_pipeline.base.settings.data_folder
    left_out = without_pairs(data, tmp_path / "data", pairs)

    gone = relations(data) - relations(tmp_path / "data")
    assert left_out >= 1 and gone <= {("公司A", "公司C"), ("公司C", "公司A")} and gone


def test_both_bases_are_scored(document_pipeline: DiscoveryPipeline, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(QUESTION, encoding="utf-8")

    shown = compared(document_pipeline.base.settings, (file,), tmp_path)

    assert shown.startswith("1 relations left out")
    assert "graph only" in shown and "hybrid: R@10" in shown
