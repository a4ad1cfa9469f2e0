"""For schemathesis: requests of which the OpenAPI document cannot say whether they are right are not made.

What counts of a question is what ``clean_text`` leaves of it, which JSON Schema cannot express: one of invisible
characters alone is empty, one that is too long only with them is not.

Plans are two sets deep: hypothesis does not come to an end with examples of a type that holds itself in nine ways.
Deeper ones are drawn in tests/property.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import schemathesis

from core.domain.text import clean_text
from core.settings import Settings

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
    return all(_counts_alike(text, clean_text(text)) for text in texts)


def _counts_alike(text: str, cleaned: str) -> bool:
    return (not text) == (not cleaned) and (len(text) > LONGEST) == (len(cleaned) > LONGEST)
