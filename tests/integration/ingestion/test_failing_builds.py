"""A build that fails leaves the old version serving."""

from __future__ import annotations

import errno
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import lancedb
import pyarrow as pa
import pytest

from core.errors import DataUnreadableError
from core.ingestion.building import build as build_module
from core.ingestion.building.build import BuildFailedError, BuildReport, build_knowledge_base
from core.ontology import Ontology
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.publishing import BuildRunningError, building
from tests.build_parts import opened, versions
from tests.doubles import FailingEncoder
from tests.support import (
    ROOT,
    document_example,
    settings_for,
    without_checksums,
)

DISK_FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def served(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> BuildReport:
    """A first build of the document example."""
    return build_knowledge_base(own_settings, encoder, ontology)


def test_a_second_build_is_refused_while_one_runs(
    served: BuildReport, own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    with building(own_settings.knowledge_base_folder) as partial:
        with pytest.raises(BuildRunningError):
            build_knowledge_base(own_settings, encoder, ontology)
        assert partial.is_dir()
    assert opened(own_settings).folder == served.version


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (DISK_FULL, "No space left on device"),
        (RuntimeError("lance error: disk full\nat some/rust/file.rs"), "lance error: disk full"),
        (pa.ArrowMemoryError("out of memory"), "out of memory"),
        (OSError(), "OSError()"),
    ],
)
@pytest.mark.parametrize("batches", [0, 2])
def test_a_build_that_fails_while_embedding_leaves_the_old_version_serving(
    served: BuildReport,
    own_settings: Settings,
    encoder: Encoder,
    ontology: Ontology,
    error: Exception,
    detail: str,
    batches: int,
) -> None:
    shutil.rmtree(served.version / "text_keys")  # or no text is embedded again
    without_checksums(served.version)
    with pytest.raises(BuildFailedError) as caught:
        build_knowledge_base(own_settings, FailingEncoder(encoder, error, batches), ontology)
    assert detail in str(caught.value.parameters["detail"])
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is error
    assert opened(own_settings).folder == served.version
    assert versions(own_settings) == [served.version.name]


def test_a_full_disk_while_writing_tables_leaves_the_old_version_serving(
    served: BuildReport, own_settings: Settings, encoder: Encoder, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: str) -> None:
        raise DISK_FULL

    with monkeypatch.context() as broken:
        broken.setattr(lancedb, "connect", full)
        with pytest.raises(BuildFailedError, match="No space left"):
            build_knowledge_base(own_settings, encoder, ontology)
    assert opened(own_settings).folder == served.version
    assert versions(own_settings) == [served.version.name]


def test_a_full_disk_while_writing_the_graph_leaves_the_old_version_serving(
    served: BuildReport, own_settings: Settings, encoder: Encoder, ontology: Ontology, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise DISK_FULL

    with monkeypatch.context() as broken:
        broken.setattr(build_module, "save_graph", full)
        with pytest.raises(BuildFailedError, match="No space left"):
            build_knowledge_base(own_settings, encoder, ontology)
    assert opened(own_settings).folder == served.version
    assert versions(own_settings) == [served.version.name]


LIMITED_BUILD = """
import resource, sys
from pathlib import Path
import numpy as np
import lancedb
from core.ingestion.building.build import BuildFailedError, build_knowledge_base
from core.ontology import default_ontology
from tests.support import settings_for

class MadeUpEncoder:
    name, dimension = "use-multilingual", 512
    def encode(self, texts):
        return np.random.default_rng(0).normal(size=(len(texts), 512)).astype(np.float32)

settings = settings_for(Path(sys.argv[1]), Path(sys.argv[2]))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    build_knowledge_base(settings, MadeUpEncoder(), default_ontology())
except BuildFailedError as error:
    print("refused:", error)
    sys.exit(3)
"""


@pytest.mark.matrix(every=2)
@pytest.mark.parametrize("bytes_per_file", [200, 4000])
def test_a_file_system_that_takes_no_more_leaves_the_old_version_serving(
    served: BuildReport, own_settings: Settings, bytes_per_file: int
) -> None:
    folders = (str(own_settings.data_folder), str(own_settings.knowledge_base_folder))
    limited = subprocess.run(
        [sys.executable, "-c", LIMITED_BUILD, *folders, str(bytes_per_file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert limited.returncode == 3, limited.stderr
    assert re.search("refused: The build failed .*too large", limited.stdout)
    assert opened(own_settings).folder == served.version
    assert versions(own_settings) == [served.version.name]


def test_a_folder_that_cannot_be_written_is_a_failed_build(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    (tmp_path / "file").write_text("not a folder")
    settings = settings_for(document_example(tmp_path / "data"), tmp_path / "file" / "knowledge_base")
    with pytest.raises(BuildFailedError, match="Not a directory"):
        build_knowledge_base(settings, encoder, ontology)


def test_unreadable_data_leaves_the_old_version_serving(
    served: BuildReport, own_settings: Settings, encoder: Encoder, ontology: Ontology
) -> None:
    (own_settings.data_folder / "concepts.csv").unlink()
    with pytest.raises(DataUnreadableError, match=r"concepts\.csv"):
        build_knowledge_base(own_settings, encoder, ontology)
    assert opened(own_settings).folder == served.version


def test_an_offset_beyond_64_bits_stops_no_build(own_settings: Settings, encoder: Encoder, ontology: Ontology) -> None:
    (own_settings.data_folder / "passages.csv").write_text(
        f"id,language,text,start\np,en,Hello,{10**30}\nq,en,Hello,5\n", encoding="utf-8"
    )
    report = build_knowledge_base(own_settings, encoder, ontology)
    assert [problem.field for problem in report.problems] == ["start"]


@pytest.mark.parametrize("error", [ValueError("bad vectors"), MemoryError()])
def test_every_fault_of_a_build_is_a_failed_build(
    own_settings: Settings, encoder: Encoder, ontology: Ontology, error: Exception
) -> None:
    with pytest.raises(BuildFailedError):
        build_knowledge_base(own_settings, FailingEncoder(encoder, error), ontology)
