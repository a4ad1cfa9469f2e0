from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import DataUnreadableError
from core.evaluation.tasks import LabelledQuestion, TaskSet, read_questions, read_task_set, read_universes
from tests.support import ROOT

GOOD = {"id": "q1", "language": "zh", "company": "公司A", "relevant": {"公司B": 3}}


def written(folder: Path, *lines: str) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_questions_are_read_and_empty_lines_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(GOOD, ensure_ascii=False), "", "   ", json.dumps({**GOOD, "id": "q2"}))
    assert read_questions(path) == [
        LabelledQuestion.model_validate(GOOD),
        LabelledQuestion.model_validate({**GOOD, "id": "q2"}),
    ]


def test_a_line_ends_at_a_line_feed_and_nowhere_else(tmp_path: Path) -> None:
    query = "who\u2028supplies\x85it?"
    path = written(tmp_path, json.dumps({**GOOD, "query": query}, ensure_ascii=False) + "\r", json.dumps(GOOD))
    assert [found.query for found in read_questions(path)] == [query, ""]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "1",
        json.dumps({**GOOD, "relevant": {}}),
        json.dumps({**GOOD, "language": "fr"}),
        '{"id": "q"}',
        json.dumps({**GOOD, "surprise": 1}),
        json.dumps({**GOOD, "company": " "}),
        json.dumps({**GOOD, "target": "town"}),
        json.dumps({**GOOD, "task": "a|b"}),
        json.dumps({**GOOD, "task": "<b>"}),
    ],
)
def test_a_wrong_line_is_named(line: str, tmp_path: Path) -> None:
    with pytest.raises(DataUnreadableError, match="line 2") as error:
        read_questions(written(tmp_path, json.dumps(GOOD), line))
    assert error.value.parameters["file"] == "questions.jsonl"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataUnreadableError, match=r"nowhere\.jsonl"):
        read_questions(tmp_path / "nowhere.jsonl")


def test_a_file_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_bytes("宁德时代".encode("gb18030"))
    with pytest.raises(DataUnreadableError, match=r"questions\.jsonl"):
        read_questions(path)


def question(identifier: str = "q", **fields: object) -> LabelledQuestion:
    return LabelledQuestion.model_validate({**GOOD, "id": identifier, **fields})


def test_the_bundled_questions_ask_for_companies_of_one_task() -> None:
    tasks = read_task_set([ROOT / "data" / "questions.jsonl"])
    assert len(tasks.questions) >= 80
    assert {(found.task, found.target, found.among) for found in tasks.questions} == {("", "company", "")}


def test_questions_are_grouped_by_company_unless_they_say_otherwise() -> None:
    assert question(group="car makers").fold_group == "car makers"
    assert question().fold_group == "公司A"
    assert question("q7", company="", query="who?").fold_group == "q7"


def test_a_question_occurs_once_in_a_task() -> None:
    assert len(TaskSet((question("1", task="a"), question("1", task="b"))).questions) == 2
    with pytest.raises(ValueError, match="question 1 occurs 2 times"):
        TaskSet((question("1", task="a"), question("1", task="a")))


def test_a_universe_must_exist() -> None:
    assert TaskSet((question(among="listed"),), {"listed": ("公司B",)}).universes["listed"] == ("公司B",)
    with pytest.raises(ValueError, match="no universe named listed"):
        TaskSet((question(among="listed"),), {"others": ()})


def test_several_files_and_their_universes_are_read_together(tmp_path: Path) -> None:
    first = tmp_path / "first.jsonl"
    first.write_text(question("1", task="peers", among="listed").model_dump_json(), encoding="utf-8")
    second = tmp_path / "second.jsonl"
    second.write_text(question("2", task="owners", target="passage").model_dump_json(), encoding="utf-8")
    universes = tmp_path / "universes.json"
    universes.write_text(json.dumps({"listed": ["公司B", "公司C"]}), encoding="utf-8")
    tasks = read_task_set([first, second], universes)
    assert tasks.names == ("peers", "owners")
    assert tasks.universes == {"listed": ("公司B", "公司C")}
    with pytest.raises(DataUnreadableError, match="no universe named listed"):
        read_task_set([first, second])


def test_files_without_questions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataUnreadableError, match="there are no questions"):
        read_task_set([written(tmp_path, "", " ")])


@pytest.mark.parametrize("content", ["[]", "{", '{"listed": "公司B"}', '{"listed": [1]}'])
def test_universes_that_are_not_lists_by_name_are_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "universes.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataUnreadableError, match=r"universes\.json"):
        read_universes(path)


def test_a_sample_holds_so_many_questions_of_each_task() -> None:
    tasks = TaskSet(tuple(question(f"{n:02}", task=task) for n in range(20) for task in ("a", "b")))
    sample = tasks.sample(5, seed=1)
    assert [len(sample.only([task]).questions) for task in ("a", "b")] == [5, 5]
    assert list(sample.questions) == [found for found in tasks.questions if found in sample.questions]
    assert sample == tasks.sample(5, seed=1)
    assert sample != tasks.sample(5, seed=2)
    assert tasks.sample(50, seed=1) == tasks


def test_a_sample_does_not_depend_on_the_other_tasks() -> None:
    tasks = TaskSet(tuple(question(f"{n:02}", task=task) for n in range(20) for task in ("a", "b")))
    assert tasks.only(["b"]).sample(5, seed=1) == tasks.sample(5, seed=1).only(["b"])


def test_questions_answered_again_are_those_of_the_sample() -> None:
    files = [ROOT / "data" / name for name in ("questions.jsonl", "questions_independent.jsonl")]
    asked, again = ({each.id: each for each in read_questions(file)} for file in files)
    assert read_task_set(files).names == ("", "independent")
    for question in again.values():
        first = asked[question.id]
        assert (question.company, question.query, question.relation) == (first.company, first.query, first.relation)
        assert set(question.relevant.values()) == {3}
