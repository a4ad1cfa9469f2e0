"""Several verbs, or roles, of one company: whoever is asked for has every relation that they say with it, and nobody is
reached over another company."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.plans.parsed import Parsed
from core.questions.reading.two_questions import read_question
from tests.plan_notation import by_question, written

CARMAKERS = "[industry in automobiles electric-vehicles]"
TWO_VERBS = {
    "competitor=(microsoft) & partner=(microsoft)": (
        "Which companies does Microsoft both compete with and partner with?",
        "Which companies does Microsoft compete with and partner with?",
        "Which companies does Microsoft compete with as well as partner with?",
    ),
    "partner=(microsoft) & competitor=(microsoft)": (
        "微软既合作又竞争的公司",
        "微软又合作又竞争的公司",
        "微软既与之合作又与之竞争的公司",
    ),
    "shareholder_of>(nvidia) & supplies>(nvidia)": (
        "Which companies does NVIDIA both invest in and supply?",
        "Which companies does NVIDIA invest in and supply?",
        "英伟达既投资又供货的公司有哪些",
        "英伟达既投资又供货哪些公司",
        "英伟达投资并供货哪些公司",
        "英伟达同时投资和供货的公司",
        "英伟达投资的同时也供货的公司",
        "英伟达投资并向其供货的公司",
        "英伟达不但投资而且供货的公司",
        "英伟达不仅投资，也供货的公司",
    ),
    "supplies>(nvidia) & shareholder_of>(nvidia)": (
        "Who does NVIDIA supply and invest in?",
        "Companies NVIDIA both supplies and invests in",
        "Which companies does NVIDIA not only supply but also invest in?",
        "Which companies does NVIDIA supply chips to and invest in?",
        "英伟达不仅供货还投资的公司",
    ),
    "count supplies>(nvidia) & shareholder_of>(nvidia)": ("How many companies does NVIDIA both supply and invest in?",),
    "supplies>(nvidia) & shareholder_of>(nvidia) & partner=(nvidia)": (
        "英伟达既供货又投资又合作的公司",
        "Which companies does NVIDIA supply, invest in and partner with?",
    ),
    "competitor=(apple) & supplies<(apple)": (
        "Which companies does Apple both compete with and buy from?",
        "who does apple compete with and buy from",
    ),
    "supplies<(apple) & competitor=(apple)": (
        "Who does Apple both buy from and compete with?",
        "苹果既采购又竞争的公司有哪些",
    ),
    "supplies<(huawei) & competitor=(huawei)": ("华为既采购又竞争的公司有哪些",),
    "supplies<(huawei) & supplies>(huawei)": (
        "Which companies does Huawei buy from and sell to?",
        "华为从哪些公司采购并向其供货",
    ),
    "supplies<(tesla) & competitor=(tesla)": ("特斯拉向哪些公司采购并与之竞争",),
    "competitor=(microsoft) & supplies>(microsoft)": ("Companies that Microsoft both competes with and supplies",),
    "supplies>(catl) & joint_venture=(catl)": (
        "Which companies does CATL both supply and have a joint venture with?",
        "Which companies does CATL both supply and run joint ventures with?",
    ),
    f"(supplies>(catl) & partner=(catl)){CARMAKERS}": ("Which carmakers does CATL supply and partner with?",),
    f"(supplies>(catl) & joint_venture=(catl)){CARMAKERS}": ("宁德时代既供货又合资的车企",),
    f"(supplies>(catl) & shareholder_of>(catl)){CARMAKERS}": ("哪些车企宁德时代既供货又入股",),
    "(shareholder_of>(tencent) & supplies>(tencent))[country in CN]": (
        "Which Chinese companies does Tencent invest in and supply?",
    ),
    "shareholder_of>(toyota) & joint_venture=(toyota)": (
        "Which companies does Toyota own shares in and have joint ventures with?",
    ),
    "shareholder_of>(toyota) & partner=(toyota)": ("丰田入股并且合作的企业",),
    "shareholder_of>(tencent) & partner=(tencent)": (
        "What companies does Tencent hold shares in and partner with?",
        "腾讯投资并与之合作的公司",
    ),
    "shareholder_of>(tencent) & competitor=(tencent)": ("腾讯既投资又竞争的公司",),
    "shareholder_of>(alphabet) & partner=(alphabet)": (
        "Name the companies Alphabet has both invested in and partnered with",
        "哪些公司是谷歌投资并合作的",
    ),
    "supplies>(samsung-electronics) & competitor=(samsung-electronics)": (
        "Which companies does Samsung Electronics sell components to and compete with?",
    ),
    "shareholder_of>(catl) & supplies>(catl)": ("宁德时代投资并供货的公司", "被宁德时代投资并供货的公司"),
    "subsidiary_of<(alibaba) & supplies>(alibaba)": ("Which companies does Alibaba both own and supply?",),
}
BATTERIES = "product-consumer-battery product-cylindrical-battery product-ev-battery product-lfp-battery"
GOODS = {
    f"(supplies<(tesla) & partner=(tesla)) & (*[industry in ev-batteries] | produces<({BATTERIES}))": (
        "Which companies does Tesla buy batteries from and partner with?",
    ),
    "supplies<(samsung-electronics) & produces<(product-oled-panel) & competitor=(samsung-electronics)": (
        "Which companies does Samsung Electronics buy OLED panels from and compete with?",
    ),
}
TIMES = {
    "shareholder_of>@-2014(softbank)": (
        "Which companies did SoftBank invest in before 2015 and still hold?",
        "软银2015年前投资且仍持有的公司",
    ),
    "shareholder_of>@2023-2023(nvidia) & supplies>(nvidia)": (
        "Which companies did NVIDIA invest in in 2023 and supply?",
    ),
    "shareholder_of>@2020-(amazon) & partner=@2020-(amazon)": (
        "Which companies has Amazon both invested in and partnered with since 2020?",
        "Since 2020, which companies has Amazon both invested in and partnered with?",
    ),
    "shareholder_of>@2021-(softbank) & partner=@2021-(softbank)": ("软银2020年后投资并合作的公司",),
}
DEALS = {  # what was acquired is held as a subsidiary or in shares, what is sold was held
    "acquired>(berkshire-hathaway) & (shareholder_of>(berkshire-hathaway) | subsidiary_of<(berkshire-hathaway))": (
        "Which companies did Berkshire buy and still owns?",
        "Which companies did Berkshire acquire and still own?",
    ),
    "acquired>@-2016(microsoft) & (shareholder_of>(microsoft) | subsidiary_of<(microsoft))": (
        "Which firms did Microsoft acquire before 2017 and still own?",
        "微软2017年前收购且仍持有的公司",
    ),
    "(shareholder_of>(alibaba) | subsidiary_of<(alibaba)) & acquired>(alibaba)": ("哪些公司阿里巴巴既投资又收购",),
    "(shareholder_of>(tencent) | subsidiary_of<(tencent)) & acquired>(tencent)": (
        "腾讯投资和收购的公司",
        "腾讯投资、收购的公司",
        "腾讯投资且收购了哪些公司",
    ),
    "subsidiary_of<(softbank)": ("软银投资并控股的公司",),
    "divested>(softbank)": ("Which companies has SoftBank both invested in and sold?", "软银投资过又卖掉的公司"),
    "acquired>(alphabet) & divested>(alphabet)": ("Which companies did Alphabet buy and sell?", "谷歌收购并出售的公司"),
}
PASSIVE = {
    "supplies>(nvidia) & shareholder_of>(nvidia)": (
        "Which companies are both supplied and funded by NVIDIA?",
        "Companies supplied and backed by NVIDIA",
    ),
    "acquired>(ebay) & divested>(ebay)": ("Companies acquired and sold by eBay",),
    "founded_by<(person-elon-musk) & shareholder_of>(person-elon-musk)": ("companies founded and funded by Elon Musk",),
    "supplies<(nvidia) & shareholder_of>(nvidia)": (
        "Who supplied and was funded by NVIDIA?",
        "Which companies supply and are funded by NVIDIA?",
    ),
}
MEMBERS = {
    "shareholder_of>(softbank)": ("Which investees does SoftBank own shares in and still hold?",),
    "supplies<(apple) & shareholder_of>(apple)": (
        "Which suppliers does Apple buy from and invest in?",
        "苹果采购且投资的供应商有哪些",
    ),
    "(supplies<(tesla) & partner=(tesla))[industry in ev-batteries]": (
        "Which battery makers does Tesla buy from and partner with?",
    ),
    "supplies>(tsmc) & (competitor=(tsmc) & shareholder_of>(tsmc))": (
        "Which customers of TSMC does it compete with and invest in?",
        "Which of TSMC's customers does it compete with and invest in?",
    ),
    "founded_by<(person-elon-musk) & shareholder_of>(person-elon-musk)": (
        "Which companies did Elon Musk found and invest in?",
    ),
}
ROLES = {
    "competitor=(nvidia) & supplies>(nvidia)": ("哪些公司和英伟达既是竞争对手又是客户",),
    "supplies>(nvidia) & partner=(nvidia)": ("哪些公司和英伟达既是客户又是合作伙伴",),
    "competitor=(apple) & supplies<(apple)": ("谁和苹果既是对手又是供应商",),
    "competitor=(nvidia) & partner=(nvidia)": ("和英伟达既竞争又合作的公司", "哪些公司既和英伟达竞争又合作"),
    "competitor=(microsoft) & partner=(microsoft)": ("哪些公司和微软竞争并合作", "与微软既有竞争又有合作的公司"),
}
ELSEWHERE = {  # the verbs share their object, or one of them has another
    "competitor=(apple) & supplies<(apple)": ("Who competes with and supplies Apple?",),
    "supplies<(apple) & competitor=(apple)": ("谁既供货给苹果又和它竞争",),
    "partner=(microsoft) & competitor=(microsoft)": ("companies that are both partners and competitors of Microsoft",),
    "supplies>(nvidia) & shareholder_of>(nvidia)": ("Which of NVIDIA's customers does it also invest in?",),
    "supplies<(apple) & competitor=(tesla) & shareholder_of<(tesla)": (
        "Which suppliers of Apple compete with and invest in Tesla?",
    ),
    "shareholder_of>(nvidia) - supplies>(nvidia)": ("Which companies does NVIDIA invest in but not supply?",),
    "produces>(supplies<(apple))": ("What do Apple's suppliers make and sell?",),
    "produces>(apple)": ("What products does Apple make and sell?",),
    "path toyota panasonic": ("What did Toyota and Panasonic make and sell together?",),
}


def read(pipeline: DiscoveryPipeline, question: str) -> Parsed:
    return read_question(pipeline.base, question, (), ())


@pytest.mark.parametrize(
    ("question", "plan"), by_question(TWO_VERBS, GOODS, TIMES, DEALS, PASSIVE, MEMBERS, ROLES, ELSEWHERE)
)
def test_every_relation_is_asked_for(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    parsed = read(sample_pipeline, question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "companies"),
    [
        ("Which companies does Microsoft both compete with and partner with?", {"oracle", "sony"}),
        ("Which companies does NVIDIA both invest in and supply?", {"openai", "coreweave", "xai"}),
        ("英伟达既投资又供货的公司有哪些", {"openai", "coreweave", "xai"}),
        ("哪些公司阿里巴巴既投资又收购", {"lazada", "eleme"}),
        ("Which companies did SoftBank invest in before 2015 and still hold?", {"alibaba", "grab"}),
    ],
)
def test_those_with_every_relation_are_listed(
    sample_pipeline: DiscoveryPipeline, question: str, companies: set[str]
) -> None:
    assert set(sample_pipeline.discover(DiscoveryRequest(query=question)).answer.company_ids) == companies


@pytest.mark.parametrize(
    ("question", "missed"),
    [
        ("What does Huawei buy and sell?", "sell"),
        ("Which companies does Amazon own and run?", "run"),
        ("Which companies does Toyota invest in and build cars with?", "build"),
        ("Which companies does NVIDIA invest in or supply?", "or"),
        ("suppliers of not only Apple but also Tesla", "not only Apple"),
    ],
)
def test_other_forms_are_named_as_not_understood(
    sample_pipeline: DiscoveryPipeline, question: str, missed: str
) -> None:
    assert read(sample_pipeline, question).not_understood == (missed,)
