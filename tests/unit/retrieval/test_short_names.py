"""Short forms of names in questions and company fields: derived by rule, unique in the base, and not mere words."""

from __future__ import annotations

import pytest

from core.domain.records import Entity
from core.ontology import default_ontology
from core.retrieval.linking import NameIndex
from tests.support import EntityList


def entity(identifier: str, zh: str, en: str, *, kind: str = "company", aliases: tuple[str, ...] = ()) -> Entity:
    return Entity(id=identifier, type=kind, name_zh=zh, name_en=en, aliases=aliases)


def described(number: int, text: str) -> Entity:
    return Entity(
        id=f"firm-{number}", type="company", name_zh=f"甲{number}", name_en=f"Firm{number}", description_en=text
    )


PEOPLE = [
    entity("musk", "埃隆·马斯克", "Elon Musk", kind="person"),
    entity("gates", "比尔·盖茨", "Bill Gates (founder)", kind="person"),
    entity("zeng", "曾毓群", "Zeng Yuqun", kind="person"),
    entity("li-1", "布鲁斯·李", "Bruce Leeson", kind="person"),
    entity("li-2", "安·李", "Ann Leeson", kind="person"),
    entity("whitcombe", "Eleanor Jane Whitcombe", "Eleanor Jane Whitcombe", kind="person"),
    entity("brandt", "Jürgen Brandt", "Jürgen Brandt", kind="person"),
]
NAMES = NameIndex(
    EntityList(
        [
            entity("volkswagen", "大众汽车集团", "Volkswagen Group", aliases=("大众汽车",)),
            entity("li-auto", "理想汽车", "Li Auto"),
            entity("bytedance", "字节跳动", "ByteDance"),
            entity("longi", "隆基绿能", "LONGi Green Energy"),
            entity("hengrui", "恒瑞医药", "Hengrui Pharma"),
            entity("tesla", "特斯拉", "Tesla", aliases=("特斯拉汽车", "Tesla, Inc.")),
            entity("midea", "美的集团", "Midea Group Co., Ltd."),
            entity("first-solar", "第一太阳能", "First Solar"),
            entity("photonics", "光电股份", "Photonics Holding"),
            entity("samsung-1", "三星电子", "Samsung Electronics"),
            entity("samsung-2", "三星显示", "Samsung Display"),
            entity("lg-1", "LG电子", "LG Electronics"),
            entity("lg-2", "LG显示", "LG Display"),
            entity("merck", "默沙东", "Merck & Co."),
            entity("microsoft", "微软", "Microsoft Corporation"),
            entity("goldman", "高盛", "Goldman Sachs Group, Inc. (The)"),
            entity("novo", "诺和诺德", "Novo Nordisk A/S"),
            entity("mistral", "Mistral人工智能", "Mistral AI"),
            entity("exxon", "埃克森美孚", "ExxonMobil", aliases=("Exxon Mobil Corporation",)),
            entity("great-wall", "长城汽车", "Great Wall Motor"),
            entity("target", "塔吉特", "Target Corporation"),
            entity("ev", "EV先进材料", "EV Advanced Material"),
            *PEOPLE,
            entity("omaha", "Omaha, United States", "Omaha, United States", kind="place"),
            entity("ring", "Changsha Ring Gear", "Changsha Ring Gear"),
            entity("group", "Group, Inc.", "Group, Inc."),
            entity("changsha", "Changsha, China", "Changsha, China", kind="place"),
            entity("nice", "Nice, France", "Nice, France", kind="place"),
            entity("optics", "光电器件", "photonic parts", kind="product"),
            *[described(each, "Makes EV parts for a target market.") for each in range(8)],
        ]
    ),
    default_ontology(),
    people=lambda: PEOPLE,
)


def found(question: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(question[each.start : each.end], tuple(sorted(each.entity_ids))) for each in NAMES.find(question)]


@pytest.mark.parametrize(
    ("question", "written", "meant"),
    [
        ("宝马、大众都在用的供应商", "大众", "volkswagen"),
        ("哪些公司给大众供电池", "大众", "volkswagen"),
        ("特斯拉 理想 对比", "理想", "li-auto"),
        ("理想的供应商", "理想", "li-auto"),
        ("谁是大众的供应商", "大众", "volkswagen"),
        ("谁是理想的竞争对手", "理想", "li-auto"),
        ("宝马是大众的竞争对手吗", "大众", "volkswagen"),
        ("宝马是否是大众的竞争对手", "大众", "volkswagen"),
        ("列出大众的供应商", "大众", "volkswagen"),
        ("介绍一下理想", "理想", "li-auto"),
        ("理想的电池供应商有哪些", "理想", "li-auto"),
        ("投资理想的公司有哪些", "理想", "li-auto"),
        ("和字节竞争的公司", "字节", "bytedance"),
        ("谁抢了字节的饭碗", "字节", "bytedance"),
        ("隆基同行", "隆基", "longi"),
        ("隆基背后的股东", "隆基", "longi"),
        ("恒瑞和辉瑞谁的客户多", "恒瑞", "hengrui"),
        ("美的的竞争对手", "美的", "midea"),
        ("長城的供應商", "長城", "great-wall"),
        ("马斯克创办的公司有哪些竞争对手", "马斯克", "musk"),
        ("盖茨的公司", "盖茨", "gates"),
        ("who goes head to head with Merck & Co", "Merck & Co", "merck"),
        ("Microsoft suppliers", "Microsoft", "microsoft"),
        ("who supplies microsoft", "microsoft", "microsoft"),
        ("rivals of Goldman Sachs Group", "Goldman Sachs Group", "goldman"),
        ("rivals of Goldman Sachs", "Goldman Sachs", "goldman"),
        ("investors in Mistral", "Mistral", "mistral"),
        ("who invested in mistral?", "mistral", "mistral"),
        ("谁投了Mistral", "Mistral", "mistral"),
        ("exxon competitors", "exxon", "exxon"),
        ("Compare Novo and Exxon", "Novo", "novo"),
        ("Novo's rivals", "Novo", "novo"),
        ("rivals of Target in Japan", "Target", "target"),
        ("companies started by Musk", "Musk", "musk"),
        ("Which boards does Eleanor Whitcombe sit on?", "Eleanor Whitcombe", "whitcombe"),
        ("Eleanor Whitcombe是哪些公司的董事？", "Eleanor Whitcombe", "whitcombe"),
        ("Which boards does Whitcombe sit on?", "Whitcombe", "whitcombe"),
        ("Brandt是哪些公司的董事？", "Brandt", "brandt"),
        ("banks in Omaha", "Omaha", "omaha"),
        ("companies in omaha", "omaha", "omaha"),
        ("Omaha companies", "Omaha", "omaha"),
    ],
)
def test_a_short_form_is_found_where_a_name_stands(question: str, written: str, meant: str) -> None:
    assert (written, (meant,)) in found(question)


