"""Imports that fail, are killed, or find damaged sources leave what was there."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from core.curation.checking import check_sources
from core.curation.deleting import delete_source
from core.curation.importing import imported_sources, run_import
from core.errors import DataUnreadableError
from core.ingestion.building.build import BuildFailedError, build_knowledge_base
from core.ingestion.mapping.saved_mappings import SavedMappings, load_mappings
from core.ingestion.records.sources import SourceDamagedError, source_called, sources_of_current
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import FILES, checked, content, imported, opened
from tests.support import ROOT


@pytest.fixture
def base(own_base: Settings) -> Settings:
    """Settings of a knowledge base of the document example, which a test may change."""
    return own_base


def test_an_import_that_fails_leaves_everything_as_it_was(
    base: Settings, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, pointer = content(opened(base)), (base.knowledge_base_folder / "CURRENT").read_text(encoding="utf-8")
    plan, check = checked(base, ontology)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("core.ingestion.building.build.save_graph", full)
        with pytest.raises(BuildFailedError):
            run_import(plan, check, base, ontology)
    assert (base.knowledge_base_folder / "CURRENT").read_text(encoding="utf-8") == pointer
    assert content(opened(base)) == before
    assert load_mappings(base.knowledge_base_folder) == SavedMappings()
    assert list((base.knowledge_base_folder / "sources").iterdir()) == []
    imported(base, ontology)  # and can be done again
    assert len(list((base.knowledge_base_folder / "sources").iterdir())) == 1


def test_one_unreadable_file_keeps_all_out(base: Settings, ontology: Ontology) -> None:
    with pytest.raises(DataUnreadableError, match=r"broken\.xlsx"):
        checked(base, ontology, (*FILES, ("broken.xlsx", b"PK\x03\x04 nothing")))


def test_if_nobody_can_say_what_a_version_holds_all_sources_count(base: Settings, ontology: Ontology) -> None:
    source = imported(base, ontology)
    (opened(base).folder / "manifest.json").write_text("{", encoding="utf-8")
    assert sources_of_current(base.knowledge_base_folder) == (source,)


def test_a_damaged_source_is_said_and_what_serves_goes_on(base: Settings, encoder: Encoder, ontology: Ontology) -> None:
    source = imported(base, ontology)
    before = content(opened(base))
    place = base.knowledge_base_folder / "sources" / source
    (place / "relations.jsonl").write_text('{"id": "x"', encoding="utf-8")
    with pytest.raises(SourceDamagedError, match=source):
        build_knowledge_base(base, encoder, ontology)
    assert content(opened(base)) == before
    (place / "source.json").unlink()
    assert [each.id for each in imported_sources(base)] == [source]  # by which it can be deleted


def test_a_source_that_is_gone_can_be_deleted_and_is_told(base: Settings, encoder: Encoder, ontology: Ontology) -> None:
    """Nothing could be imported, listed or deleted where the folder of one source was lost."""
    source = imported(base, ontology)
    shutil.rmtree(base.knowledge_base_folder / "sources" / source)
    assert (source, "damaged") in {(each.id, each.state) for each in check_sources(base)}
    assert source_called(base.knowledge_base_folder, source) == source
    with pytest.raises(SourceDamagedError, match=source):
        build_knowledge_base(base, encoder, ontology)
    delete_source(source, base, ontology)
    assert imported_sources(base) == ()
    assert check_sources(base) == ()


@pytest.mark.matrix()
@pytest.mark.parametrize("digests", [None, "[1]", "{", "{}"])
def test_a_source_without_its_digests_is_validated_again(
    base: Settings, encoder: Encoder, ontology: Ontology, digests: str | None
) -> None:
    source = imported(base, ontology)
    before = content(opened(base))
    file = base.knowledge_base_folder / "sources" / source / "digests.json"
    file.unlink()
    if digests is not None:
        file.write_text(digests, encoding="utf-8")
    build_knowledge_base(base, encoder, ontology)
    assert content(opened(base)) == before


def test_nothing_is_swept_while_a_version_does_not_say_what_it_holds(
    base: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    leftover = base.knowledge_base_folder / "sources" / "0-left-by-a-kill"
    leftover.mkdir(parents=True)
    old = base.knowledge_base_folder / "versions" / "0"
    old.mkdir()
    (old / "manifest.json").write_text("{", encoding="utf-8")
    build_knowledge_base(base, encoder, ontology)
    assert leftover.is_dir()
    shutil.rmtree(old)
    build_knowledge_base(base, encoder, ontology)
    assert not leftover.exists()


KILLED_IMPORTS = """
import hashlib, json, os, random, signal, sys, time
from pathlib import Path
import numpy as np
from core.curation import open_or_build as start
from core.runtime.background import BACKGROUND
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.ontology import default_ontology
from core.storage.knowledge_base import open_knowledge_base
from tests.support import settings_for

