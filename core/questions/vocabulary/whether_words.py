"""Words that ask whether something is so and stand in no list: 在不在, 投没投, "is the joint venture still on?"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.questions.vocabulary.segments import Candidate

_A_NOT_A = re.compile(r"([\u3400-\u9fff]{1,2})[不没](?=\1)")
_STILL_THERE = re.compile(
    r"\bstill (?:there|alive|on|going|ongoing|running|active|intact|around|standing|valid|existing|in place|in force"
    r"|in existence|in effect|in operation|up and running|going strong)(?=\W*$)"
)
_THERE_ZH = re.compile(r"在不在(?=了?\W*$)")
"""At the end of a question: "still running" before a name may be a verb, 在不在 before a place says where."""


def whether_in(folded: str) -> Iterator[Candidate]:
    """Where a question is one of yes and no by its form: the first verb of 在不在 with its 不, and what says at the end
    that something is so by now."""
    for match in (*_A_NOT_A.finditer(folded), *_THERE_ZH.finditer(folded)):
        yield Candidate(*match.span(), {"whether": ("",)}, 0.15)
    for match in _STILL_THERE.finditer(folded):
        yield Candidate(*match.span(), {"still": ("",)}, 0.15)
