"""What is remembered of a question as looked at."""

from __future__ import annotations

import pytest

from app.widgets.recent.recent_component import worth_remembering
from core.domain.records import Entity
from core.ontology import default_ontology

SHOWN = [
    Entity(id=each, type=each, name_zh=each, name_en=each)
    for each in ("company", "person", "product", "industry", "place")
]


@pytest.mark.parametrize("chosen", [None, "", "company", "product", "place"])
def test_what_a_question_was_only_understood_by_is_not_remembered(chosen: str | None) -> None:
    kept = [each.id for each in worth_remembering(SHOWN, default_ontology(), chosen)]
    assert kept == [each.id for each in SHOWN if each.id in ("company", "person", chosen)]
