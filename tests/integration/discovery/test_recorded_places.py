"""Where a company sits: by the relation that says it, else by the place of its own row."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer, SourceKind
from core.messages import Language
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.conftest import build_and_open
from tests.support import relation, settings_for, write_data

ASKED: tuple[tuple[Language, str], ...] = (
    ("en", "Where is {x} based?"),
    ("en", "headquarters of {x}"),
    ("zh", "{x}的总部在哪里？"),
    ("zh", "{x}总部在哪"),
)


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("places")
    data = write_data(
        folder / "data",
        concepts=[{"id": "hefei", "type": "place", "name_zh": "合肥", "name_en": "Hefei"}],
        relations=[relation("b", "located_in", "hefei"), relation("a", "partner", "b")],
    )
    rows = "a,甲电池,Alpha Cells,Rostock\nb,乙汽车,Beta Cars,合肥 Hefei\nd,丁矿业,Delta Mining,\n"
    (data / "companies.csv").write_text(f"id,name_zh,name_en,place\n{rows}", encoding="utf-8")
    settings = settings_for(data, folder / "kb")
    build_and_open(settings, encoder)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    return DiscoveryPipeline(Base.over(opened, default_ontology(), settings), encoder=lambda: encoder)


def answer(pipeline: DiscoveryPipeline, asked: str, language: Language, zh: str, en: str) -> QuestionAnswer:
    name = zh if language == "zh" else en
    return pipeline.discover(DiscoveryRequest(query=asked.format(x=name), language=language)).answer


@pytest.mark.parametrize(("language", "asked"), ASKED)
def test_the_row_tells_where_no_relation_does(pipeline: DiscoveryPipeline, language: Language, asked: str) -> None:
    found = answer(pipeline, asked, language, "甲电池", "Alpha Cells")
    assert (found.outcome, found.kind, found.value) == ("answered", "value", "Rostock")
    assert [(each.kind, each.id) for each in found.sources] == [(SourceKind.PROFILE, "a")]
    assert "Rostock" in found.sentences[0].text


@pytest.mark.parametrize(("language", "asked"), ASKED)
def test_a_relation_tells_it_alone(pipeline: DiscoveryPipeline, language: Language, asked: str) -> None:
    found = answer(pipeline, asked, language, "乙汽车", "Beta Cars")
    assert (found.outcome, found.value) == ("answered", "合肥" if language == "zh" else "Hefei")
    assert [each.kind for each in found.sources] == [SourceKind.RELATION]


@pytest.mark.parametrize(("language", "asked"), ASKED)
def test_what_nothing_tells_is_not_on_record(pipeline: DiscoveryPipeline, language: Language, asked: str) -> None:
    found = answer(pipeline, asked, language, "丁矿业", "Delta Mining")
    assert (found.outcome, found.value, found.sources) == ("empty", None, ())
