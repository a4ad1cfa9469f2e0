"""Of nobody in particular, of both kinds, of none of a group, and whether a deal is done."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ontology import Ontology
from core.questions.reading.parser import Parser
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import imported, opened
from tests.plan_notation import by_question, written

PLANS = {
    "shareholder_of<(*)[industry in banking]": (
        "Which banks are shareholders of other companies?",
        "Which banks are shareholders?",
        "banks that own shares in other companies",
        "Which banks hold stakes in other companies?",
        "Which banks hold shares in anyone?",
        "哪些银行是其他公司的股东",
        "哪些银行持有其他公司的股份",
        "哪些银行是股东",
    ),
    "supplies<(*)[industry in insurance]": (
        "Which insurers are suppliers of other companies?",
        "Which insurers supply other companies?",
        "哪些保险公司给其他公司供货",
    ),
    "*[industry in insurance][industry in banking]": (
        "companies in both insurance and banking",
        "Which companies are in both insurance and banking?",
        "companies that are in insurance as well as banking",
        "Which companies are active in both insurance and banking?",
    ),
    "(*[industry in smartphones] | produces<(product-smartphone))[industry in electric-vehicles]": (
        "Which companies make both smartphones and electric vehicles?",
        "Who makes smartphones as well as electric vehicles?",
        "同时做手机和电动汽车的公司",
    ),
    "*[industry in luxury] - subsidiary_of<(lvmh)": ("不属于LVMH的奢侈品公司", "不属于LVMH的奢侈品公司有哪些？"),
    "*[industry in automobiles electric-vehicles][country in DE] - subsidiary_of<(volkswagen)": (
        "不属于大众的德国车企",
        "German carmakers not owned by Volkswagen",
    ),
    "supplies>(aws)[industry in banking digital-payments insurance quantitative-investment]": (
        "AWS customers in finance",
        "AWS customers in the financial sector",
        "AWS的客户里有哪些金融机构",
    ),
    "supplies<(*[industry in fabless-chips])[industry in cloud-computing]": ("芯片设计公司的供应商中哪些是云服务商",),
    "shareholder_of<(rivian)": ("Who finances Rivian?",),
    "supplies>(*[industry in automobiles electric-vehicles])[industry in automobiles electric-vehicles]": (
        "Which carmakers are customers of other carmakers?",
    ),
}


def _of_deals(deals: str, question: str, settings: Settings, ontology: Ontology, encoder: Encoder) -> QuestionAnswer:
    """The answer after a list of deals was imported."""
    imported(settings, ontology, (("deals.csv", deals.encode()),))
    pipeline = DiscoveryPipeline(Base.over(opened(settings), ontology, settings), encoder=lambda: encoder)
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


@pytest.mark.parametrize(("question", "plan"), by_question(PLANS))
def test_they_are_read_so(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "kind", "value", "ids"),
    [
        ("Is the acquisition of GitHub completed?", "companies", None, ("microsoft",)),
        ("Was the takeover of Arm done?", "companies", None, ("softbank",)),
        ("对GitHub的收购完成了吗", "companies", None, ("microsoft",)),
        ("Is Microsoft's acquisition of GitHub completed?", "yes_no", True, ("microsoft",)),
        ("Is the acquisition of VMware by Broadcom completed?", "yes_no", True, ("broadcom",)),
        ("微软对GitHub的收购完成了吗？", "yes_no", True, ("microsoft",)),
        ("Is Nvidia's acquisition of Arm closed?", "yes_no", False, ()),
    ],
)
def test_whether_a_deal_is_done_is_who_acquired_whom(
    sample_pipeline: DiscoveryPipeline, question: str, kind: str, value: bool | None, ids: tuple[str, ...]
) -> None:
    found: QuestionAnswer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert (found.kind, found.value, found.company_ids) == (kind, value, ids)


def test_whose_deals_they_are_is_not_guessed(sample_pipeline: DiscoveryPipeline) -> None:
    """微软的收购 may be those by Microsoft or of it."""
    assert sample_pipeline.discover(DiscoveryRequest(query="微软的收购完成了吗")).answer.outcome == "partly_understood"


@pytest.mark.parametrize(
    "question",
    ["Is the acquisition of Halden Chemicals completed?", "Is Corvex's acquisition of Halden Chemicals done?"],
)
def test_a_planned_deal_is_not_completed(
    own_base: Settings, ontology: Ontology, encoder: Encoder, question: str
) -> None:
    """Nor is what the company itself acquired."""
    deals = (
        "Acquirer,Target,Announced,Completed,Status\n"
        "Corvex Ltd,Halden Chemicals AB,2025-02-01,,Pending\n"
        "Halden Chemicals AB,Nordpigment AS,2023-02-01,2023-06-01,Completed\n"
    )
    answer = _of_deals(deals, question, own_base, ontology, encoder)
    assert answer.company_ids == () and "Planned" in answer.sentences[1].text
    assert all("Nordpigment" not in each.text for each in answer.sentences)


@pytest.mark.parametrize(
    "question", ["Who acquired Andes Copper Rail?", "Is the acquisition of Andes Copper Rail completed?"]
)
def test_a_deal_that_was_called_off_is_told_and_not_counted(
    own_base: Settings, ontology: Ontology, encoder: Encoder, question: str
) -> None:
    deals = (
        "Announced Date,Closed Date,Target,Acquirer,Deal Status\n"
        "2024-03-01,,Andes Copper Rail SA,Corvex Ltd,Withdrawn\n"
        "2024-04-01,2024-06-01,Halden Chemicals AB,Corvex Ltd,Completed\n"
    )
    answer = _of_deals(deals, question, own_base, ontology, encoder)
    assert answer.company_ids == ()
    assert answer.sentences[1].text == "Recorded as called off or denied, not counted: Corvex Ltd [1]."


@pytest.mark.parametrize(
    "question", ["What did Corvex pay for Halden Chemicals?", "Corvex收购Halden Chemicals的金额是多少？"]
)
@pytest.mark.parametrize("status", ["Pending", "Terminated"])
def test_the_amount_of_a_deal_that_is_not_done_is_told_as_such(
    own_base: Settings, ontology: Ontology, encoder: Encoder, question: str, status: str
) -> None:
    deals = (
        "Announced,Closed,Acquirer,Target,Deal value (USD m),Status\n"
        f"2025-02-01,,Corvex Ltd,Halden Chemicals AB,210,{status}\n"
        "2023-02-01,2023-06-01,Nordpigment AS,Brenta SpA,64,Completed\n"
    )
    answer = _of_deals(deals, question, own_base, ontology, encoder)
    assert answer.value is None
    assert "210" in answer.sentences[0].text or "2.1亿" in answer.sentences[0].text


def test_behind_a_word_that_is_not_known_both_kinds_are_not_joined(parser: Parser) -> None:
    found = parser.parse("Which firms straddle both insurance and banking?")
    assert found.not_understood == ("straddle both insurance and banking",)
