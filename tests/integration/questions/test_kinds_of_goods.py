"""Equipment, materials and parts before suppliers: industries where the data have such, else not understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ontology import Ontology
from core.questions.reading.parser import Parser, parser_of
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.plan_notation import written
from tests.support import company, relation, settings_for, write_data

EQUIPMENT = (
    "TSMC's equipment suppliers",
    "台积电的设备供应商",
    "台积电的设备商",
    "who supplies TSMC equipment",
    "who supplies equipment to TSMC",
    "谁给台积电供应设备",
    "台积电向谁采购设备",
    "Who does TSMC buy equipment from",
)
MATERIALS = ("TSMC raw material suppliers", "台积电的材料供应商", "台积电的原材料供应商", "谁给台积电提供材料")


@pytest.mark.parametrize("question", EQUIPMENT)
def test_equipment_is_a_class_of_industries(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    plan = parsed.plan and written(parsed.plan)
    assert parsed.not_understood == () and plan
    assert plan.startswith("supplies<(tsmc)[industry in ")
    assert " semiconductor-equipment " in plan and "materials" not in plan


@pytest.mark.parametrize("question", MATERIALS)
def test_materials_are_another(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    plan = parsed.plan and written(parsed.plan)
    assert parsed.not_understood == () and plan
    assert plan.startswith("supplies<(tsmc)[industry in ")
    assert " semiconductor-materials " in plan and "equipment" not in plan


@pytest.mark.parametrize(
    "question", ["battery material suppliers of CATL", "宁德时代的电池材料供应商", "CATL battery materials suppliers"]
)
def test_with_the_class_before_it_the_kind_is_one_name(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.not_understood == () and parsed.plan
    assert written(parsed.plan) == "supplies<(catl)[industry in battery-materials]"


@pytest.mark.parametrize(
    ("question", "words"),
    [("特斯拉的零部件供应商", "零部件"), ("BMW parts suppliers", "parts"), ("BYD's component suppliers", "component")],
)
def test_parts_may_be_anything(parser: Parser, question: str, words: str) -> None:
    assert parser.parse(question).not_understood == (words,)


@pytest.mark.parametrize(
    "question", ["who does Apple buy its parts from", "苹果的零件都是谁家给的", "特斯拉向谁采购零部件"]
)
def test_behind_a_verb_parts_say_no_more_than_the_verb(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.not_understood == () and parsed.plan
    assert written(parsed.plan).startswith("supplies<(")


def test_without_such_industries_the_words_are_not_understood(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    companies = [company("alpha", "阿尔法电芯", "Alpha Cells"), company("beta", "贝塔制造", "Beta Works")]
    data = write_data(tmp_path / "data", companies=companies, relations=[relation("beta", "supplies", "alpha")])
    settings = settings_for(data, tmp_path / "kb")
    parser = parser_of(Base.over(build_and_open(settings, encoder), ontology, settings))
    for question, words in (
        ("equipment suppliers of Alpha Cells", "equipment"),
        ("阿尔法电芯的设备供应商", "设备"),
        ("raw material suppliers of Alpha Cells", "raw material"),
        ("谁给阿尔法电芯供应材料", "材料"),
    ):
        assert parser.parse(question).not_understood == (words,)
