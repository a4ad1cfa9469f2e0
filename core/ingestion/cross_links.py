"""Cross-source links: passages of one source kind that explain, or are like, passages of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import numpy as np

from core.domain.linking import LinkingRules, matches
from core.domain.records import CrossLink, Passage
from core.domain.selection import places_of_largest
from core.storage.embeddings import Vectors
from core.storage.relation_graph import IntArray

NAME_BOOST = 0.15
DATE_BOOST = 0.10
AUTHOR_BOOST = 0.10
DATE_WINDOW_DAYS = 7
_BLOCK = 1024
_COMPARED_WITH_ALL = 20_000
_NEAREST_CELLS = 8


def find_cross_links(
    passages: Sequence[Passage], vectors: Vectors, entities_in: Mapping[str, frozenset[str]], rules: LinkingRules
) -> list[CrossLink]:
    """Links from each passage to the most similar ones of the kinds that the rules pair with its own, each pair of
    passages once, in the order of the passages.

    ``vectors``: unit vectors, shape (len(passages), dimension). ``entities_in``: passage id → entity ids named. Between
    two kinds a link EXPLAINS, with boosts; within one it says SEMANTICALLY_SIMILAR, with none.
    """
    kinds = np.array([passage.source_kind for passage in passages], dtype=object)
    found: dict[tuple[int, int], float] = {}
    for kind in dict.fromkeys(kinds.tolist()):
        patterns = rules.targets(kind)
        targets = [other for other in dict.fromkeys(kinds.tolist()) if matches(other, patterns)]
        if targets:
            rows, columns = np.flatnonzero(kinds == kind), np.flatnonzero(np.isin(kinds, targets))
            for first, second, similarity in _most_similar(vectors, rows, columns, rules):
                if (second, first) not in found:
                    found[first, second] = similarity
    return [
        _link(passages[first], passages[second], similarity, entities_in)
        for (first, second), similarity in sorted(found.items())
    ]


def _most_similar(
    vectors: Vectors, rows: IntArray, columns: IntArray, rules: LinkingRules
) -> Iterator[tuple[int, int, float]]:
    """Row, column and cosine of the best ``top`` columns of each row; a passage is not compared with itself."""
    for some, others in _blocks(vectors, rows, columns):
        similarities = vectors[some] @ vectors[others].T
        similarities[some[:, None] == others] = -1.0
        reached = similarities >= rules.min_similarity
        for place in np.flatnonzero(reached.any(axis=1)).tolist():
            candidates = np.flatnonzero(reached[place])
            best = candidates[places_of_largest(similarities[place, candidates], rules.top)]
            for other in best.tolist():
                yield int(some[place]), int(others[other]), float(similarities[place, other])


def _blocks(vectors: Vectors, rows: IntArray, columns: IntArray) -> Iterator[tuple[IntArray, IntArray]]:
    """Rows with the columns to compare them with; each row is in one block.

    Up to 20,000 columns all are compared. Above, they are gathered in √n cells around as many evenly spaced ones, and
    each row is compared with those of the 8 cells nearest to its own: about 8·√n comparisons, and a pair that falls
    into distant cells is missed.
    """
    if len(columns) <= _COMPARED_WITH_ALL:
        for start in range(0, len(rows), _BLOCK):
            yield rows[start : start + _BLOCK], columns
        return
    centres = vectors[columns[np.linspace(0, len(columns) - 1, int(len(columns) ** 0.5)).astype(int)]]
    members, asking = _in_cells(vectors, columns, centres), _in_cells(vectors, rows, centres)
    for number, inside in enumerate(asking):
        near = np.argsort(-(centres @ centres[number]), kind="stable")[:_NEAREST_CELLS]
        others = np.sort(np.concatenate([members[cell] for cell in near]))
        for start in range(0, len(inside), _BLOCK):
            yield inside[start : start + _BLOCK], others


def _in_cells(vectors: Vectors, rows: IntArray, centres: Vectors) -> list[IntArray]:
    """``rows`` by the centre that each is nearest to."""
    starts = range(0, len(rows), _BLOCK)
    nearest = [np.argmax(vectors[rows[start : start + _BLOCK]] @ centres.T, axis=1) for start in starts]
    cell = np.concatenate(nearest) if nearest else np.zeros(0, dtype=np.int64)
    ends = np.cumsum(np.bincount(cell, minlength=len(centres)))[:-1]
    return np.split(rows[np.argsort(cell, kind="stable")], ends)


def _link(first: Passage, second: Passage, similarity: float, entities_in: Mapping[str, frozenset[str]]) -> CrossLink:
    ends = {"from_passage_id": first.id, "to_passage_id": second.id, "similarity": min(1.0, similarity)}
    if first.source_kind == second.source_kind:
        return CrossLink.model_validate({**ends, "type": "SEMANTICALLY_SIMILAR"})
    shared = entities_in.get(first.id, frozenset()) & entities_in.get(second.id, frozenset())
    boosts = {
        "name_boost": NAME_BOOST if shared else 0.0,
        "date_boost": date_boost(first.date, second.date),
        "author_boost": AUTHOR_BOOST if first.publisher and first.publisher == second.publisher else 0.0,
    }
    return CrossLink.model_validate({**ends, **boosts})


def date_boost(first: str, second: str) -> float:
    """0.10 · (1 − days/7) for full dates (YYYY-MM-DD) at most seven days apart, else 0."""
    try:
        days = abs((date.fromisoformat(first) - date.fromisoformat(second)).days)
    except ValueError:
        return 0.0
    return DATE_BOOST * max(0.0, 1.0 - days / DATE_WINDOW_DAYS)
