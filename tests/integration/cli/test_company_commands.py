"""What the pages of companies show is had from the terminal too."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cli.parser import main
from core.domain.requests import FusionMode
from core.messages import translate
from core.workspace.presets import PresetStore
from core.workspace.tuned_settings import TunedSettings
from tests.command_line import printed, refused

Captured = pytest.CaptureFixture[str]


@pytest.mark.usefixtures("document_base")
def test_a_company_two_compared_and_how_they_hang_together(capsys: Captured) -> None:
    company = printed(capsys, "company", "Company A")
    assert company["entity"]["id"] == "公司A"
    assert {each["entity_id"] for each in company["similar"]} <= {"公司B", "公司C", "公司D", "公司E"}
    assert "timeline" in company
    compared = printed(capsys, "compare", "公司A", "Company B")
    assert compared["company_ids"] == ["公司A", "公司B"]
    path = printed(capsys, "path", "公司A", "公司B", "--companies-only")
    assert (path["steps"][0]["from_id"], path["steps"][-1]["to_id"]) == ("公司A", "公司B")
    assert printed(capsys, "path", "公司A", "公司D", "--kind", "strongest") is None  # nothing is known of D


@pytest.mark.usefixtures("document_base")
@pytest.mark.parametrize("again", ["公司A", "Company A"])
def test_a_company_has_no_path_to_itself(capsys: Captured, again: str) -> None:
    said = refused(capsys, "path", "公司A", again, status=2)
    assert translate("error.path_to_itself", "zh", company="公司A") in said
    assert "Name two different companies" in said


@pytest.mark.usefixtures("document_base")
def test_relations_are_recommended(capsys: Captured) -> None:
    asked = ("recommend", "--company", "公司A", "--limit", "1", "--language", "zh")
    found = printed(capsys, *asked, "--no-only-new")
    assert found["source_id"] == "公司A"
    assert [each["recorded"] for each in found["items"]] == [True]
    assert not any(each["recorded"] for each in printed(capsys, *asked)["items"])
    assert printed(capsys, *asked, "--only-new")["items"] == printed(capsys, *asked)["items"]
    assert printed(capsys, "discover", "--company", "公司A", "--limit", "1")["related_companies"][1:] == []


@pytest.mark.usefixtures("document_base")
def test_what_is_not_there_is_refused(capsys: Captured) -> None:
    assert "Zzz" in refused(capsys, "company", "Zzz")
    assert "Zzz" in refused(capsys, "path", "公司A", "Zzz")
    assert "Zzz" in refused(capsys, "recommend", "--company", "Zzz")
    said = refused(capsys, "compare", "公司A", "Company A")
    assert translate("error.compared_too_few_or_many", "zh", most=5, given=1) in said
    with pytest.raises(SystemExit):
        main(["discover", "--limit", "101"])
    assert "max_results: Input should be less than or equal to 100" in capsys.readouterr().err


def test_presets_are_listed_put_in_force_and_taken_elsewhere(
    document_base: Path, tmp_path: Path, capsys: Captured
) -> None:
    PresetStore(document_base).save("ranks", TunedSettings(mode=FusionMode.RRF, rrf_k=7))
    assert [each["name"] for each in printed(capsys, "presets")["presets"]] == ["ranks"]
    assert printed(capsys, "presets", "--default", "ranks")["default"] == "ranks"
    assert printed(capsys, "presets", "--rename", "ranks", "orders")["default"] == "orders"
    file = tmp_path / "elsewhere" / "presets.json"
    file.parent.mkdir()  # no folder is made unasked
    printed(capsys, "presets", "--export", str(file))
    assert printed(capsys, "presets", "--no-default")["default"] == ""
    assert printed(capsys, "presets", "--undo-default")["default"] == "orders"
    assert printed(capsys, "presets", "--delete", "orders")["presets"] == []
    assert [each["name"] for each in printed(capsys, "presets", "--import", str(file))["presets"]] == ["orders"]
    assert "nothing" in refused(capsys, "presets", "--default", "nothing")
    assert "nowhere" in refused(capsys, "presets", "--import", str(tmp_path / "nowhere"))


@pytest.mark.usefixtures("document_base")
def test_options_of_earlier_versions_work_and_are_not_listed(capsys: Captured) -> None:
    old = printed(
        capsys, "search", "晶圆材料", "--passages", "--source-kind", "*note", "--limit", "1", "--no-cross-source"
    )
    new = printed(
        capsys, "passages", "晶圆材料", "--source-kinds", "*note", "--max-results", "1", "--no-include-cross-source"
    )
    assert old["passages"] == new["passages"] != []
    assert old["links"] == []
    assert len(printed(capsys, "search", "wafers", "--json", "--relationship-limit", "1", "--limit", "3")) == 3
    listed = printed(capsys, "company", "公司A", "--neighbours", "1")
    assert listed["groups"] == printed(capsys, "company", "公司A", "--neighbours-per-type", "1")["groups"]
    with pytest.raises(SystemExit):
        main(["search", "--help"])
    assert not {"--limit", "--relationship-limit"} & set(capsys.readouterr().out.split())


@pytest.mark.usefixtures("document_base")
def test_what_only_reads_records_loads_no_model(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.operations.context.DiscoveryPipeline", lambda _: pytest.fail("a pipeline was made"))
    monkeypatch.setattr("core.storage.embeddings.load_encoder", lambda *_, **__: pytest.fail("a model was loaded"))
    for command in (("company", "公司A"), ("compare", "公司A", "公司B"), ("path", "公司A", "公司B"), ("names", "公司")):
        assert printed(capsys, *command)


@pytest.mark.usefixtures("document_base")
def test_the_parts_of_a_similarity_are_told_on_request(capsys: Captured) -> None:
    plain = printed(capsys, "discover", "--company", "公司A")["related_companies"][0]
    explained = printed(capsys, "discover", "--company", "公司A", "--explain")["related_companies"][0]
    assert (plain["parts"], plain["paths"]) == ([], [])
    assert explained["parts"]
    assert explained["paths"]
