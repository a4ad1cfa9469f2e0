"""A question with slots in place of names, so that word order can be told."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.domain.text import COMPANY_SLOT, PRONOUNS
from core.names.name_finder import NameMatch


def has_pronoun(question: str) -> bool:
    """Whether the question speaks of "it" or 它, which means nothing without a company."""
    return PRONOUNS.search(question) is not None


def mask_names(question: str, names: Iterable[NameMatch]) -> str:
    """The question with names and pronouns replaced by ``{x}``. ``names``: in their order."""
    masked, position = [], 0
    for match in names:
        masked += [question[position : match.start], COMPANY_SLOT]
        position = match.end
    masked.append(question[position:])
    text = PRONOUNS.sub(COMPANY_SLOT, "".join(masked))
    return re.sub(
        r"\s+", " ", text.replace(COMPANY_SLOT + "'s", COMPANY_SLOT).replace(COMPANY_SLOT + "’s", COMPANY_SLOT)
    )
