"""Whatever is typed: parsing ends, its work is bounded, plans are valid, and an unknown word forbids a claim."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from itertools import chain
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.discovery.members import executed
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.partial_dates import today
from core.domain.plan import Companies, Count, Plan, YesNo
from core.questions.parsing import chart
from core.questions.reading.parser import Parser
from core.runtime.package_files import parse_yaml
from tests.integration.questions import test_parser_answers as answers
from tests.integration.questions import test_parser_relations as relations
from tests.integration.questions import test_parser_sets as sets
from tests.plan_notation import by_question

NAMES = ["Apple", "Tesla", "CATL", "BMW", "华为", "比亚迪", "腾讯", "Japan", "日本", "2015", "batteries", "车企"]


def _words() -> Iterator[str]:
    for package, name in (("core.questions", "words/operators.yaml"), ("core.ontology", "question_words.yaml")):
        text = resources.files(package).joinpath(*name.split("/")).read_text(encoding="utf-8")
        yield from _leaves(parse_yaml(text))


def _leaves(node: Any) -> Iterator[str]:
    if isinstance(node, dict | list):
        yield from chain.from_iterable(map(_leaves, node.values() if isinstance(node, dict) else node))
    else:
        yield str(node)


WORDS = sorted(set(_words()))
QUESTIONS = [
    question
    for question, _ in by_question(
        relations.DIRECTIONS,
        sets.FILTERS,
        sets.BOTH_AND_EITHER,
        sets.NEGATIONS,
        sets.CHAINS,
        sets.TIMES,
        answers.COUNTS,
        answers.SUPERLATIVES,
        answers.YES_NO,
        answers.SIDE_BY_SIDE,
    )
]
sentences = st.tuples(
    st.lists(st.one_of(st.sampled_from(WORDS), st.sampled_from(NAMES)), max_size=14), st.sampled_from(["", " "])
).map(lambda drawn: drawn[1].join(drawn[0]))
unhurried = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)


@contextmanager
def counted_steps() -> Iterator[list[int]]:
    """How often a chart puts a reading into a rule, the most of all charts: words of the past make a second one."""
    steps = [0]
    charts: dict[int, tuple[object, int]] = {}  # with the chart itself, so that no other gets its number
    extend = chart._Filling._extend

    def counting(*given_: Any) -> None:
        chart_, before = charts.get(id(given_[0]), (given_[0], 0))
        charts[id(chart_)] = chart_, before + 1
        steps[0] = max(steps[0], before + 1)
        extend(*given_)

    with patch.object(chart._Filling, "_extend", counting):
        yield steps


def check(parser: Parser, pipeline: DiscoveryPipeline, question: str) -> None:
    with counted_steps() as steps:
        parsed = parser.parse(question)
    assert steps[0] <= chart.MOST_STEPS
    assert all(each.strip() and each in question for each in parsed.not_understood)
    assert all(0 <= each.start < each.end <= len(question) for each in parsed.parts)
    for plan in (parsed.plan, *parsed.also):
        if plan is None:
            continue
        assert Plan.model_validate(plan.model_dump()) == plan
        assert Plan.model_validate_json(plan.model_dump_json()) == plan
        if isinstance(plan.answer, Companies | Count | YesNo):
            executed(plan.answer.set, pipeline.base, today())


@unhurried
@given(question=st.text(max_size=2_000))
def test_no_text_fails(parser: Parser, sample_pipeline: DiscoveryPipeline, question: str) -> None:
    check(parser, sample_pipeline, question)


@unhurried
@given(question=sentences)
def test_no_row_of_known_words_fails(parser: Parser, sample_pipeline: DiscoveryPipeline, question: str) -> None:
    check(parser, sample_pipeline, question)


@pytest.mark.parametrize("seed", range(4))
def test_a_long_row_of_known_words_ends(parser: Parser, sample_pipeline: DiscoveryPipeline, seed: int) -> None:
    drawn = random.Random(seed)
    words = [drawn.choice(NAMES if drawn.random() < 0.3 else WORDS) for _ in range(45)]
    check(parser, sample_pipeline, " ".join(words))


REPEATED = [
    "Apple ",
    "Apple and ",
    "suppliers of ",
    "Apple's rivals' suppliers' ",
    "not ",
    "most suppliers ",
    "Japan and ",
    "2015 ",
    "batteries ",
    "who supplies ",
    "谁的供应商",
    "苹果的",
    "除了腾讯",
    "不给苹果供货的",
    "both Apple and Tesla and ",
]


@pytest.mark.parametrize("words", REPEATED)
@pytest.mark.parametrize("times", [2, 9, 12])
def test_no_repetition_fails(parser: Parser, sample_pipeline: DiscoveryPipeline, words: str, times: int) -> None:
    check(parser, sample_pipeline, words * times)


@unhurried
@given(
    question=st.sampled_from(QUESTIONS),
    word=st.sampled_from(["flumboxed", "Zorvex", "quibbling", "鑫龘", "饕餮般"]),
    place=st.floats(0, 1),
)
def test_an_unknown_word_anywhere_forbids_a_claim(parser: Parser, question: str, word: str, place: float) -> None:
    """Between two words: within a word it would make another one."""
    gaps = [0, *(at for at, character in enumerate(question) if character == " "), len(question)]
    at = gaps[round(place * (len(gaps) - 1))]
    parsed = parser.parse(f"{question[:at]} {word} {question[at:]}")
    assert not parsed.whole
    assert any(word in each for each in parsed.not_understood)