@pytest.mark.parametrize(
    ("question", "written", "meant"),
    [
        ("三星的供应商", "三星", ("samsung-1", "samsung-2")),
        ("Samsung suppliers", "Samsung", ("samsung-1", "samsung-2")),
        ("suppliers that Tesla and LG use", "LG", ("lg-1", "lg-2")),
        ("what did Leeson start", "Leeson", ("li-1", "li-2")),
    ],
)
def test_a_short_form_of_several_has_all_of_them(question: str, written: str, meant: tuple[str, ...]) -> None:
    assert (written, meant) in found(question)


def test_a_short_form_of_several_companies_asks_which() -> None:
    link = NAMES.link_question("给三星供货的公司")
    assert (link.outcome, link.name) == ("ambiguous", "三星")
    assert {each.company_id for each in link.choices} == {"samsung-1", "samsung-2"}


@pytest.mark.parametrize(
    "question",
    [
        "大众喜欢的品牌",
        "普通大众的选择",
        "这是理想的选择吗",
        "它是大众的最爱",
        "理想的电池供应商",
        "理想的公司有哪些",
        "找一家理想的电池供应商",
        "完美的公司有哪些",
        "光电的供应商有哪些",
        "第一的供应商有哪些",
        "三星重工的供应商",
        "隆基机械的客户",
        "特斯的供应商",
        "茅台的上游是谁",
        "波音的供应商有哪些",
        "毓群创办的公司",
        "who supplies Boeing",
        "Samsung Heavy Industries suppliers",
        "WHO SUPPLIES SAMSUNG HEAVY INDUSTRIES",
        "WHO SUPPLIES SAMSUNG & SONS",
        "RIVALS OF NOVO CHINA BREWERY",
        "competitors of LG Chem",
        "companies that make great batteries",
        "Great suppliers of batteries",
        "Which companies make targets",
        "which firms target children",
        "target company list",
        "EV battery makers",
        "batteries in the USA",
        "nice companies",
        "who is the first supplier",
        "First suppliers in Texas",
        "Novo Yangtze Industrial Group Co., Ltd",
        "Novo Yangtze Brewery",
        "Novo Ltd",
        "competitors of Yangtze Microsoft Holding",
        "rivals of Shenyang Sanwei Group Co., Ltd",
        "rivals of Novo'an Foods",
        "Changsha suppliers",
    ],
)
def test_words_and_unknown_names_are_no_short_forms(question: str) -> None:
    assert found(question) == []


@pytest.mark.parametrize(
    ("field", "meant"),
    [("大众", "volkswagen"), ("理想", "li-auto"), ("隆基", "longi"), ("Mistral", "mistral"), ("novo", "novo")],
)
def test_a_company_field_takes_a_short_form(field: str, meant: str) -> None:
    assert NAMES.link_name(field).entity_ids == (meant,)


@pytest.mark.parametrize("field", ["LG", "三星", "samsung"])
def test_a_company_field_asks_which_of_several(field: str) -> None:
    link = NAMES.link_name(field)
    assert link.outcome == "ambiguous"
    assert len(link.choices) == 2


@pytest.mark.parametrize("field", ["茅台", "Boeing", "Great", "第一", "Zzz", "Novo Ltd"])
def test_a_company_field_knows_no_other_short_forms(field: str) -> None:
    assert NAMES.link_name(field).outcome == "unknown"


def companies_begun(begin: str, ends: str) -> list[Entity]:
    return [entity(f"{begin}-{end}", f"{begin}{end}科技", f"Firm {end}") for end in ends]


@pytest.mark.parametrize(
    ("others", "meant"),
    [
        ([], [3]),
        (companies_begun("远望", "山水云天地海江河湖岛石木火土金星月日风雨"), []),
        ([entity(f"lens-{each}", f"远望镜{each}", f"lens {each}", kind="product") for each in range(200)], []),
    ],
)
def test_what_begins_very_many_names_is_a_short_form_of_none(others: list[Entity], meant: list[int]) -> None:
    names = NameIndex(EntityList([*companies_begun("远望", "甲乙丙"), *others]), default_ontology())
    assert [len(each.entity_ids) for each in names.find("给远望供货的公司")] == meant
