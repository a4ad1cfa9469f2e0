"""Cross-source links: passages of different source kinds that explain one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import numpy as np

from core.domain.records import CrossLink, Passage
from core.storage.embeddings import Vectors

MIN_SIMILARITY = 0.75
NAME_BOOST = 0.15
DATE_BOOST = 0.10
AUTHOR_BOOST = 0.10
DATE_WINDOW_DAYS = 7
_BLOCK = 1024


def find_cross_links(
    passages: Sequence[Passage], vectors: Vectors, entities_in: Mapping[str, frozenset[str]]
) -> list[CrossLink]:
    """Pairs of passages of different source kinds with cosine ≥ 0.75, each pair once, with their kept boosts.

    ``vectors``: unit vectors, shape (len(passages), dimension). ``entities_in``: passage id → entity ids named.
    """
    links = []
    for start in range(0, len(passages), _BLOCK):
        similarities = vectors[start : start + _BLOCK] @ vectors.T
        for row, column in np.argwhere(similarities >= MIN_SIMILARITY):
            first, second = passages[start + row], passages[column]
            if start + row >= column or first.source_kind == second.source_kind:
                continue
            shared = entities_in.get(first.id, frozenset()) & entities_in.get(second.id, frozenset())
            links.append(
                CrossLink(
                    from_passage_id=first.id,
                    to_passage_id=second.id,
                    similarity=min(1.0, float(similarities[row, column])),
                    name_boost=NAME_BOOST if shared else 0.0,
                    date_boost=date_boost(first.date, second.date),
                    author_boost=AUTHOR_BOOST if first.publisher and first.publisher == second.publisher else 0.0,
                )
            )
    return links


def date_boost(first: str, second: str) -> float:
    """0.10 · (1 − days/7) for full dates (YYYY-MM-DD) at most seven days apart, else 0."""
    try:
        days = abs((date.fromisoformat(first) - date.fromisoformat(second)).days)
    except ValueError:
        return 0.0
    return DATE_BOOST * max(0.0, 1.0 - days / DATE_WINDOW_DAYS)
