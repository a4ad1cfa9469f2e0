"""The words of a question that its plan uses, by what they are for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.questions.parsing.chart import Reading, Token
from core.questions.plans.parsed import Part, PartKind

_KINDS: dict[str, PartKind] = {
    "name": "name",
    "person": "name",
    "place": "condition",
    "class": "condition",
    "condition": "condition",
    "year": "condition",
    "noun": "relation",
    "verb": "relation",
    "not": "negation",
    "except": "negation",
    "most": "order",
    "least": "order",
    "largest": "order",
    "smallest": "order",
    "size_class": "condition",
    "oldest": "order",
    "youngest": "order",
    "first": "order",
    "last": "order",
    "how_many": "answer",
    "compare": "answer",
    "path": "answer",
}


def parts_of(tokens: Sequence[Token], best: Reading) -> Iterator[Part]:
    """The words that a reading uses, each with what it is for."""
    for place, token in enumerate(tokens):
        kind = next((_KINDS[each] for each in token.readings if each in _KINDS), None)
        if kind is not None and place not in best.skipped:
            yield Part(token.start, token.end, kind)
