from __future__ import annotations

import pytest

from core.discovery.pipeline import DiscoveryPipeline
from tests.research.learnt_features import QUESTIONS, digest_of_weights, features_now, recorded
from tests.unit.retrieval.test_adaptive import KNOWN

_OF_A_QUESTION = 0.002
_OF_SCORES = 0.06
"""One of twenty: the vectors of another processor may put another candidate among them."""
_ANEW = (
    "the weights that ship were learnt with other features. Learn them anew (python -m core learn-fusion, see"
    " docs/evaluation.md), ship them, and record: python -m tests.research.learnt_features. Where only the rows of"
    " data/ have changed, recording is enough."
)


def test_questions_have_the_features_that_the_weights_were_learnt_with(sample_pipeline: DiscoveryPipeline) -> None:
    before = recorded().questions
    assert [(each.company, each.query) for each in before] == list(QUESTIONS)
    changed = []
    for was, now in zip(before, features_now(sample_pipeline), strict=True):
        for kind in ("companies", "passages"):
            old, new = getattr(was, kind), getattr(now, kind)
            for name in sorted({*old, *new}):
                most = _OF_SCORES if "peaked" in name or "agrees" in name else _OF_A_QUESTION
                if new.get(name, 0.0) != pytest.approx(old.get(name, 0.0), abs=most):
                    changed.append(f"{was.query or was.company}: {name} {old.get(name, 0.0)} → {new.get(name, 0.0)}")
    assert not changed, "\n".join([_ANEW, *changed])


def test_the_features_on_record_are_those_of_the_weights_that_ship() -> None:
    assert recorded().weights == digest_of_weights(), "record: python -m tests.research.learnt_features"


def test_what_is_known_of_the_questions_on_record_differs_between_them() -> None:
    """So that no feature can change unnoticed, but for "speaks": in the sample every arm says something."""
    for kind in ("companies", "passages"):
        found = [getattr(each, kind) for each in recorded().questions]
        constant = {name for each in found for name in each if len({other.get(name, 0.0) for other in found}) == 1}
        assert {name for name in constant if not name.endswith(" speaks")} == {"bias"}
        assert {name for each in found for name in each} >= set(KNOWN)
