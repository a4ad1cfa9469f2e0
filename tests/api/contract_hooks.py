"""For schemathesis: requests of which the OpenAPI document cannot say whether they are right are not made.

What counts of a question is what ``clean_text`` leaves of it, which JSON Schema cannot express: one of invisible
characters alone is empty, one that is too long only with them is not.

A date may fit the pattern of its form and not the calendar: 2023-02-31. A plan may have the described form and name a
type or a place that there is not, or be too large. A company cannot stand beside it.

Plans are two sets deep: hypothesis does not come to an end with examples of a type that holds itself in nine ways.
Deeper ones are drawn in tests/property.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

import schemathesis
from pydantic import TypeAdapter, ValidationError

from core.domain.partial_dates import PATTERN, PartialDate
from core.domain.plan import Plan
from core.domain.text import clean_text
from core.ontology import default_ontology
from core.questions.plans.checking import PlanInvalidError, check_plan
from core.settings import Settings
from core.storage.knowledge_base import KnowledgeBase

LONGEST = Settings.model_fields["query_max_characters"].default


INNERMOST = ({"$ref": "#/components/schemas/Entities"}, {"$ref": "#/components/schemas/All"})


@schemathesis.hook
def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
    for name in ("Related", "Like", "And", "Or", "Minus", "Filter", "Top", "CountOf"):
        _of_innermost_sets(raw_schema["components"]["schemas"][name])


def _of_innermost_sets(schema: Any) -> None:
    if isinstance(schema, list):
        for each in schema:
            _of_innermost_sets(each)
    elif isinstance(schema, dict):
        if schema.get("discriminator", {}).get("propertyName") == "op":
            del schema["discriminator"]
            schema["oneOf"] = list(INNERMOST)
        for each in schema.values():
            _of_innermost_sets(each)


@schemathesis.hook
def filter_case(context: Any, case: Any) -> bool:
    places = [each for each in (case.body, case.query) if isinstance(each, Mapping)]
    texts = [text for place in places for text in place.values() if isinstance(text, str)]
    dates = [place.get("as_of") for place in places]
    plans = [place.get("plan") for place in places]
    undecided = any(map(_is_no_day, dates)) or any(map(_names_what_is_not, plans)) or any(map(_says_both, places))
    return not undecided and all(_counts_alike(text, clean_text(text)) for text in texts)


def _says_both(place: Mapping[str, Any]) -> bool:
    """A plan says of what it asks; a company beside it is refused."""
    return place.get("plan") is not None and bool(place.get("company"))


def _is_no_day(value: Any) -> bool:
    if not isinstance(value, str) or re.search(PATTERN, value) is None:
        return False  # a date, or refused for its form
    try:
        TypeAdapter(PartialDate).validate_python(value)
    except ValidationError:
        return True
    return False


class _Everybody:
    """A base in which every id is that of an entity."""

    node_of = type("_Ids", (), {"__contains__": lambda _self, _id: True})()


def _names_what_is_not(value: Any) -> bool:
    try:
        check_plan(Plan.model_validate(value), cast("KnowledgeBase", _Everybody), default_ontology())
    except ValidationError as error:
        return {each["type"] for each in error.errors()} <= {"plan_size", "plan_depth"}
    except PlanInvalidError:
        return True
    return False


def _counts_alike(text: str, cleaned: str) -> bool:
    return (not text) == (not cleaned) and (len(text) > LONGEST) == (len(cleaned) > LONGEST)
