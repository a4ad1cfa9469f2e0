"""What one class does to another, roles of one company side by side, goods nobody sells, and deals in an industry."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.plans.parsed import Parsed
from core.questions.reading.two_questions import read_question
from tests.plan_notation import by_question, written

CARMAKERS = "[industry in automobiles electric-vehicles]"
BATTERIES = "[industry in ev-batteries]"
MADE = "product-consumer-battery product-cylindrical-battery product-ev-battery product-lfp-battery"
CHIPS = "[industry in fabless-chips integrated-device-chips memory-chips semiconductor-foundry]"
AI = "[industry in artificial-intelligence]"
SEMICONDUCTORS = (
    "[industry in chip-packaging eda-ip fabless-chips integrated-device-chips memory-chips semiconductor-equipment"
    " semiconductor-foundry semiconductor-materials]"
)
PHARMA = "[industry in biotech pharmaceuticals]"
PLANS = {
    f"supplies<(*[industry in smartphones]){CARMAKERS}": (
        "哪些车企是手机公司的供应商",
        "Which carmakers are suppliers of phone makers?",
    ),
    "shareholder_of<(*[country in CN])[industry in banking]": ("哪些银行是中国企业的股东",),
    f"shareholder_of<(*){CARMAKERS}[country in CN]": ("哪些车企是中国股东",),
    "shareholder_of<(*)[industry in banking][country in CN]": ("Which banks are Chinese shareholders?",),
    f"subsidiary_of<(*[country not_in CN]){CARMAKERS}": ("哪些车企是外国公司的子公司",),
    f"supplies>(*){CHIPS}": ("哪些芯片公司是其他公司的客户",),
    f"(supplies<(*) & (*{BATTERIES} | produces<({MADE}))){CARMAKERS}": ("哪些车企是其他公司的电池供应商",),
    f"shareholder_of<(*{BATTERIES}){CARMAKERS}": (
        "哪些车企持有电池企业的股份？",
        "哪些车企拥有电池企业的股权？",
        "哪些车企持有电池企业的股权",
        "哪些车企投资电池企业",
        "Which carmakers hold shares in battery makers?",
    ),
    "shareholder_of<(*[country in 150])[country in CN]": (
        "哪些中国公司持有欧洲公司的股份？",
        "哪些中国企业拥有欧洲企业的股份",
    ),
    "acquired>(*[country in CN])[country not_in CN]": (
        "哪些外国公司被中国企业收购了？",
        "哪些海外公司被中国企业收购？",
        "哪些非中国公司被中国企业收购了？",
        "被中国企业收购的外国公司",
    ),
    "acquired<(*[country in CN])[country not_in CN]": ("哪些外国公司收购了中国企业",),
    f"partner=(*{CHIPS}){CARMAKERS}": (
        "哪些车企与芯片公司有合作？",
        "哪些车企和芯片公司合作？",
        "哪些车企跟芯片公司合作",
    ),
    f"(partner=(*{CHIPS}) & competitor=(*{CHIPS})){CARMAKERS}": ("哪些车企和芯片公司合作并竞争",),
    f"partner=(*[industry in biotech]){PHARMA}": ("哪些药企和生物技术公司合作？",),
    f"competitor=(*{BATTERIES}){CARMAKERS}": ("哪些车企和电池企业是竞争对手？", "哪些车企和电池企业有竞争关系"),
    f"*{BATTERIES} - supplies<(*{CARMAKERS})": (
        "Which battery makers don't supply any carmaker?",
        "Which battery makers supply no carmaker?",
        "Which battery makers supply no carmakers?",
        "哪些电池企业不给车企供货？",
    ),
    "*[industry in banking] - supplies<(*[industry in airlines])": ("Which banks supply no airline?",),
    f"*{PHARMA} - licenses_to>(*)": ("Which pharma companies don't license from anyone?",),
    "supplies<(tesla) & subsidiary_of<(*)": (
        "Which suppliers of Tesla are owned by someone?",
        "Which suppliers of Tesla are also owned by someone?",
    ),
    "supplies<(apple) & shareholder_of>(*)": ("Which suppliers of Apple are also funded by someone?",),
    "supplies>(catl) & supplies>(*)": ("Which customers of CATL are also supplied by someone?",),
    "subsidiary_of<(*)[industry in banking]": ("Which banks are owned by other companies?",),
    "competitor=(nvidia) | supplies>(nvidia)": ("英伟达有哪些竞争对手和客户？", "英伟达有哪些竞争对手和哪些客户？"),
    "subsidiary_of<(catl) | shareholder_of<(catl)": ("宁德时代有哪些子公司和股东？",),
    "supplies>(tsmc) | supplies<(tsmc)": (
        "台积电有哪些客户和供应商",
        "TSMC: which customers, which suppliers?",
        "TSMC has which customers and suppliers?",
    ),
    "supplies>(catl) & partner=(tesla)": ("宁德时代有哪些客户和特斯拉合作",),
    "depends_on<(tsmc)": ("Who depends on TSMC for chips?", "谁依赖台积电的芯片", "Who depends on TSMC?"),
    "licenses_to<(ford)[industry in steel]": ("Who licenses steel to Ford?",),
    f"shareholder_of>@2024-2024(*){AI}": ("2024年AI领域有哪些投资？",),
    f"shareholder_of<(*{AI})": (
        "Which companies invested in the AI sector?",
        "Who invests in the AI industry?",
        "Which companies invested in AI?",
        "哪些公司投资了人工智能行业",
        "哪些公司投资人工智能",
    ),
    "*[industry in ev-batteries]": ("哪些公司属于电池行业", "哪些公司属于电池"),
    f"acquired>(*){SEMICONDUCTORS} | acquired>(*{SEMICONDUCTORS})": (
        "半导体行业的并购",
        "半导体行业有哪些收购",
        "acquisitions in the semiconductor industry",
        "Which mergers were there in semiconductors?",
    ),
    f"acquired>(*){AI} | acquired>(*{AI})": (
        "acquisitions in the AI sector",
        "What acquisitions were there in the AI space?",
        "AI领域的收购有哪些",
    ),
    f"shareholder_of>(*){AI}": ("investments in the AI sector", "investments in AI", "AI领域的投资有哪些"),
    f"acquired>(*){AI} | acquired>(*{AI}) | shareholder_of>(*){AI}": ("deals in the AI sector", "AI领域的交易有哪些"),
    "shareholder_of<(openai)": ("investments in OpenAI",),
    f"acquired>(*{SEMICONDUCTORS})": ("半导体行业的公司收购了哪些公司",),
}
GOODS_NOT_THEIRS = {
    "Who depends on TSMC for batteries?": "batteries",
    "Who depends on Microsoft for steel?": "steel",
    "谁依赖台积电的光刻机": "光刻机",
}


def read(pipeline: DiscoveryPipeline, question: str) -> Parsed:
    return read_question(pipeline.base, question, (), ())


@pytest.mark.parametrize(("question", "plan"), by_question(PLANS))
def test_it_is_read_so_and_in_no_other_way(sample_pipeline: DiscoveryPipeline, question: str, plan: str) -> None:
    parsed = read(sample_pipeline, question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


def test_investors_in_one_industry_and_not_in_another_are_not_understood(sample_pipeline: DiscoveryPipeline) -> None:
    assert read(sample_pipeline, "Which companies invested in AI but not in chips?").not_understood == ("not in chips",)


@pytest.mark.parametrize(("question", "goods"), GOODS_NOT_THEIRS.items())
def test_goods_that_they_do_not_make_are_not_understood(
    sample_pipeline: DiscoveryPipeline, question: str, goods: str
) -> None:
    assert read(sample_pipeline, question).not_understood == (goods,)
