"""Holders of one kind: people, or companies; and holders of any kind, whatever they are called."""

from __future__ import annotations

from typing import Literal

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import All, And, Companies, Count, Entities, Plan, Related
from core.domain.requests import DiscoveryRequest
from core.questions.reading.two_questions import read_question

HOLDERS = {
    ("xiaomi", "person"): (
        "Which people own Xiaomi?",
        "Which individuals hold shares in Xiaomi?",
        "What private individuals are shareholders of Xiaomi?",
        "Who are the individual shareholders of Xiaomi?",
        "哪些自然人持有小米的股份？",
        "哪些个人是小米的股东？",
        "小米的个人股东有哪些？",
        "小米的自然人股东",
    ),
    ("didi", "company"): (
        "institutional shareholders of Didi",
        "Which institutions own shares in Didi?",
        "滴滴的机构股东有哪些",
        "滴滴的法人股东",
    ),
    ("didi", None): ("Which investors own Didi?", "Which shareholders own Didi?", "What owners hold a stake in Didi?"),
}


@pytest.fixture
def sample(sample_pipeline: DiscoveryPipeline) -> DiscoveryPipeline:
    return sample_pipeline


CASES = [(company, kind, text) for (company, kind), texts in HOLDERS.items() for text in texts]


@pytest.mark.parametrize(("company", "kind", "text"), CASES)
def test_holders_of_a_kind_are_read(sample: DiscoveryPipeline, company: str, kind: str | None, text: str) -> None:
    parsed = read_question(sample.base, text, (), ())
    held = Related(type="shareholder_of", end="backward", of=Entities(ids=(company,)))
    assert parsed.whole
    assert parsed.plan == Plan(answer=Companies(set=held if kind is None else And(args=(held, All(type=kind)))))


@pytest.mark.parametrize(
    ("text", "language", "said"),
    [
        ("Which people own Xiaomi?", "en", "Shareholder of Xiaomi (person): Lei Jun [1]."),
        ("小米的个人股东有哪些？", "zh", "小米集团的股东（只限人物）：雷军 [1]。"),
        ("Which people own Didi?", "en", "Of the 7 on record as shareholders of DiDi Global, none fits “people”."),
        ("滴滴的个人股东有哪些？", "zh", "有记录的滴滴出行的股东有 7 家，其中没有符合“人物”的。"),
    ],
)
def test_only_holders_of_that_kind_are_told(
    sample: DiscoveryPipeline, text: str, language: Literal["zh", "en"], said: str
) -> None:
    answer = sample.discover(DiscoveryRequest(query=text, language=language)).answer
    assert answer.sentences[0].text == said
    assert not answer.company_ids


def test_they_are_counted(sample: DiscoveryPipeline) -> None:
    plan = read_question(sample.base, "How many individual shareholders does Xiaomi have?", (), ()).plan
    assert plan is not None and isinstance(plan.answer, Count)
    assert isinstance(plan.answer.set, And) and plan.answer.set.args[1] == All(type="person")


@pytest.mark.parametrize("text", ["腾讯投资的公司股东有哪些", "Who are the individual suppliers of Tesla?"])
def test_other_questions_keep_their_reading(sample: DiscoveryPipeline, text: str) -> None:
    plan = read_question(sample.base, text, (), ()).plan
    assert plan is None or "person" not in plan.model_dump_json()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("滴滴的股东数量是多少？", "滴滴有多少股东"),
        ("特斯拉的供应商总数是多少", "特斯拉有多少供应商"),
        ("特斯拉供应商数量有多少", "特斯拉有多少供应商"),
        ("微软最近的收购是什么", "微软最近收购了谁"),
        ("微软最近的收购", "微软最近收购了谁"),
    ],
)
def test_counts_and_latest_deeds_as_nouns(sample: DiscoveryPipeline, text: str, plain: str) -> None:
    read, expected = (read_question(sample.base, each, (), ()) for each in (text, plain))
    assert read.whole and read.plan == expected.plan


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("Which people own Xiaomi and love it", "love"),
        ("哪些个人持有小米并喜欢它", "喜欢"),
        ("Where are the institutional shareholders of Xiaomi based?", "institutional"),
        ("小米的自然人投资者位于哪里", "自然人"),
    ],
)
def test_where_the_rest_is_no_question_for_holders_the_kind_is_not_understood(
    sample: DiscoveryPipeline, text: str, missed: str
) -> None:
    read = read_question(sample.base, text, (), ())
    assert not read.whole
    assert missed in read.not_understood
