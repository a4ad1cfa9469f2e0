"""Where a text names an entity, as pieces that a page can set as text."""

from __future__ import annotations

from core.domain.results import Result
from core.retrieval.linking import NameIndex


class TextPiece(Result):
    """A part of a text; ``names`` where it is a name of the entity that is looked for."""

    text: str
    names: bool


def highlighted(text: str, entity_id: str, names: NameIndex) -> tuple[TextPiece, ...]:
    """``text`` cut at the names of one entity. The pieces put together are the text; none is empty."""
    pieces: list[TextPiece] = []
    position = 0
    for match in names.find_in_full(text):
        if entity_id in match.entity_ids:
            pieces.append(TextPiece(text=text[position : match.start], names=False))
            pieces.append(TextPiece(text=text[match.start : match.end], names=True))
            position = match.end
    pieces.append(TextPiece(text=text[position:], names=False))
    return tuple(piece for piece in pieces if piece.text)
