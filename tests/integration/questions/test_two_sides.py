"""Relations between two classes are one part of a plan, in words and as a chip."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Entities, Filter, Or, Related
from core.domain.requests import DiscoveryRequest
from core.messages import Language
from core.ontology import default_ontology
from core.questions.plans.chips import chips
from core.questions.plans.sentences import PlanWords, names_in
from core.questions.plans.two_sides import two_sides
from core.questions.reading.parser import Parser


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        (
            "joint ventures between carmakers and battery makers",
            "en",
            "joint-venture partners between (companies in the industry electric vehicles or automobile manufacturing)"
            " and (companies in the industry EV batteries)",
        ),
        (
            "车企和电池厂之间的合资",
            "zh",
            "（属于电动汽车或汽车制造行业的公司）与（属于动力电池行业的公司）之间的合资伙伴",
        ),
    ],
)
def test_it_is_one_chip(
    sample_pipeline: DiscoveryPipeline, parser: Parser, question: str, language: Language, said: str
) -> None:
    plan = parser.parse(question).plan
    assert plan is not None
    words = PlanWords(default_ontology(), names_in(sample_pipeline.base.knowledge_base), language)
    assert [each.text for each in chips(plan, words)] == [said]
    assert words.plan(plan) == said


@pytest.mark.parametrize(
    "question",
    [
        "joint ventures between carmakers and battery makers",
        "joint ventures between Chinese and German carmakers",
    ],
)
def test_it_is_answered_as_before(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question)).answer
    assert answer.outcome == "answered"
    assert len(answer.company_ids) > 5


def test_other_alternatives_are_no_two_sides() -> None:
    one, other = Entities(ids=("a",)), Entities(ids=("b",))
    venture = Related(type="joint_venture", end="either", of=one)
    cars = Filter(arg=venture, attribute="industry", operator="in", values=("cars",))
    assert two_sides(venture) is None
    assert two_sides(Or(args=(venture, venture.model_copy(update={"of": other})))) is None
    assert two_sides(Or(args=(one, other))) is None
    assert two_sides(Or(args=(cars, one))) is None
