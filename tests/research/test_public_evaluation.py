"""``python -m core evaluate --public``: a knowledge base for each set, built once, and one report over all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core.cli.parser import main
from core.errors import DataUnreadableError
from core.ingestion.progress import BuildProgress
from core.ontology import default_ontology
from core.settings import Settings
from tests.research import public_bases
from tests.research.public_bases import open_public_set
from tests.research.public_files import WRITERS, tasks, write_public_sets
from tests.support import change_manifest

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_public_sets(tmp_path / "public")


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "state" / "knowledge_base"))
    return Settings()


def evaluated(folder: Path, *options: str) -> int:
    return main(["evaluate", "--public", str(folder), *options])


def test_all_sets_are_measured_in_one_report(
    folder: Path, settings: Settings, tmp_path: Path, capsys: Captured
) -> None:
    output = tmp_path / "out"
    assert evaluated(folder, "--output", str(output)) == 0
    captured = capsys.readouterr()
    saved = json.loads((output / "results.json").read_text(encoding="utf-8"))
    assert [block["task"] for block in saved["summaries"]] == [
        "zh_industry_peers",
        "zh_concept_companies",
        "en_subsidiaries_of",
        "en_former_name",
        "en_sp500_peers",
        "relation_evidence_en",
        "relation_evidence_zh",
        "musique_train",
    ]
    variants = [variant["name"] for variant in saved["variants"]]
    assert {"hybrid", "hybrid, rrf", "hybrid, relation aware on", "graph only", "words only"} <= set(variants)
    assert len(saved["build_id"].split(", ")) == len(WRITERS)
    assert len(saved["scores"]) == 8 * len(variants)
    assert "mean over tasks" in captured.out
    assert captured.err.count("100.0% publish 1/1") == len(WRITERS)
    scores = {score["task"]: score for score in saved["scores"] if score["variant"] == "hybrid"}
    assert scores["relation_evidence_en"]["metrics"]["MRR"] == 1.0
    assert scores["en_sp500_peers"]["ranked"] == ["FD:BBB"]
    assert all(score["status"] != "failed" for score in saved["scores"])
    assert not settings.knowledge_base_folder.exists()


@pytest.mark.usefixtures("settings")
def test_a_run_over_public_sets_is_compared_with_an_earlier_one(folder: Path, tmp_path: Path, capsys: Captured) -> None:
    output = tmp_path / "out"
    asked = ("--set", "relation_evidence", "--set", "zh_chain", "--task", "relation_evidence_zh")
    chosen = (*asked, "--variant", "hybrid, rrf", "--limit", "1", "--output", str(output))
    assert evaluated(folder, *chosen) == 0
    captured = capsys.readouterr()
    assert captured.err.count("100.0% publish 1/1") == 1  # no task of the chain is wanted
    assert evaluated(folder, *chosen, "--baseline", str(output / "results.json")) == 0
    captured = capsys.readouterr()
    assert "relation_evidence_zh (passages): saved run and this one" in captured.out
    assert "publish" not in captured.err


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--set", "nothing"), "known sets: zh_chain"),
        (("--task", "dance"), "relation_evidence_zh"),
        (("--set", "zh_chain", "--task", "musique_train"), "zh_industry_peers"),
    ],
)
def test_what_there_is_not_is_refused_before_anything_is_built(
    folder: Path, tmp_path: Path, capsys: Captured, options: tuple[str, ...], told: str
) -> None:
    assert evaluated(folder, *options) == 1
    assert told in capsys.readouterr().err
    assert not (tmp_path / "state").exists()


@pytest.mark.usefixtures("settings")
def test_questions_that_do_not_fit_together_are_refused(folder: Path, capsys: Captured) -> None:
    row = {"task_id": "1", "task": "t", "query_entity": "CN:000001", "query_text": "?", "gold": ["CN:000002"]}
    tasks(folder / "zh_chain", {**row, "candidates": "nowhere"})
    assert evaluated(folder, "--set", "zh_chain") == 1
    assert "there is no universe named nowhere" in capsys.readouterr().err


@pytest.mark.parametrize("folder_option", [("--public", "a", "--tasks", "b"), ("--influence", "causality")])
@pytest.mark.parametrize("more", [(), ("--influence", "dance=2"), ("--influence", "causality=-1")])
def test_options_that_contradict_or_say_nothing_show_the_usage(
    folder_option: tuple[str, ...], more: tuple[str, ...], capsys: Captured
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", *(more or folder_option)])
    assert stopped.value.code == 2
    assert "usage: python -m core" in capsys.readouterr().err


@pytest.mark.usefixtures("settings")
def test_the_weights_of_relations_are_an_option_and_saved(folder: Path, tmp_path: Path) -> None:
    chosen = ("--set", "zh_chain", "--variant", "hybrid, relation aware on", "--output", str(tmp_path / "out"))
    assert evaluated(folder, *chosen, "--influence", "hierarchical=3", "primary=0.5") == 0
    saved = json.loads((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))
    assert saved["options"]["influence"] == [["hierarchical", 3.0], ["primary", 0.5]]
    aware = {variant["name"]: variant["retrieval"]["relation_aware"] for variant in saved["variants"]}
    assert aware == {"hybrid, relation aware on": True, "hybrid": False}


def opened(folder: Path, settings: Settings) -> tuple[str, bool]:
    """Fingerprint of the set's knowledge base, and whether it had to be built."""
    heard: list[BuildProgress] = []
    pipeline = open_public_set(folder, "zh_chain", settings, default_ontology(), heard.append)
    return pipeline.base.knowledge_base.manifest.build_id, bool(heard)


