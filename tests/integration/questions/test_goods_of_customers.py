"""What a customer makes of the parts it buys is no condition on who supplies them: 小米汽车的电池供应商."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import written


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("小米汽车的电池供应商", "汽车"),
        ("battery suppliers for Xiaomi's EVs", "EVs"),
        ("who supplies batteries for Ford's EVs", "EVs"),
        ("who supplies batteries for Xiaomi's cars", "cars"),
        ("福特电动车的电池供应商", "电动车"),
        ("宝马电动车的电池供应商", "电动车"),
        ("苹果手机的屏幕供应商", "手机"),
        ("小米手机的芯片供应商", "手机"),
        ("给小米手机供应芯片的公司", "手机"),
        ("给小米手机供货的公司", "手机"),
        ("谁给福特电动车供应电池", "电动车"),
        ("who supplies chips to Xiaomi phones", "phones"),
        ("小米汽车电池谁供的", "汽车"),
        ("who supplies Xiaomi's car batteries", "car"),
        ("Xiaomi EV battery suppliers", "EV"),
        ("who supplies Xiaomi's phones", "phones"),
        ("小米汽车的供应商", "汽车"),
    ],
)
def test_goods_of_the_customer_are_named_as_not_understood(parser: Parser, question: str, words: str) -> None:
    parsed = parser.parse(question)
    assert parsed.not_understood == (words,)
    plan = parsed.plan and written(parsed.plan)
    assert plan is None or plan.startswith(("supplies<(", "(supplies<("))
    assert plan is None or not any(each in plan for each in ("product-battery-electric-car", "product-smartphone)"))


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("BMW EV battery suppliers", "who supplies EV batteries to BMW"),
        ("特斯拉电动车电池供应商", "给特斯拉供应电动车电池的公司"),
    ],
)
def test_of_who_mainly_makes_it_the_part_for_it_is_meant(parser: Parser, question: str, same: str) -> None:
    parsed, other = parser.parse(question), parser.parse(same)
    assert parsed.plan is not None and parsed.not_understood == other.not_understood == ()
    assert written(parsed.plan).startswith(("supplies<(", "(supplies<("))


@pytest.mark.parametrize("question", ["小米的电池供应商", "who supplies Tesla's batteries", "苹果的屏幕供应商"])
def test_parts_stay_what_the_suppliers_make(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is not None and parsed.not_understood == ()
    assert "produces<(" in written(parsed.plan)


@pytest.mark.parametrize(
    ("question", "goods"),
    [
        ("特斯拉的竞争对手的材料", "材料"),
        ("特斯拉供应商的货？", "货"),
        ("腾讯的股东的股份", "股份"),
        ("Tesla's competitors' equipment", "equipment"),
        ("Tesla's suppliers' goods", "goods"),
    ],
)
def test_what_companies_have_is_told_where_only_they_are_known(parser: Parser, question: str, goods: str) -> None:
    assert parser.parse(question).not_understood == (goods,)
