"""Questions about companies of imported lists: names without legal forms, offices that ended, stakes, goods."""

from __future__ import annotations

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ontology import Ontology
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import imported, opened

SUBSIDIARIES = """Subsidiary,Parent,Ownership (%),Since
Calloway Shipping Ltd,Calloway Holdings Ltd,100,2005
Corvane Solar Iberia SL,Corvane Energy plc,75.5,2014
Corvane Wind Polska Sp. z o.o.,Corvane Energy plc,51,2016
Castellan Leben AG,Castellan Insurance Group SE,100,2000
Castellan Re Ltd,Castellan Insurance Group SE,80,2002
"""
HOLDERS = """Shareholder,Company,Stake,Since
Calloway Holdings Ltd,Marlin Docks plc,40%,2011-06
Rupert Calloway,Calloway Holdings Ltd,62.5%,2001
"""
SUPPLIES = """供应商名称,客户名称,供应产品,产品编号,合作开始时间
成都星桥光电股份有限公司,极光汽车,激光雷达,P-17,2022-03
苏州澜芯微电子有限公司,极光汽车,,P-18,2021
"""
BOARDS = """Director,Company,Position,Appointed,Resigned
James Ashworth,Brightwell Foods plc,Chief Executive Officer,2017-09-01,2022-08-31
周启明,杭州云岫智能科技股份有限公司,总经理,2018-01-01,2023-12-31
"""
LISTS = {"subsidiaries.csv": SUBSIDIARIES, "holders.csv": HOLDERS, "供应.csv": SUPPLIES, "boards.csv": BOARDS}
LISTED = {
    "Subsidiaries of Corvane Energy": {"Corvane Solar Iberia SL", "Corvane Wind Polska Sp. z o.o."},
    "subsidiaries of Castellan Insurance Group": {"Castellan Leben AG", "Castellan Re Ltd"},
    "Who owns Calloway Shipping?": {"Calloway Holdings Ltd"},
}
VALUES = {
    "ultimate parent of Calloway Shipping": "Rupert Calloway",
    "Calloway Shipping的实际控制人": "Rupert Calloway",
    "When did Calloway Holdings buy its stake in Marlin Docks?": "2011-06",
    "When did James Ashworth stop being CEO of Brightwell Foods?": "2022-08-31",
    "周启明什么时候不再担任杭州云岫智能科技股份有限公司总经理": "2023-12-31",
    "成都星桥光电股份有限公司什么时候开始给极光汽车供货": "2022-03",
    "成都星桥光电股份有限公司给极光汽车供应什么": "供应产品: 激光雷达",
    "苏州澜芯微电子有限公司给极光汽车供应什么": None,  # the row says nothing of it
}


def test_what_lists_say_is_answered(own_base: Settings, ontology: Ontology, encoder: Encoder) -> None:
    imported(own_base, ontology, tuple((name, text.encode()) for name, text in LISTS.items()))
    base = Base.over(opened(own_base), ontology, own_base)
    pipeline = DiscoveryPipeline(base, encoder=lambda: encoder)

    def asked(question: str) -> QuestionAnswer:
        language = "en" if question.isascii() else "zh"
        return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer

    for question, names in LISTED.items():
        assert {base.knowledge_base.entity(each).name_en for each in asked(question).company_ids} == names, question
    for question, value in VALUES.items():
        assert asked(question).value == value, question
    told = asked("When did James Ashworth stop being CEO of Brightwell Foods?").sentences[0].text
    assert "from 2017-09-01 until 2022-08-31" in told
    assert "former" not in told
    owns = asked("Since when does Calloway Holdings own Marlin Docks?")  # 40 %, and by itself
    assert (owns.outcome, owns.value) == ("empty", None)
    assert not any("through others" in each.text for each in owns.sentences)
