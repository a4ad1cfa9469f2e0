"""Which end of a relation a country, a denial or a second company is said of."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

READ = {
    # in Chinese, companies of the first country, related to those of the second
    "shareholder_of>(*[country in CN])[country in DE]": ("中国公司在德国的投资", "中国企业在德国的投资有哪些"),
    "shareholder_of>(*[country in DE])[country in CN]": ("德国公司在中国的投资",),
    "acquired>(*[country in CN])[country in US]": ("中国公司在美国收购了谁", "中国公司在美国收购的公司"),
    "supplies<(*[country in DE][industry in automobiles electric-vehicles])[country in CN]": (
        "德国车企在中国的供应商",
        "德国车企在中国的供应商有哪些",
    ),
    "supplies>(*[country in CN][industry in ev-batteries])[country in 150]": ("中国电池厂在欧洲的客户",),
    "joint_venture=(*[country in JP][industry in automobiles electric-vehicles])[country in CN]": (
        "日本车企在中国的合资伙伴",
    ),
    "shareholder_of>(softbank)[country in CN]": ("软银在中国的投资",),
    # what somebody does to them, and does not do
    "shareholder_of>(nvidia) - supplies>(nvidia)": (
        "Which companies has Nvidia invested in but not supplied?",
        "companies that Nvidia has invested in but does not supply",
        "英伟达投资了但没有供货的公司",
    ),
    "supplies>(catl) - joint_venture=(catl)": ("companies CATL supplies but does not have a joint venture with",),
    "shareholder_of>(tencent) - subsidiary_of<(tencent)": (
        "companies Tencent invested in but does not control",
        "腾讯投资但不控股的公司",
    ),
    # neither of two
    "*[industry in ev-batteries] - supplies<(tesla) - supplies<(bmw)": (
        "既不是特斯拉也不是宝马供应商的电池公司",
        "既不是特斯拉的供应商也不是宝马供应商的电池公司",
        "既不是特斯拉供应商也不是宝马供应商的电池公司",
    ),
    "*[country in JP] - supplies<(apple) - supplies<(huawei)": ("不是苹果也不是华为供应商的日本公司",),
    # what two have in common
    "supplies>(supplies<(apple)) - apple": (
        "和苹果有共同供应商的公司",
        "哪些公司和苹果有共同的供应商",
        "companies that share suppliers with Apple",
        "Which companies have the same suppliers as Apple?",
    ),
    "director_of>(director_of<(meta)) - meta": (
        "和Meta有共同董事的公司有哪些",
        "which companies share directors with Meta",
    ),
    "supplies<(apple) & supplies<(huawei)": ("苹果和华为有共同的供应商吗", "苹果和华为的共同供应商"),
    # a role and the name behind it
    "supplies<(apple) & supplies<(samsung-electronics)": (
        "Who supplies both Apple and its rival Samsung Electronics?",
        "suppliers to both Apple and its rival Samsung Electronics",
    ),
    "supplies<(apple) & supplies<(competitor=(apple))": ("Which companies supply both Apple and its rivals?",),
    "*[founded >= 1800][founded <= 1899]": ("companies founded in the 1800s",),
    "*[founded >= 1990][founded <= 1999]": ("companies founded in the 1990s",),
    "*[founded >= 1800][founded <= 1809]": ("成立于1800年代的公司",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood, parsed.passed_over) == (plan, (), ())


@pytest.mark.parametrize("word", ["组装厂", "组装商", "代工厂", "组装企业"])
def test_who_assembles_is_a_contract_maker(parser: Parser, word: str) -> None:
    plan = parser.parse(f"苹果的{word}有哪些").plan
    assert plan is not None
    assert written(plan) == "supplies<(apple)[industry in electronics-manufacturing semiconductor-foundry]"


def answer(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language: Language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What is the name of the joint venture of GAC and Toyota?", "name of"),
        ("name of the joint venture between Sony and Honda", "name of"),
        ("广汽和丰田的合资公司叫什么", "叫什么"),
        ("广汽和丰田的合资公司叫什么名字", "叫什么名字"),
        ("中外合资车企", "中外"),
    ],
)
def test_what_no_plan_holds_is_named(sample_pipeline: DiscoveryPipeline, question: str, word: str) -> None:
    found = answer(sample_pipeline, question)
    assert found.outcome == "partly_understood"
    assert word in "".join(found.not_understood)


def test_a_family_name_of_companies_is_no_person(sample_pipeline: DiscoveryPipeline) -> None:
    found = answer(sample_pipeline, "Tata's subsidiaries")
    assert found.outcome == "ambiguous_name"
    assert {"tata-motors", "tata-sons"} <= {each.company_id for each in found.choices}


@pytest.mark.parametrize("question", ["Amazon's cloud customers", "亚马逊的云客户"])
def test_services_of_any_kind_name_no_goods(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    told = " ".join(each.text for each in answer(sample_pipeline, question).sentences)
    assert "“cloud” did not narrow" in told or "“云” 没有用来筛选" in told


@pytest.mark.parametrize("question", ["Who supplies batteries to BMW?", "宝马的电池供应商"])
def test_what_goes_to_suppliers_of_the_goods_is_not_the_goods(
    sample_pipeline: DiscoveryPipeline, question: str
) -> None:
    told = " ".join(each.text for each in answer(sample_pipeline, question).sentences)
    assert "do not mention such goods: Ganfeng" in told or "没有提到这类产品：赣锋锂业" in told
