"""The box of an answer: its figure, its sentences with the numbers of their sources, its paths."""

from __future__ import annotations

import pytest

from app.discover.answer.answer_view import answer_box, told
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.domain.results import AnswerSentence, QuestionAnswer, Source, SourceKind
from core.messages import Language


@pytest.mark.parametrize(
    ("question", "language", "outcome", "figure"),
    [
        ("How many suppliers does Apple have?", "en", "answered", "27"),
        ("苹果有多少家供应商", "zh", "answered", "27"),
        ("Is LG Energy Solution a supplier of Tesla?", "en", "answered", "Yes"),
        ("比亚迪是特斯拉的供应商吗", "zh", "answered", "无记录"),
        ("Does Toyota compete with Tesla?", "en", "answered", "Not on record"),
        ("Is Toyota still a shareholder of Tesla?", "en", "answered", "No"),
        ("伯克希尔还持有比亚迪吗", "zh", "answered", "否"),
        ("Who are the competitors of CATL?", "en", "answered", ""),
        ("Korean competitors of Meituan", "en", "empty", ""),
        ("competitors of Appel", "en", "unknown_name", ""),
        ("三星的竞争对手", "zh", "ambiguous_name", ""),
        ("suppliers of Apple with nice carpets", "en", "partly_understood", ""),
    ],
)
def test_outcome_and_figure(
    sample_pipeline: DiscoveryPipeline, question: str, language: Language, outcome: str, figure: str
) -> None:
    base = sample_pipeline.base
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    box = answer_box(answer, base.knowledge_base, base.ontology, language)
    assert (box["outcome"], box["figure"]) == (outcome, figure)
    assert box["heading"]
    assert box["sentences"]
    for sentence in box["sentences"]:
        assert all(f"[{number}]" in sentence["text"] for number in sentence["numbers"])
        assert all(1 <= number <= len(box["sources"]) for number in sentence["numbers"])


@pytest.mark.parametrize(
    ("question", "language", "heading"),
    [
        ("Korean competitors of Meituan", "en", "Understood, but nothing is on record"),
        ("Does BHP supply nickel to Tesla?", "en", "Understood; nothing on record matches exactly"),
        ("阿里巴巴剥离了哪些公司", "zh", "问题已理解，没有与所问完全一致的记录"),
    ],
)
def test_the_heading_of_what_is_not_on_record_says_whether_something_beside_it_is(
    sample_pipeline: DiscoveryPipeline, question: str, language: Language, heading: str
) -> None:
    base = sample_pipeline.base
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert answer_box(answer, base.knowledge_base, base.ontology, language)["heading"] == heading


def test_a_path_is_drawn_step_by_step(sample_pipeline: DiscoveryPipeline) -> None:
    base = sample_pipeline.base
    answer = sample_pipeline.discover(DiscoveryRequest(query="What connects Apple and CATL?", language="en")).answer
    paths = answer_box(answer, base.knowledge_base, base.ontology, "en")["paths"]
    assert len(paths) == len(answer.paths) > 0
    for steps, path in zip(paths, answer.paths, strict=True):
        assert [step["kind"] for step in steps] == ["node", *["edge", "node"] * len(path.steps)]
        assert (steps[0]["text"], steps[-1]["text"]) == ("Apple", "CATL")


def test_only_the_numbers_of_its_own_sources_are_footnotes_of_a_sentence() -> None:
    sources = tuple(
        Source(id=each, kind=SourceKind.RELATION, type="graph", text=each, origin="", score=1.0) for each in "ab"
    )
    sentences = (
        AnswerSentence(text="X [2] sells [1].", source_ids=("relation:a",)),  # [2] is part of a name
        AnswerSentence(text="B.", source_ids=("relation:b", "relation:gone")),
    )
    answer = QuestionAnswer(outcome="answered", kind="companies", sentences=sentences, sources=sources)
    assert told(answer) == "X [2] sells [1]. B. [2]"
