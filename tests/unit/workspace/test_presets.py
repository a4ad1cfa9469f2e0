from __future__ import annotations

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from core.defaults import default_fusion, default_influence
from core.domain.relation_influence import FamilyInfluence, RelationInfluence
from core.domain.requests import BY_QUESTION, FusionMode, ScoreScale
from core.settings import Settings
from core.workspace import opening, presets
from core.workspace.opening import opened
from core.workspace.presets import (
    MOST_PRESETS,
    PRESETS,
    Preset,
    PresetInvalidError,
    PresetNameTakenError,
    PresetStore,
    PresetUnknownError,
    read_presets,
    with_default_preset,
    write_presets,
)
from core.workspace.tuned_settings import TunedSettings
from core.workspace.workspace import FILE_NAME, Workspace, WorkspaceUnavailableError

GRAPH = TunedSettings(mode=FusionMode.WEIGHTED, graph_weight=0.8, vector_weight=0.2)
RRF = TunedSettings(mode=FusionMode.RRF, rrf_k=10, damping=0.5, max_hops=3, influence=BY_QUESTION)
BY_HAND = TunedSettings(influence=RelationInfluence(families=FamilyInfluence(causality=3.0, attribution=1.0)))


@pytest.fixture
def store(tmp_path: Path) -> PresetStore:
    return PresetStore(tmp_path)


def in_force(store: PresetStore) -> TunedSettings:
    return TunedSettings.of(store.all().settings(Settings()))


def test_nothing_is_saved_at_first_and_asking_creates_no_file(store: PresetStore, tmp_path: Path) -> None:
    assert store.all().presets == ()
    assert in_force(store) == TunedSettings.of(Settings())
    assert list(tmp_path.iterdir()) == []


def test_what_is_saved_is_read_again(store: PresetStore, tmp_path: Path) -> None:
    store.save("Graph first", GRAPH)
    store.save("  按关系\n", BY_HAND)
    kept = PresetStore(tmp_path).all()
    assert kept.names == ("Graph first", "按关系")
    assert kept.named("Graph first").tuned == GRAPH
    assert kept.named("按关系").tuned == BY_HAND


def test_the_default_is_in_force_and_undone_with_one_step(store: PresetStore) -> None:
    store.save("a", GRAPH)
    store.save("b", RRF)
    store.make_default("a")
    assert in_force(store) == GRAPH
    store.make_default("b")
    store.make_default("b")  # again changes nothing
    assert store.undo_default().default == "a"
    assert store.undo_default().default == "a"
    assert store.make_default("").default == ""
    assert in_force(store) == TunedSettings.of(Settings())
    assert store.undo_default().default == "a"


def test_the_settings_give_the_preset_to_whoever_asks(tmp_path: Path) -> None:
    settings = Settings(knowledge_base_folder=tmp_path)
    PresetStore(tmp_path).save("mine", BY_HAND)
    PresetStore(tmp_path).make_default("mine")
    tuned = with_default_preset(settings)
    assert default_fusion(tuned) == BY_HAND.fusion
    assert default_influence(tuned) == BY_HAND.influence
    assert tuned.knowledge_base_folder == tmp_path


def test_a_renamed_default_stays_the_default(store: PresetStore) -> None:
    store.save("a", GRAPH)
    store.save("b", RRF)
    store.make_default("a")
    store.make_default("b")
    assert store.rename("b", "c").default == "c"
    kept = store.rename("a", "z")
    assert (kept.names, kept.default_before) == (("z", "c"), "z")
    assert store.rename("c", "c").names == ("z", "c")


def test_deleting_the_default_brings_the_settings_back(store: PresetStore) -> None:
    for name in ("a", "b"):
        store.save(name, GRAPH)
    store.make_default("a")
    kept = store.delete("a")
    assert (kept.names, kept.default, kept.default_before) == (("b",), "", None)
    store.make_default("b")
    store.make_default("")
    assert store.delete("b").default_before is None


def test_a_taken_an_unknown_and_an_impossible_name_are_refused(store: PresetStore) -> None:
    store.save("a", GRAPH)
    store.save("b", RRF)
    before = store.all()
    with pytest.raises(PresetNameTakenError, match="“a”"):
        store.save("a", RRF)
    with pytest.raises(PresetNameTakenError, match="“b”"):
        store.rename("a", "b")
    for use in (store.delete, store.make_default, lambda name: store.rename(name, "x")):
        with pytest.raises(PresetUnknownError, match="“c”"):
            use("c")
    assert read_presets(write_presets((Preset(name="x" * 60, tuned=GRAPH),)))[0].name == "x" * 60
    for name in ("", " \n", "x" * 61):
        with pytest.raises(PresetInvalidError, match="name: "):
            store.save(name, GRAPH)
    assert store.all() == before


def test_exported_presets_are_brought_elsewhere(store: PresetStore, tmp_path: Path) -> None:
    store.save("a", GRAPH)
    store.save("b", BY_HAND)
    store.make_default("a")
    elsewhere = PresetStore(tmp_path / "elsewhere")
    kept = elsewhere.bring(write_presets(store.all().presets))
    assert (kept.presets, kept.default) == (store.all().presets, "")
    assert elsewhere.bring(write_presets(store.all().presets)) == kept  # the same once more is no conflict


