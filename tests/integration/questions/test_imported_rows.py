"""What imported rows say beside the relation, and where the companies of a list have their seat."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.ontology import Ontology
from core.questions.execution.columns import industries_in_words
from core.retrieval.base import Base
from core.settings import Settings
from core.storage.embeddings import Encoder
from tests.imports import imported, opened


def _answer(
    settings: Settings, ontology: Ontology, encoder: Encoder, file: tuple[str, str], question: str
) -> QuestionAnswer:
    imported(settings, ontology, ((file[0], file[1].encode()),))
    base = Base.over(opened(settings), ontology, settings)
    pipeline = DiscoveryPipeline(base, encoder=lambda: encoder)
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


def test_what_columns_say_is_told_where_none_is_of_goods(
    own_base: Settings, ontology: Ontology, encoder: Encoder
) -> None:
    rows = "Vendor Name,Customer,Category,Spend\nHarbinger Castings LLC,Corvex Ltd,Aluminium castings,1200\n"
    question = "What does Harbinger Castings supply to Corvex?"
    answer = _answer(own_base, ontology, encoder, ("erp.csv", rows), question)
    assert "Category: Aluminium castings" in answer.sentences[0].text
    assert "1200" not in answer.sentences[0].text


def test_a_supplier_of_both_is_none_since_the_first_contract_ended(
    own_base: Settings, ontology: Ontology, encoder: Encoder
) -> None:
    rows = (
        "Supplier name,Buyer name,Start date,End date\n"
        "Mastline Towers,Halden Chemicals AB,2018-05-01,2099-04-30\n"
        "Mastline Towers,Corvex Ltd,2020-07-01,2025-06-30\n"
    )
    question = "suppliers of both Halden Chemicals and Corvex"
    answer = _answer(own_base, ontology, encoder, ("contracts.csv", rows), question)
    assert answer.company_ids == ()
    assert "Mastline Towers (until 2025-06-30)" in answer.sentences[-1].text


def test_a_seat_with_its_province_is_in_the_city(own_base: Settings, ontology: Ontology, encoder: Encoder) -> None:
    imported(
        own_base, ontology, (("places.csv", "id,type,name_zh,name_en\nplace-foshan,place,佛山,Foshan\n".encode()),)
    )
    rows = (
        "公司名称,所在地\n恒泽五金制品有限公司,广东佛山\n青云传感科技有限公司,广东省佛山市\n"
        '明远机械有限公司,广东深圳\nAgilex,"Foshan, China"\n'
    )
    answer = _answer(own_base, ontology, encoder, ("list.csv", rows), "总部在佛山的公司")
    assert len(answer.company_ids) == 3


def test_an_id_that_reads_as_an_industry_hides_none(own_base: Settings, ontology: Ontology) -> None:
    """A product of that id is no industry: the text of the column stands for itself."""
    imported(own_base, ontology, (("goods.csv", b"id,type,name_zh,name_en\nShipbuilding,product,,ships\n"),))
    rows = b"Company,Industry\nNordvik Yards AS,Shipbuilding\nHalmstad Docks AB,Shipbuilding\n"
    imported(own_base, ontology, (("list.csv", rows),))
    knowledge_base = opened(own_base)
    assert "Shipbuilding" in industries_in_words(knowledge_base)


@pytest.mark.parametrize(
    "question", ["What does Corvex make?", "products of Corvex", "Corvex生产什么", "Corvex的产品有哪些"]
)
def test_goods_that_only_a_column_names_are_told(
    own_base: Settings, ontology: Ontology, encoder: Encoder, question: str
) -> None:
    rows = '[{"name": "Corvex", "country": "US", "products": ["Power MOSFETs", "IGBT modules"]}, {"name": "Halden"}]'
    answer = _answer(own_base, ontology, encoder, ("list.json", rows), question)
    assert answer.outcome == "answered"
    assert "Power MOSFETs" in answer.sentences[0].text and "|" not in answer.sentences[0].text
    assert answer.sentences[0].source_ids


def test_a_name_that_ends_in_a_full_stop_ends_a_sentence_with_one(
    own_base: Settings, ontology: Ontology, encoder: Encoder
) -> None:
    rows = "Company,Country\nNorma S.p.A.,Italy\n"
    answer = _answer(own_base, ontology, encoder, ("list.csv", rows), "Who supplies Norma S.p.A.?")
    assert answer.sentences[0].text.endswith("S.p.A.")
    assert not answer.sentences[0].text.endswith("..")
