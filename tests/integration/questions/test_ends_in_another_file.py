"""A later file says until when a relation held that an earlier one told without an end."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import imported, opened

FIRST = "Supplier,Customer,Product,Since\nHarbin Lumen Cells,Kestrel Mobility,LFP cells,{since}\n"
QUESTIONS = ("Who supplies Kestrel Mobility?", "Harbin Lumen Cells的客户有哪些", "Kestrel Mobility的供应商")


def _answers(
    settings: Settings, ontology: Ontology, encoder: Encoder, files: tuple[str, ...], questions: tuple[str, ...]
) -> list[QuestionAnswer]:
    for number, rows in enumerate(files):
        imported(settings, ontology, ((f"{number}.csv", rows.encode()),))
    pipeline = DiscoveryPipeline(Base.over(opened(settings), ontology, settings), encoder=lambda: encoder)
    asked = [DiscoveryRequest(query=each, language="zh" if "的" in each else "en") for each in questions]
    return [pipeline.discover(each).answer for each in asked]


@pytest.mark.parametrize(
    ("since", "later"),
    [
        ("2021-03-01", "Since,Until,Remark\n{},2021-03-01,2026-06-30,ended\n"),
        ("2021-03-01", "Since,Until,Product\n{},2021-03-01,2026-06-30,LFP cells\n"),
        ("2021", "Since,Until,Reason\n{},2021,2026-06-30,contract over\n"),
        ("2021-03-01", "Until,Reason\n{},2026-06-30,contract over\n"),
    ],
)
def test_an_end_of_the_same_ends_it_whatever_else_the_later_row_says(
    own_base: Settings, ontology: Ontology, encoder: Encoder, since: str, later: str
) -> None:
    rows = f"Supplier,Customer,{later.format('Harbin Lumen Cells,Kestrel Mobility')}"
    still = ("Does Harbin Lumen Cells still supply Kestrel Mobility?",)
    *lists, no = _answers(own_base, ontology, encoder, (FIRST.format(since=since), rows), (*QUESTIONS, *still))
    for answer in lists:
        assert answer.company_ids == ()
        assert any("2026-06-30" in each.text for each in answer.sentences)
    assert no.value is False
    assert "until 2026-06-30" in no.sentences[0].text


@pytest.mark.parametrize(
    ("since", "later"),
    [
        ("2021", "Supplier,Customer,Product,Until\nHarbin Lumen Cells,Kestrel Mobility,NMC cells,2025-06-30\n"),
        (
            "2021-03-01",
            "Supplier,Customer,Product,Since,Until\nHarbin Lumen Cells,Kestrel Mobility,NMC cells,2021-03-01,"
            "2025-06-30\n",
        ),
        ("", "Supplier,Customer,Until\nHarbin Lumen Cells,Kestrel Mobility,2025-06-30\n"),
    ],
)
def test_an_end_that_may_be_of_something_else_is_told_beside_lists(
    own_base: Settings, ontology: Ontology, encoder: Encoder, since: str, later: str
) -> None:
    for answer in _answers(own_base, ontology, encoder, (FIRST.format(since=since), later), QUESTIONS):
        assert len(answer.company_ids) == 1
        told = answer.sentences[-1]
        assert "2025-06-30" in told.text
        assert told.source_ids
        assert {each.id for each in answer.sources} >= {each.split(":", 1)[-1] for each in told.source_ids}


def test_what_is_only_known_to_have_begun_is_told_since_then(
    own_base: Settings, ontology: Ontology, encoder: Encoder
) -> None:
    questions = (
        "Does Harbin Lumen Cells still supply Kestrel Mobility?",
        "Harbin Lumen Cells还是Kestrel Mobility的供应商吗",
    )
    english, chinese = _answers(own_base, ontology, encoder, (FIRST.format(since="2021-03-01"),), questions)
    assert english.value is chinese.value is None
    assert "since 2021-03-01" in english.sentences[0].text and "as of" not in english.sentences[0].text
    assert "自 2021-03-01 起" in chinese.sentences[0].text


def test_former_ones_are_also_those_whose_end_another_record_tells(
    own_base: Settings, ontology: Ontology, encoder: Encoder
) -> None:
    later = "Supplier,Customer,Until\nHarbin Lumen Cells,Kestrel Mobility,2025-06-30\n"
    questions = (
        "former suppliers of Kestrel Mobility",
        "Kestrel Mobility以前的供应商有哪些",
        "Harbin Lumen Cells的前客户有哪些",
    )
    for answer in _answers(own_base, ontology, encoder, (FIRST.format(since=""), later), questions):
        assert any("2025-06-30" in each.text for each in answer.sentences)
