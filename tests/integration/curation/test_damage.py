"""Damaged bytes of a knowledge base are refused by name, or change nothing: no crash, no traceback, no other answer."""

from __future__ import annotations

import contextlib
import json
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.cli.parser import main
from core.curation.checking import check_versions
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.open_or_build import open_or_build, rebuild
from core.curation.versions import restore
from core.discovery.pipeline import DiscoveryPipeline
from core.errors import KnowledgeBaseCorruptError
from core.ontology import Ontology
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base
from core.storage.manifest import read_manifest
from core.storage.publishing import POINTER, current_version
from tests.damage_run import DAMAGES
from tests.support import ROOT, stored_table, without_checksums

MODEL = "use-multilingual"
CORRUPTIONS = 460
ALL, NONE = 1e6, 0.0  # megabytes that are compared with their checksums at opening
_MADE_UP = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{20,}|\d{5,}")
Damage = dict[str, Any]


@pytest.fixture
def copied(document_knowledge_base: KnowledgeBase, tmp_path: Path) -> Path:
    """A copy of the document example's knowledge base that a test may damage."""
    return Path(shutil.copytree(document_knowledge_base.folder.parents[1], tmp_path / "copy"))


def files(folder: Path) -> list[str]:
    version = current_version(folder)
    return ["CURRENT", *sorted(str(file.relative_to(folder)) for file in version.rglob("*") if file.is_file())]


def of_every_kind(folder: Path) -> list[str]:
    """One file of each kind: names that LanceDB makes up say nothing."""
    return list({_MADE_UP.sub("*", name): name for name in files(folder)}.values())


def damaged(folder: Path, damages: list[Damage], questions: list[dict[str, str]], check: float) -> list[Damage]:
    run = [sys.executable, "-m", "tests.damage_run", str(folder), json.dumps(questions), str(check)]
    lines = "".join(json.dumps(each) + "\n" for each in damages)
    done = subprocess.run(run, input=lines, capture_output=True, text=True, cwd=ROOT, check=False)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    crashed = damages[len(found) : len(found) + 1]
    assert (done.returncode, crashed) == (0, []), done.stderr[-2000:]
    return found


@pytest.mark.thorough
def test_every_kind_of_file_is_found_damaged(copied: Path) -> None:
    kinds = list(DAMAGES)
    damages = [
        {"file": file, "damage": kinds[number % len(kinds)], "seed": number}
        for number, file in enumerate(of_every_kind(copied))
    ]
    manifest = str((current_version(copied) / "manifest.json").relative_to(copied))
    damages += [{"file": manifest, "damage": kind, "seed": seed} for kind in kinds for seed in range(3)]
    questions = [{"company": "公司A"}, {"query": "Who supplies Company A?", "language": "en"}]
    found = damaged(copied, damages, questions, ALL)
    assert len(found) > 80
    assert [each for each in found if each["outcome"] not in ("refused", "unchanged")] == []


@pytest.mark.thorough
def test_460_random_corruptions_are_refused_or_change_nothing(
    sample_pipeline: DiscoveryPipeline, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(sample_pipeline.base.settings.knowledge_base_folder, tmp_path / "copy"))
    chance, names = random.Random(25), files(folder)
    damages = [
        {"file": names[number % len(names)], "damage": chance.choice(list(DAMAGES)), "seed": number}
        for number in range(CORRUPTIONS)
    ]
    questions = [{"company": "catl"}, {"query": "谁为特斯拉供货？"}, {"query": "battery makers", "language": "en"}]
    found = damaged(folder, damages, questions, ALL)
    assert len(found) == CORRUPTIONS
    assert [each for each in found if each["outcome"] not in ("refused", "unchanged", "same")] == []
    print(Counter(each["outcome"] for each in found))


def test_what_is_not_compared_at_opening_is_refused_too_where_it_cannot_be_read(copied: Path) -> None:
    """The header of an array, ids and names, manifests of tables: libraries raise of everything over such bytes."""
    for file in of_every_kind(copied):
        place = copied / file
        content = place.read_bytes()
        place.write_bytes(bytes(len(content)))
        with contextlib.suppress(KnowledgeBaseCorruptError):
            open_knowledge_base(copied, embedding_model=MODEL, check_megabytes=NONE)
        place.write_bytes(content)


def test_the_file_is_named_and_what_to_do(copied: Path) -> None:
    file = current_version(copied) / "graph" / "weight.npy"
    file.write_bytes(file.read_bytes()[:-1] + b"\x01")
    with pytest.raises(KnowledgeBaseCorruptError) as caught:
        open_knowledge_base(copied, embedding_model=MODEL)
    for language in ("zh", "en"):
        said = caught.value.message(language)
        assert "graph/weight.npy" in said
        assert "python -m core build" in said
        assert "docs/storage.md" in said


