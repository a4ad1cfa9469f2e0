"""Companies without a recorded country are neither from a country nor from elsewhere, and are named as such."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import imported, opened

SUPPLIERS = """Supplier,Supplier country,Customer
Norma Ltd,United Kingdom,Halden AG
Tidal GmbH,Germany,Halden AG
Quorby Metals,,Halden AG
"""


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("Suppliers of Halden AG outside Germany", {"Norma Ltd"}),
        ("Which non-German suppliers does Halden AG have?", {"Norma Ltd"}),
        ("German suppliers of Halden AG", {"Tidal GmbH"}),
        ("How many suppliers of Halden AG are not from the United Kingdom?", {"Tidal GmbH"}),
        ("Halden AG的德国供应商", {"Tidal GmbH"}),
        ("Halden AG的供应商里不是德国的", {"Norma Ltd"}),
    ],
)
def test_who_has_no_country_is_told_apart(
    own_base: Settings, ontology: Ontology, encoder: Encoder, question: str, ids: set[str]
) -> None:
    imported(own_base, ontology, (("suppliers.csv", SUPPLIERS.encode()),))
    pipeline = DiscoveryPipeline(Base.over(opened(own_base), ontology, own_base), encoder=lambda: encoder)
    language = "en" if question.isascii() else "zh"
    answer = pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert (answer.outcome, set(answer.company_ids)) == ("answered", ids)
    said = "no country is on record" if language == "en" else "国家/地区没有记录"
    assert [said in each.text and "Quorby Metals" in each.text for each in answer.sentences].count(True) == 1
