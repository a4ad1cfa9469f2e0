"""Cross-source links: passages of different source kinds that explain one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import numpy as np

from core.domain.records import CrossLink, Passage
from core.storage.embeddings import Vectors
from core.storage.relation_graph import IntArray

MIN_SIMILARITY = 0.75
NAME_BOOST = 0.15
DATE_BOOST = 0.10
AUTHOR_BOOST = 0.10
DATE_WINDOW_DAYS = 7
MAX_LINKS_PER_PASSAGE = 100
_BLOCK = 1024
_COMPARED_WITH_ALL = 20_000
_NEAREST_CELLS = 8


def find_cross_links(
    passages: Sequence[Passage], vectors: Vectors, entities_in: Mapping[str, frozenset[str]]
) -> list[CrossLink]:
    """Pairs of passages of different source kinds with cosine ≥ 0.75, each pair once, with their kept boosts.

    ``vectors``: unit vectors, shape (len(passages), dimension). ``entities_in``: passage id → entity ids named.
    Up to 20,000 passages all pairs are compared. Above, passages are gathered in √n cells around as many evenly
    spaced ones, and compared only with those of the 8 nearest cells: about n·√n·8 comparisons, and a pair that falls
    into distant cells is missed. At most 100 links start at one passage, the most similar ones.
    """
    kinds = np.unique([passage.source_kind for passage in passages], return_inverse=True)[1]
    links = []
    for rows, columns in _blocks(vectors):
        similarities = vectors[rows] @ vectors[columns].T
        wanted = (similarities >= MIN_SIMILARITY) & (kinds[rows][:, None] != kinds[columns]) & (rows[:, None] < columns)
        for place in np.flatnonzero(wanted.any(axis=1)).tolist():
            others = np.flatnonzero(wanted[place])
            strongest = others[np.argsort(-similarities[place, others], kind="stable")[:MAX_LINKS_PER_PASSAGE]]
            links += [
                _link(passages[rows[place]], passages[columns[other]], float(similarities[place, other]), entities_in)
                for other in sorted(strongest.tolist())
            ]
    return links


def _blocks(vectors: Vectors) -> Iterator[tuple[IntArray, IntArray]]:
    """Rows and the columns to compare them with, both ascending; each row is in one block."""
    everything = np.arange(len(vectors))
    if len(vectors) <= _COMPARED_WITH_ALL:
        for start in range(0, len(vectors), _BLOCK):
            yield everything[start : start + _BLOCK], everything[start:]
        return
    centres = vectors[np.linspace(0, len(vectors) - 1, int(len(vectors) ** 0.5)).astype(int)]
    cell = np.concatenate(
        [np.argmax(vectors[start : start + _BLOCK] @ centres.T, axis=1) for start in range(0, len(vectors), _BLOCK)]
    )
    members = np.split(np.argsort(cell, kind="stable"), np.cumsum(np.bincount(cell, minlength=len(centres)))[:-1])
    for number, rows in enumerate(members):
        near = np.argsort(-(centres @ centres[number]), kind="stable")[:_NEAREST_CELLS]
        columns = np.sort(np.concatenate([members[other] for other in near]))
        for start in range(0, len(rows), _BLOCK):
            yield rows[start : start + _BLOCK], columns


def _link(first: Passage, second: Passage, similarity: float, entities_in: Mapping[str, frozenset[str]]) -> CrossLink:
    shared = entities_in.get(first.id, frozenset()) & entities_in.get(second.id, frozenset())
    return CrossLink(
        from_passage_id=first.id,
        to_passage_id=second.id,
        similarity=min(1.0, similarity),
        name_boost=NAME_BOOST if shared else 0.0,
        date_boost=date_boost(first.date, second.date),
        author_boost=AUTHOR_BOOST if first.publisher and first.publisher == second.publisher else 0.0,
    )


def date_boost(first: str, second: str) -> float:
    """0.10 · (1 − days/7) for full dates (YYYY-MM-DD) at most seven days apart, else 0."""
    try:
        days = abs((date.fromisoformat(first) - date.fromisoformat(second)).days)
    except ValueError:
        return 0.0
    return DATE_BOOST * max(0.0, 1.0 - days / DATE_WINDOW_DAYS)
