"""A general word for products means all that are called so; where only one longer name ends so, it means nothing."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import written

CARS = ("battery-electric-car", "fuel-cell-car", "hybrid-car", "plug-in-hybrid", "range-extended-ev")
CHIPS = ("ai-accelerator", "analog-chips", "automotive-chips", "cellular-modem", "network-chips", "wifi-chips")
BATTERIES = ("consumer-battery", "cylindrical-battery", "ev-battery", "lfp-battery")
CHIPMAKING = "fabless-chips integrated-device-chips memory-chips semiconductor-foundry"
GENERAL = [
    ("Which companies make cars?", "automobiles electric-vehicles", CARS),
    ("companies that make vehicles", "automobiles electric-vehicles", CARS),
    ("谁生产汽车", "automobiles electric-vehicles", CARS),
    ("companies that make electric cars", "electric-vehicles", ("battery-electric-car", "range-extended-ev")),
    ("who makes chips", CHIPMAKING, CHIPS),
    ("谁做芯片", CHIPMAKING, CHIPS),
    ("who makes batteries", "ev-batteries", BATTERIES),
    ("哪些公司做电池", "ev-batteries", BATTERIES),
    ("who makes phones", "smartphones", ("smartphone",)),
    ("做手机的公司", "smartphones", ("smartphone",)),
    ("who makes panels", "displays", ("lcd-panel", "oled-panel")),
    ("做面板的公司", "displays", ("lcd-panel", "oled-panel")),
    ("who makes games", "video-games", ("mobile-games", "pc-games")),
]
NAMED = [
    ("magnet makers", "produces<(product-rare-earth-magnets)"),
    ("HBM makers", "produces<(product-hbm)"),
    ("AI chip makers", "produces<(product-ai-accelerator)"),
    ("who makes servers", "produces<(product-servers)"),
    ("做大模型的公司", "produces<(product-large-language-model)"),
    ("electric-vehicle battery makers", "*[industry in ev-batteries]"),
]


@pytest.mark.parametrize(("question", "industries", "products"), GENERAL)
def test_a_general_word_means_all_that_are_called_so(
    parser: Parser, question: str, industries: str, products: tuple[str, ...]
) -> None:
    parsed = parser.parse(question)
    made = " ".join(f"product-{each}" for each in products)
    assert parsed.plan is not None
    assert (written(parsed.plan), parsed.not_understood) == (f"*[industry in {industries}] | produces<({made})", ())


@pytest.mark.parametrize(
    "question", ["companies that make engines", "who makes trucks", "做模型的公司", "做引擎的公司"]
)
def test_the_end_of_a_single_longer_name_is_not_read_as_it(parser: Parser, question: str) -> None:
    assert not parser.parse(question).whole


@pytest.mark.parametrize(("question", "plan"), NAMED)
def test_what_is_called_so_is_meant_alone(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize(
    ("question", "supplier"), [("Who supplies chips to Apple?", "tsmc"), ("谁给苹果供芯片", "broadcom")]
)
def test_a_general_word_leaves_no_maker_out(sample_pipeline: DiscoveryPipeline, question: str, supplier: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer.outcome == "answered"
    assert supplier in answer.company_ids
    assert "asml" not in answer.company_ids


def test_a_word_that_begins_names_is_no_name_where_it_is_read_as_a_thing(sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query="谁生产汽车", language="zh")).answer
    assert answer.outcome == "answered"
    assert {"byd", "toyota"} <= set(answer.company_ids)
    assert "混合动力汽车" in answer.understood_as


@pytest.mark.parametrize("question", ["做数据中心散热的公司有哪些", "数据中心散热的公司"])
def test_an_unknown_chinese_word_is_not_cut(parser: Parser, question: str) -> None:
    missed = parser.parse(question).not_understood
    assert len(missed) == 1
    assert "数据中心散热" in missed[0]
