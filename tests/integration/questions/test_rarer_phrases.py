"""Phrases that few questions have, each read as a whole, and those that are not claimed to be understood."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, Related
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

RECEIVED = {
    "shareholder_of>(tencent)": ("从腾讯拿到注资的公司", "哪些公司从腾讯拿了钱", "哪些公司从腾讯得到参股"),
    "licenses_to>(arm)": ("从Arm拿架构的公司",),
    "licenses_to<(xiaomi)": ("小米拿了谁的授权",),
    "competitor=(pepsico)": ("百事的竞争压力来自谁",),
    "competitor=(netease)": ("网易和谁是竞争对手",),
    "subsidiary_of<(geely)": ("哪些公司归吉利管",),
    "subsidiary_of<(sasac)[industry in automobiles electric-vehicles]": ("国资委旗下的车企",),
    "located_in>(supplies<(apple))": ("苹果供应商总部在哪",),
}
SETS = {
    "produces<(produces>(dji))": ("makers of the same products as DJI",),
    "produces>(sony)": ("products of the products of Sony",),  # those that its products are made into are not known
    "supplies>(nvidia) & supplies>(microsoft)": ("是英伟达客户和微软客户的公司",),
    "supplies<(apple) & competitor=(apple)": ("companies that supply and compete with Apple",),
    "count supplies<(apple) & supplies<(tesla)": (
        "how many suppliers do Apple and Tesla have in common",
        "how many suppliers do Apple and Tesla share",
    ),
    "(partner=(toyota) & supplies<(apple)) - supplies<(tesla)": ("partners of Toyota that supply Apple but not Tesla",),
    "supplies<(apple) | (* - supplies<(tesla))": ("companies that supply Apple or don't supply Tesla",),
    "* - supplies<(partner=(toyota))": (
        "Toyota's partners, companies that don't supply them",
        "丰田的伙伴，不供应他们的公司",
    ),
    "* - supplies>(partner=(toyota))": ("Toyota's partners, those that they don't supply",),
    "(supplies<(apple) & supplies<(tesla)) - supplies<(bmw)": ("谁供应苹果和特斯拉但不供应宝马",),
    "supplies<(partner=(toyota)) | shareholder_of<(partner=(toyota))": ("丰田的伙伴，供应他们或者投资他们的公司",),
    "* - produces<(*product)": ("companies that have no products", "哪些公司没有产品"),
    "supplies<(changan)": ("重庆长安汽车的供应商",),  # the place is a part of the name
}
TIMES = {
    "*[founded >= 1990]": ("companies founded since the nineties", "90年代以来成立的公司"),
    "*[founded >= 2000]": ("90年代以后成立的公司",),
    "*[founded <= 1989]": ("companies founded before the nineties",),
    "*[founded >= 1801][founded <= 1900]": ("companies founded in the 19th century",),
    "*[founded >= 1930][founded <= 1939]": ("上世纪30年代成立的公司",),
    "whether catl in supplies<@-2019(tesla)[country in CN]": (
        "Was CATL a Chinese supplier of Tesla before 2020?",
        "2020年以前宁德时代是特斯拉的中国供应商吗",
    ),
    "*[country in CN][founded >= 1901][founded <= 2000]": ("20世纪成立的中国公司",),
}
NOT_WHOLE = (
    "whose batteries does Elon Musk use",  # a person buys none
    "who is Apple supplying by",
    "companies with no similar companies",
    "companies without former suppliers",
    "whose Japanese supplier is CATL",
    "英特尔是哪两个人收购的",  # people acquire nothing
    "谁家的电池收购沃尔玛",
    "where are companies",
    "三星SDI的电池来自哪些公司",
    "苹果的电池和特斯拉的电池供应商",
    "the overlap between the suppliers of Apple and the suppliers of Apple",
    "former competitors in the same industry as Tesla",
    "who is like the most carmakers",
    "成立于30年代的公司",  # of which century
    "raw materials of batteries",
    "raw materials of banking",
    "三星SDI的原料来自苹果的供应商",
    "where are the suppliers of Apple acquired",
    f"{'suppliers of customers of ' * 4}suppliers of Apple",  # deeper than a plan may be
    "compare Apple, Tesla, BMW, CATL, Samsung and Sony",  # of more than five
    "Was CATL one of the oldest suppliers of Tesla before 2020?",
    "Was CATL a supplier of Tesla or BMW in 2020",
)


@pytest.mark.parametrize(("question", "plan"), by_question(RECEIVED, SETS, TIMES))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", NOT_WHOLE)
def test_what_may_mean_another_thing_is_not_claimed(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole


def test_the_first_of_what_somebody_supplies(parser: Parser) -> None:
    parsed = parser.parse("cars first supplied by Tesla")
    assert parsed.whole
    assert parsed.plan is not None
    text = written(parsed.plan)
    assert text.startswith("(supplies>(tesla) & ") and text.endswith("{least date}")


@pytest.mark.parametrize(
    "question",
    ["who supplied Apple as of 2020", "who supplied Apple as of the end of 2020", "截至2020年底苹果的供应商"],
)
def test_the_year_as_of_which_is_asked(parser: Parser, question: str) -> None:
    plan = parser.parse(question).plan
    assert plan is not None
    assert (written(plan), plan.as_of) == ("supplies<(apple)", "2020")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("丰田过去的供应商", "supplies"),
        ("who used to supply Toyota", "supplies"),
        ("companies that were formerly acquired by SoftBank", "acquired"),
    ],
)
def test_what_is_over_is_asked_for(parser: Parser, question: str, kind: str) -> None:
    parsed = parser.parse(question)
    assert parsed.whole
    assert parsed.plan is not None
    assert isinstance(parsed.plan.answer, Companies)
    asked = parsed.plan.answer.set
    assert isinstance(asked, Related)
    assert (asked.type, asked.ended) == (kind, True)


def test_what_happened_once_is_no_less_so_afterwards(sample_pipeline: DiscoveryPipeline) -> None:
    questions = ("companies that were formerly acquired by SoftBank", "companies that SoftBank acquired")
    former, all_of_them = (
        set(sample_pipeline.discover(DiscoveryRequest(query=each)).answer.company_ids) for each in questions
    )
    assert former == all_of_them != set()
