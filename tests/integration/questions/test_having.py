"""Who has somebody in a role, relations among the members of one set, and two things said of one company."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

CARMAKERS = "[industry in automobiles electric-vehicles]"
OIL = "[industry in oil-gas]"
BANKS = "[industry in banking]"
DRUGS = "[industry in biotech pharmaceuticals]"

HAVING = {
    f"shareholder_of>(*[country in CN]){CARMAKERS}[country in DE]": (
        "German carmakers that have a Chinese shareholder",
        "German carmakers with a Chinese shareholder",
        "Which German carmakers have Chinese shareholders?",
        "German carmakers having a Chinese shareholder",
        "German carmakers which have shareholders from China",
        "German carmakers with shareholders in China",
        "有中国股东的德国车企",
        "哪些德国车企有中国股东",
        "股东来自中国的德国车企",
        "股东里有中国公司的德国车企",
    ),
    "subsidiary_of<(*[country in JP])": (
        "companies with a Japanese parent",
        "companies that have a Japanese parent",
        "companies whose parent is Japanese",
        "companies whose parent is in Japan",
        "母公司在日本的公司",
        "母公司是日本公司的公司",
        "有日本母公司的公司",
    ),
    "subsidiary_of>(*[country in IN])": ("companies with an Indian subsidiary", "有印度子公司的公司"),
    f"joint_venture=(*[country in CN]){CARMAKERS}": (
        "carmakers that have a Chinese joint-venture partner",
        "有中国合资伙伴的车企",
    ),
    f"licenses_to>(*[country in CN]){DRUGS}": ("drugmakers with a Chinese licensor",),
    f"licenses_to<(*[country in US]){DRUGS}[country in CN]": ("Chinese drugmakers that have an American licensee",),
    "supplies<(apple) & subsidiary_of<(*[country in JP])": ("Apple suppliers with a Japanese parent",),
    "competitor=(subsidiary_of<(*[country in JP]))": ("competitors of companies with a Japanese parent",),
    "competitor=(founded_by<(person-elon-musk))": ("马斯克创办的公司有哪些竞争对手",),
    "supplies<(produces<(product-hbm))": ("做HBM的公司有哪些供应商？", "which suppliers do the makers of HBM have"),
    f"supplies>(*[country in JP]){CARMAKERS}": (
        "carmakers with suppliers in Japan",
        "Which carmakers have Japanese suppliers?",
        "哪些车企有日本供应商",
    ),
    f"count supplies>(*[country in JP]){CARMAKERS}": ("How many carmakers have a Japanese supplier?",),
    "shareholder_of>(*[country in DE]) & supplies<(*[country in CN])": (
        "companies with German shareholders and Chinese customers",
    ),
    f"supplies>(*[country in JP]){CARMAKERS} - shareholder_of>(*[country in CN])": (
        "carmakers with Japanese suppliers and no Chinese shareholder",
        "carmakers with Japanese suppliers but no Chinese shareholder",
    ),
    f"joint_venture=(byd){CARMAKERS}": ("carmakers with a joint venture with BYD",),
    "shareholder_of>(tencent)": ("companies that have Tencent as a shareholder",),
    "supplies>(byd)[country in JP]": ("比亚迪有日本客户吗",),
}
AMID = {
    f"joint_venture=(*{OIL}){OIL}": (
        "joint ventures between oil companies",
        "joint ventures among oil companies",
        "石油公司之间的合资",
    ),
    f"joint_venture=(*{CARMAKERS}){CARMAKERS}": (
        "joint ventures between carmakers",
        "车企之间的合资",
        "车企之间的合资企业",
    ),
    f"partner=(*{BANKS}){BANKS}": ("partnerships between banks",),
    f"joint_venture=(*{CARMAKERS}[country in DE]){CARMAKERS}[country in CN]"
    f" | joint_venture=(*{CARMAKERS}[country in CN]){CARMAKERS}[country in DE]": (
        "joint ventures between Chinese and German carmakers",
        "中国和德国车企之间的合资",
    ),
    f"partner=(*{CARMAKERS}){BANKS} | partner=(*{BANKS}){CARMAKERS}": ("partnerships between banks and carmakers",),
    "whether saic in joint_venture=(volkswagen)": (
        "joint ventures between SAIC and Volkswagen",
        "上汽和大众之间的合资",
    ),
    "supplies<(apple) & supplies<(huawei)": ("common suppliers between Apple and Huawei",),
}
AS_WELL = {
    "partner=(microsoft) & competitor=(microsoft)": (
        "微软的合作伙伴同时也是对手的",
        "微软的合作伙伴同时又是对手的",
        "微软的合作伙伴同时也是竞争对手的",
    ),
    "competitor=(microsoft) & partner=(microsoft)": ("微软的竞争对手同时又是合作伙伴的",),
    "supplies<(apple) & supplies>(apple)": ("苹果的供应商同时也是客户的",),
    "supplies>(huawei) & competitor=(huawei)": ("华为的客户同时也是对手的有哪些",),
}


STAKES = {
    "shareholder_of<(nissan)": ("companies with a stake in Nissan", "companies with stakes in Nissan"),
    "shareholder_of<(mercedes-benz)[country in CN]": ("Chinese companies with a stake in Mercedes-Benz",),
    f"shareholder_of<(*{CARMAKERS}[country in CN])[country in US]": (
        "American companies with stakes in Chinese carmakers",
    ),
    "competitor=(alibaba) - shareholder_of>(tencent)": (
        "Alibaba's competitors without Tencent money",
        "Alibaba's competitors without a Tencent stake",
        "没有腾讯股份的阿里竞争对手",
        "没有腾讯投资的阿里竞争对手",
    ),
    "shareholder_of>(tencent)": ("companies with Tencent money", "有腾讯投资的公司"),
}
ROLES = {
    "supplies<(apple) & supplies>(apple)": ("both suppliers and customers of Apple",),
    "partner=(microsoft) & competitor=(microsoft)": ("both partners and rivals of Microsoft",),
    "supplies<(samsung-electronics) & supplies>(samsung-electronics)": (
        "who is both supplier and customer of Samsung Electronics",
    ),
    "supplies>(huawei) & competitor=(huawei)": ("both a customer and a competitor of Huawei",),
    "supplies>(openai) & shareholder_of<(openai)": (
        "both customers and shareholders of OpenAI",
        "who is both customer of and investor in OpenAI",
    ),
    "shareholder_of<(openai) & supplies<(openai)": ("who is both investor in and supplier of OpenAI",),
}


WITH = {
    "supplies>(tsmc)": (
        "companies with TSMC as supplier",
        "companies that have TSMC as a supplier",
        "companies with TSMC among their suppliers",
        "谁的供应商包括台积电",
        "供应商包括台积电的公司",
        "有台积电作供应商的公司",
        "以台积电为供应商的公司",
    ),
    "supplies<(apple)": ("companies with Apple among their customers", "以苹果为客户的公司", "客户包括苹果的公司"),
    "shareholder_of>(tencent)": (
        "companies with Tencent as a shareholder",
        "哪些公司的股东包括腾讯",
        "股东包括腾讯的公司",
        "有腾讯作为股东的公司",
    ),
    "chief_executive_of>(person-elon-musk)": ("哪些公司的CEO是马斯克", "CEO是马斯克的公司"),
    "founded_by<(person-ma-yun)": ("哪些公司的创始人是马云", "创始人是马云的公司"),
}
BUT_NOT_THE_OTHER = {
    "supplies>(catl) - joint_venture=(catl)": ("宁德时代的客户但不是合资伙伴", "宁德时代的客户，但不是合资伙伴"),
    "supplies<(tesla) - partner=(tesla)": ("特斯拉的供应商但不是合作伙伴", "suppliers of Tesla but not partners"),
    "competitor=(microsoft) - partner=(microsoft)": ("微软的对手但不是合作伙伴",),
}
TO_WHOM = {
    "shareholder_of<(openai)": ("investments in OpenAI", "对OpenAI的投资"),
    "shareholder_of<(*[country in DE])[country in CN]": ("Chinese investments in German companies",),
    f"shareholder_of<(*{CARMAKERS}[country in DE])[country in CN]": (
        "Chinese stakes in German carmakers",
        "中国对德国车企的投资",
    ),
    "acquired<(*[country in DE])[country in CN]": ("Chinese takeovers of German companies",),
    "acquired>(microsoft)": ("acquisitions of Microsoft", "微软的收购"),
    "shareholder_of>(huijin) - icbc": ("中央汇金投资过的公司，工商银行除外",),
}


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("acquisition of Activision", {"microsoft"}),
        ("the acquisition of GitHub", {"microsoft"}),
        ("takeover of Arm", {"softbank"}),
    ],
)
def test_an_acquisition_of_whom_nobody_was_acquired_by_is_told_by_who_did_it(
    sample_pipeline: DiscoveryPipeline, question: str, members: set[str]
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language="en")).answer
    assert answer is not None
    assert set(answer.company_ids) == members


@pytest.mark.parametrize(
    ("question", "plan"),
    by_question(HAVING, AMID, AS_WELL, STAKES, ROLES, WITH, BUT_NOT_THE_OTHER, TO_WHOM),
)
def test_both_ends_are_who_they_are_said_to_be(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(("question", "plan"), by_question(ROLES))
def test_what_is_asked_of_both_is_never_answered_with_either(parser: Parser, question: str, plan: str) -> None:
    assert not any("|" in written(each) for each in parser.parse(question).also)


@pytest.mark.parametrize(
    ("question", "language", "members"),
    [
        ("wholly owned subsidiaries of Tencent", "en", {"tencent-cloud", "riot-games"}),
        ("fully-owned subsidiaries of Tencent", "en", {"tencent-cloud", "riot-games"}),
        ("companies wholly owned by Tencent", "en", {"tencent-cloud", "riot-games"}),
        ("腾讯的全资子公司", "zh", {"tencent-cloud", "riot-games"}),
        ("哪些公司是腾讯全资持有的", "zh", {"tencent-cloud", "riot-games"}),
        ("腾讯100%控股的公司", "zh", {"tencent-cloud", "riot-games"}),
        ("Is Huya a wholly owned subsidiary of Tencent?", "en", set()),
        ("Is Riot Games a wholly owned subsidiary of Tencent?", "en", {"riot-games"}),
    ],
)
def test_wholly_owned_is_a_share_of_all(
    sample_pipeline: DiscoveryPipeline, question: str, language: str, members: set[str]
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest.model_validate({"query": question, "language": language})).answer
    assert answer is not None
    assert (answer.not_understood, set(answer.company_ids)) == ((), members)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("苹果有多少中国供应商，多少日本供应商", "多少"),
        ("特斯拉有多少日本供应商、多少韩国供应商", "多少"),
        ("How many Korean suppliers and how many Japanese suppliers does Apple have?", "how many"),
        ("how many suppliers does Tesla have, and how many customers?", "how many"),
        ("与日本公司之间有合资的车企", "之间"),
        ("Tesla suppliers that supply no other carmaker", "no other"),
        ("who held ASML shares until 2015", "until"),
        ("Who was the CEO of Novo Nordisk until 2025?", "until"),
    ],
)
def test_words_that_were_not_used_are_told(parser: Parser, question: str, word: str) -> None:
    assert word in parser.parse(question).not_understood


@pytest.mark.parametrize(
    ("question", "language", "so"),
    [
        ("Is Tencent an investor in Epic Games and Riot Games?", "en", True),
        ("腾讯是Epic Games和拳头游戏的股东吗", "zh", True),
        ("Is SoftBank a shareholder of Arm and Alibaba?", "en", True),
        ("软银是Arm和阿里巴巴的股东吗", "zh", True),
        ("Does SoftBank own shares in both Arm and Intel?", "en", True),
        ("Does SoftBank own shares in Arm or Tesla?", "en", True),
        ("Does SoftBank own shares in both Arm and Tesla?", "en", False),
        ("软银是Arm和特斯拉的股东吗", "zh", False),
    ],
)
def test_a_parent_holds_shares_of_each_of_several(
    sample_pipeline: DiscoveryPipeline, question: str, language: str, so: bool
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest.model_validate({"query": question, "language": language})).answer
    assert answer is not None
    assert (answer.outcome, answer.value) == ("answered", so)
