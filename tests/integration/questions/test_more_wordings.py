"""Rosters, orders, what the words around a relation repeat, and Chinese conditions behind which 里 stands."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

READ = {
    "supplies>(corning)": ("Corning's customer directory", "corning client lineup", "康宁的下家是谁"),
    "supplies<(honor)": ("荣耀的上家有哪些",),
    "shareholder_of<(uber)": ("list Uber's shareholder roll", "优步有哪些大金主"),
    "supplies>(largan)": ("which firms get their components from Largan",),
    "competitor=(goldwind)": ("跟金风科技抢订单的公司", "谁在和金风科技抢地盘"),
    "supplies<(ford) & supplies<(toyota)": ("同时拿到福特和丰田订单的公司",),
    "licenses_to>(nokia)": ("诺基亚专利的被许可方",),
    "count licenses_to>(nokia)": ("how many licensees has Nokia",),
    "count supplies<(ford)": ("how many suppliers has Ford",),
    "shareholder_of>@2016-2019(alibaba)": ("阿里巴巴2016到2019年间投资的公司",),
    "supplies<(huawei)[ticker in *.HK]": ("港股里的华为供应商",),
    "supplies<(volkswagen)[country in DE]": ("大众的德国供应商",),
    "produces<(product-iron-ore)": ("who mines iron ore", "谁在开采铁矿石"),
    "compare sanofi gsk": ("Sanofi or GSK: which one is larger", "赛诺菲和葛兰素史克相比如何"),
    "*[country in KR]{least founded}": ("oldest Korean company in the dataset",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(READ))
def test_it_is_read_as_a_whole(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", ["who are their suppliers", "how many is Tesla", "最美的德国公司"])
def test_what_is_not_said_is_not_claimed(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole
