"""Ordinary forms of what the rows hold: lists with or, a choice of several, in a country, done by anybody."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

ANY_OF_THREE = "supplies<(ford) | supplies<(general-motors) | supplies<(stellantis)"
DRUGS = "*[industry in biotech pharmaceuticals]"
BANKS = "*[industry in banking]"
LISTED = {
    ANY_OF_THREE: (
        "Who supplies Ford, GM or Stellantis",
        "suppliers of Ford, GM or Stellantis",
        "suppliers of Ford, GM, or Stellantis",
        "谁给福特、通用或者Stellantis供货",
        "福特、通用或Stellantis的供应商",
        "福特，通用或Stellantis的供应商",
    ),
    ANY_OF_THREE.replace("|", "&"): ("Who supplies Ford, GM and Stellantis", "福特、通用和Stellantis的供应商"),
}
CHOICE = {
    "(byd catl) & supplies<(tesla)": (
        "which of BYD and CATL supplies Tesla",
        "which one of BYD and CATL supplies Tesla",
        "比亚迪和宁德时代谁给特斯拉供货",
        "比亚迪和宁德时代哪家给特斯拉供货",
    ),
    "(byd catl panasonic) & supplies<(tesla)": (
        "which of BYD, CATL and Panasonic supply Tesla",
        "which of BYD, CATL or Panasonic supply Tesla",
        "比亚迪、宁德时代和松下哪些给特斯拉供货",
    ),
}
PLACES = {
    f"{BANKS}[country in DE]": ("which banks are in Germany", "banks that are in Germany", "德国有哪些银行"),
    f"count {BANKS}[country in DE]": ("how many banks are in Germany", "how many banks are there in Germany"),
    "supplies<(apple)[country in JP]": (
        "Which of Apple's suppliers are in Japan",
        "suppliers of Apple that are in Japan",
    ),
}
BY_ANYBODY = {
    "acquired>@2016-2016(*)": (
        "companies acquired in 2016",
        "which companies were acquired in 2016",
        "who was acquired in 2016",
        "companies that were taken over in 2016",
        "2016年被收购的公司",
        "2016年有哪些公司被收购",
    ),
    "acquired>@-2015(*)": ("companies acquired until 2015", "acquisitions until 2015", "acquisitions up to 2015"),
    "*[founded <= 1990]": ("companies founded up to 1990",),
    "acquired>@-2014(*)": ("companies acquired before 2015", "2015年以前被收购的公司"),
    "acquired<@2016-2016(*)": (
        "companies that acquired others in 2016",
        "companies that acquired in 2016",
        "which companies acquired other companies in 2016",
    ),
    "acquired>@-2015(microsoft)": (
        "companies Microsoft acquired until 2015",
        "companies acquired by Microsoft up to 2015",
    ),
}
LICENCES = {
    f"(licenses_to>({DRUGS}) | licenses_to<({DRUGS}))[industry in biotech pharmaceuticals]": (
        "licences between drugmakers",
        "licenses among drugmakers",
        "licence deals between drugmakers",
        "药企之间的授权",
        "药企之间的许可",
    ),
}
CHAINS = {
    "founded_by<(founded_by>(tesla))": ("other companies started by Tesla's founders",),
}
BARE = {
    "path tesla panasonic": (
        "特斯拉和松下",
        "特斯拉 松下",
        "特斯拉、松下",
        "Tesla and Panasonic",
        "Tesla Panasonic",
        "Tesla, Panasonic",
        "Tesla Panasonic relationship",
    ),
    "path arm apple": ("licence between Arm and Apple",),
    "whether arm in licenses_to=(apple)": ("licence agreements between Arm and Apple",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(LISTED, CHOICE, PLACES, BY_ANYBODY, LICENCES, CHAINS, BARE))
def test_ordinary_forms(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question", ["suppliers of Tesla until 2015", "Apple Tesla BYD", "Tesla and Panasonic why", "Tesla Panasonic 2014"]
)
def test_what_is_not_said_is_not_understood(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood


def test_two_names_tell_what_is_on_record(sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query="特斯拉和松下", language="zh")).answer
    assert (answer.outcome, answer.kind) == ("answered", "path")
    assert answer.sentences[0].text.startswith("特斯拉与松下之间有记录的直接关系：")
