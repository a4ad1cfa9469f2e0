"""Names and ids that are not there, and files with no place: refused at once, with what helps, and nothing is made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.cli.parser import main
from core.workspace.mending import set_aside_there
from tests.command_line import printed, refused

UNKNOWN = {
    "company Companny": "公司A",
    "timeline Companny": "公司A",
    "ownership Companny": "公司A",
    "ownership-tree Companny": "公司A",
    "ownership-tree 公司A --owners nobody": "nobody",
    "ownership-tree 公司A --holdings nobody": "nobody",
    "ownership-chains 公司A Companny": "公司A",
    "ownership-file Companny": "公司A",
    "similar Companny": "公司A",
    "compare Companny 公司A": "公司A",
    "path Companny 公司A": "公司A",
    "recommend --company Companny": "公司A",
    "discover --company Companny": "公司A",
    "decide Companny partner 公司A accepted": "公司A",
    "judge Companny up --company 公司A": "公司A",
    "same-companies --merge Companny 公司A": "公司A",
    "same-companies --apart 公司A Companny": "公司A",
    "same-companies --undo nobody": "same-companies",
    "entity nothing": "nothing",
    "source passage nothing": "nothing",
    "versions --restore nothing": "versions",
    "link --pairs nothing:else": "there are",
    "delete nothing": "sources",
    "delete --entities nothing": "nothing",
    "sources --report nothing out.csv": "sources",
    "searches --delete nothing": "rivals",
    "presets --default nothing": "nothing",
    "presets --delete nothing": "nothing",
    "presets --rename nothing other": "nothing",
}


@pytest.mark.usefixtures("document_base")
def test_each_command_refuses_what_it_does_not_know(
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed(capsys, "searches", "--save", "rivals", "company=公司A")
    for command, helps in UNKNOWN.items():
        said = refused(capsys, *command.split())
        english, chinese = said.strip().splitlines()[-2:]
        assert helps in english, command
        assert re.search(r"[\u3400-\u9fff]{2}", chinese), command


@pytest.mark.usefixtures("document_base")
def test_companies_that_may_be_one_are_given_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    (said,) = printed(capsys, "same-companies", "--apart", "Company A", "Company B")
    assert (said["kept"], said["other"], said["saying"]) == ("公司A", "公司B", "different")


@pytest.mark.usefixtures("document_base")
def test_no_folder_is_made_for_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "typo" / "folder"
    for command in (
        ("workspace", "--save", str(missing / "x.sqlite")),
        ("ontology", "--save", str(missing / "x.yaml")),
        ("presets", "--export", str(missing / "x.json")),
        ("feedback", "--decisions", str(missing / "x.csv")),
        ("export", str(missing)),
    ):
        said = refused(capsys, *command)
        assert "No such file or directory" in said
        assert "文件或文件夹不存在" in said
        assert not missing.parent.exists()
    assert main(["export", str(tmp_path / "new")]) == 0
    assert (tmp_path / "new" / "entities.csv").is_file()


def test_forgetting_takes_the_named_part_and_calls_nothing_damaged(
    document_base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, "searches", "--save", "rivals", "company=公司A")
    printed(capsys, "decide", "公司A", "partner", "公司B", "accepted")
    assert main(["workspace", "--forget", "saved_searches"]) == 0
    told = capsys.readouterr()
    assert "saved_searches.forgotten" in told.err
    assert "damaged" not in told.err
    assert "next build" not in told.err
    assert set_aside_there(document_base) == ()
    left = printed(capsys, "workspace")
    assert (left["decisions"], left["saved_searches"]) == (1, 0)
    assert main(["workspace", "--forget", "removed"]) == 0
    assert "next build" in capsys.readouterr().err
    assert main(["workspace", "--forget", "all"]) == 0
    assert ".forgotten" in capsys.readouterr().err
    assert set_aside_there(document_base) == ()