def test_a_set_is_built_once_beside_the_configured_knowledge_base(folder: Path, settings: Settings) -> None:
    first, built = opened(folder, settings)
    assert built
    assert opened(folder, settings) == (first, False)
    assert (settings.knowledge_base_folder.parent / "evaluation" / "zh_chain" / "CURRENT").read_text() == first


def changed_files(folder: Path, settings: Settings, _: pytest.MonkeyPatch) -> Settings:
    WRITERS["zh_chain"](folder)
    tasks(folder / "zh_chain")
    return settings


def changed_reader(_: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    other = settings.knowledge_base_folder.parent / "readers"
    other.mkdir(parents=True)
    for name in ("reading.py", "zh_chain.py"):
        (other / name).write_text("changed")
    monkeypatch.setattr(public_bases, "_READERS", other)
    return settings


def changed_model(_: Path, settings: Settings, __: pytest.MonkeyPatch) -> Settings:
    return settings.model_copy(update={"embedding_model": "minilm-english"})


def changed_schema(_: Path, settings: Settings, __: pytest.MonkeyPatch) -> Settings:
    (manifest,) = (settings.knowledge_base_folder.parent / "evaluation").rglob("manifest.json")
    change_manifest(manifest.parent, schema_version=0)
    return settings


def damaged(_: Path, settings: Settings, __: pytest.MonkeyPatch) -> Settings:
    (pointer,) = (settings.knowledge_base_folder.parent / "evaluation").rglob("CURRENT")
    pointer.write_text("nowhere")
    return settings


@pytest.mark.matrix()
@pytest.mark.parametrize("change", [changed_files, changed_reader, changed_model, changed_schema, damaged])
def test_a_set_is_built_again_when_what_it_is_made_of_changes(
    folder: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path, Settings, pytest.MonkeyPatch], Settings],
) -> None:
    first, _ = opened(folder, settings)
    other = change(folder, settings, monkeypatch)
    second, built = opened(folder, other)
    assert built
    assert second != first
    assert opened(folder, other) == (second, False)


def test_a_set_that_is_not_there_is_refused(tmp_path: Path, settings: Settings) -> None:
    with pytest.raises(DataUnreadableError, match="zh_chain"):
        open_public_set(tmp_path, "zh_chain", settings, default_ontology())
