"""What the pages keep of people's decisions, thumbs and searches is kept and told by the terminal too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.cli.parser import main
from core.evaluation.tasks import read_task_set
from core.workspace.decisions import DecisionStore
from core.workspace.judgements import JudgementStore
from core.workspace.saved_views import SavedViewStore
from tests.command_line import printed, refused

Captured = pytest.CaptureFixture[str]


def test_decisions_are_taken_and_taken_back(document_base: Path, capsys: Captured) -> None:
    (decided,) = printed(capsys, "decide", "Company A", "partner", "公司B", "accepted", "--note", "seen at a fair")
    assert (decided["source_id"], decided["target_id"], decided["verdict"]) == ("公司A", "公司B", "accepted")
    (decided,) = printed(capsys, "decide", "公司A", "partner", "公司B", "rejected")
    assert decided["verdict"] == "rejected"
    assert [each.verdict for each in DecisionStore.beside(document_base).all()] == ["rejected"]
    assert printed(capsys, "decide", "公司A", "partner", "公司B", "undo") == []
    assert "无此公司" in refused(capsys, "decide", "公司A", "partner", "无此公司", "accepted")
    with pytest.raises(SystemExit):
        main(["decide", "公司A", "friends", "公司B", "accepted"])
    assert "competitor" in capsys.readouterr().err


def test_thumbs_become_questions(document_base: Path, tmp_path: Path, capsys: Captured) -> None:
    assert printed(capsys, "judge", "Company B", "up", "--company", "公司A") == {"公司B": "up"}
    asked = ("--company", "公司A", "--language", "zh")
    assert printed(capsys, "judge", "公司D", "down", *asked) == {"公司B": "up", "公司D": "down"}
    assert printed(capsys, "judge", "公司E", "up", "--query", "who makes chips?") == {"公司E": "up"}
    assert printed(capsys, "judge", "公司E", "undo", "--query", "who makes chips?") == {}
    printed(capsys, "decide", "公司A", "partner", "公司B", "accepted")
    files = tmp_path / "decided.csv", tmp_path / "decided.jsonl", tmp_path / "questions.jsonl"
    said = printed(capsys, "feedback", "--decisions", str(files[0]), "--judgements", str(files[2]))
    assert {kind: len(listed) for kind, listed in said.items()} == {"decisions": 1, "judgements": 2}
    printed(capsys, "feedback", "--decisions", str(files[1]))
    assert files[0].read_text(encoding="utf-8-sig").splitlines()[1].startswith("公司A,partner,公司B,accepted,")
    assert json.loads(files[1].read_text(encoding="utf-8"))["verdict"] == "accepted"
    (question,) = read_task_set([files[2]]).questions
    assert dict(question.relevant) == {"公司B": 3.0, "公司D": 0.0}
    assert len(JudgementStore(document_base).all()) == 2


def test_searches_are_saved_and_deleted(document_base: Path, capsys: Captured) -> None:
    assert printed(capsys, "searches") == {}
    assert printed(capsys, "searches", "--save", "rivals", "company=公司A&n=5") == {"rivals": "company=公司A&n=5"}
    assert SavedViewStore.beside(document_base, "searches").all() == {"rivals": "company=公司A&n=5"}
    assert printed(capsys, "searches", "--delete", "rivals") == {}
