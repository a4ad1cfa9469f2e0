"""What adaptive fusion looks at in a few questions on the bundled sample, recorded beside the weights that ship.

    python -m tests.research.learnt_features

The weights fit the features and scores that they were learnt from. A question that reads otherwise since, or an arm
that scores otherwise, makes them wrong without an error; a test compares the features with those on record.
"""

from __future__ import annotations

import json
import tempfile
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.ingestion.building.build import build_knowledge_base
from core.ontology import default_ontology
from core.retrieval.adaptive import FILE_NAME
from core.retrieval.base import Base
from core.storage.embeddings import load_encoder
from core.storage.knowledge_base import open_knowledge_base
from tests.support import ROOT, settings_for

RECORD = Path(__file__).with_name("learnt_features.json")
QUESTIONS = (
    ("catl", "与宁德时代同行业的竞争公司有哪些？"),
    ("", "动力电池概念相关的上市公司有哪些？"),
    ("", "数据中心散热概念相关的上市公司有哪些？"),
    ("catl", "寧德時代在「電動汽車」環節的同業有哪些？"),
    ("catl", "宁德时代在“电动汽车”环节的同业有哪些？"),
    ("byd", "与比亚迪同行业的公司有哪些？"),
    ("byd", "哪些公司的产品与比亚迪的类似？"),
    ("byd", "比亚迪的供应商有哪些？"),
    ("byd", "哪些公司与比亚迪有关？"),
    ("byd", ""),
    ("", "软银收购了哪些公司？"),
    ("softbank", "Which companies are subsidiaries of SoftBank?"),
    ("tesla", "Companies similar to Tesla, Inc."),
    ("tesla", "Companies in China similar to Tesla"),
    ("tesla", "Who are the competitors of Tesla?"),
    ("tesla", "Who is a shareholder of Tesla?"),
    ("tesla", "Which companies are related to Tesla?"),
    ("tesla", ""),
    ("", "Who acquired Arm?"),
    ("", "Which companies were founded by the founder of Tesla in the state that borders Nevada?"),
)
"""Company and question: one of each wording that the weights were learnt from, about companies of the sample."""


class RecordedQuestion(BaseModel):
    """A question with what is not 0 of its features, for companies and for passages."""

    model_config = ConfigDict(frozen=True)

    company: str
    query: str
    companies: dict[str, float]
    passages: dict[str, float]


class Record(BaseModel):
    """``weights``: the digest of the weights that were learnt with these features."""

    model_config = ConfigDict(frozen=True)

    weights: str
    questions: tuple[RecordedQuestion, ...]


def features_now(pipeline: DiscoveryPipeline) -> tuple[RecordedQuestion, ...]:
    """The features of ``QUESTIONS`` over the bundled sample, which ``pipeline`` searches."""
    return tuple(_features(pipeline, company, query) for company, query in QUESTIONS)


def _features(pipeline: DiscoveryPipeline, company: str, query: str) -> RecordedQuestion:
    found = pipeline.retrieve(DiscoveryRequest(company=company, query=query)).found
    companies, passages = (
        {name: round(value, 3) for name, value in sorted(features.items()) if round(value, 3)}
        for features in (found.candidates.features, found.passage_scores.features)
    )
    return RecordedQuestion(company=company, query=query, companies=companies, passages=passages)


def digest_of_weights() -> str:
    """The digest of the file of weights that ships."""
    return blake2b(files("core.retrieval").joinpath(FILE_NAME).read_bytes(), digest_size=8).hexdigest()


def recorded() -> Record:
    """What is on record."""
    return Record.model_validate_json(RECORD.read_text(encoding="utf-8"))


def main() -> None:
    """Build the sample, and record."""
    with tempfile.TemporaryDirectory() as folder:
        settings, ontology = settings_for(ROOT / "data", Path(folder) / "knowledge_base"), default_ontology()
        encoder = load_encoder(settings.embedding_model)
        build_knowledge_base(settings, encoder, ontology)
        knowledge_base = open_knowledge_base(settings.knowledge_base_folder, embedding_model=encoder.name)
        found = features_now(DiscoveryPipeline(Base.over(knowledge_base, ontology, settings), encoder=lambda: encoder))
    lines = ",\n".join(json.dumps(each.model_dump(), ensure_ascii=False) for each in found)
    head = json.dumps(digest_of_weights())
    RECORD.write_text(f'{{"weights": {head}, "questions": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
