from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from core.ingestion.building.build import BuildReport, build_knowledge_base
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder, Vectors
from core.storage.knowledge_base import open_knowledge_base
from core.storage.publishing import BuildRunningError, current_version
from tests.support import ROOT, company, settings_for, write_data

SLOW_BUILD = """
import sys, time
from pathlib import Path
import numpy as np
from core.ingestion.building import build
from core.ontology import default_ontology
from tests.support import settings_for

data, knowledge_base, stops_at = sys.argv[1:]

class SlowEncoder:
    name, dimension = "use-multilingual", 512
    def encode(self, texts):
        time.sleep(120 if stops_at == "embedding" else 0)
        return np.eye(len(texts), 512, dtype=np.float32)

if stops_at == "writing":
    build.save_graph = lambda *_: time.sleep(120)
build.build_knowledge_base(settings_for(Path(data), Path(knowledge_base)), SlowEncoder(), default_ontology())
"""
EMBEDDING_BUILD = """
import sys, time
from pathlib import Path
from core.ingestion.building.build import build_knowledge_base
from core.ontology import default_ontology
from core.storage.embeddings import load_encoder
from tests.support import settings_for

data, knowledge_base = map(Path, sys.argv[1:])
settings = settings_for(data, knowledge_base, embedding_batch_size=4)
real = load_encoder(settings.embedding_model, batch_size=4, threads=1)

class SlowEncoder:
    name, dimension = real.name, real.dimension
    def encode(self, texts):
        time.sleep(0.05)
        return real.encode(texts)

build_knowledge_base(settings, SlowEncoder(), default_ontology())
"""
REACHED = {"embedding": "*.partial", "writing": "*.partial/tables/links.lance/_versions"}


@pytest.fixture
def served(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> BuildReport:
    """A first build of the document example."""
    return build_knowledge_base(own_settings, encoder, ontology)


def partials(settings: Settings) -> list[Path]:
    return list((settings.knowledge_base_folder / "versions").glob("*.partial"))


@contextmanager
def slow_build(settings: Settings, stops_at: str) -> Iterator[subprocess.Popen[bytes]]:
    """A build in another process, in the middle of its work; killed at the end at the latest."""
    folders = (str(settings.data_folder), str(settings.knowledge_base_folder))
    versions = settings.knowledge_base_folder / "versions"
    process = subprocess.Popen([sys.executable, "-c", SLOW_BUILD, *folders, stops_at], cwd=ROOT)
    try:
        deadline = time.monotonic() + 45
        while not list(versions.glob(REACHED[stops_at])):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.wait()


def killed(settings: Settings, stops_at: str) -> Path:
    """Kill a build in the middle; returns what it left behind."""
    with slow_build(settings, stops_at) as process:
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    (leftover,) = partials(settings)
    return leftover


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("stops_at", ["embedding", "writing"])
def test_the_old_version_serves_after_a_kill_and_the_next_build_sweeps(
    served: BuildReport, own_settings: Settings, encoder: Encoder, ontology: Ontology, stops_at: str
) -> None:
    leftover = killed(own_settings, stops_at)
    old = open_knowledge_base(own_settings.knowledge_base_folder, embedding_model=encoder.name)
    assert old.folder == served.version
    assert old.entity("公司A").name_en == "Company A"
    report = build_knowledge_base(own_settings, encoder, ontology)
    assert not leftover.exists()
    assert partials(own_settings) == []
    assert current_version(own_settings.knowledge_base_folder) == report.version


def test_a_build_in_another_process_keeps_this_one_out_until_it_is_dead(
    served: BuildReport, own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    with slow_build(own_settings, "embedding"):
        with pytest.raises(BuildRunningError):
            build_knowledge_base(own_settings, encoder, ontology)
        assert len(partials(own_settings)) == 1
        assert current_version(own_settings.knowledge_base_folder) == served.version
    build_knowledge_base(own_settings, encoder, ontology)


def test_a_first_build_that_is_killed_leaves_no_knowledge_base(
    own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    killed(own_settings, "embedding")
    assert not (own_settings.knowledge_base_folder / "CURRENT").exists()
    report = build_knowledge_base(own_settings, encoder, ontology)
    assert current_version(own_settings.knowledge_base_folder) == report.version


class CountingEncoder:
    """A real encoder that counts the texts it was given."""

    def __init__(self, encoder: Encoder) -> None:
        self.name, self.dimension = encoder.name, encoder.dimension
        self._encoder = encoder
        self.texts = 0

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        return self._encoder.encode(list(texts))


@pytest.mark.thorough
def test_embedding_that_is_killed_at_sixty_percent_goes_on_from_there(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    names = [f"Number {number} Works" for number in range(160)]
    described = [
        company(f"c{place}", name, name, description_en=f"{name} makes it.") for place, name in enumerate(names)
    ]
    data = write_data(tmp_path / "data", companies=described)
    whole = CountingEncoder(encoder)
    expected = build_knowledge_base(settings_for(data, tmp_path / "whole"), whole, ontology)
    process = subprocess.Popen([sys.executable, "-c", EMBEDDING_BUILD, str(data), str(tmp_path / "kb")], cwd=ROOT)
    entry, deadline = 16 + 4 * encoder.dimension + 8, time.monotonic() + 60

    def written() -> int:
        return sum(log.stat().st_size for log in (tmp_path / "kb").glob("*.embedding.log")) // entry

    try:
        while written() < 0.6 * whole.texts:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    kept, rest = written(), CountingEncoder(encoder)
    report = build_knowledge_base(settings_for(data, tmp_path / "kb"), rest, ontology)
    assert 0.6 * whole.texts <= kept < whole.texts
    assert rest.texts == whole.texts - kept
    assert report.manifest.counts == expected.manifest.counts
    again = open_knowledge_base(tmp_path / "kb", embedding_model=encoder.name)
    vectors = again.entity_vectors.centred_similarities
    assert np.isfinite(vectors(again.company_nodes, encoder.encode(["Number 7 Works"])[0])).all()