def test_beyond_the_limit_sizes_alone_are_compared_the_smallest_files_first(copied: Path) -> None:
    file = current_version(copied) / "names" / "normalised.arrow"  # which opening does not touch
    content = file.read_bytes()
    file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    open_knowledge_base(copied, embedding_model=MODEL, check_megabytes=NONE)
    marks = read_manifest(current_version(copied)).files
    up_to = sum(mark.bytes for mark in marks.values() if mark.bytes <= len(content)) / 1e6
    with pytest.raises(KnowledgeBaseCorruptError, match=r"names/normalised\.arrow"):
        open_knowledge_base(copied, embedding_model=MODEL, check_megabytes=up_to)
    file.write_bytes(content[:-1])
    with pytest.raises(KnowledgeBaseCorruptError, match=r"names/normalised\.arrow"):
        open_knowledge_base(copied, embedding_model=MODEL, check_megabytes=NONE)


def test_a_version_from_before_there_were_checksums_opens(copied: Path) -> None:
    version = current_version(copied)
    without_checksums(version)
    assert read_manifest(version).files == {}
    base = open_knowledge_base(copied, embedding_model=MODEL)
    assert base.entity("公司A").name_en == "Company A"


def test_a_pointer_that_is_gone_is_no_reason_to_forget_what_was_imported(
    own_settings: Settings, ontology: Ontology
) -> None:
    base = open_or_build(own_settings, ontology).knowledge_base
    plan = plan_import([("n.csv", b"id,name\nnew,Brand New Batteries\n")], own_settings)
    run_import(plan, check_import(plan, base, ontology), own_settings, ontology)
    (own_settings.knowledge_base_folder / "CURRENT").unlink()
    mended = open_or_build(own_settings, ontology)
    assert mended.rebuilt_because == "knowledge_base_corrupt"
    assert "new" in mended.knowledge_base.node_of


