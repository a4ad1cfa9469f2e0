from __future__ import annotations

import re

import pytest

from app.discover.report.content import report_of
from app.discover.results.cards_component import COLOURS
from app.discover.results.model import in_groups, result_cards
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
        (
            "en",
            [
                ("competes with", "60%"),
                ("named together in texts", "40%"),
                ("restart (starting points of the question)", "< 1%"),
            ],
        ),
        ("zh", [("竞争", "60%"), ("在文本中一起出现", "40%"), ("重启（问题的起点）", "< 1%")]),
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
    ("question", "main"),
    [
        ("公司A的竞争对手有哪些", ["公司B"]),
        ("公司A的子公司有哪些", []),
        ("公司A在德国的竞争对手有哪些", []),
        ("公司A有亲和力的竞争对手", None),
        ("公司A", None),
    ],
)
def test_who_answers_is_listed_and_the_others_stand_apart(
    document_pipeline: DiscoveryPipeline, question: str, main: list[str] | None
) -> None:
    discovery = document_pipeline.discover(DiscoveryRequest(query=question, language="zh"))
    listed, apart = in_groups(discovery)
    if main is None:  # nothing is claimed, so nothing stands apart
        assert (listed.related_companies, apart.related_companies) == (discovery.related_companies, ())
        assert not any(each.answers_question for each in listed.related_companies)
        return
    assert [each.company_id for each in listed.related_companies] == main == list(discovery.answer.company_ids)
    assert apart.related_companies
    assert not any(each.answers_question for each in apart.related_companies)
    assert (*listed.related_companies, *apart.related_companies) == discovery.related_companies


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


@pytest.mark.parametrize(
    ("question", "language", "role"),
    [
        ("Which companies invested in AI?", "en", "shareholder"),
        ("哪些日本公司被收购了", "zh", None),
        ("Which companies supply chip makers?", "en", None),
        ("Which Japanese companies were acquired?", "en", None),
    ],
)
def test_who_answers_a_question_about_a_class_shows_by_which_relation(
    sample_pipeline: DiscoveryPipeline, question: str, language: Language, role: str | None
) -> None:
    base = sample_pipeline.base
    discovery = sample_pipeline.discover(DiscoveryRequest(query=question, language=language))
    assert not discovery.query_companies
    listed, apart = in_groups(discovery)
    shown, others = (
        result_cards(each, base.knowledge_base, base.ontology, language, before={}, mode=FusionMode.ADAPTIVE)["cards"]
        for each in (listed, apart)
    )
    rows = report_of(discovery, base.ontology, language, heading="", question=question, about=()).rows
    for card, company, row in zip(shown, listed.related_companies, rows, strict=False):
        assert card["reason"] == row.reason == company.judgement.reason != ""
        assert row.relation == card["tags"]["relation"] != ""
        assert role is None or role in row.relation.lower()
    assert shown
    assert not any(card["reason"] or card["tags"] for card in others)  # a topic they share says nothing of a relation


def test_who_answers_by_a_column_alone_shows_no_relation(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base
    discovery = sample_pipeline.discover(DiscoveryRequest(query="Japanese banks", language="en"))
    listed, _ = in_groups(discovery)
    cards = result_cards(listed, base.knowledge_base, base.ontology, "en", before={}, mode=FusionMode.ADAPTIVE)["cards"]
    assert cards
    assert not any(card["tags"] or card["reason"] for card in cards)
