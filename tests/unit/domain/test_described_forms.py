"""The JSON Schema of what crosses a boundary refuses and accepts what validation does."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from core.domain.partial_dates import FIRST_YEAR, LAST_YEAR, PATTERN, PartialDate
from core.domain.plan import Plan, SetPlan
from core.domain.results import ScorePart

DAYS = st.dates(datetime.date(FIRST_YEAR, 1, 1), datetime.date(LAST_YEAR, 12, 31))
DATE = TypeAdapter[str](PartialDate)


@given(DAYS, st.sampled_from((0, 4, 7, 10)))
def test_every_date_that_is_accepted_has_the_form_that_is_described(day: datetime.date, length: int) -> None:
    text = day.isoformat()[:length]
    assert DATE.validate_python(text) == text
    assert re.search(PATTERN, text)


@pytest.mark.parametrize("text", ["24", "2024-13", "2024-00", "2024-05-32", "2024/05", "2024-5", "0999", "today", " "])
def test_what_has_another_form_is_refused_and_not_described(text: str) -> None:
    with pytest.raises(ValidationError):
        DATE.validate_python(text)
    assert re.search(PATTERN, text) is None


def test_every_tag_of_a_plan_is_described_as_required() -> None:
    parts: dict[str, dict[str, Any]] = Plan.model_json_schema()["$defs"]
    tags = [
        (name, each) for name, part in parts.items() for each, said in part["properties"].items() if "const" in said
    ]
    assert {tag for _, tag in tags} == {"op", "by", "kind"}
    assert [(name, tag) for name, tag in tags if tag not in parts[name]["required"]] == []


def test_a_part_of_a_plan_without_its_tag_is_refused() -> None:
    with pytest.raises(ValidationError, match="op"):
        TypeAdapter(SetPlan).validate_python({"ids": ["catl"]})


def test_a_share_of_an_arm_that_there_is_not_is_refused_as_described() -> None:
    part = {"arm": "graph", "raw": 1.0, "normalised": 1.0, "weight": 1.0, "contribution": 1.0}
    assert ScorePart.model_validate(part).arm in ScorePart.model_json_schema()["properties"]["arm"]["enum"]
    with pytest.raises(ValidationError, match="no arm of the retrieval: rumours"):
        ScorePart.model_validate({**part, "arm": "rumours"})
