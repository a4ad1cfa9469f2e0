"""Fixtures. Real parts throughout: the packaged embedding model, a LanceDB folder, igraph. What is expensive is
built once per test run (``document_knowledge_base``: five companies; ``sample_pipeline``: the bundled sample) and
never modified; a test that modifies builds its own from ``tests/support.py``.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys

gc.set_threshold(100_000, 20, 50)  # looking for reference cycles took a fifth of the time of all tests
os.environ.setdefault("OMP_NUM_THREADS", "1")
for name in [
    name
    for name in os.environ
    if name.startswith("GUANXI_")
    and name
    not in {
        "GUANXI_BENCHMARKS",
        "GUANXI_BROWSER_REQUIRED",
        "GUANXI_CONTRACT_EXAMPLES",
        "GUANXI_DATASETS",
        "GUANXI_LOAD_SECONDS",
        "GUANXI_TEST_MODELS_FOLDER",
        "GUANXI_TEST_LLM_QUESTIONS",
    }
]:
    del os.environ[name]  # a developer's own settings must not change what is tested

from collections import Counter  # noqa: E402
from pathlib import Path  # noqa: E402

import hypothesis  # noqa: E402
import pytest  # noqa: E402

from core.discovery.pipeline import DiscoveryPipeline  # noqa: E402
from core.ingestion.building.build import build_knowledge_base  # noqa: E402
from core.ontology import Ontology, default_ontology  # noqa: E402
from core.retrieval.base import Base  # noqa: E402
from core.settings import Settings  # noqa: E402
from core.storage.embeddings import Encoder, load_encoder  # noqa: E402
from core.storage.knowledge_base import KnowledgeBase, open_knowledge_base  # noqa: E402
from tests.built_sample import built_sample  # noqa: E402
from tests.support import ROOT, document_example, settings_for  # noqa: E402

hypothesis.settings.register_profile("untimed", deadline=None)  # machines are shared; the first example may build
hypothesis.settings.register_profile("quick", deadline=None, max_examples=25)


def pytest_configure(config: pytest.Config) -> None:
    """``make check`` tries 100 examples of every property, ``make test`` 25."""
    hypothesis.settings.load_profile("quick" if "not thorough" in config.getoption("markexpr") else "untimed")


@pytest.hookimpl(tryfirst=True)  # before items are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a matrix, all cases but every so-manieth are thorough; where it says no number, all but the first."""
    seen: Counter[str] = Counter()
    for item in items:
        matrix = item.get_closest_marker("matrix")
        if matrix is not None:
            of_all = item.nodeid.partition("[")[0]
            if seen[of_all] % matrix.kwargs.get("every", sys.maxsize):
                item.add_marker(pytest.mark.thorough)
            seen[of_all] += 1


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    """The default embedding model."""
    return load_encoder("use-multilingual")


@pytest.fixture(scope="session")
def ontology() -> Ontology:
    """The ontology that ships."""
    return default_ontology()


def build_and_open(settings: Settings, encoder: Encoder) -> KnowledgeBase:
    """Build from ``settings.data_folder`` and open the result."""
    build_knowledge_base(settings, encoder, default_ontology())
    return open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)


@pytest.fixture(scope="session")
def document_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over the seed documents' own example."""
    folder = tmp_path_factory.mktemp("document-example")
    return settings_for(document_example(folder / "data"), folder / "knowledge_base")


@pytest.fixture(scope="session")
def document_knowledge_base(document_settings: Settings, encoder: Encoder) -> KnowledgeBase:
    """Five companies, two relations, two passages."""
    return build_and_open(document_settings, encoder)


@pytest.fixture(scope="session")
def document_pipeline(
    document_knowledge_base: KnowledgeBase, document_settings: Settings, encoder: Encoder
) -> DiscoveryPipeline:
    """A pipeline over the seed documents' own example."""
    return DiscoveryPipeline(
        Base.over(document_knowledge_base, default_ontology(), document_settings), encoder=lambda: encoder
    )


@pytest.fixture(scope="session")
def sample_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings over the bundled sample, built into a temporary folder."""
    return settings_for(ROOT / "data", tmp_path_factory.mktemp("sample") / "knowledge_base")


@pytest.fixture(scope="session")
def sample_pipeline(sample_settings: Settings, encoder: Encoder) -> DiscoveryPipeline:
    """A pipeline over the bundled sample."""
    built_sample(sample_settings, lambda settings: build_knowledge_base(settings, encoder, default_ontology()))
    knowledge_base = open_knowledge_base(sample_settings.knowledge_base_folder, embedding_model=encoder.name)
    return DiscoveryPipeline(Base.over(knowledge_base, default_ontology(), sample_settings), encoder=lambda: encoder)


@pytest.fixture(scope="session")
def _built_example(
    tmp_path_factory: pytest.TempPathFactory, document_settings: Settings, encoder: Encoder, ontology: Ontology
) -> Path:
    """The folder of a knowledge base of the document example that nothing but its build has written into."""
    folder = tmp_path_factory.mktemp("built-example") / "knowledge_base"
    build_knowledge_base(settings_for(document_settings.data_folder, folder), encoder, ontology)
    return folder


@pytest.fixture
def own_settings(tmp_path: Path) -> Settings:
    """Settings over a fresh copy of the document example that a test may break."""
    return settings_for(document_example(tmp_path / "data"), tmp_path / "knowledge_base")


@pytest.fixture
def own_base(own_settings: Settings, _built_example: Path) -> Settings:
    """The same with its knowledge base, which a test may change: a copy takes a tenth of a build."""
    shutil.copytree(_built_example, own_settings.knowledge_base_folder)
    return own_settings
