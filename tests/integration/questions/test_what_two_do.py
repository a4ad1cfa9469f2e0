"""What two companies do with one another is what is on record between them, not what both have."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from tests.plan_notation import by_question, written

ASKED = {
    "path fosun-pharma biontech": (
        "复星医药和BioNTech合作过什么？",
        "What did Fosun Pharma and BioNTech work on together?",
        "What agreements are there between Fosun Pharma and BioNTech?",
    ),
    "path toyota panasonic": (
        "丰田和松下合作过什么？",
        "丰田和松下在哪些方面合作？",
        "丰田和松下有什么合资",
        "What did Toyota and Panasonic do together?",
        "What do Toyota and Panasonic collaborate on?",
        "How do Toyota and Panasonic work together?",
        "How do Toyota and Panasonic cooperate?",
    ),
    "path tencent jd": (
        "腾讯和京东有什么合作？",
        "腾讯和京东有哪些合作？",
        "腾讯和京东有过哪些合作",
        "腾讯和京东如何合作",
        "腾讯和京东之间发生过什么？",
    ),
    "path biontech pfizer": (
        "What happened between BioNTech and Pfizer?",
        "What deals are there between BioNTech and Pfizer?",
    ),
    "partner=(tencent)": ("腾讯有什么合作？", "腾讯有哪些合作伙伴？"),
    "partner=(toyota) & partner=(panasonic)": (
        "丰田和松下和谁合作？",
        "丰田和松下的合作伙伴有哪些？",
        "Who do Toyota and Panasonic both work with?",
    ),
    "produces>(toyota) & produces>(panasonic)": ("What do Toyota and Panasonic both make?",),
}


@pytest.mark.parametrize(("question", "plan"), by_question(ASKED))
def test_what_is_between_them_is_asked_for(question: str, plan: str, parser: Parser) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.not_understood) == (plan, ())


def test_the_relations_between_them_are_told(sample_pipeline: DiscoveryPipeline) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query="腾讯和京东有什么合作？", language="zh")).answer
    assert answer.outcome == "answered" and "relation:" in " ".join(answer.sentences[0].source_ids)
