"""Spaces between words say nothing, however many there are."""

from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from core.questions.reading.two_questions import read_question

_SPACES = [" ", "\u3000", "\u00a0", "\u2003"]


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("space", _SPACES)
@pytest.mark.parametrize(
    "words",
    [
        ["Who", "competes", "with", "CATL?"],
        ["Who", "owns", "more than", "10", "% of Volkswagen?"],
        ["谁给特斯拉", "供货"],
        ["x", "y"],
    ],
)
def test_many_spaces_are_one(sample_pipeline: DiscoveryPipeline, space: str, words: list[str]) -> None:
    plain = read_question(sample_pipeline.base, " ".join(words), (), ())
    for many in (2, 40, 1_900 // len(words)):
        asked = (space * many).join(words)
        assert read_question(sample_pipeline.base, asked, (), ()).plan == plain.plan
