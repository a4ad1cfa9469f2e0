"""Which relation a question asks for, and from which end; a plan in the notation of ``tests/plan_notation.py``, and the
questions that all mean it."""

from __future__ import annotations

import pytest

from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

DIRECTIONS = {
    "supplies<(tesla)": (
        "谁给特斯拉供货",
        "给特斯拉供货的公司",
        "特斯拉从谁那里进货？",
        "特斯拉向谁采购",
        "特斯拉的供货商都有谁",
        "哪些企业为特斯拉供应零部件",
        "特斯拉是谁的客户",
        "Who supplies Tesla?",
        "Who does Tesla buy from?",
        "Who is Tesla supplied by?",
        "companies Tesla purchases from",
        "companies that deliver to Tesla",
        "Tesla's vendors",
        "the vendors of Tesla, please",
    ),
    "supplies>(catl)": (
        "宁德时代给谁供货",
        "宁德时代供货给谁",
        "谁向宁德时代采购",
        "谁从宁德时代进货",
        "向宁德时代采购的公司有哪些",
        "宁德时代的买家",
        "宁德时代是谁的供应商",
        "Who does CATL supply?",
        "Who is supplied by CATL?",
        "Who buys from CATL?",
        "Which firms purchase from CATL?",
        "companies CATL delivers to",
        "CATL's clients",
        "buyers of CATL",
    ),
    "acquired>(microsoft)": (
        "微软收购了谁",
        "微软收购过哪些公司",
        "谁被微软收购了",
        "被微软并购的企业",
        "微软的收购对象",
        "Who did Microsoft acquire?",
        "Who was acquired by Microsoft?",
        "firms bought by Microsoft",
        "companies Microsoft took over",
        "Microsoft's acquisitions",
    ),
    "acquired<(tesla)": (
        "谁收购了特斯拉",
        "特斯拉被谁收购了",
        "特斯拉的收购方",
        "Who acquired Tesla?",
        "Who was Tesla acquired by?",
        "Tesla's acquirer",
    ),
    "shareholder_of<(xpeng)": (
        "谁投资了小鹏汽车",
        "小鹏汽车的投资方有哪些",
        "哪些公司入股了小鹏汽车",
        "小鹏汽车背后的资本",
        "Who has invested in XPeng?",
        "Who holds shares in XPeng?",
        "XPeng's backers",
        "shareholders in XPeng",
    ),
    "shareholder_of>(softbank)": (
        "软银投资了谁",
        "软银的投资组合",
        "软银入股了哪些公司",
        "Who did SoftBank invest in?",
        "What does SoftBank hold stakes in?",
        "SoftBank's portfolio companies",
        "companies backed by SoftBank",
    ),
    "depends_on<(tsmc)": (
        "谁依赖台积电",
        "哪些公司离不开台积电",
        "Who depends on TSMC?",
        "companies that rely upon TSMC",
    ),
    "depends_on>(tsmc)": (
        "台积电依赖谁",
        "台积电依赖哪些公司",
        "Who does TSMC depend on?",
        "Who does TSMC rely on?",
    ),
    "licenses_to>(arm)": (
        "Arm授权给谁",
        "谁向Arm交专利费",
        "Arm的被授权方",
        "Who does Arm license to?",
        "Who pays royalties to Arm?",
        "licensees of Arm",
    ),
    "subsidiary_of<(geely)": (
        "吉利旗下有哪些公司",
        "吉利的下属公司",
        "吉利控股了谁",
        "Who does Geely own?",
        "companies owned by Geely",
        "Geely's subsidiaries",
    ),
    "subsidiary_of>(volvo-cars)": (
        "沃尔沃汽车的母公司",
        "谁控股沃尔沃汽车",
        "沃尔沃汽车属于谁",
        "Who owns Volvo Cars?",
        "the parent of Volvo Cars",
        "Who controls Volvo Cars?",
    ),
    "competitor=(tesla)": (
        "谁和特斯拉竞争",
        "特斯拉跟谁竞争",
        "特斯拉的对手",
        "与特斯拉竞争的厂商",
        "Who competes with Tesla?",
        "Who does Tesla compete against?",
        "Tesla's main competitors",
        "firms that rival Tesla",
    ),
    "partner=(toyota)": (
        "丰田和谁合作",
        "谁与丰田结盟",
        "丰田的盟友",
        "Who works with Toyota?",
        "Who does Toyota partner with?",
        "allies of Toyota",
    ),
    "joint_venture=(volkswagen)": (
        "和大众合资的公司",
        "大众的合资伙伴",
        "Who has a joint venture with Volkswagen?",
        "Volkswagen's joint venture partners",
    ),
    "founded_by>(tesla)": ("特斯拉的创始人", "谁创办了特斯拉", "Who founded Tesla?", "the founders of Tesla"),
    "founded_by<(person-elon-musk)": ("马斯克创办了哪些公司", "companies founded by Elon Musk"),
    "chief_executive_of<(tesla)": (
        "特斯拉的CEO是谁",
        "谁执掌特斯拉",
        "谁担任特斯拉的CEO",
        "Who runs Tesla?",
        "the CEO of Tesla",
    ),
    "chief_executive_of>(person-elon-musk)": (
        "马斯克是哪些公司的CEO",
        "Which companies does Elon Musk run?",
        "companies run by Elon Musk",
    ),
    "director_of<(uber)": (
        "优步的董事是谁",
        "Who sits on the board of Uber?",
        "directors of Uber",
        "board members of Uber",
    ),
    "director_of>(person-mary-barra)": (
        "玛丽·博拉担任哪些公司的董事",
        "玛丽·博拉是哪些公司的董事",
        "companies whose board Mary Barra sits on",
        "Which boards does Mary Barra sit on?",
        "Which companies is Mary Barra a director of?",
        "Mary Barra's board seats",
    ),
    "director_of>(director_of<(apple))": (
        "苹果的董事还担任哪些公司的董事",
        "Which companies are the directors of Apple directors of?",
    ),
    "subsidiary_of>(supplies<(apple))": ("苹果的供应商是哪些公司的子公司",),
    "chief_executive_of<(supplies<(apple))": ("苹果供应商的CEO是谁", "who runs the suppliers of Apple"),
    "director_of<(apple) & director_of<(amgen)": ("Who sits on the boards of both Apple and Amgen?",),
    "shareholder_of>(tencent)": ("腾讯是哪些公司的股东", "Which companies is Tencent a shareholder of?"),
    "produces>(dji)": ("大疆生产什么", "What does DJI make?", "DJI's products"),
}
CLASSES = {
    "*[industry in automobiles electric-vehicles]": ("车企", "有哪些汽车厂商", "automakers", "car manufacturers"),
    "produces<(product-large-language-model)": ("做大模型的公司", "Who develops large language models?"),
}


@pytest.mark.parametrize(("question", "plan"), by_question(DIRECTIONS, CLASSES))
def test_a_relation_is_read_from_the_right_end(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())
