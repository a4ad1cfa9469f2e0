"""Energy, storage batteries, cells, and a group by its name, as people call them."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

_ENERGY = "[industry in electric-utilities oil-gas solar wind]"
_CELLS = "(*[industry in ev-batteries] | produces<(product-cylindrical-battery product-solar-cells))"
ASKED = {
    "*[industry in wind]": (
        "风能公司有哪些？",
        "做风力发电的公司",
        "wind energy firms",
    ),
    "*[industry in solar]": ("太阳能公司", "solar energy companies"),
    "*[industry in solar wind]": ("可再生能源公司", "renewable energy companies"),
    f"subsidiary_of<(sasac){_ENERGY}": ("国资委旗下有哪些能源公司？", "Which energy companies does SASAC control?"),
    f"*{_ENERGY}[country in CN]": ("List Chinese energy companies.", "中国的能源企业"),
    f"*[country in CN]{_ENERGY}": ("能源行业有哪些中国公司",),
    "count produces<(product-energy-storage)[country in CN]": (
        "有多少家中国公司做储能电池？",
        "How many Chinese companies make energy storage batteries?",
    ),
    "produces<(product-energy-storage)": ("哪些公司做储能电池？", "Who makes grid batteries?"),
    f"supplies<(bmw) & {_CELLS}": ("Which companies supply cells to BMW?", "Who supplies cells to BMW?"),
    "supplies<(bmw) & (*[industry in ev-batteries] | produces<(product-consumer-battery product-cylindrical-battery"
    " product-ev-battery product-lfp-battery))": ("Which companies supply batteries to BMW?",),
    "produces<(product-solar-cells)": ("Who makes solar cells?",),
    "produces<(product-car-t)": ("做细胞治疗的公司",),
    "competitor=(siemens-energy)": ("Siemens Energy competitors",),
    "licenses_to<(zai-lab)[industry in biotech pharmaceuticals]": (
        "Which pharma companies license their drugs to Zai Lab?",
        "Which pharma companies license drugs to Zai Lab?",
    ),
    "licenses_to<(merck-co)": (
        "Who licensed their drugs to Merck & Co.?",
        "Who out-licensed its drugs to Merck & Co.?",
    ),
    "subsidiary_of<(tata-sons)[country in IN]": (
        "Which Indian companies are owned by the Tata group?",
        "塔塔集团拥有哪些印度公司？",
    ),
    "subsidiary_of<(tata-sons)": ("Which companies belong to the Tata Group?", "What does the Tata group own?"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(ASKED))
def test_what_people_call_them_is_understood(question: str, plan: str, parser: Parser) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(("question", "words"), [("nuclear energy companies", "nuclear"), ("核能源公司有哪些", "核")])
def test_a_kind_of_energy_that_is_not_known_is_told(question: str, words: str, parser: Parser) -> None:
    assert parser.parse(question).not_understood == (words,)
