"""What is between two companies: every relation on record between them, whichever words ask for it."""

from __future__ import annotations

import csv

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer
from core.messages import Language
from core.questions.reading.parser import Parser
from tests.plan_notation import written
from tests.support import ROOT

JD_AND_TENCENT = (
    "relationship between JD.com and Tencent",
    "the relationship of JD.com and Tencent",
    "relations between JD.com and Tencent",
    "all relations between JD.com and Tencent",
    "JD.com and Tencent relationship",
    "JD.com and Tencent: what is the relationship",
    "JD.com's relationship with Tencent",
    "what is JD.com's relationship to Tencent",
    "JD.com's ties with Tencent",
    "How are JD.com and Tencent related?",
    "business relationship of JD.com and Tencent",
    "what are the connections of JD.com and Tencent",
    "京东和腾讯的关系",
    "京东与腾讯关系",
    "京东和腾讯有哪些关系",
    "京东和腾讯什么关系",
    "京东与腾讯的关系是什么",
    "京东和腾讯之间的所有关系",
    "京东和腾讯之间存在哪些关系",
    "京东与腾讯有何关联",
    "京东和腾讯的联系",
    "京东与腾讯的往来",
)
PAIRS = [("jd", "tencent"), ("microsoft", "openai"), ("alibaba", "sensetime"), ("catl", "tesla"), ("apple", "nokia")]


def asked(pipeline: DiscoveryPipeline, question: str, language: Language = "en") -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language=language)).answer


@pytest.mark.parametrize("question", JD_AND_TENCENT)
def test_any_word_for_a_relationship_asks_for_it(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is not None
    assert (written(parsed.plan), parsed.not_understood) == ("path jd tencent", ())


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_direct_relation_is_told_first(
    sample_pipeline: DiscoveryPipeline, one: str, other: str, language: Language
) -> None:
    with (ROOT / "data" / "relations.csv").open(encoding="utf-8", newline="") as file:
        recorded = [row for row in csv.DictReader(file) if {row["source"], row["target"]} == {one, other}]
    knowledge_base = sample_pipeline.base.knowledge_base
    entity = knowledge_base.entity
    answer = asked(sample_pipeline, f"relationship between {entity(one).name_en} and {entity(other).name_en}", language)
    cited = [each for each in answer.sources if each.key in answer.sentences[0].source_ids]
    told = [knowledge_base.relation(knowledge_base.relation_row(each.id)) for each in cited]
    assert recorded
    assert sorted((each.source, each.type, each.target) for each in told) == sorted(
        (row["source"], row["type"], row["target"]) for row in recorded
    )
    ended = [row for row in recorded if row["status"] == "ended" or row["end"]]
    assert answer.sentences[0].text.count("Formerly" if language == "en" else "曾经") == len(ended)


def test_the_shortest_path_is_told_alone(sample_pipeline: DiscoveryPipeline) -> None:
    answer = asked(sample_pipeline, "shortest path between JD.com and Tencent")
    assert len(answer.sentences) == 1
    assert answer.sentences[0].text.startswith("JD.com and Tencent are connected over 1 relation: ")


def test_those_not_directly_related_are_connected_by_a_path(sample_pipeline: DiscoveryPipeline) -> None:
    answer = asked(sample_pipeline, "relationship between Moutai and Nvidia")
    assert (answer.outcome, len(answer.sentences)) == ("answered", 1)
    assert answer.sentences[0].text.startswith("Kweichow Moutai and NVIDIA are connected over ")