def test_what_is_damaged_is_not_taken_over_into_the_version_that_mends_it(
    own_settings: Settings, ontology: Ontology
) -> None:
    """Neither vectors, which a build looks up, nor tables, which an import takes over, get new checksums."""
    base = open_or_build(own_settings, ontology).knowledge_base
    whole = base.entity_vectors.of(range(5)).tolist()
    for pattern in ("vectors/entities/matrix.npy", "tables/entities.lance/data/*.lance"):
        for file in base.folder.glob(pattern):
            content = bytearray(file.read_bytes())
            for place in range(len(content) // 2, len(content) // 2 + 64):
                content[place] ^= 0x3C
            file.unlink()
            file.write_bytes(content)
    mended = open_or_build(own_settings, ontology)
    assert mended.rebuilt_because == "knowledge_base_corrupt"
    assert mended.knowledge_base.entity_vectors.of(range(5)).tolist() == whole
    assert stored_table(mended.knowledge_base, "entities").to_arrow()["vector"].to_pylist() == whole


def test_a_damaged_version_is_not_restored(own_settings: Settings, ontology: Ontology) -> None:
    first = open_or_build(own_settings, ontology).knowledge_base
    second = rebuild(own_settings, ontology).knowledge_base
    (first.folder / "graph" / "weight.npy").unlink()
    with pytest.raises(KnowledgeBaseCorruptError, match=r"weight\.npy"):
        restore(first.folder.name, own_settings, ontology)
    assert current_version(own_settings.knowledge_base_folder) == second.folder


@pytest.mark.parametrize("old", ['"sources"', "SOURCE"])
def test_a_bit_in_the_list_of_sources_loses_none(own_settings: Settings, ontology: Ontology, old: str) -> None:
    base = open_or_build(own_settings, ontology).knowledge_base
    plan = plan_import([("n.csv", b"id,name\nnew,Brand New Batteries\n")], own_settings)
    check = check_import(plan, base, ontology)
    manifest = run_import(plan, check, own_settings, ontology).knowledge_base.folder / "manifest.json"
    written = manifest.read_text(encoding="utf-8")
    wanted = old.replace("SOURCE", check.info.id)
    assert wanted in written
    manifest.write_text(written.replace(wanted, wanted[:-2] + "x" + wanted[-1]), encoding="utf-8")
    mended = open_or_build(own_settings, ontology)
    assert mended.rebuilt_because == "knowledge_base_corrupt"
    assert "new" in mended.knowledge_base.node_of


def test_the_command_says_which_versions_are_whole(
    own_settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(own_settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(own_settings.knowledge_base_folder))

    def checked() -> tuple[int, dict[str, dict[str, tuple[str, list[str]]]]]:
        status = main(["versions", "--check"])
        listed = json.loads(capsys.readouterr().out)
        return status, {
            kind: {each["id"]: (each["state"], each["damaged"]) for each in found} for kind, found in listed.items()
        }

    first = open_or_build(own_settings, ontology).knowledge_base
    plan = plan_import([("n.csv", b"id,name\nnew,Brand New Batteries\n")], own_settings)
    check = check_import(plan, first, ontology)
    second = run_import(plan, check, own_settings, ontology).knowledge_base
    third = rebuild(own_settings, ontology).knowledge_base
    names = [base.folder.name for base in (third, second, first)]
    whole = dict.fromkeys(names, ("whole", []))
    assert checked() == (0, {"versions": whole, "sources": {check.info.id: ("whole", [])}})
    without_checksums(second.folder)
    assert checked()[0] == 0
    assert checked()[1]["versions"][names[1]] == ("whole_as_far_as_known", [])
    for file in ("weight.npy", "source.npy"):
        (first.folder / "graph" / file).write_bytes(b"")
    (second.folder / "graph" / "source.npy").write_bytes(b"")
    (third.folder / "manifest.json").write_text("{", encoding="utf-8")
    records = own_settings.knowledge_base_folder / "sources" / check.info.id / "entities.jsonl"
    records.write_bytes(records.read_bytes().replace(b"Brand", b"Grand"))
    status, found = checked()
    assert status == 1
    assert found["versions"][names[2]] == ("damaged", ["graph/source.npy", "graph/weight.npy"])
    assert [found["versions"][name][0] for name in names] == ["damaged"] * 3
    assert "manifest.json" in found["versions"][names[0]][1][0]
    assert found["sources"] == {check.info.id: ("damaged", ["entities.jsonl is not what was written"])}


def test_a_damaged_source_is_refused_by_name_and_can_be_deleted(
    own_settings: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Records that read well but are not what was imported; and the knowledge base needs to be built anew as well."""
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(own_settings.data_folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(own_settings.knowledge_base_folder))
    plan = plan_import([("n.csv", b"id,name\nnew,Brand New Batteries\n")], own_settings)
    check = check_import(plan, open_or_build(own_settings, ontology).knowledge_base, ontology)
    base = run_import(plan, check, own_settings, ontology).knowledge_base
    records = own_settings.knowledge_base_folder / "sources" / check.info.id / "entities.jsonl"
    records.write_bytes(records.read_bytes().replace(b"Brand", b"Grand"))
    (base.folder / "graph" / "weight.npy").write_bytes(b"")
    assert main(["discover", "--company", "公司A"]) == 1
    said = capsys.readouterr().err
    assert f"python -m core delete {check.info.id}" in said
    assert "entities.jsonl" in said
    assert main(["delete", check.info.id, "--preview"]) == 1
    assert main(["delete", check.info.id]) == 0
    assert "new" not in open_or_build(own_settings, ontology).knowledge_base.node_of


def test_what_a_question_comes_upon_is_refused_by_name_too(copied: Path) -> None:
    """In a version that is too large to be compared with its checksums when it is opened."""
    version = current_version(copied)
    for damaged_file in ("records/relations/records.jsonl", "records/passages/records.jsonl", "ids/entities.arrow"):
        place = version / damaged_file
        content = place.read_bytes()
        place.unlink()  # not written over: it may be mapped
        place.write_bytes(content.replace("公司A".encode(), b"\xff\x00AAAA\xfe"))
        base = open_knowledge_base(copied, embedding_model=MODEL, check_megabytes=NONE)
        read = {
            "relations": lambda base=base: base.relation(0),
            "passages": lambda base=base: base.passage("p1"),
            "entities.arrow": lambda base=base: base.entity_at(0),
        }[damaged_file.split("/")[1]]
        with pytest.raises(KnowledgeBaseCorruptError, match=damaged_file):
            read()
        place.unlink()
        place.write_bytes(content)


def test_the_check_names_a_damaged_pointer_before_the_versions(copied: Path, document_settings: Settings) -> None:
    (copied / POINTER).write_text("20990101T000000000000-00000000", encoding="utf-8")
    settings = document_settings.model_copy(update={"knowledge_base_folder": copied})
    pointer, version = check_versions(settings)
    assert (pointer.id, pointer.state, version.state) == (POINTER, "damaged", "whole")
    assert "20990101T000000000000-00000000" in pointer.damaged[0]
