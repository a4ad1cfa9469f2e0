"""Whose goods or licences somebody uses: a word for goods filters, or the question is not understood."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

_CHIPS = (
    "(*[industry in fabless-chips integrated-device-chips memory-chips semiconductor-foundry] | produces<("
    "product-ai-accelerator product-analog-chips product-automotive-chips product-cellular-modem product-network-chips "
    "product-wifi-chips))"
)
_BATTERIES = (
    "(*[industry in ev-batteries] | produces<("
    "product-consumer-battery product-cylindrical-battery product-ev-battery product-lfp-battery))"
)
PLANS = {
    "licenses_to<(sony)": (
        "索尼用的是谁授权的技术",
        "索尼用谁授权的技术",
        "索尼用的技术是谁授权的",
        "索尼用的是谁的技术授权",
        "索尼用的是谁的专利",
        "索尼用了谁的专利",
        "索尼用的专利是谁的",
        "whose patents does Sony use",
        "Sony uses whose patents",
        "whose technology does Sony license",
        "Who licenses technology to Sony?",
    ),
    f"supplies<(xiaomi) & {_CHIPS}": (
        "小米用谁家的芯片",
        "小米用的是谁的芯片",
        "小米用的芯片是谁家的",
        "小米用的芯片是谁供的",
        "小米的芯片是谁供的",
        "小米买谁的芯片",
        "谁给小米供应芯片",
        "whose chips does Xiaomi use?",
        "Xiaomi uses whose chips",
        "who supplies chips to Xiaomi",
    ),
    f"supplies<(geely) & {_BATTERIES}": (
        "吉利用的电池是谁供的",
        "吉利用谁家的电池",
        "吉利的电池是谁供的",
        "whose batteries does Geely use",
    ),
    "supplies<(xiaomi)": ("小米用谁家的零件", "小米用的零件是谁供的", "whose parts does Xiaomi use"),
    "supplies>(catl)": ("谁买宁德时代的电池", "谁在用宁德时代的电池"),
    "supplies<(asus) & (*[industry in displays] | produces<(product-lcd-panel product-oled-panel))": (
        "华硕用谁的屏幕",
        "whose screens does ASUS use",
    ),
}
NOT_UNDERSTOOD = (
    "华硕用谁的铰链",
    "索尼用的是谁的技术",
    "whose technology does Sony use",
    "what company's chips does Xiaomi use",
    "吉利的电池来自谁",
)


@pytest.mark.parametrize(("question", "plan"), by_question(PLANS))
def test_goods_filter_suppliers_and_licences_lead_to_licensors(question: str, plan: str, parser: Parser) -> None:
    found = parser.parse(question)

    assert found.plan is not None
    assert (written(found.plan), found.not_understood) == (plan, ())


@pytest.mark.parametrize("question", NOT_UNDERSTOOD)
def test_goods_that_leave_something_open_are_not_understood(question: str, parser: Parser) -> None:
    assert parser.parse(question).not_understood
