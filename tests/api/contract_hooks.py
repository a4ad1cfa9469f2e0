"""For schemathesis: requests of which the OpenAPI document cannot say whether they are right are not made.

What counts of a question is what ``clean_text`` leaves of it, which JSON Schema cannot express: one of invisible
characters alone is empty, one that is too long only with them is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import schemathesis

from core.domain.text import clean_text
from core.settings import Settings

LONGEST = Settings.model_fields["query_max_characters"].default


@schemathesis.hook
def filter_case(context: Any, case: Any) -> bool:
    places = [each for each in (case.body, case.query) if isinstance(each, Mapping)]
    texts = [text for place in places for text in place.values() if isinstance(text, str)]
    return all(_counts_alike(text, clean_text(text)) for text in texts)


def _counts_alike(text: str, cleaned: str) -> bool:
    return (not text) == (not cleaned) and (len(text) > LONGEST) == (len(cleaned) > LONGEST)
