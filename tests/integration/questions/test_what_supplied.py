"""What one company supplies or licenses to another is told in the words of the record; what was bought or sold is told
of companies where no goods are named."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language

_ENGLISH = (
    "What does {giver} supply to {taker}?",
    "What does {giver} sell to {taker}?",
    "What has {giver} sold to {taker}?",
    "Which parts did {giver} deliver to {taker}?",
    "What does {giver} supply {taker} with?",
    "What does {taker} buy from {giver}?",
    "What products has {taker} bought from {giver}?",
    "What does {taker} use {giver} for?",
)
_CHINESE = (
    "{giver}给{taker}供应什么",
    "{giver}卖给{taker}什么",
    "{giver}向{taker}提供哪些产品？",
    "{taker}从{giver}买什么",
    "{taker}找{giver}采购了哪些零部件",
    "{taker}用{giver}的什么",
)


def _answer(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language: Language = "en" if question.isascii() else "zh"
    answer = pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert answer is not None
    return answer


def _evidence(pipeline: DiscoveryPipeline, kind: str, giver: str, taker: str, language: Language) -> str:
    base = pipeline.base.knowledge_base
    rows, _ = base.relations_of(base.node_of[giver])
    found = (base.relation(int(row)) for row in rows)
    return next(
        each.evidence(language) for each in found if (each.type, each.source, each.target) == (kind, giver, taker)
    )


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("wording", [*_ENGLISH, *_CHINESE])
@pytest.mark.parametrize(
    ("giver", "taker", "names"),
    [
        ("foxconn", "apple", {"en": ("Foxconn", "Apple"), "zh": ("鸿海精密", "苹果公司")}),
        ("byd", "xiaomi", {"en": ("BYD", "Xiaomi"), "zh": ("比亚迪", "小米")}),
    ],
)
def test_what_is_supplied_stands_in_the_record(
    sample_pipeline: DiscoveryPipeline, wording: str, giver: str, taker: str, names: dict[str, tuple[str, str]]
) -> None:
    language: Language = "en" if wording.isascii() else "zh"
    answer = _answer(sample_pipeline, wording.format(giver=names[language][0], taker=names[language][1]))
    assert (answer.outcome, answer.kind) == ("answered", "value")
    quote = _evidence(sample_pipeline, "supplies", giver, taker, language)
    assert quote in answer.sentences[0].text
    assert answer.value == quote
    assert answer.sentences[0].source_ids


@pytest.mark.parametrize(
    "question",
    [
        "What did Junshi Biosciences license to Eli Lilly?",
        "What has Eli Lilly licensed from Junshi Biosciences?",
        "君实生物把什么授权给了礼来",
        "君实生物授权给礼来哪些药",
    ],
)
def test_what_is_licensed_stands_in_the_record(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    language: Language = "en" if question.isascii() else "zh"
    assert answer.value == _evidence(sample_pipeline, "licenses_to", "junshi", "eli-lilly", language)


@pytest.mark.parametrize("question", ["What did BeiGene license to Novartis?", "百济神州授权给诺华什么"])
def test_what_has_ended_is_told_as_ended(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert "2023" in answer.sentences[0].text
    assert ("Not any more" if question.isascii() else "已经不是") in answer.sentences[0].text
    assert "tislelizumab" in answer.sentences[1].text or "替雷利珠单抗" in answer.sentences[1].text


@pytest.mark.parametrize("question", ["What does ASML supply to Xiaomi?", "阿斯麦给小米供应什么"])
def test_nothing_on_record_is_said_to_be_so(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("empty", None)
    assert not answer.sources


@pytest.mark.parametrize(
    "question", ["What batteries does CATL supply to Tesla in Berlin?", "宁德时代给特斯拉在柏林供应什么"]
)
def test_further_words_are_not_dropped(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert answer.kind != "value"


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("company", [("Xiaomi", "小米"), ("Microsoft", "微软"), ("Foxconn", "鸿海精密")])
@pytest.mark.parametrize(
    ("wording", "kind"),
    [
        ("What has {} bought", "acquired"),
        ("What did {} buy?", "acquired"),
        ("Which companies has {} bought?", "acquired"),
        ("companies that {} has bought", "acquired"),
        ("{}买过哪些公司", "acquired"),
        ("{}买了谁", "acquired"),
        ("{}买过的公司", "acquired"),
        ("What has {} sold?", "divested"),
        ("Which businesses has {} sold?", "divested"),
        ("Who has {} sold?", "divested"),
        ("{}卖掉了哪些公司", "divested"),
        ("{}卖过谁", "divested"),
    ],
)
def test_companies_are_bought_and_sold(
    sample_pipeline: DiscoveryPipeline, company: tuple[str, str], wording: str, kind: str
) -> None:
    asked = wording.format(company[0 if wording.isascii() else 1])
    plan = _answer(sample_pipeline, asked).plan
    assert plan is not None
    assert f'"type":"{kind}","end":"forward"' in plan.model_dump_json(), asked


@pytest.mark.parametrize("question", ["What have Microsoft and Google bought", "微软和谷歌都买过哪些公司"])
def test_no_supplier_is_told_as_bought_by_both(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert answer.outcome == "empty"
    assert not answer.company_ids


@pytest.mark.parametrize(
    "question",
    ["What does Xiaomi buy?", "Who has BYD sold batteries to?", "What chips has Tesla bought?", "小米买了谁的芯片"],
)
def test_goods_stay_goods(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert answer.outcome == "partly_understood" or (answer.plan and "supplies" in answer.plan.model_dump_json())


@pytest.mark.parametrize(
    ("question", "since"),
    [
        ("What does Foxconn supply to Apple, and since when?", "(date not on record)"),
        ("What did Junshi Biosciences license to Eli Lilly and since when?", "(since 2020"),
        ("君实生物授权给礼来哪些药，从什么时候开始", "2020"),
    ],
)
def test_since_when_is_told_of_every_record(sample_pipeline: DiscoveryPipeline, question: str, since: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert answer.outcome == "answered"
    assert since in answer.sentences[0].text
