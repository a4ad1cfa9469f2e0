"""What is asked of the members of a relation, of the largest holder, and of companies of one group."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.questions.reading.two_questions import read_question


def _answer(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Where is the largest shareholder of Volkswagen based?", "Stuttgart"),
        ("可口可乐凡萨最大股东的总部", "蒙特雷"),
        ("谁是大众汽车最大股东的CEO？", "汉斯·迪特·潘师"),
        ("汇丰最大股东的总部在哪里？", "深圳"),
        ("汇丰股东的总部在哪里？", "深圳"),
        ("Who was the CEO of GitHub's parent in 2020?", "Satya Nadella"),
        ("2020年GitHub母公司的CEO是谁？", "萨提亚·纳德拉"),
    ],
)
def test_it_is_told_of_them(sample_pipeline: DiscoveryPipeline, question: str, value: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.outcome, answer.value) == ("answered", value)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("CEO of Tesla's largest supplier", "largest"),
        ("CEO of NVIDIA's largest customer", "largest"),
        ("海康威视的控股股东持股多少？", "持股多少"),
        ("比亚迪的创始人持股多少", "持股多少"),
        ("Oil companies that are not state-owned", "not state-owned"),
    ],
)
def test_what_nothing_records_is_named(sample_pipeline: DiscoveryPipeline, question: str, word: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.outcome, answer.not_understood) == ("partly_understood", (word,))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Are Skoda and Audi in the same group?", True),
        ("斯柯达和奥迪属于同一集团吗？", True),
        ("Are SEAT and Lamborghini in the same group?", True),
        ("Are Audi and Volkswagen in the same group?", True),
        ("Are GEICO and BNSF in the same group?", True),
        ("Are BMW and Audi in the same group?", False),
        ("Are Sinopec and China Mobile in the same group?", False),  # the state owns both, and is no group
    ],
)
def test_parents_tell_who_is_in_one_group(sample_pipeline: DiscoveryPipeline, question: str, value: bool) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.kind, answer.value) == ("yes_no", value)


@pytest.mark.parametrize("question", ["Sister companies of Audi", "奥迪的兄弟公司"])
def test_sisters_are_the_other_subsidiaries(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert set(_answer(sample_pipeline, question).company_ids) == {"porsche-ag", "traton", "skoda", "seat"}


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Does Temasek own Singapore Airlines?", True),
        ("Is Singapore Airlines a subsidiary of Temasek?", True),
        ("国药产业投资是国药集团的子公司吗", True),
        ("Does the Carl Zeiss Foundation own Zeiss?", True),
        ("Does Berkshire Hathaway own Apple?", False),
    ],
)
def test_more_than_half_is_owned(sample_pipeline: DiscoveryPipeline, question: str, value: bool) -> None:
    answer = _answer(sample_pipeline, question)
    assert (answer.kind, answer.value) == ("yes_no", value)
    assert not value or "%" in answer.sentences[0].text


@pytest.mark.parametrize(
    "question", ["Carl Zeiss Foundation subsidiaries", "国药集团旗下有哪些公司？", "Temasek subsidiaries"]
)
def test_what_is_held_by_more_than_half_is_told_beside(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert answer.company_ids == ()
    assert "%" in answer.sentences[1].text


@pytest.mark.parametrize(
    "question", ["谁的供应商更多，苹果还是三星电子？", "苹果还是三星电子的供应商更多", "苹果和三星电子谁的供应商更多"]
)
def test_who_has_more_in_any_order(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    assert _answer(sample_pipeline, question).company_ids[:1] == ("apple",)


@pytest.mark.parametrize("question", ["华为的竞争对手中有哪些欧洲公司？", "Which German companies are in telecoms?"])
def test_words_that_had_been_cut_or_narrowed(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _answer(sample_pipeline, question)
    assert answer.outcome == "answered" and answer.company_ids


def test_a_further_industry_is_cited_where_it_is_recorded(sample_pipeline: DiscoveryPipeline) -> None:
    answer = _answer(sample_pipeline, "Which Chinese companies make electric vehicles?")
    cited = {each.key: each.text for each in answer.sources}
    assert "relation:xiaomi--in_industry--industry-electric-vehicles" in cited
    assert cited["profile:byd"] == "industry: electric vehicles"


@pytest.mark.parametrize("text", ["Who leads the largest shareholder of NIO?", "谁领导蔚来的最大股东"])
def test_where_no_share_is_recorded_nobody_is_the_largest(sample_pipeline: DiscoveryPipeline, text: str) -> None:
    parsed = read_question(sample_pipeline.base, text, (), ())
    assert parsed.not_understood in (("largest",), ("最大",))
