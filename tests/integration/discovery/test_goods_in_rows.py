"""Suppliers of goods: whether their rows name these goods, or others."""

from __future__ import annotations

import pytest

from core.discovery.goods_in_rows import goods_in_columns
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.records import Attribute, Relation
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.questions.vocabulary.words_for_goods import WordsForGoods, concepts_of, words_for_goods


def _asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


@pytest.mark.parametrize(
    "question",
    [
        "Does BYD supply batteries to DiDi?",
        "比亚迪给滴滴供电池吗",
        "Does Samsung Electronics supply HBM to Verizon?",
        "Does Samsung Electronics sell memory chips to Verizon?",
        "三星电子给特斯拉供存储芯片吗",
        "比亚迪给小米供电动汽车吗",
        "Does Panasonic supply Tesla with consumer electronics?",
        "Does Huawei supply BYD with telecom equipment?",
    ],
)
def test_a_supplier_of_other_goods_is_neither_yes_nor_no(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.kind, answer.value, answer.company_ids) == ("empty", "yes_no", None, ())
    assert answer.sources
    assert "the record of its supply reads" in answer.sentences[0].text or "供应记录写道" in answer.sentences[0].text


@pytest.mark.parametrize(
    "question",
    [
        "Does CATL supply batteries to Tesla?",
        "宁德时代给特斯拉供电池吗",
        "Does TSMC make chips for Apple?",
        "Does BOE supply screens to Apple?",
        "京东方给苹果供屏幕吗",
        "Does NVIDIA supply GPUs to Tesla?",
        "Does TCL CSOT supply Xiaomi with displays?",  # its row says screens
        "Does CATL supply EV batteries to Tesla?",
    ],
)
def test_a_row_that_names_the_goods_says_yes(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", True)


@pytest.mark.parametrize(
    ("question", "untold"),
    [
        (
            "Who supplies HBM to NVIDIA?",
            "The records of these do not mention such goods: Samsung Electronics.",
        ),
        ("谁给英伟达供HBM", "以下供应方的记录没有提到这类产品：三星电子。"),
        (
            "Who supplies screens to Apple?",
            "The records of these do not mention such goods: Corning.",
        ),
    ],
)
def test_of_whom_it_is_not_recorded_is_told(sample_pipeline: DiscoveryPipeline, question: str, untold: str) -> None:
    assert untold in [each.text for each in _asked(sample_pipeline, question).sentences]


@pytest.mark.parametrize("question", ["Chinese suppliers of Tesla", "Which carmakers does CATL supply?"])
def test_questions_without_goods_are_told_nothing(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert not [each for each in _asked(sample_pipeline, question).sentences if "goods" in each.text]


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Does BHP supply nickel to Tesla?", "In 2021 BHP signed an agreement to supply Tesla with nickel"),
        ("必和必拓给特斯拉供镍吗", "镍来自其西澳大利亚业务"),
    ],
)
def test_a_row_that_names_goods_of_no_recorded_maker_is_quoted(
    sample_pipeline: DiscoveryPipeline, question: str, quoted: str
) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.kind, answer.value) == ("empty", "yes_no", None)
    assert quoted in answer.sentences[0].text
    assert [source.key for source in answer.sources] == list(answer.sentences[0].source_ids)


@pytest.mark.parametrize(
    "question", ["who supplies nickel to Tesla", "谁给特斯拉供应镍", "Australian nickel suppliers of Tesla"]
)
def test_suppliers_whose_rows_name_the_goods_are_told_beside(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    told = [each for each in answer.sentences if "BHP" in each.text or "必和必拓" in each.text]
    assert len(told) == 1
    assert "bhp" not in answer.company_ids
    assert told[0].source_ids


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Does BHP mine nickel?", "supply Tesla with nickel"),
        ("Does Apple make chips?", "its own chip designs"),
        ("苹果做芯片吗", "自研芯片"),
        ("Does Tesla make batteries?", "Megapack batteries"),
    ],
)
def test_a_maker_by_its_sales_or_its_description_is_neither_yes_nor_no(
    sample_pipeline: DiscoveryPipeline, question: str, quoted: str
) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.kind, answer.value) == ("empty", "yes_no", None)
    assert quoted in answer.sentences[0].text
    assert answer.sentences[0].source_ids


