from __future__ import annotations

import re

import pytest

from app.discover.results.cards_component import COLOURS
from app.discover.results.model import result_cards
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.arms import ARMS
from core.domain.requests import DiscoveryRequest, FusionMode
from core.domain.results import RESTART, RelationShare, Source, SourceKind
from core.messages import Language

SHARES = (
    RelationShare(type="competitor", share=0.6),
    RelationShare(type="PRIMARY", share=0.2),
    RelationShare(type="PERIPHERAL", share=0.1955),
    RelationShare(type=RESTART, share=0.0045),
)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", [("competes with", "60%"), ("named in texts", "40%"), ("starting point of the question", "< 1%")]),
        ("zh", [("竞争", "60%"), ("在文本中一起出现", "40%"), ("问题本身的起点", "< 1%")]),
    ],
)
def test_the_graph_score_is_shared_out_in_words(
    document_pipeline: DiscoveryPipeline, language: Language, lines: list[tuple[str, str]]
) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(company="公司A", language=language))
    first = discovery.related_companies[0].model_copy(update={"graph_shares": SHARES})
    shown = result_cards(
        discovery.model_copy(update={"related_companies": (first,)}),
        document_pipeline.base.knowledge_base,
        document_pipeline.base.ontology,
        language,
        before={},
        mode=FusionMode.WEIGHTED,
    )
    assert [(share["label"], share["percent"]) for share in shown["cards"][0]["shares"]] == lines
    assert shown["words"]["shares"]


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        (
            "公司A的竞争对手有哪些",
            ["有记录的公司A的竞争对手：1 家。", "其他相关公司（不是问题的答案）"],
        ),
        ("公司A的子公司有哪些", ["其他相关公司（不是问题的答案）"]),
        ("公司A在德国的竞争对手有哪些", []),
        ("公司A", []),
    ],
)
def test_companies_that_answer_stand_under_a_heading_of_their_own(
    document_pipeline: DiscoveryPipeline, question: str, groups: list[str]
) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(query=question, language="zh"))
    shown = result_cards(
        discovery,
        document_pipeline.base.knowledge_base,
        document_pipeline.base.ontology,
        "zh",
        before={},
        mode=FusionMode.WEIGHTED,
    )
    assert [card["group"] for card in shown["cards"] if card["group"]] == groups
    answering = [card["id"] for card in shown["cards"] if card["id"] in discovery.answer.company_ids]
    assert [card["id"] for card in shown["cards"][: len(answering)]] == answering


@pytest.mark.parametrize(
    ("language", "place"), [("en", "characters 120–560 of report.md"), ("zh", "文档 report.md 第 120–560 字符")]
)
@pytest.mark.parametrize("cut_out", [True, False])
def test_a_citation_says_where_in_its_document_it_stands(
    document_pipeline: DiscoveryPipeline, language: Language, place: str, *, cut_out: bool
) -> None:
    source = Source(
        id="p",
        kind=SourceKind.PASSAGE,
        type="graph",
        text="x",
        score=0.5,
        document_id="report.md",
        start=120 if cut_out else 0,
        end=560 if cut_out else 0,
    )
    discovery = document_pipeline.discover(DiscoveryRequest(company="公司A", language=language))
    first = discovery.related_companies[0].model_copy(update={"sources": (source,)})
    shown = result_cards(
        discovery.model_copy(update={"related_companies": (first,)}),
        document_pipeline.base.knowledge_base,
        document_pipeline.base.ontology,
        language,
        before={},
        mode=FusionMode.WEIGHTED,
    )
    assert (place in shown["cards"][0]["sources"][0]["detail"]) is cut_out


def test_every_arm_has_a_colour_of_its_own() -> None:
    """In the bar of a card and beside its row in the table of scores."""
    colours = {arm: re.findall(rf"^\.{arm} {{ background: (#[0-9a-f]{{6}}); }}$", COLOURS, re.M) for arm in ARMS}
    assert {arm: len(found) for arm, found in colours.items()} == dict.fromkeys(ARMS, 1)
    assert len({found[0] for found in colours.values()}) == len(ARMS)