class QuickEncoder:
    name, dimension = "use-multilingual", 512
    def encode(self, texts):
        return np.eye(512, dtype=np.float32)[[len(text) % 512 for text in texts]]

data, base, rounds = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
settings, ontology = settings_for(data, base), default_ontology()
start.load_encoder = lambda *_, **__: QuickEncoder()

def attempt(number):
    rows = "".join(f"n{number}x{row},公司{number}x{row}\\n" for row in range(40))
    ties = f"source,label,target\\nn{number}x0,competitor_of,n{number}x1\\n"
    note = f"公司{number}x0 met Company A."
    files = (("ids.csv", "id,name\\n" + rows), ("ties.csv", ties), ("note.txt", note))
    plan = plan_import([(f"{number}-{name}", text.encode()) for name, text in files], settings)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    run_import(plan, check_import(plan, opened, ontology), settings, ontology)

def seen():
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=settings.embedding_model)
    counts = opened.manifest.counts
    records = {
        "entities": [opened.entity_at(row) for row in range(counts.entities)],
        "relations": [opened.relation(row) for row in range(counts.relations)],
        "passages": [opened.passage_at(counts.entities + row) for row in range(counts.passages)],
    }
    vectors = {
        "entities": opened.entity_vectors, "relations": opened.relation_vectors, "passages": opened.passage_vectors
    }
    held = {}
    for kind, each in records.items():
        for row, record in enumerate(each):
            said = [record.model_dump_json(), vectors[kind].of([row]).tobytes().hex()]
            if kind == "passages":
                said += sorted(mention.model_dump_json() for mention in opened.mentions_in(record.id))
                said += sorted(link.model_dump_json() for link in opened.links_of(record.id))
            held[f"{kind} {record.id}"] = hashlib.sha256("\\n".join(said).encode()).hexdigest()
    return {"sources": len(opened.manifest.sources), "counts": counts.model_dump(), "held": held}

def forked(work):
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        BACKGROUND.__init__()  # its thread stayed with the parent
        with os.fdopen(write, "wb") as out:
            out.write(json.dumps(work()).encode())
        os._exit(0)
    os.close(write)
    return child, read

def result(work):
    child, read = forked(work)
    with os.fdopen(read, "rb") as said:
        told = json.loads(said.read())
    os.waitpid(child, 0)
    return told

start = time.monotonic()
result(lambda: attempt(0))
usual = time.monotonic() - start
rng = random.Random(5)
for number in range(1, rounds + 1):
    before = result(seen)
    child, _ = forked(lambda: attempt(number))
    time.sleep(rng.random() * usual * 1.1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    print(json.dumps({"before": before, "after": result(seen)}), flush=True)
"""


@pytest.mark.parametrize("times", [4, pytest.param(20, marks=pytest.mark.thorough)])
def test_kill_at_random_points_leaves_before_or_after(base: Settings, times: int) -> None:
    folders = (str(base.data_folder), str(base.knowledge_base_folder))
    output = subprocess.run(
        [sys.executable, "-c", KILLED_IMPORTS, *folders, str(times)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rounds: list[Mapping[str, Mapping[str, Any]]] = [json.loads(line) for line in output.splitlines()]
    assert len(rounds) == times
    for each in rounds:
        before, after = each["before"], each["after"]
        came = after["sources"] - before["sources"]
        assert came in (0, 1)
        counts = {kind: sum(key.startswith(kind) for key in after["held"]) for kind in ("entities", "relations")}
        assert counts == {kind: after["counts"][kind] for kind in counts}
        assert counts["entities"] == 5 + 40 * after["sources"]
        # records, vectors, mentions and links of what was there are as they were; what came is there whole
        assert before["held"].items() <= after["held"].items()
        assert len(after["held"]) - len(before["held"]) == came * (40 + 1 + 1)
    published = {each["after"]["sources"] - each["before"]["sources"] for each in rounds}
    assert 0 in published or times < 20  # of twenty some are killed in time
