"""What one has and another has not, which of several that are named, and words for companies of an industry."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

AIRLINES = "[industry in airlines]"
THREE = "(sk-on samsung-sdi lg-energy-solution)"
LACKING = {
    "supplies<(general-motors) - supplies<(ford)": (
        "the suppliers General Motors has but Ford doesn't",
        "suppliers that General Motors has but Ford does not have",
    ),
    "supplies>(huawei) - supplies>(zte)": ("华为有而中兴没有的客户",),
    "competitor=(byd) - competitor=(catl)": ("比亚迪有但宁德时代没有的对手",),
    "subsidiary_of<(sasac) - located_in<(place-beijing)": ("国务院国资委的子公司里，哪些总部不在北京",),
    "competitor=(tesla)[country not_in CN]": ("特斯拉的竞争对手，别列中国的", "特斯拉的竞争对手，不要列中国的"),
}
CHOSEN = {
    f"{THREE}{{least supplies>}}": (
        "among SK On, Samsung SDI and LG Energy Solution, which one has the fewest customers",
        "SK On、三星SDI、LG新能源，哪家客户最少",
        "SK On、三星SDI和LG新能源里哪家的客户最少",
    ),
    f"{THREE}{{least founded}}": ("SK On、三星SDI、LG新能源，哪家成立最早",),
    f"{THREE} & supplies<(tesla)": ("which among SK On, Samsung SDI and LG Energy Solution supply Tesla",),
}
CLASSES = {
    f"supplies>(airbus){AIRLINES}": ("which airlines buy from Airbus", "which airlines get their aircraft from Airbus"),
    f"(supplies>(airbus) & supplies>(boeing)){AIRLINES}": ("Which carriers buy from both Airbus and Boeing?",),
    "*[industry in banking][country in IN]": ("印度有哪些银行", "Indian banks"),
    "supplies<(jd)[industry not_in home-appliances]": ("京东的供应商里不属于家电行业的",),
}
GIVEN = {
    "licenses_to<(merck-co) & licenses_to<(gsk)": ("默沙东、葛兰素史克都从哪家引进过授权",),
    "licenses_to>(innovent)[industry in biotech pharmaceuticals]": ("信达生物把药授权给过哪些药企",),
    "licenses_to<(netflix)": ("who licenses content to Netflix",),
    "joint_venture=(tsmc) & joint_venture=(nxp)": ("tsmc nxp shared joint venture partners",),
    "compare boeing airbus": ("boeing versus airbus, compare them please",),
    "compare qualcomm mediatek": ("高通跟联发科怎么选",),
}

SAID_ON = {
    "competitor=(licenses_to>(legend-biotech)[industry in biotech pharmaceuticals])": (
        "拿到传奇生物授权的药企，竞争对手是谁",
    ),
    "competitor=(subsidiary_of<(acquired<(lazada)))": ("收购来赞达的公司，其子公司的竞争对手有哪些",),
    "shareholder_of>@2019-(toyota)": ("stakes Toyota bought after 2018",),
    "shareholder_of>(temasek)": ("淡马锡都持有哪些公司的股份",),
    "supplies<(xiaomi)[ticker in *.SZ]": ("Xiaomi suppliers listed on the Shenzhen stock exchange",),
    "*[industry in insurance]{least founded}": ("哪家保险公司历史最长",),
    "*{most subsidiary_of<}": ("谁的子公司数量排第一",),
    "compare coca-cola pepsico": ("coca-cola or pepsico",),
    "like(alphabet)[country in KR]": ("韩国有没有像谷歌一样的公司",),
    "*[industry in biotech][country in CN] - located_in<(place-shanghai)": ("上海以外的中国生物技术公司",),
    "whether github in subsidiary_of<(microsoft)": ("GitHub是微软的吗", "Is GitHub Microsoft's?"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(LACKING, CHOSEN, CLASSES, GIVEN, SAID_ON))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("who makes etch equipment for chips", ("for chips",)),  # what is made for chips is no chip
        ("苹果把汽车授权给过哪些药企", ("汽车",)),  # it makes none
        ("tsmc tsmc shared partners", ("tsmc",)),
        ("suppliers Apple has but Steve Jobs doesn't", ("has but Steve Jobs doesn't",)),
        ("Apple有而乔布斯没有的创始人", ()),
    ],
)
def test_what_does_not_fit_is_not_understood(parser: Parser, question: str, words: tuple[str, ...]) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood or not words
