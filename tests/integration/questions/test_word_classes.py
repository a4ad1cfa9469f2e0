"""Classes of words: what takes the same place, roles, chains, what is said of each of two."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

READ = {
    # any word for a share, for money, for a licence, for a joint venture takes its place
    "shareholder_of<(grab)": (
        "who picked up a minority interest in Grab",
        "companies holding an equity stake in Grab",
        "which firms have pumped cash into Grab",
        "Grab的股东构成",
        "谁给Grab出过钱",
    ),
    "licenses_to>(nokia)": (
        "who took out patent licences from Nokia",
        "companies paying licence fees to Nokia",
        "companies licensed by Nokia",
        "which firms has Nokia licensed",
        "谁向诺基亚支付专利许可费",
    ),
    "licenses_to<(apple)": ("Who is Apple licensed by?",),
    "joint_venture=(saudi-aramco)": (
        "who set up a joint company with Saudi Aramco",
        "Saudi Aramco's joint-venture counterparties",
        "沙特阿美跟谁办了合营企业",
        "和沙特阿美形成合资关系的公司",
    ),
    "partner=(sap)": (
        "who has forged an alliance with SAP",
        "companies that signed a cooperation agreement with SAP",
        "跟SAP达成战略合作协议的公司",
        "SAP的朋友圈",
    ),
    "licenses_to>(nokia) - licenses_to>(ericsson)": ("Nokia licensees that Ericsson hasn't licensed",),
    # roles
    "supplies<(apple)": (
        "who counts Apple among its customers",
        "which companies have Apple as a customer",
        "suppliers found in Apple's supply chain",
        "苹果的上游供应商名单",
        "苹果从哪儿拿货",
    ),
    "competitor=(tesla)": (
        "who regards Tesla as a rival",
        "把特斯拉视为对手的公司",
        "特斯拉跟谁是对手",
        "谁跟特斯拉是冤家",
        "who is jostling with Tesla for market share",
    ),
    "subsidiary_of>(tencent-music)": ("腾讯音乐归谁管", "腾讯音乐归谁所有"),
    "count subsidiary_of<(sasac)": ("国资委底下有多少家公司", "国资委名下有几家公司"),
    "supplies<(supplies<(nvidia))": ("英伟达供应商的供应商",),
    # each of two
    "supplies<(huawei) & supplies<(xiaomi)": (
        "又给华为又给小米供货的厂商",
        "既给华为又给小米供货的公司",
        "既给华为也给小米供货的公司",
        "suppliers found in both Huawei's and Xiaomi's supply chains",
        "suppliers found in both Huawei and Xiaomi",
    ),
    "competitor=(boeing) & competitor=(airbus)": ("who competes with Boeing and with Airbus alike",),
    # verbs with somebody in the middle
    "acquired<(tiffany)": ("who took Tiffany over", "who snapped Tiffany up", "谁把蒂芙尼收入囊中"),
    "competitor=(visa)": ("which companies give Visa a run for its money", "who is nipping at Visa's heels"),
    "competitor=(byd)": ("谁在抢比亚迪的饭碗", "哪些公司抢比亚迪的生意"),
    "supplies<(verizon)": ("Who keeps Verizon supplied?", "who provides Verizon with parts"),
    "shareholder_of>(exor)": ("Exor手里攥着哪些公司的股票", "What does Exor own slices of?"),
    "licenses_to>(arm)": ("who pays Arm royalties", "哪些公司用Arm的专利", "who uses Arm's patents"),
    # goods that somebody buys say who sells them
    "supplies<(hyundai-motor)": ("whose parts end up in Hyundai cars",),
    "supplies<(walmart)": ("谁家的货供到沃尔玛",),
    "subsidiary_of<(volkswagen)": ("list every company under the Volkswagen umbrella",),
    "subsidiary_of<(volkswagen) - audi": ("除奥迪外大众还有哪些子公司",),
    "shareholder_of<(mistral-ai) & shareholder_of<(xai)": ("investors backing both Mistral and xAI",),
    "competitor=(netflix) & competitor=(spotify)": ("Netflix and Spotify share which rivals",),
    "shareholder_of<(uber) - shareholder_of<(grab)": ("Uber shareholders who hold nothing in Grab",),
    "supplies<(samsung-sdi)": ("三星SDI的原料来自哪些公司", "三星SDI的零件来自谁"),
    "supplies>(albemarle)": ("雅保的产品卖往哪些企业",),
    "competitor=(inditex)": ("印第纺面临哪些竞争者", "the competition Inditex faces"),
    "joint_venture=(renault)": ("companies cooperating with Renault in a joint venture",),
    # names that are words, and countries without capitals
    "supplies<(volkswagen)[country in JP KR]": ("大众的日韩供应商",),
    "competitor=(toyota) & competitor=(volkswagen)": ("丰田、大众的共同竞争对手",),
    "supplies<(samsung-electronics)[country in US]": (
        "samsung electronics suppliers headquartered in the us",
        "us-based suppliers of samsung electronics",
    ),
    "competitor=(meta)[country not_in US]": ("Meta's rivals, non-American only",),
    "shareholder_of<(rivian) - amazon": ("anyone but Amazon holding shares in Rivian",),
    "founded_by<(person-bill-gates)": ("比尔盖茨一手创办的企业",),
}
NOT_READ = (
    "suppliers of Apple in the usual place",
    "is in the hands of suppliers Apple",
    "who takes Apple up on its promise",
    "谁抢苹果的热搜",
    "give us the competitors of Boeing in the moon",
)


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_a_class_of_words_is_read(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", NOT_READ)
def test_what_is_left_over_is_said(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole


def test_us_is_a_pronoun_elsewhere(parser: Parser) -> None:
    parsed = parser.parse("show us suppliers of Apple")
    assert parsed.plan is not None
    assert (written(parsed.plan), parsed.not_understood) == ("supplies<(apple)", ())


def test_biotechnology_companies_are_drugmakers(parser: Parser) -> None:
    for question in ("中国有哪些药企", "drugmakers in China", "中国的制药公司"):
        plan = parser.parse(question).plan
        assert plan is not None
        assert written(plan) == "*[industry in biotech pharmaceuticals][country in CN]", question


@pytest.mark.parametrize("question", ["手机零部件厂商", "飞机零部件公司有哪些", "给小米供货的手机零部件公司"])
def test_parts_of_other_things_are_none_of_cars(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language="zh")).answer
    assert "零部件" in "".join(answer.not_understood)


def test_parts_makers_alone_are_those_of_cars(sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query="德国的零部件公司", language="zh")).answer
    assert not answer.not_understood
    assert "bosch" in answer.company_ids
