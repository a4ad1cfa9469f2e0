"""“Other” companies beside those a question names: who supplies Tesla and other carmakers."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import All, Companies, Entities, Filter, Minus, Related, SetPlan, sets_of
from core.domain.requests import DiscoveryRequest
from core.domain.results import QuestionAnswer


def _asked(pipeline: DiscoveryPipeline, question: str) -> QuestionAnswer:
    return pipeline.discover(DiscoveryRequest(query=question, language="en" if question.isascii() else "zh")).answer


def _all_of(found: SetPlan) -> list[SetPlan]:
    return [found, *(each for inner in sets_of(found) for each in _all_of(inner))]


@pytest.mark.parametrize(
    ("question", "relation", "named", "members"),
    [
        ("Who supplies Tesla and other carmakers?", "supplies", "tesla", {"catl", "lg-energy-solution", "nvidia"}),
        ("Who supplies both Tesla and another carmaker?", "supplies", "tesla", {"catl", "lg-energy-solution"}),
        ("给特斯拉和其他车企供货的公司", "supplies", "tesla", {"catl", "lg-energy-solution"}),
        ("谁同时给特斯拉和另一家车企供货？", "supplies", "tesla", {"catl"}),
        ("Which suppliers of Apple also supply other phone makers?", "supplies", "apple", {"boe", "corning", "tsmc"}),
        ("苹果的供应商里哪些还给别的手机厂商供货", "supplies", "apple", {"boe", "corning", "tsmc"}),
        ("Which companies supply both Apple and another company?", "supplies", "apple", {"tsmc", "corning"}),
        ("给苹果和其他公司供货的企业", "supplies", "apple", {"tsmc", "corning"}),
        ("Who competes with both NVIDIA and another chip designer?", "competitor", "nvidia", {"intel", "broadcom"}),
    ],
)
def test_others_are_those_of_the_class_but_the_named(
    sample_pipeline: DiscoveryPipeline, question: str, relation: str, named: str, members: set[str]
) -> None:
    answer = _asked(sample_pipeline, question)
    assert answer.outcome == "answered"
    assert answer.plan is not None
    assert isinstance(answer.plan.answer, Companies)
    found = _all_of(answer.plan.answer.set)
    assert Entities(ids=(named,)) in [each.of for each in found if isinstance(each, Related)]
    others = [each.of for each in found if isinstance(each, Related) and isinstance(each.of, Minus)]
    assert [each.without for each in others] == [(Entities(ids=(named,)),)]
    assert all(isinstance(each.arg, Filter | All) for each in others)
    assert members <= set(answer.company_ids)
    assert not {"first-solar", "luxshare", "pegatron"} & set(answer.company_ids)  # who supply Apple alone
    assert {each.type for each in found if isinstance(each, Related)} == {relation}


def test_directors_of_one_company_alone_sit_on_no_other_board(sample_pipeline: DiscoveryPipeline) -> None:
    answer = _asked(sample_pipeline, "Who sits on the boards of both Apple and another company?")
    assert "Levinson" not in answer.sentences[0].text  # no longer of Alphabet's
    assert "Alex Gorsky" in answer.sentences[0].text


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("other competitors of Apple", "competitors of Apple"),
        ("苹果的其他供应商", "苹果的供应商"),
        ("Which other carmakers does CATL supply?", "Which carmakers does CATL supply?"),
        ("宁德时代还给哪些其他车企供货", "宁德时代给哪些车企供货"),
    ],
)
def test_elsewhere_the_word_says_nothing(sample_pipeline: DiscoveryPipeline, question: str, same: str) -> None:
    assert _asked(sample_pipeline, question).plan == _asked(sample_pipeline, same).plan


@pytest.mark.parametrize("question", ["给特斯拉和车企供货的公司", "Who supplies Tesla and carmakers?"])
def test_a_class_beside_a_name_is_supplied_too(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert answer.company_ids == _asked(sample_pipeline, "Who supplies Tesla and other carmakers?").company_ids


@pytest.mark.parametrize("question", ["Who supplies Tesla or other carmakers?", "给特斯拉或其他车企供货的公司"])
def test_any_of_others_or_the_named(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = _asked(sample_pipeline, question)
    assert answer.outcome == "answered"
    assert set(_asked(sample_pipeline, "Who supplies Tesla?").company_ids) < set(answer.company_ids)