@pytest.mark.parametrize(
    "question",
    [
        "Does Intel make cars?",
        "Does CATL make chips?",
        "宁德时代生产汽车吗",
    ],  # the name of a customer, 理想汽车, is no word
)
def test_whose_records_name_no_such_goods_is_none(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", False)


@pytest.mark.parametrize(
    "question",
    [
        "Does Tencent make cars?",  # a record of its says critical-care
        "Does Samsung Electronics make cars?",  # graphics cards
        "Does Legend Biotech make cars?",  # Carvykti
    ],
)
def test_a_word_that_begins_like_the_goods_is_another_one(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", False)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("为英伟达供应hbm内存", True),
        ("supplies hbm to nvidia", True),
        ("supplies hbmx", False),
        ("battery-grade lithium", False),
        ("电池级氢氧化锂", False),
        ("batteries for cars", True),
        ("动力电池", True),
    ],
)
def test_goods_stand_in_a_text_as_words_of_their_own(said: str, named: bool) -> None:
    words = WordsForGoods(frozenset(("hbm", "batter", "电池")), frozenset())
    assert words.stand_in(said) is named


def test_of_a_class_of_customers_nobody_else_is_looked_for(sample_pipeline: DiscoveryPipeline) -> None:
    """Of a customer that is named, the suppliers whose rows name the goods are told although they make none."""
    answer = _asked(sample_pipeline, "Who supplies lithium to carmakers?")
    listed, untold = [each.text for each in answer.sentences]
    assert "Ganfeng Lithium" in listed
    assert untold == "The records of these do not mention such goods: POSCO Holdings."


def test_a_condition_beside_the_goods_is_no_word_for_them(sample_pipeline: DiscoveryPipeline) -> None:
    answer = _asked(sample_pipeline, "Which Chinese battery suppliers does Tesla have?")
    told = [each.text for each in answer.sentences if "do not mention such goods" in each.text]
    assert len(told) == 1
    assert "Ganfeng" in told[0]  # battery-grade lithium hydroxide


@pytest.mark.parametrize(("said", "names"), [("supplies iphone screens", True), ("supplies screens for tvs", False)])
def test_a_part_of_something_is_named_where_that_is_too(
    sample_pipeline: DiscoveryPipeline, said: str, names: bool
) -> None:
    base = sample_pipeline.base
    displays = concepts_of(base).called("screen")
    for word in ("phone screens", "手机屏幕"):
        assert words_for_goods(base, displays, (word,), ("displays", "screen")).stand_in(said) is names
    assert words_for_goods(base, displays, ("screens",), ("displays", "screen")).stand_in(said)


@pytest.mark.parametrize("question", ["Who supplies phone screens to Apple?", "谁给苹果供应手机屏幕"])
def test_phone_screens_are_understood(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert (answer.outcome, answer.not_understood) == ("answered", ())
    assert {"boe", "lg-display"} <= {*answer.company_ids}


@pytest.mark.parametrize("column", ["Product", "Produit", "Produkt", "Producto", "製品", "供应产品", "Teile"])
def test_columns_of_goods_are_called_so_in_other_languages(column: str) -> None:
    relation = Relation(id="r", source="a", target="b", type="supplies", attributes=(Attribute(column, "lamps"),))
    assert goods_in_columns(relation) == f"{column}: lamps"


@pytest.mark.parametrize("column", ["Product no", "Produktnummer", "Artikel-Nr", "产品编号", "Produktion"])
def test_columns_of_numbers_of_goods_are_none(column: str) -> None:
    relation = Relation(id="r", source="a", target="b", type="supplies", attributes=(Attribute(column, "17"),))
    assert goods_in_columns(relation) == ""


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("LG Chem's cathode customers", "General Motors"),
        ("Who does LG Chem supply with cathode materials?", "General Motors"),
        ("LG化学的正极材料客户", "通用汽车"),
    ],
)
def test_customers_whose_rows_name_the_goods_are_told(
    sample_pipeline: DiscoveryPipeline, question: str, named: str
) -> None:
    """Of a company that is not on record as a maker of them, so that the customers are asked for as makers."""
    answer = _asked(sample_pipeline, question)
    assert answer.outcome == "empty"
    told = [each for each in answer.sentences if named in each.text]
    assert len(told) == 1 and told[0].source_ids
