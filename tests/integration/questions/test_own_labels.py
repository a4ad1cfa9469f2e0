"""Relation types of one's own with nothing but a label: asked for in both directions and languages, and read well."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.ingestion.building.build import build_knowledge_base
from core.messages import Language
from core.ontology import default_ontology
from core.ontology.own_types import extended
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.support import company, relation, settings_for, write_data

LABELS = (
    ("审计", "audits"),
    ("赞助", "sponsors"),
    ("背书", "endorses"),
    ("对接", "integrates with"),
    ("被担保于", "is insured by"),
)
BASES = {"audits": "audit", "sponsors": "sponsor", "endorses": "endorse", "integrates with": "integrate with"}


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> DiscoveryPipeline:
    folder: Path = tmp_path_factory.mktemp("own_labels")
    types = {f"own_{number}": {"label": {"zh": zh, "en": en}} for number, (zh, en) in enumerate(LABELS)}
    ontology = extended(default_ontology(), yaml.safe_dump({"relation_types": types}, allow_unicode=True))
    write_data(
        folder / "data",
        companies=[
            company("zorb", "佐布拉特", "Zorblatt", description_en="Makes batteries."),
            company("quell", "奎尔维克", "Quellwerk", description_en="Makes cars."),
            company("fourmont", "福蒙特", "Fourmont", description_en="Makes steel."),
        ],
        relations=[relation("zorb", kind, "quell") for kind in types],
    )
    settings = settings_for(folder / "data", folder / "base")
    build_knowledge_base(settings, encoder, ontology)
    opened = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
    return DiscoveryPipeline(Base.over(opened, ontology, settings), encoder=lambda: encoder)


def asked(pair: tuple[str, str]) -> list[tuple[Language, str, str]]:
    """Questions for the target (forward) and for the source (backward) of a relation with these labels."""
    zh, en = pair
    base = BASES.get(en)
    forward = [f"Which companies does Zorblatt {base}?", f"Who does Zorblatt {base}?"] if base else []
    backward = [f"Who {en} Quellwerk?", f"Which companies {base or en.replace('is ', 'are ')} Quellwerk?"]
    if not base:
        forward = [f"Who {en.replace('is ', 'is Zorblatt ')}?"]
    return [
        *(("en", question, "quell") for question in forward),
        *(("en", question, "zorb") for question in backward),
        ("zh", f"佐布拉特{zh}哪些公司？", "quell"),
        ("zh", f"哪些公司{zh}奎尔维克？", "zorb"),
        ("zh", f"谁{zh}奎尔维克？", "zorb"),
    ]


@pytest.mark.parametrize(("language", "question", "member"), [each for pair in LABELS for each in asked(pair)], ids=str)
def test_either_end_is_asked_for_by_the_label(
    pipeline: DiscoveryPipeline, language: Language, question: str, member: str
) -> None:
    answer = pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, answer.company_ids) == ("answered", (member,))
    assert not any("←" in sentence.text for sentence in answer.sentences)


def test_a_sentence_shows_where_the_other_company_stands(pipeline: DiscoveryPipeline) -> None:
    def said(question: str, language: Language) -> str:
        return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer.sentences[0].text

    assert "counterpart (“audits …”) of Zorblatt" in said("Who does Zorblatt audit?", "en")
    assert "counterpart (“… audits”) of Quellwerk" in said("Who audits Quellwerk?", "en")
    assert "佐布拉特的“审计”的对象" in said("佐布拉特审计哪些公司？", "zh")
    assert "奎尔维克的“审计”的一方" in said("谁审计奎尔维克？", "zh")
