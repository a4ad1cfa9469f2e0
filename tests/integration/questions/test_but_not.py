"""What is said of some but not of others: who is among those before is left out, or else those of whom it is so."""

from __future__ import annotations

import pytest

from core.questions.parsing.chart import MOST_STEPS, TOO_DEAR, Chart, Token, rule
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

BOTH_BUT = "(supplies<(apple) & supplies<(huawei)) - supplies<(xiaomi)"
OTHERS = {
    "supplies<(apple)[country in CN] - supplies<(tesla)": (
        "companies that are Chinese suppliers of Apple but not of Tesla",
    ),
    BOTH_BUT: (
        "suppliers of both Apple and Huawei but not Xiaomi",
        "Who supplies both Apple and Huawei but not Xiaomi?",
        "companies that supply both Apple and Huawei but not Xiaomi",
        "which companies supply Apple and Huawei but don't supply Xiaomi",
        "suppliers of Apple and Huawei, but not of Xiaomi",
        "suppliers to Apple and Huawei that are not suppliers to Xiaomi",
        "suppliers of Apple and Huawei excluding those of Xiaomi",
        "suppliers used by both Apple and Huawei but not by Xiaomi",
        "suppliers that both Apple and Huawei use but Xiaomi does not",
        "suppliers shared by Apple and Huawei but not Xiaomi",
        "同时给苹果和华为供货但不给小米供货的公司",
        "同时给苹果、华为供货但不给小米供货的有哪些",
        "给苹果和华为供货，但没有给小米供货的公司",
        "苹果和华为共同的供应商里，哪些不给小米供货",
        "苹果和华为的共同供应商，不包括小米的供应商",
        "苹果和华为都用但小米不用的供应商",
    ),
    "supplies<(apple) - supplies<(huawei)": (
        "suppliers of Apple but not Huawei",
        "suppliers of Apple, not Huawei",
        "suppliers of Apple and not Huawei",
        "suppliers of Apple rather than Huawei",
        "suppliers of Apple instead of Huawei",
        "who supplies Apple rather than Huawei",
        "suppliers of Apple that are not Huawei's",
        "苹果的供应商但不是华为的",
        "苹果的供应商而非华为的",
    ),
    "supplies<(apple) - supplies<(huawei) - supplies<(xiaomi)": (
        "suppliers of Apple that do not supply Huawei and Xiaomi",
        "Who supplies Apple but not Huawei or Xiaomi?",
        "给苹果供货但不给华为和小米供货的公司",
    ),
    "shareholder_of>(tencent) - shareholder_of>(alibaba)": ("companies Tencent invested in but not Alibaba",),
    "(shareholder_of>(tencent) & shareholder_of>(alibaba)) - shareholder_of>(softbank)": (
        "companies that both Tencent and Alibaba invested in but SoftBank did not",
        "腾讯和阿里巴巴都投资了但软银没有投资的公司",
    ),
    "like(tesla) - like(byd)": ("companies like Tesla but not like BYD",),
}
MEMBERS = {
    "competitor=(byd) - catl": ("rivals of BYD but not CATL", "比亚迪的对手，但不要宁德时代"),
    "supplies<(tesla) - catl - supplies<(huawei)": ("suppliers of Tesla but not CATL or Huawei",),
    "*[country in KR] - samsung-electronics": ("Korean companies but not Samsung Electronics",),
}
NEITHER = {
    "* - shareholder_of<(meituan) - shareholder_of<(jd)": (
        "没有投资美团和京东的公司",
        "companies that did not invest in Meituan and JD.com",
    ),
    "* - (shareholder_of<(meituan) & shareholder_of<(jd))": (
        "没有同时投资美团和京东的公司",
        "companies that did not invest in both Meituan and JD.com",
    ),
}
ROLES = {  # to be of another set is denied, not the relation with its members
    "supplies<(huawei) - supplies<(apple)": (
        "谁是华为的供应商但不是苹果的供应商",
        "哪些公司是华为的供应商，但并不是苹果的供应商",
        "哪些公司是华为的供应商而不是苹果的供应商",
        "是华为的供应商但不是苹果供应商的公司",
        "给华为供货但不是苹果的供应商的公司",
        "which companies are suppliers of Huawei but not Apple's suppliers",
        "which companies are suppliers of Huawei and not Apple's suppliers",
        "who is a supplier of Huawei but not a supplier of Apple",
        "companies that are Huawei's suppliers but not Apple's suppliers",
    ),
    "supplies>(catl)[industry in automobiles electric-vehicles] - supplies>(byd)": (
        "是宁德时代的客户但不是比亚迪的客户的车企",
        "carmakers that are customers of CATL but not BYD's customers",
    ),
    "shareholder_of<(tencent) - shareholder_of<(alibaba)": (
        "谁是腾讯的股东但不是阿里的股东",
        "who is a shareholder of Tencent but not Alibaba's shareholder",
    ),
    "competitor=(byd) - supplies<(tesla)": (
        "谁是比亚迪的竞争对手但不是特斯拉的供应商",
        "which companies are rivals of BYD but not Tesla's suppliers",
    ),
    "competitor=(byd) - tesla": ("谁是比亚迪的竞争对手但不是特斯拉",),
    "competitor=(byd) - competitor=(tesla)": ("谁是比亚迪的竞争对手但不是特斯拉的",),
    "whether byd in supplies<(huawei) - supplies<(apple)": (
        "比亚迪是华为的供应商但不是苹果的供应商吗",
        "Is BYD a supplier of Huawei but not Apple's supplier?",
    ),
    "supplies<(apple) - supplies<(competitor=(apple))": (
        "suppliers of Apple but not of its competitors",
        "who supplies Apple but not its competitors",
        "给苹果供货但不给苹果的竞争对手供货的公司",
    ),
}


@pytest.mark.parametrize(("question", "plan"), by_question(OTHERS, MEMBERS, NEITHER, ROLES))
def test_it_is_told_what_is_left_out(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        "its suppliers but not Steve Jobs",  # nobody is supplied by a person, and it is not known who "it" is
        "products of Sony but not of Japan",
        "suppliers and partners of Apple but not of Steve Jobs",
        "suppliers of them but not Apple",
    ],
)
def test_nothing_is_read_where_it_cannot_be_so(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is None or parsed.not_understood


def test_a_reading_that_is_far_dearer_than_another_of_the_same_words_is_not_kept() -> None:
    rules = [rule("np", "name", len, TOO_DEAR + 0.1), rule("np", "name", str.upper, TOO_DEAR), rule("np", "name", str)]
    found = Chart(rules, {}, 1.0).readings([Token(0, 1, {"name": ("a",)})], "np")
    assert ([each.meaning for each in found], MOST_STEPS) == (["a", "A"], 4_000)