def test_bringing_adds_all_or_none(store: PresetStore, tmp_path: Path) -> None:
    other = PresetStore(tmp_path / "other")
    other.save("new", GRAPH)
    other.save("a", RRF)
    store.save("a", GRAPH)
    with pytest.raises(PresetNameTakenError, match="a"):
        store.bring(write_presets(other.all().presets))
    assert store.all().names == ("a",)


def preset_file(**changes: object) -> bytes:
    tuned = {"damping": 0.5, **changes}
    return json.dumps({"format_version": 1, "presets": [{"name": "a", "tuned": tuned}]}).encode()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff", "JSON"),
        (b"{}", "format_version"),
        (b'{"format_version": 2, "presets": []}', "format_version"),
        (b'{"format_version": 1, "presets": []}', "presets"),
        (preset_file(damping=2), "presets.0.tuned.damping"),
        (preset_file(graph_weight=float("nan")), "graph_weight"),
        (preset_file(other=1), "other"),
        (preset_file(rrf_k=0), "rrf_k"),
        (b'{"format_version": 1, "presets": [{"name": "a", "tuned": {}}, {"name": "a", "tuned": {}}]}', "one name"),
        (b" " * (presets.MAX_FILE_BYTES + 1), "bytes"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_the_reason(store: PresetStore, content: bytes, reason: str) -> None:
    with pytest.raises(PresetInvalidError, match=reason):
        store.bring(content)
    assert read_presets(preset_file())[0].tuned.damping == 0.5


def test_a_preset_that_names_no_scale_is_of_min_max_scores() -> None:
    (weighted,) = read_presets(preset_file(mode="weighted", graph_weight=0.3))
    assert weighted.tuned.fusion.scale is ScoreScale.MIN_MAX
    (adaptive,) = read_presets(preset_file(mode="weighted", scale="adaptive"))
    assert adaptive.tuned.over(Settings()).fusion_scale == "adaptive"


def test_a_preset_saved_with_an_arm_that_is_gone_opens_without_it(store: PresetStore, tmp_path: Path) -> None:
    """In the workspace, and in an exported file."""
    kept = {"name": "old", "tuned": {**GRAPH.model_dump(mode="json"), "prominence_share": 1.5}}
    Workspace.beside(tmp_path).put(PRESETS, json.dumps({"presets": [kept], "default": "old"}))
    assert store.all().named("old").tuned == GRAPH
    assert in_force(store) == GRAPH
    (brought,) = read_presets(json.dumps({"format_version": 1, "presets": [kept]}).encode())
    assert brought.tuned == GRAPH


def test_a_share_that_never_was_is_still_refused() -> None:
    with pytest.raises(ValueError, match="fame_share"):
        TunedSettings.model_validate({"fame_share": 1.0})


def test_too_many_are_refused(store: PresetStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presets, "MOST_PRESETS", 1)
    store.save("a", GRAPH)
    with pytest.raises(PresetInvalidError, match="> 1"):
        store.save("b", GRAPH)
    assert MOST_PRESETS > 1


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b'{"presets": [{"name": "a", "tuned": {}}, {"name": "a", "tuned": {}}]}',
        b'{"default": "nobody"}',
        b'{"colour": "red"}',
        b'{"presets": [{"name": "a", "tuned": {}, "colour": "red"}]}',
        b" " * (presets.MAX_FILE_BYTES + 1),
    ],
)
def test_damage_is_told_and_left(store: PresetStore, tmp_path: Path, content: bytes) -> None:
    Workspace.beside(tmp_path).put(PRESETS, content)
    for use in (store.all, lambda: store.save("x", GRAPH)):
        with pytest.raises(WorkspaceUnavailableError):
            use()
    with opened(tmp_path / FILE_NAME) as database:
        assert database.execute("SELECT content FROM presets").fetchall() == [(content,)]


def test_a_folder_in_place_of_the_file_is_told(store: PresetStore, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(WorkspaceUnavailableError):
        store.all()


def test_a_lock_held_too_long_is_told(store: PresetStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store.save("a", GRAPH)
    monkeypatch.setattr(opening, "_WAIT", 0.01)
    with opened(tmp_path / FILE_NAME) as database, pytest.raises(WorkspaceUnavailableError):
        database.execute("BEGIN IMMEDIATE")
        store.save("b", GRAPH)


def test_a_change_waits_five_seconds_for_another(store: PresetStore, monkeypatch: pytest.MonkeyPatch) -> None:
    waited, connect = [], opening.sqlite3.connect

    def connected(path: Path, *, timeout: float = 5.0, **options: Any) -> sqlite3.Connection:
        waited.append(timeout)
        return connect(path, timeout=timeout, **options)

    monkeypatch.setattr(opening.sqlite3, "connect", connected)
    store.save("a", GRAPH)
    assert waited
    assert set(waited) == {5.0}


def test_files_of_presets_are_written_line_by_line(store: PresetStore) -> None:
    """For those who look at them, or compare two."""
    kept = store.save("a", GRAPH)
    assert write_presets(kept.presets).startswith(b'{\n "format_version": 1,\n "presets": [\n  {\n   "name": "a",\n')


def test_many_threads_save_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: PresetStore(tmp_path).save(f"{number}", GRAPH), range(30)))
    assert set(PresetStore(tmp_path).all().names) == {f"{number}" for number in range(30)}
