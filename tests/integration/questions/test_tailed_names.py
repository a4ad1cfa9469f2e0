"""Names that end in a word for a relation: the longest recorded one, unless that leaves no relation to ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ontology import Ontology
from core.questions.reading.parser import Parser, parser_of
from core.retrieval.base import Base
from core.storage.embeddings import Encoder
from tests.conftest import build_and_open
from tests.plan_notation import by_question, written
from tests.support import company, settings_for, write_data

LONGEST = {
    "shareholder_of<(geely-holding)": ("吉利控股的股东", "吉利控股集团的股东", "谁持有浙江吉利控股集团的股份"),
    "subsidiary_of<(geely-holding)": ("浙江吉利控股的子公司", "吉利控股有哪些子公司", "吉利集团控股了谁"),
    "whether volvo-cars in subsidiary_of<(geely-holding)": ("Is Volvo Cars owned by Geely Holding?",),
    "shareholder_of>(tencent)": ("腾讯控股投资了谁", "腾讯控股投资的公司"),
    "shareholder_of<(hsbc)": ("汇丰控股的股东",),
    "supplies>(tcs)": ("塔塔咨询服务的客户",),
    "path geely-holding geely": ("吉利控股和吉利汽车什么关系",),
}
SHORTER = {
    "subsidiary_of<(geely)": ("吉利控股了谁", "吉利控股哪些公司"),
    "subsidiary_of<(tencent)": ("腾讯控股了谁", "腾讯控股了哪些公司", "腾讯控股哪些企业"),
    "supplies>(tcs)": ("塔塔咨询服务了谁",),
    "subsidiary_of>(geely)": ("谁控股吉利",),
    "subsidiary_of<(fosun-international)": ("复星控股了哪些公司",),
    "shareholder_of>(softbank)": ("软银投资的公司",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(LONGEST, SHORTER))
def test_it_is_read_as_the_name_that_leaves_a_relation(parser: Parser, question: str, plan: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


@pytest.mark.parametrize("question", ["腾讯控股", "介绍腾讯控股", "腾讯控股怎么样"])
def test_a_name_by_itself_asks_for_nothing(parser: Parser, question: str) -> None:
    assert parser.parse(question).plan is None


def test_with_the_form_of_another_it_is_the_name_of_that_one(
    tmp_path: Path, encoder: Encoder, ontology: Ontology
) -> None:
    """Whose place stands before its name, 浙江 or 中国, which need not be written."""
    companies = [
        company("minglang", "明朗", "Minglang Motors"),
        company("minglang-holding", "浙江明朗控股集团有限公司", "Minglang Holding"),
        company("yuanwang", "远望", "Yuanwang Software"),
        company("yuanwang-invest", "中国远望投资", "Yuanwang Invest"),
    ]
    settings = settings_for(write_data(tmp_path / "data", companies=companies), tmp_path / "kb")
    parser = parser_of(Base.over(build_and_open(settings, encoder), ontology, settings))
    for question, plan in (
        ("明朗控股集团有哪些子公司", "subsidiary_of<(minglang-holding)"),
        ("明朗有哪些子公司", "subsidiary_of<(minglang)"),
        ("远望投资的股东", "shareholder_of<(yuanwang-invest)"),
    ):
        parsed = parser.parse(question)
        assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())
