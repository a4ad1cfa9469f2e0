"""What is made of a base for questions is let go of with it: an import opens another one."""

from __future__ import annotations

import gc
import weakref

import pytest

from core.discovery.chain import ask
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.ontology import default_ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from core.storage.knowledge_base import open_knowledge_base


@pytest.mark.parametrize(
    "question",
    [
        "Japanese companies that supply Apple",  # the parser, columns, countries
        "path between CATL and SoftBank",  # the paths of more than three relations
        "oldest carmaker",
        "When was NVIDIA founded?",
    ],
)
def test_a_base_is_let_go_of_after_a_question(
    sample_pipeline: DiscoveryPipeline, sample_settings: Settings, encoder: Encoder, question: str
) -> None:
    assert sample_pipeline.base.knowledge_base.has_relations("catl")  # is built
    folder = sample_settings.knowledge_base_folder
    base = Base.over(open_knowledge_base(folder, embedding_model=encoder.name), default_ontology(), sample_settings)
    gone = weakref.ref(base.knowledge_base)
    found = ask(DiscoveryPipeline(base, encoder=lambda: encoder), DiscoveryRequest(query=question))
    assert found.answer.outcome in ("answered", "empty")
    del base, found
    gc.collect()
    assert gone() is None
