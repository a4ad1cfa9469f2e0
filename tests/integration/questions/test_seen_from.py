"""Domestic and overseas are seen from the company whose suppliers they are; what is said beside a chosen company is
said of it."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

SEEN_FROM = {
    "supplies>(catl)[country not_in CN]": (
        "overseas customers of CATL",
        "CATL's foreign customers",
        "宁德时代的海外客户",
    ),
    "supplies<(huawei)[country in CN]": (
        "domestic suppliers of Huawei",
        "Huawei's domestic suppliers",
        "华为的本国供应商",
    ),
    "competitor=(tesla)[country in US]": ("domestic rivals of Tesla", "特斯拉的本国对手"),
    "(supplies<(apple) & (*[industry in ev-batteries] | produces<(product-consumer-battery product-cylindrical-battery"
    " product-ev-battery product-lfp-battery)))[country not_in US]": ("Apple's foreign battery suppliers",),
    "count supplies<(apple)[country not_in US]": ("how many foreign suppliers does Apple have",),
    "whether catl in supplies<(tesla)[country not_in US]": ("is CATL a foreign supplier of Tesla",),
}
FROM_NOBODY = (
    ("foreign banks", "foreign"),
    ("domestic suppliers of Apple and Samsung", "domestic"),
    ("overseas suppliers of the rivals of BYD", "overseas"),
    ("companies with foreign shareholders", "foreign"),
    ("domestic suppliers", "domestic suppliers"),
)
BESIDE_CHOSEN = {
    "supplies>(tesla)[country not_in US]": ("overseas customers",),
    "supplies<(tesla)[country in US]": ("domestic suppliers", "its domestic suppliers"),
    "supplies<(tesla) & supplies<(byd)": (
        "suppliers that also supply BYD",
        "suppliers that supply BYD as well",
        "which of its suppliers also supply BYD",
        "供应商中也给比亚迪供货的",
    ),
    "partner=(tesla) & partner=(byd)": ("partners that are also partners of BYD",),
    "competitor=(tesla) & supplies>(catl)": ("rivals that CATL supplies",),
    "compare tesla byd": (
        "compare with BYD",
        "compare it with BYD",
        "compared to BYD",
        "vs BYD",
        "和比亚迪比",
        "和比亚迪对比",
        "跟比亚迪相比怎么样",
        "与比亚迪的区别",
    ),
    "still apple in partner=(intel)": ("when did Apple and Intel stop being partners",),
    "supplies<(byd)": ("suppliers of BYD", "who also supplies BYD", "比亚迪的供应商"),
    "compare nio byd": ("compare Nio with BYD", "对比蔚来和比亚迪"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(SEEN_FROM))
def test_seen_from_the_company_named(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(("question", "word"), FROM_NOBODY)
def test_seen_from_nobody_it_is_not_understood(parser: Parser, question: str, word: str) -> None:
    parsed = parser.parse(question)
    assert word in parsed.not_understood
    assert "country" not in (written(parsed.plan) if parsed.plan else "")


@pytest.mark.parametrize("question", ["companies with foreign shareholders", "overseas suppliers of the rivals of BYD"])
def test_who_is_chosen_is_not_meant_where_others_are(parser: Parser, question: str) -> None:
    assert parser.parse(question, ("tesla",)).not_understood


@pytest.mark.parametrize(("question", "plan"), by_question(BESIDE_CHOSEN))
def test_what_is_said_beside_a_chosen_company(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question, ("tesla",))
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "name"),
    [("Japanese carmakers", "Tesla"), ("carmakers founded after 2000", "Tesla"), ("德国有哪些银行", "特斯拉")],
)
def test_a_chosen_company_of_which_nothing_is_asked_is_named(parser: Parser, question: str, name: str) -> None:
    assert parser.parse(question, ("tesla",)).not_understood == (name,)


@pytest.mark.parametrize(
    "question", ["外国公司持股的中国银行", "有外国股东的中国银行", "外国公司入股过的中国银行有哪些"]
)
def test_banks_of_a_country_are_no_bank_of_that_name(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    """Behind who holds them: 中国银行 alone is Bank of China."""
    banks = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert (banks.outcome, banks.company_ids) == ("answered", ("bank-of-communications",))
    named = sample_pipeline.discover(DiscoveryRequest(query="中国银行的股东")).answer
    assert named.company_ids == ("huijin",)
