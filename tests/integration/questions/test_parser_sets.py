"""Sets of sets: conditions, and, or, not, chains, times; see ``tests/plan_notation.py`` for the notation."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

FILTERS = {
    "supplies<(apple)[country in JP]": (
        "给苹果供货的日本公司",
        "苹果的日系供应商",
        "日本有哪些公司给苹果供货",
        "Japanese companies that supply Apple",
        "Apple's Japanese suppliers",
        "suppliers of Apple from Japan",
        "Which of Apple's suppliers are based in Japan?",
    ),
    "competitor=(catl)[country in KR]": (
        "宁德时代的韩国对手",
        "和宁德时代竞争的韩国企业",
        "Korean rivals of CATL",
        "CATL competitors headquartered in South Korea",
    ),
    "competitor=(catl)[country in 150]": ("宁德时代在欧洲的对手", "European firms that compete with CATL"),
    "supplies<(apple)[country in JP KR]": ("苹果的日本或韩国供应商", "Japanese or Korean suppliers of Apple"),
    "supplies<(apple)[country not_in CN]": (
        "苹果的海外供应商",
        "苹果的非中国供应商",
        "Apple suppliers not from China",
        "suppliers of Apple outside China",
    ),
    "supplies<(apple)[founded <= 1989]": (
        "1990年以前成立的苹果供应商",
        "苹果的供应商里1990年前成立的",
        "suppliers of Apple founded before 1990",
    ),
    "supplies<(tesla)[founded >= 2001]": (
        "特斯拉的供应商里2000年以后成立的",
        "suppliers of Tesla established after 2000",
    ),
    "supplies>(catl)[industry in automobiles electric-vehicles]": (
        "宁德时代给哪些车企供货",
        "宁德时代的车企客户",
        "Which automakers does CATL supply?",
        "carmakers that buy from CATL",
    ),
    "competitor=(catl)[ticker in *.HK]": (
        "宁德时代的对手里的港股",
        "宁德时代在港股的竞争对手",
        "Hong Kong-listed rivals of CATL",
        "CATL's rivals listed in Hong Kong",
    ),
    "supplies<(apple)[ticker in *.BJ *.SH *.SS *.SZ]": ("苹果的A股供应商", "A-share suppliers of Apple"),
    "*[industry in automobiles electric-vehicles][country in JP]": ("日本车企", "Japanese automakers"),
    "*[industry in automobiles electric-vehicles][founded >= 1900][founded <= 1950]": (
        "1900年到1950年成立的车企",
        "carmakers founded between 1900 and 1950",
    ),
    "*[country in SE]": ("瑞典的公司", "Swedish companies", "Which companies are from Sweden?"),
    "*[country in SG] | located_in<(place-singapore)": (
        "新加坡的企业",
        "companies based in Singapore",
    ),  # is a city of the data as well
}
BOTH_AND_EITHER = {
    "supplies<(apple) & supplies<(huawei)": (
        "同时给苹果和华为供货的公司",
        "苹果和华为共同的供应商",
        "既给苹果供货又给华为供货的公司",
        "苹果的供应商里谁也给华为供货",
        "Who supplies both Apple and Huawei?",
        "suppliers Apple and Huawei have in common",
        "shared suppliers of Apple and Huawei",
        "Which suppliers of Apple also supply Huawei?",
    ),
    "shareholder_of<(nio) & shareholder_of<(xpeng)": (
        "同时投资了蔚来和小鹏汽车的公司",
        "Who backed both NIO and XPeng?",
    ),
    "shareholder_of>(tencent) & shareholder_of>(alibaba)": (
        "腾讯和阿里巴巴都投资了谁",
        "companies both Tencent and Alibaba have invested in",
    ),
    "supplies<(apple) & competitor=(samsung-electronics)": (
        "苹果的供应商中与三星电子竞争的",
        "Apple suppliers that compete with Samsung Electronics",
    ),
    "supplies<(apple) | supplies<(huawei)": (
        "给苹果或者华为供货的公司",
        "Who supplies Apple or Huawei?",
    ),
    "shareholder_of>(tencent) | shareholder_of>(alibaba)": (
        "腾讯或阿里巴巴投资的公司",
        "companies Tencent or Alibaba invested in",
    ),
}
NEGATIONS = {
    "competitor=(microsoft) - partner=(microsoft)": (
        "微软的竞争对手里不是它合作伙伴的",
        "和微软竞争但不和微软合作的公司",
        "rivals of Microsoft that are not its partners",
        "Who competes with Microsoft but does not partner with it?",
    ),
    "supplies<(apple) - supplies<(huawei)": (
        "给苹果供货但不给华为供货的公司",
        "苹果的供应商里没有给华为供货的",
        "Apple's suppliers that do not supply Huawei",
        "Who supplies Apple but not Huawei?",
    ),
    "competitor=(catl) - competitor=(byd)": (
        "跟宁德时代竞争但不和比亚迪竞争的公司",
        "Who competes with CATL but not with BYD?",
    ),
    "shareholder_of<(meituan) - tencent": (
        "除了腾讯，还有谁投资了美团",
        "美团的股东，不包括腾讯",
        "腾讯以外的美团股东",
        "Apart from Tencent, who invested in Meituan?",
        "investors in Meituan except Tencent",
        "shareholders of Meituan other than Tencent",
    ),
    "*[industry in automobiles electric-vehicles] - supplies<(catl) - supplies>(catl)": (
        "既不是宁德时代的供应商也不是宁德时代的客户的车企",
    ),
    "* - supplies<(apple)": ("哪些公司不给苹果供货", "Who doesn't supply Apple?"),
    "*[industry in automobiles electric-vehicles] - supplies>(catl)": (
        "宁德时代不供货的车企",
        "carmakers CATL does not supply",
    ),
}
CHAINS = {
    "supplies<(competitor=(catl))": (
        "宁德时代对手的供应商",
        "谁给宁德时代的竞争对手供货",
        "suppliers of CATL's competitors",
        "Who supplies the rivals of CATL?",
    ),
    "supplies>(supplies>(asml))": ("阿斯麦客户的客户", "customers of ASML's customers", "ASML's customers' customers"),
    "supplies<(supplies<(tesla))": (
        "Tesla's suppliers' suppliers",
        "Tesla's supplier's suppliers",
        "Who are the suppliers’ suppliers of Tesla?",
        "Tesla suppliers' suppliers",
        "特斯拉供应商的供应商",
        "tier 2 suppliers of Tesla",
        "Tesla's second-tier suppliers",
        "Tesla tier-2 suppliers",
        "特斯拉的二级供应商",
        "特斯拉二级供应商",
    ),
    "supplies<(supplies<(tesla))[country in JP]": (
        "Tesla's suppliers' Japanese suppliers",
        "Japanese tier two suppliers of Tesla",
        "特斯拉的日本二级供应商",
        "特斯拉的二级日本供应商",
    ),
    "supplies<(supplies<(competitor=(apple)))": ("Apple's competitors' suppliers' suppliers",),
    "shareholder_of<(competitor=(tesla))": ("谁投资了特斯拉的竞争对手", "Who invested in Tesla's rivals?"),
    "subsidiary_of>(supplies<(bmw))": ("宝马供应商的母公司", "parents of the suppliers of BMW"),
    "subsidiary_of>(supplies<(competitor=(bmw)))": (
        "宝马对手的供应商的母公司",
        "parents of the suppliers of BMW's rivals",
    ),
    "subsidiary_of<(subsidiary_of>(volvo-cars))": (
        "沃尔沃汽车母公司的其他子公司",
        "other subsidiaries of the parent of Volvo Cars",
    ),
    "competitor=(supplies<(apple))[country in US]": (
        "苹果供应商的美国对手",
        "American rivals of the suppliers of Apple",
    ),
}
TIMES = {
    "acquired>@2018-(microsoft)": ("2018年以来微软收购了谁", "companies Microsoft acquired since 2018"),
    "shareholder_of>@-2014(alibaba)": (
        "阿里巴巴2015年之前投资了谁",
        "Who did Alibaba invest in before 2015?",
    ),
    "shareholder_of<@2023-2023(anthropic)": ("2023年谁投资了Anthropic", "Who invested in Anthropic in 2023?"),
    "shareholder_of<@2020-2023(anthropic)": (
        "2020年到2023年之间谁投资了Anthropic",
        "Who invested in Anthropic between 2020 and 2023?",
    ),
    "acquired>@2016-(alphabet)": ("谷歌在2015年以后收购的公司", "Google's acquisitions after 2015"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(FILTERS, BOTH_AND_EITHER, NEGATIONS, CHAINS, TIMES))
def test_a_question_becomes_its_set(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())
