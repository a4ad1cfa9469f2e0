from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from core.evaluation.tasks import read_task_set
from core.tuning.judgements import as_jsonl, as_task_set
from core.workspace.judgements import MAX_QUESTION, Judgement, JudgementStore, judged_now
from core.workspace.workspace import FILE_NAME, WorkspaceUnavailableError

HALF_PAIR = "\ud800"


@pytest.fixture
def store(tmp_path: Path) -> JudgementStore:
    return JudgementStore(tmp_path)


def judgement(result_id: str = "byd", **changes: Any) -> Judgement:
    given: dict[str, Any] = {"company": "catl", "query": "", "thumb": "up", "language": "en"}
    return judged_now(**{**given, "result_id": result_id, **changes})


def test_nothing_is_judged_at_first_and_asking_creates_no_file(store: JudgementStore, tmp_path: Path) -> None:
    store.withdraw("catl", "", "byd")
    assert (store.all(), store.of("catl", "")) == ((), {})
    assert list(tmp_path.iterdir()) == []


def test_a_thumb_is_kept_changed_and_taken_back(store: JudgementStore, tmp_path: Path) -> None:
    store.judge(judgement())
    store.judge(judgement("lg", thumb="down"))
    assert JudgementStore(tmp_path).of("catl", "") == {"byd": "up", "lg": "down"}
    store.judge(judgement(thumb="down"))
    assert store.of("catl", "") == {"byd": "down", "lg": "down"}
    store.withdraw("catl", "", "byd")
    assert store.of("catl", "") == {"lg": "down"}
    assert store.of("catl", "Who competes?") == {}


def test_many_threads_judge_at_once(store: JudgementStore, tmp_path: Path) -> None:
    other = JudgementStore(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: (store, other)[number % 2].judge(judgement(f"{number:02}")), range(40)))
    assert list(store.of("catl", "")) == [f"{number:02}" for number in range(40)]


@pytest.mark.parametrize(
    "changes",
    [
        {"result_id": ""},
        {"result_id": "x" * 201},
        {"company": "x" * (MAX_QUESTION + 1)},
        {"query": HALF_PAIR},
        {"thumb": "sideways"},
        {"language": "fr"},
    ],
)
def test_anything_else_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        judgement(**changes)


@pytest.mark.parametrize("moment", ["yesterday", "2025-01-31T09:30:00", "2025-01-31T09:30:00+08:00"])
def test_another_spelling_of_a_moment_is_refused(moment: str) -> None:
    with pytest.raises(ValueError):
        Judgement(company="a", query="", result_id="b", thumb="up", language="en", judged_at=moment)


def test_half_a_surrogate_pair_is_refused_in_questions_too(store: JudgementStore) -> None:
    for use in (lambda: store.of(HALF_PAIR, ""), lambda: store.withdraw("", HALF_PAIR, "x")):
        with pytest.raises(ValueError, match="surrogates not allowed"):
            use()


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be looked at" * 20, b"SQLite format 3\0" * 9]
)
def test_a_file_that_is_no_database_is_told_and_left(store: JudgementStore, tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    for use in (store.all, lambda: store.judge(judgement()), lambda: store.withdraw("a", "b", "c")):
        with pytest.raises(WorkspaceUnavailableError, match=str(tmp_path)):
            use()
    assert (tmp_path / FILE_NAME).read_bytes() == content


def test_what_this_program_never_wrote_is_told(store: JudgementStore, tmp_path: Path) -> None:
    store.judge(judgement())
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        database.execute("UPDATE judgements SET thumb = 'sideways'")
    with pytest.raises(WorkspaceUnavailableError, match="thumb"):
        store.all()


def test_the_export_is_a_task_file(store: JudgementStore, tmp_path: Path) -> None:
    for one in (judgement(), judgement("x", thumb="down"), judgement("y", query="谁？\u2028", language="zh")):
        store.judge(one)
    tasks = as_task_set(store.all())
    file = tmp_path / "thumbs.jsonl"
    file.write_bytes(as_jsonl(tasks))
    assert read_task_set([file]) == tasks
    assert [question.relevant for question in tasks.questions] == [{"byd": 3.0, "x": 0.0}, {"y": 3.0}]
    assert [question.language for question in tasks.questions] == ["en", "zh"]
