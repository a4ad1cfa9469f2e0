"""Forms in which an analyst asks first: are in an industry, the top three shareholders, who is behind a company."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Companies, ShareOf, Top
from core.questions.reading.largest_holders import parsed_question
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

ASKED = {
    "*[industry in wind]": ("Which companies are in wind energy?",),
    "count *[industry in wind]": ("How many companies are in wind energy?",),
    "competitor=(longi)[industry in solar]": ("隆基绿能在光伏行业里的对手有哪些？", "隆基绿能在光伏行业的对手"),
    "competitor=(tesla)[industry in electric-vehicles]": ("特斯拉在电动汽车行业里的对手有哪些？",),
    "competitor=(wuxi-apptec)[industry in contract-research]": ("药明康德在CRO行业里有哪些对手？",),
    "depends_on>(asml)": ("阿斯麦依赖哪些供应商？", "Which suppliers does ASML depend on?"),
    "depends_on>(nvidia)[country in KR]": ("英伟达依赖哪些韩国供应商",),
    "subsidiary_of>(volvo-cars)": ("沃尔沃背后是谁？", "沃尔沃背后是哪家公司"),
    "supplies<(xiaomi)": ("小米背后的供应商",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(ASKED))
def test_it_is_understood(question: str, plan: str, parser: Parser) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("腾讯的前三大股东是谁？", 3),
        ("大众汽车的前十大股东", 10),
        ("大众汽车的前5大股东", 5),
        ("大众汽车的前几大股东有哪些", 10),
        ("top three shareholders of Volkswagen Group", 3),
        ("Who are the top 2 shareholders of Tencent?", 2),
        ("the two largest shareholders of Arm", 2),
        ("the largest shareholders of Arm", 10),
        ("major shareholders of Tencent", 10),
        ("Who are the main investors in OpenAI?", 10),
        ("腾讯的大股东有哪些", 10),
        ("谁是大众的主要股东", 10),
    ],
)
def test_as_many_holders_as_are_asked_for(question: str, number: int, sample_pipeline: DiscoveryPipeline) -> None:
    parsed = parsed_question(sample_pipeline.base, question, (), ())
    answer = parsed.plan.answer if parsed.plan else None
    assert isinstance(answer, Companies) and isinstance(answer.set, Top) and parsed.whole
    assert (answer.set.by, answer.set.n) == (ShareOf(), number)
