"""Where goods go, who began to do something, redundant nouns, roles with the most of something, several versus."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

_BATTERIES = (
    "(*[industry in ev-batteries] | produces<(product-consumer-battery product-cylindrical-battery"
    " product-ev-battery product-lfp-battery))"
)
GOODS = {
    "supplies>(naura)": ("who do NAURA's machines go to", "companies NAURA's equipment is sold to"),
    "supplies>(largan)": ("大立光的产品流向了哪些公司", "大立光的货去了哪些公司"),
    "supplies>(sunwoda)": ("欣旺达的电芯卖给哪些公司",),
    f"supplies<(toyota) & {_BATTERIES}": ("whose batteries end up in Toyota cars",),
    "supplies<(xiaomi) & (*[industry in displays] | produces<(product-lcd-panel product-oled-panel))": (
        "小米的屏幕从谁那里采购",
        "小米的屏幕是从谁那里买的货",
        "小米的面板是从谁那里进的货",
    ),
}
BEGAN = {
    "supplies<@2022-(ford)": ("who began supplying Ford after 2021", "who started to supply Ford after 2021"),
    "supplies<@2023-2023(ford)": ("2023年开始给福特供货的公司", "2023年成为福特供应商的公司"),
    "shareholder_of<@2018-2018(grab)": ("who became a shareholder of Grab in 2018",),
    "founded_by<(person-elon-musk)": ("what did Elon Musk start",),
}
AGAIN = {
    "subsidiary_of<(jd)": ("subsidiaries owned by JD",),
    "supplies>(corning)": ("customers supplied by Corning", "clients that Corning supplies"),
    "shareholder_of<(uber)": ("investors that back Uber", "Uber's strategic investors"),
}
ROLES = {
    "shareholder_of<(*){most shareholder_of>}": ("which investor has the most investments", "哪个投资方的投资最多"),
    "supplies<(*){most competitor=}": ("which supplier has the most competitors", "竞争对手最多的供应商"),
}
OTHERS = {
    "compare apple samsung-electronics xiaomi": (
        "Apple vs Samsung Electronics vs Xiaomi",
        "苹果 vs 三星电子 vs 小米",
    ),
    "competitor=(gree)": ("Gree's fiercest rivals", "nearest competitors of Gree", "格力最直接的对手"),
    "count supplies>(corning)": ("how many customers has Corning got",),
    "competitor=(baosteel)": ("who squares off against Baosteel",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(GOODS | BEGAN | AGAIN | ROLES | OTHERS))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    "question",
    [
        "suppliers buying from Apple",
        "suppliers that compete with Apple",
        "is BYD going to supply Tesla",
        "投资公司最多的投资方",
        "who goes to Tesla",
    ],
)
def test_what_does_not_fit_together_is_not_claimed(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole
