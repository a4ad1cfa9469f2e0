"""The newest and the last of a relation, those with the most of it somewhere, and words for where somebody is."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.messages import Language
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

BY_DATE = {
    "acquired>(microsoft){most date}": (
        "most recent acquisition by Microsoft",
        "Microsoft's newest acquisition",
        "last company Microsoft bought",
        "last company bought by Microsoft",
        "微软最新的收购",
    ),
    "acquired>(alphabet){least date}": ("first company Google bought",),
    "partner=(nvidia){most date}": (
        "Nvidia's most recent partner",
        "newest partner of Nvidia",
        "最新的英伟达合作伙伴",
        "英伟达最新的合作伙伴",
        "the latest partner of Nvidia",
    ),
    "joint_venture=(toyota){most date}": ("newest joint venture of Toyota", "the latest joint venture of Toyota"),
    "joint_venture=(toyota){least date}": ("Toyota's oldest joint venture",),
    "supplies<(tesla){most date}": ("newest supplier of Tesla", "特斯拉最新的供应商"),
    "shareholder_of>(tencent){most date}": ("most recent investment of Tencent", "Tencent's newest investment"),
}
BY_FOUNDING = {
    "supplies<(apple){least founded}": ("oldest supplier of Apple", "苹果最老的供应商"),
    "competitor=(catl){most founded}": ("youngest rival of CATL", "宁德时代最年轻的对手"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(BY_DATE, BY_FOUNDING))
def test_it_is_told_by_what_it_is_said_of(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("which battery maker has the most customers in Europe", {"catl"}),
        ("battery makers with the most customers in Europe", {"catl"}),
        ("哪家电池企业在欧洲客户最多", {"catl"}),
        ("在欧洲的客户最多的电池企业", {"catl"}),
        ("which chipmaker has the most customers in China", {"nvidia"}),
        ("在中国客户最多的芯片设计公司", {"nvidia"}),
        ("中国客户最多的芯片设计公司", {"nvidia"}),
        ("在美国客户最多的电池企业", {"lg-energy-solution"}),
        ("which cloud provider has the most customers in Germany", {"microsoft", "aws"}),
        ("在德国客户最多的云计算公司", {"microsoft", "aws"}),
    ],
)
def test_the_country_is_that_of_those_who_are_counted(
    sample_pipeline: DiscoveryPipeline, question: str, members: set[str]
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert (answer.outcome, set(answer.company_ids)) == ("answered", members)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("local rivals of Tesla in China", "local"),
        ("local suppliers of BYD", "local"),
        ("local companies that compete with Uber", "local"),
        ("特斯拉的本地对手", "本地"),
    ],
)
def test_where_somebody_is_seen_from_another_is_no_industry(parser: Parser, question: str, word: str) -> None:
    assert word in parser.parse(question).not_understood


def test_local_services_are_an_industry(parser: Parser) -> None:
    parsed = parser.parse("local services companies")
    assert (parsed.plan and written(parsed.plan)) == "*[industry in local-services]"


@pytest.mark.parametrize(
    "question",
    [
        "Has Ford ever owned Volvo?",
        "Has Ford never owned Volvo?",
        "Did Google ever own Motorola Mobility?",
        "Was Motorola Mobility ever a subsidiary of Google?",
        "Has Google owned Motorola Mobility at any time?",
        "Did eBay ever hold shares in PayPal?",
        "谷歌曾经拥有摩托罗拉移动吗",
    ],
)
def test_who_ever_owned_what_it_acquired_is_neither_yes_nor_no(
    sample_pipeline: DiscoveryPipeline, question: str
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert (answer.outcome, answer.kind, answer.value) == ("empty", "yes_no", None)
    assert len([each for each in answer.sentences if "In the data, “" not in each.text]) == 2


@pytest.mark.parametrize(
    "question", ["did eBay ever own PayPal", "Was PayPal ever a subsidiary of eBay?", "eBay曾经拥有PayPal吗"]
)
def test_who_is_on_record_as_its_former_parent_owned_it(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert (answer.outcome, answer.kind, answer.value) == ("answered", "yes_no", True)


def test_who_never_acquired_it_never_owned_it(sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query="Has Toyota ever owned Volvo?")).answer
    assert (answer.outcome, answer.value) == ("answered", False)


@pytest.mark.parametrize(
    ("question", "told", "undated"),
    [
        ("Tesla's first supplier", "Not compared, because the start of the relation is not recorded: ", {"panasonic"}),
        (
            "who was the first battery supplier of Tesla?",
            "Not compared, because the start of the relation is not recorded: ",
            {"panasonic", "panasonic-energy"},
        ),
        ("Apple's earliest supplier", "Not compared, because the start of the relation is not recorded: ", {"tsmc"}),
        ("特斯拉的第一个供应商", "未参与比较，因为没有记录关系何时开始：", {"panasonic"}),
        ("宁德时代最早的客户", "未参与比较，因为没有记录关系何时开始：", {"bmw"}),
    ],
)
def test_of_the_first_those_without_a_date_are_told(
    sample_pipeline: DiscoveryPipeline, question: str, told: str, undated: set[str]
) -> None:
    language: Language = "en" if question.isascii() else "zh"
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    sentence = next(each for each in answer.sentences if each.text.startswith(told))
    assert sentence.source_ids
    assert not undated & set(answer.company_ids)


def test_where_all_are_dated_nothing_is_told_besides(sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query="first partner of Nvidia since 2023")).answer
    assert not [each for each in answer.sentences if each.text.startswith("Not compared")]


def test_goods_of_those_who_are_counted_are_said_not_to_be_used(parser: Parser) -> None:
    assert parser.parse("which company has the most AI chip suppliers").not_understood == ("AI chip",)
