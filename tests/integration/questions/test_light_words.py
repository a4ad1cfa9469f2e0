"""Words that say no more than the relation beside them, years in words, and what must not be claimed for them."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.partial_dates import today
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

NOW = today() // 10_000
LIGHT = {
    "shareholder_of<(mistral-ai)": ("Mistral拿了谁的投资", "Mistral拿了谁的钱"),
    "shareholder_of>(tencent)": ("从腾讯拿钱的公司", "拿了腾讯钱的公司", "从腾讯获得投资的公司"),
    "licenses_to>(arm)": ("从Arm取得许可的公司", "从Arm拿过授权的公司", "who licenses something from Arm"),
    "joint_venture=(eve-energy)": ("亿纬锂能和谁一起建过合资公司", "亿纬锂能与哪些公司建立了合资公司"),
    "partner=(bmw)": ("宝马和谁做了合作",),
    "acquired>(softbank)": ("acquisitions by SoftBank", "acquisitions that SoftBank made", "软银收了哪些公司"),
    "acquired>@2016-(softbank)": ("acquisitions SoftBank made after 2015",),
    "shareholder_of>(softbank)": (
        "investments SoftBank has made",
        "investments made by SoftBank",
        "In which companies did SoftBank invest?",
        "companies partly owned by SoftBank",
        "软银部分持有的公司",
    ),
    "count joint_venture=(shell)": ("number of joint ventures Shell takes part in",),
    "supplies>(lens-technology)": ("Whom does Lens Technology count among its customers?",),
    "supplies<(xpeng) - catl": ("小鹏的供应商里去掉宁德时代还剩谁", "Xpeng's suppliers, leave out CATL"),
    "supplies>(bhp) & supplies>(rio-tinto) & supplies>(vale)": ("必和必拓、力拓、淡水河谷三家共同的客户",),
    "supplies<(apple) & supplies<(tesla)": (
        "苹果和特斯拉两家公司的共同供应商",
        "common suppliers of the two, Apple and Tesla",
        "Do Apple and Tesla share any suppliers?",
        "do apple and tesla have common suppliers",
    ),
    "founded_by>(intel)": ("英特尔是哪两个人创立的", "英特尔的创始人是哪两位", "英特尔的两个创始人"),
    "subsidiary_of>(kuka)": ("Under which parent company does KUKA sit?",),
    "supplies<(apple) - competitor=(apple)": (
        "suppliers of Apple that are not competitors",
        "苹果的供应商哪些不是竞争对手",
    ),
    "supplies<(apple) - tsmc": ("苹果的供应商，台积电不算",),
    "supplies<(apple)": ("列出几家苹果的供应商", "给我几个苹果的供应商", "somebody who supplies Apple"),
    "located_in>(supplies<(apple))": ("where are the suppliers of Apple based",),
    "produces<(product-food-delivery)": ("谁有外卖业务",),
    "produces<(product-covid-vaccine)": ("who makes covid shots",),
    "founded_by<(person-elon-musk)": ("埃隆马斯克创立的公司",),
    "supplies<(ford) & supplies<(general-motors)": ("who supplies both ford and gm",),
    "compare iqiyi netflix": ("爱奇艺和奈飞哪里不一样",),
    "*{most produces>}": ("生产的产品种类最多的公司",),
}
YEARS = {
    "competitor=(catl)[founded >= 1990][founded <= 1999]": (
        "CATL competitors founded in the nineties",
        "CATL competitors founded in the 1990s",
        "宁德时代90年代成立的对手",
        "宁德时代上世纪九十年代成立的对手",
    ),
    f"competitor=(catl)[founded >= 2001][founded <= {NOW}]": ("宁德时代本世纪成立的对手",),
    f"supplies<@{NOW - 1}-(xiaomi)": ("Xiaomi suppliers since last year", "小米去年以来的供应商"),
    f"supplies<@{NOW - 1}-{NOW - 1}(xiaomi)": ("小米去年新增的供应商",),
    f"shareholder_of>@{NOW - 2}-{NOW}(nvidia)": (
        "近三年英伟达投资了谁",
        "who has Nvidia invested in over the last three years",
    ),
    "supplies<@2023-(xiaomi)": ("小米2023年及以后新增了哪些供应商",),
}
NOT_WHOLE = (
    "How many suppliers do Apple and Tesla have",
    "苹果和特斯拉有多少供应商",
    "英伟达投了诺基亚多少钱",
    "how much did Microsoft invest in OpenAI",
    "nobody supplies Apple",
    "给苹果供货的人",
    "必和必拓和力拓三家共同的客户",
    "go suppliers",
    "宁德时代早期90年代成立的对手",
)


@pytest.mark.parametrize(("question", "plan"), by_question(LIGHT, YEARS))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", NOT_WHOLE)
def test_what_may_mean_another_thing_is_not_claimed(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole


@pytest.mark.parametrize("question", ["who makes HBM except Samsung", "除了三星，还有谁做HBM"])
def test_a_name_of_several_that_is_left_out_leaves_out_all_of_them(
    sample_pipeline: DiscoveryPipeline, question: str
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert set(answer.company_ids) == {"micron", "sk-hynix"}


@pytest.mark.parametrize("question", ["who are nvida's main rivals", "Nvida's biggest competitors"])
def test_a_misspelt_name_ends_before_words_that_rank(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer.outcome == "unknown_name"
    assert [each.lower() for each in answer.not_understood] == ["nvida"]
    assert [each.company_id for each in answer.choices] == ["nvidia"]


def test_words_of_a_set_are_not_said_twice(sample_pipeline: DiscoveryPipeline) -> None:
    request = DiscoveryRequest(query="英伟达的客户中做云计算的公司", language="zh")
    told = sample_pipeline.discover(request).answer
    assert "属于属于" not in " ".join([told.understood_as, *(each.text for each in told.sentences)])


@pytest.mark.parametrize("question", ["华能和国家能源集团有什么关系", "华能是国家能源集团的子公司吗"])
def test_can_behind_an_unknown_character_ends_a_name(parser: Parser, question: str) -> None:
    """华能 is a company that nobody here knows, no 华 that can."""
    assert parser.parse(question).not_understood[0] == "华能"
