"""What is said of several at once, of none, and of owners; see ``tests/plan_notation.py`` for the notation."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

CARMAKERS = "*[industry in automobiles electric-vehicles]"
BATTERIES = (
    "*[industry in ev-batteries]"
    " | produces<(product-consumer-battery product-cylindrical-battery product-ev-battery product-lfp-battery)"
)
SEVERAL = {
    "shareholder_of<(meituan) | shareholder_of<(kuaishou)": ("投资了美团或者投资了快手的公司",),
    "supplies<(apple) | supplies<(huawei)": (
        "companies that supply Apple or supply Huawei",
        "Who supplies either Apple or Huawei?",
    ),
    "competitor=(apple) & competitor=(huawei)": ("Who competes with Apple and with Huawei?",),
    "shareholder_of<(meituan) & shareholder_of<(kuaishou)": (
        "投资了美团又投资了快手的公司",
        "既投资了美团又投资了快手",
        "美团和快手相同的股东",
        "美团和快手有哪些相同的股东",
    ),
    "supplies<(apple) & supplies>(apple)": (
        "companies that are both suppliers and customers of Apple",
        "既是苹果的供应商又是客户的公司",
    ),
    "supplies<(apple) | supplies>(apple)": ("suppliers and customers of Apple", "苹果的供应商和客户"),
    "produces<(product-lng) & produces<(product-crude-oil)": (
        "firms that both produce LNG and crude oil",
        "firms that produce both LNG and crude oil",
        "同时生产液化天然气和原油的公司",
    ),
    "(*[country in CN] | *[ticker in *])[industry in banking]": (
        "Chinese or listed banks",
        "banks that are Chinese or listed",
    ),
    "supplies>(supplies>(tsmc))": ("clients of the clients of TSMC", "台积电客户的客户"),
}
NONE = {
    "* - supplies<(apple) - supplies<(huawei)": (
        "companies that neither supply Apple nor Huawei",
        "companies that supply neither Apple nor Huawei",
        "既不给苹果供货也不给华为供货的公司",
    ),
    "competitor=(catl)[country not_in CN][country not_in KR]": (
        "rivals of CATL that are neither Chinese nor Korean",
        "宁德时代的对手里既不是中国也不是韩国的",
    ),
    "supplies<(apple) - supplies<(huawei) - competitor=(apple)": (
        "Apple's suppliers that neither supply Huawei nor compete with it",
    ),
    "* - supplies<(apple) - competitor=(apple)": ("companies that are neither suppliers nor rivals of Apple",),
    f"{CARMAKERS} - supplies>(*)": (
        "carmakers that have no suppliers",
        "carmakers without suppliers",
        "没有供应商的车企",
        "哪些车企没有供应商",
    ),
    f"{CARMAKERS} - supplies>(*[country in JP])": (
        "carmakers without suppliers from Japan",
        "carmakers with no Japanese suppliers",
        "没有日本供应商的车企",
    ),
    f"{CARMAKERS} - licenses_to>(arm)": ("carmakers that take no licences from Arm",),
    f"{CARMAKERS} - shareholder_of<(uber)": ("carmakers that hold no stake in Uber",),
    "* - licenses_to<(apple)": ("companies that gave no licences to Apple",),
    f"{CARMAKERS} - ({BATTERIES})": ("carmakers that make no batteries",),
    "supplies<(apple)[country not_in US]": (
        "non-American suppliers of Apple",
        "苹果的非美国供应商",
        "非美国的苹果供应商",
    ),
}
OWNERS = {
    "subsidiary_of>(cainiao)": (
        "菜鸟是谁的",
        "菜鸟现在是谁的",
        "菜鸟是谁家的",
        "菜鸟是谁旗下的",
        "Whose is Cainiao now?",
    ),
    "supplies<(tesla)": ("特斯拉是谁的客户", "Whose customer is Tesla?"),
    "subsidiary_of<(tencent)": ("腾讯旗下有哪些子公司", "腾讯旗下有什么子公司", "腾讯的旗下子公司"),
    "subsidiary_of<(subsidiary_of<(tencent))": ("腾讯的子公司的子公司", "subsidiaries of Tencent's subsidiaries"),
}
LIKENESS = {
    "similar_product=(dji)": ("产品跟大疆类似的公司", "产品和大疆相近的企业", "与大疆产品类似的公司"),
    "like(cambricon)": ("像寒武纪这样的企业", "companies like Cambricon"),
    "same_group=(alibaba)": ("companies in one group with Alibaba", "跟阿里巴巴在同一集团的公司"),
}
ASKING = {
    "supplies>(nvidia)": (
        "Kindly provide the list of NVIDIA's customers on record.",
        "Please provide the customers of NVIDIA",
        "Could you supply a list of NVIDIA's customers?",
        "Provide me with the customers of NVIDIA",
        "list all customers of NVIDIA you know",
        "nvidia customers pls",
        "请提供英伟达的客户",
        "麻烦提供一份英伟达的客户名单",
    ),
    "supplies<(nvidia)": (
        "companies that provide parts to NVIDIA",
        "Who provides parts to NVIDIA?",
        "Provide parts to NVIDIA",
    ),
    "produces>(byd)": ("比亚迪做什么产品", "what products does BYD make"),
    "produces<(product-copper)": ("谁生产铜", "who produces copper"),
    "path baidu tesla": ("百度和特斯拉有啥关系", "how does Baidu relate to Tesla"),
    "shareholder_of<@2018-2018(grab)": ("Who bought into Grab in 2018?",),
    "shareholder_of<@-2016(grab)": ("Investors in Grab that came in before 2017", "2017年以前进入的Grab的股东"),
    "shareholder_of>@2018-(tencent)": ("2018年以后（含2018年）腾讯入股的公司", "2018年（含）以后腾讯入股的公司"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(SEVERAL, NONE, OWNERS, LIKENESS, ASKING))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        "2018年以后2017年以前腾讯入股的公司",
    ],
)
def test_what_does_not_go_together_is_not_understood(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole
