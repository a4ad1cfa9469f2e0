"""Who of several is larger or stronger is in no comparison: it says that the words were not used."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.requests import DiscoveryRequest
from core.questions.reading.parser import Parser
from core.runtime.package_files import parse_yaml
from tests.plan_notation import written
from tests.support import ROOT

RANKED = parse_yaml((ROOT / "core/questions/words/operators.yaml").read_text(encoding="utf-8"))["ranked"]
ASKED = [
    *(f"波音和空客{word}" for word in RANKED["zh"]),
    *(f"{word}，波音还是空客" for word in ("谁更强", "哪家更大", "哪个好")),
    *(f"{word}, Boeing or Airbus?" for word in RANKED["en"]),
    *(f"Boeing or Airbus: {word}" for word in RANKED["en"]),
    "Boeing vs Airbus, which is bigger",
]


@pytest.mark.parametrize("question", ASKED)
def test_who_is_ahead_is_passed_over(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert parsed.plan is not None and written(parsed.plan) == "compare boeing airbus"
    assert parsed.not_understood == ()
    assert [each.casefold() in question.casefold() for each in parsed.passed_over] == [True]


@pytest.mark.parametrize(
    "question",
    ["compare Boeing and Airbus", "Boeing vs Airbus", "波音和空客有什么区别", "how do Boeing and Airbus stack up"],
)
def test_a_plain_comparison_passes_nothing_over(parser: Parser, question: str) -> None:
    parsed = parser.parse(question)
    assert (parsed.plan and written(parsed.plan), parsed.passed_over) == ("compare boeing airbus", ())


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("which is larger, Boeing or Airbus", "en", "“which is larger” was not used"),
        ("波音和空客谁更强", "zh", "“谁更强” 没有用到"),
    ],
)
def test_the_answer_says_so_first(sample_pipeline: DiscoveryPipeline, question: str, language: str, said: str) -> None:
    answer = sample_pipeline.discover(DiscoveryRequest(query=question, language=language)).answer
    assert answer.kind == "comparison" and set(answer.company_ids) == {"boeing", "airbus"}
    assert answer.sentences[0].text.startswith(said)


@pytest.mark.parametrize(
    "question", ["is Boeing bigger than Airbus", "which has more revenue, Boeing or Airbus", "波音比空客强吗"]
)
def test_other_words_for_it_are_not_understood(parser: Parser, question: str) -> None:
    assert parser.parse(question).not_understood
