"""A short name that stands for one company is no reason for a plain no where others bear it: LG, SK, Geely."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language


def ask(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    language: Language = "en" if question.isascii() else "zh"
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("does LG supply Tesla", "LG Energy Solution"),
        ("LG给特斯拉供电池吗", "LG新能源"),
        ("Is LG a supplier of Apple?", "LG Display"),
        ("does SK supply Hyundai", "SK On"),
        ("Did Geely buy Volvo?", "Zhejiang Geely Holding"),
        ("Is Volvo owned by Geely?", "Zhejiang Geely Holding"),
        ("吉利收购了沃尔沃吗", "浙江吉利控股集团"),
        ("沃尔沃是吉利的吗", "浙江吉利控股集团"),
        ("does Tencent Cloud compete with Alibaba", "Alibaba Cloud"),
    ],
)
def test_of_a_short_name_it_is_neither_yes_nor_no(
    sample_pipeline: DiscoveryPipeline, question: str, other: str
) -> None:
    answer = ask(sample_pipeline, question)
    assert (answer.outcome, answer.kind, answer.value) == ("empty", "yes_no", None)
    assert answer.sentences[0].text.startswith("“")
    assert other in answer.sentences[1].text
    assert answer.sentences[1].source_ids


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Does Porsche own Volkswagen?", "Porsche Automobil Holding"),
        ("Is BYD a supplier of Huawei?", "BYD Electronic"),
        ("保时捷拥有大众汽车吗", "保时捷控股"),
    ],
)
def test_of_a_full_name_the_others_are_told_beside_the_no(
    sample_pipeline: DiscoveryPipeline, question: str, other: str
) -> None:
    answer = ask(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", False)
    assert other in answer.sentences[1].text


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("LG customers", "LG Energy Solution"),
        ("SK的客户", "SK On"),
        ("who did Geely acquire", "Zhejiang Geely Holding"),
        ("吉利收购了哪些公司", "浙江吉利控股集团"),
        ("Geely stake in Polestar", "Zhejiang Geely Holding"),
        ("吉利持有极星多少股份", "浙江吉利控股集团"),
        ("how much of Volkswagen does Porsche own", "Porsche Automobil Holding"),
    ],
)
def test_where_nothing_is_on_record_the_others_are_told(
    sample_pipeline: DiscoveryPipeline, question: str, other: str
) -> None:
    answer = ask(sample_pipeline, question)
    assert answer.outcome == "empty"
    assert other in answer.sentences[1].text


def test_a_longer_word_is_no_such_name(sample_pipeline: DiscoveryPipeline) -> None:
    answer = ask(sample_pipeline, "吉利的客户")  # 吉利德 is Gilead
    assert answer.outcome == "empty"
    assert not [each for each in answer.sentences if "开头" in each.text]


@pytest.mark.parametrize("question", ["Does Toyota own Tesla?", "丰田拥有特斯拉吗", "does LG supply Boeing"])
def test_of_nobody_else_nothing_is_told(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = ask(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", False)
    assert not [each for each in answer.sentences if "begins with" in each.text or "开头" in each.text]
