"""Which questions that name nothing are about something the bundled sample knows, and which are small talk."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest

TOPICS = [
    "Who makes lithography machines and immersion scanners?",
    "companies working on solid-state batteries",
    "electric vehicle charging networks",
    "carbon fibre for wind turbine blades",
    "lidar sensors for self-driving cars",
    "rare earth magnets",
    "industrial automation and factory robots",
    "contract drug manufacturing",
    "optical lenses for phones",
    "固态电池有哪些公司在做",
    "新能源汽车充电桩",
    "人形机器人",
    "自动驾驶激光雷达",
    "锂矿开采",
    "创新药研发外包",
    "医疗影像设备",
    "跨境电商物流",
]
ASKED = [
    ("advanced packaging and chip testing", {"ase", "jcet"}),
    ("先进封装和芯片测试", {"ase", "jcet"}),
    ("谁在研发大模型", {"openai", "deepseek"}),
]
NONSENSE = [
    "what is the meaning of all this",
    "hello how are you",
    "tell me a joke",
    "asdf qwerty zxcv",
    "will it rain tomorrow",
    "what should I eat for dinner",
    "is this thing on",
    "good morning everyone",
    "why is the sky blue",
    "can you help me please",
    "今天天气怎么样",
    "给我讲个笑话",
    "我爱你",
    "晚饭吃什么",
    "这是什么意思",
    "为什么天空是蓝色的",
    "你能帮我吗",
    "人生的意义是什么",
    "这有什么用呢",
    "随便看看",
]


@pytest.mark.parametrize("question", TOPICS)
def test_a_question_about_something_known_is_answered_by_topic(
    question: str, sample_pipeline: DiscoveryPipeline
) -> None:
    searched = sample_pipeline.retrieve(DiscoveryRequest(query=question))
    assert searched.understood.link.outcome == "topic"
    assert searched.found.candidates.company_ids


@pytest.mark.parametrize(("question", "some"), ASKED)
def test_a_question_about_recorded_products_is_answered_from_the_records(
    question: str, some: set[str], sample_pipeline: DiscoveryPipeline
) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert (answer.outcome, answer.kind) == ("answered", "companies")
    assert some <= set(answer.company_ids)


@pytest.mark.parametrize("question", NONSENSE)
def test_small_talk_is_not_answered_with_companies(question: str, sample_pipeline: DiscoveryPipeline) -> None:
    assert sample_pipeline.discover(DiscoveryRequest(query=question)).outcome == "unknown_company"
