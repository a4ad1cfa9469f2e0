"""``evaluate --questions``: from a file to tables, saved and compared."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from core.cli.parser import main
from core.discovery.pipeline import DiscoveryPipeline
from core.errors import DataUnreadableError
from core.evaluation.answer_report import load_answer_run
from core.evaluation.answer_running import run_questions
from core.evaluation.answer_scores import score_answers
from core.evaluation.asked_questions import AskedQuestion, read_asked_questions
from core.evaluation.running import EvaluateOptions
from core.settings import BUNDLED_DATA

QUESTIONS = (
    {"id": "1", "cls": "a", "language": "zh", "query": "公司A的竞品是谁？", "gold": ["公司B"], "plan": {"rel": "own"}},
    {"id": "2", "cls": "a", "language": "en", "query": "Who competes with 公司A?", "gold": ["公司X"], "links": []},
    {"id": "3", "cls": "i", "language": "en", "query": "Who supplies Nobody Knows Ltd?", "gold": []},
)


def test_the_questions_of_several_steps_read_and_their_answers_are_in_the_sample() -> None:
    questions = read_asked_questions((BUNDLED_DATA / "multi_step_questions.jsonl",))
    halves = Counter(each.language for each in questions)
    assert halves["zh"] == halves["en"] >= 30
    ids = set[str]()
    for name in ("companies.csv", "concepts.csv"):
        with (BUNDLED_DATA / name).open(encoding="utf-8", newline="") as file:
            ids.update(row["id"] for row in csv.DictReader(file))
    assert {each for question in questions for each in (*question.gold, *question.accept)} <= ids
    assert all(question.gold for question in questions)


def test_questions_are_asked_scored_saved_and_compared(document_pipeline: DiscoveryPipeline, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in QUESTIONS), encoding="utf-8")
    options = EvaluateOptions(questions=(file,), output=tmp_path / "first")
    settings = document_pipeline.base.settings
    shown = run_questions(options, settings, lambda: document_pipeline)
    run = load_answer_run(tmp_path / "first" / "results.json")
    by_id = {score.id: score for score in run.scores}
    assert (by_id["1"].right, by_id["1"].wrong) == (True, 0)
    assert (by_id["2"].right, by_id["2"].wrong) == (False, 1)
    assert by_id["3"].right
    assert [line.split()[0] for line in shown.split("\n")[3:]] == ["a", "i", "sets,", "all"]
    assert shown.split("\n")[-1].split() == ["all", "3", "1", "2"]
    assert "| i has no answer | 1 |" in (tmp_path / "first" / "results.md").read_text(encoding="utf-8")
    again = options.model_copy(update={"output": None, "baseline": tmp_path / "first" / "results.json"})
    compared = run_questions(again, settings, lambda: document_pipeline)
    assert "answers: saved run and this one" in compared


def test_the_command_prints_the_table_of_answers(
    document_pipeline: DiscoveryPipeline,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = document_pipeline.base.settings
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(settings.knowledge_base_folder))
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(QUESTIONS[0], ensure_ascii=False), encoding="utf-8")
    assert main(["evaluate", "--questions", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "answers"
    assert lines[-1].split() == ["all", "1", "0", "1"]


def test_a_saved_run_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text('{"format_version": 1, "scores": []}', encoding="utf-8")
    with pytest.raises(DataUnreadableError, match="Field required"):
        load_answer_run(file)


@pytest.mark.parametrize("query", ["   ", "供" * 2_001])
def test_a_question_that_is_refused_at_the_door_is_scored(document_pipeline: DiscoveryPipeline, query: str) -> None:
    asked = AskedQuestion(id="1", cls="i", language="zh", query=query)
    (score,) = score_answers(document_pipeline, [asked])
    assert (score.outcome, score.right, score.claims) == ("refused", True, 0)


def test_of_each_class_a_sample_is_asked(document_pipeline: DiscoveryPipeline, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in QUESTIONS), encoding="utf-8")
    asked = []
    for seed in (1, 1, *range(2, 12)):
        folder = tmp_path / f"run{len(asked)}"
        options = EvaluateOptions(questions=(file,), output=folder, limit=1, seed=seed)
        run_questions(options, document_pipeline.base.settings, lambda: document_pipeline)
        asked.append(sorted(score.id for score in load_answer_run(folder / "results.json").scores))
    assert asked[0] == asked[1]
    assert {*map(tuple, asked)} == {("1", "3"), ("2", "3")}
