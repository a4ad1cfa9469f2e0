"""Every example of docs/questions.md is understood as a whole."""

from __future__ import annotations

import re

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.ontology import default_ontology
from core.ontology.own_types import extended
from core.questions.reading.two_questions import read_question
from tests.support import ROOT

PAGE = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
CELL = re.compile(r"`([^`]+)`")


def examples() -> list[str]:
    table = PAGE.split("## What can be asked")[1].split("\n\n## ")[0].split("\n\nAll of these")[0]
    return [example for line in table.splitlines() if line.startswith("|") for example in CELL.findall(line)]


def test_there_are_examples_in_both_languages() -> None:
    chinese = [each for each in examples() if not each.isascii()]
    assert len(chinese) * 2 == len(examples())
    assert len(chinese) > 30


@pytest.mark.parametrize("question", examples())
def test_an_example_is_understood_as_a_whole(sample_pipeline: DiscoveryPipeline, question: str) -> None:
    parsed = read_question(sample_pipeline.base, question, (), ())
    assert (parsed.plan is not None, parsed.not_understood) == (True, ())


def test_the_example_of_an_own_type_is_of_the_form_that_is_read() -> None:
    types = extended(default_ontology(), PAGE.split("```yaml")[1].split("```")[0])
    assert types["insures"].words.verbs["source"].en == ("insure", "underwrite")
