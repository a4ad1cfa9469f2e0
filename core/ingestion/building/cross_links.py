"""Cross-source links: passages of one source kind that explain, or are like, passages of another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from core.domain.linking import LinkingRules, matches
from core.domain.records import CrossLink, Passage
from core.runtime.top_k import places_of_largest
from core.storage.embeddings import Vectors
from core.storage.relation_graph import IntArray

NAME_BOOST = 0.15
DATE_BOOST = 0.10
AUTHOR_BOOST = 0.10
DATE_WINDOW_DAYS = 7
_BLOCK = 1024
_COMPARED_WITH_ALL = 20_000
_NEAREST_CELLS = 8
_ROUNDING = 1e-5  # of a product in single precision


@dataclass(frozen=True)
class Compared:
    """Passages by row, their unit vectors and source kinds by row, and which entities a row names."""

    passage: Callable[[int], Passage]
    vectors: Vectors
    kinds: NDArray[np.object_]
    named: Callable[[int], frozenset[str]]


def find_cross_links(
    passages: Sequence[Passage], vectors: Vectors, entities_in: Mapping[str, frozenset[str]], rules: LinkingRules
) -> list[CrossLink]:
    """Links from each passage to the most similar ones of the kinds that the rules pair with its own, each pair of
    passages once, in the order of the passages.

    ``vectors``: unit vectors, shape (len(passages), dimension). ``entities_in``: passage id → entity ids named. Between
    two kinds a link EXPLAINS, with boosts; within one it says SEMANTICALLY_SIMILAR, with none.
    """
    kinds = np.array([passage.source_kind for passage in passages], dtype=object)
    compared = Compared(
        passages.__getitem__, vectors, kinds, lambda row: entities_in.get(passages[row].id, frozenset())
    )
    pairs = linked_rows(compared, range(len(passages)), rules)
    twice = reversed_twice((first, second) for first, second, _ in pairs)
    return [link_between(compared, *pair) for pair in pairs if pair[:2] not in twice]


def linked_rows(compared: Compared, rows: range, rules: LinkingRules) -> list[tuple[int, int, float]]:
    """From which of the passages ``rows`` a link leads to which, and the cosine of the two; ascending.

    Where the rules pair two kinds in both directions, or one with itself, a pair may be found from both its ends.
    """
    all_kinds = dict.fromkeys(compared.kinds.tolist())
    own = compared.kinds[rows.start : rows.stop]
    found: list[tuple[int, int, float]] = []
    for kind in dict.fromkeys(own.tolist()):
        patterns = rules.targets(kind)
        targets = [other for other in all_kinds if matches(other, patterns)]
        if targets:
            some, columns = np.flatnonzero(own == kind) + rows.start, np.flatnonzero(np.isin(compared.kinds, targets))
            found += _most_similar(compared.vectors, some, columns, rules)
    return sorted(found)


def reversed_twice(pairs: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Of pairs that were found from both their ends, those that begin with the later passage."""
    known = set(pairs)
    return {(first, second) for first, second in known if first > second and (second, first) in known}


def _most_similar(
    vectors: Vectors, rows: IntArray, columns: IntArray, rules: LinkingRules
) -> Iterator[tuple[int, int, float]]:
    """Row, column and cosine of the best ``top`` columns of each row; a passage is not compared with itself."""
    for some, others in _blocks(vectors, rows, columns):
        similarities = vectors[some] @ vectors[others].T
        similarities[some[:, None] == others] = -1.0
        likely = similarities >= rules.min_similarity - _ROUNDING
        for place in np.flatnonzero(likely.any(axis=1)).tolist():
            row, candidates = int(some[place]), others[likely[place]]
            # once more, and exactly: the last bits of a product depend on what else is multiplied with it
            exact = (vectors[candidates].astype(np.float64) * vectors[row]).sum(axis=1)
            reached = np.flatnonzero(exact >= rules.min_similarity)
            for best in reached[places_of_largest(exact[reached], rules.top)].tolist():
                yield row, int(candidates[best]), float(exact[best])


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
    centres = np.asarray(vectors[columns[np.linspace(0, len(columns) - 1, int(len(columns) ** 0.5)).astype(int)]])
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
    cell = np.concatenate([np.zeros(0, dtype=np.int64), *nearest])
    ends = np.cumsum(np.bincount(cell, minlength=len(centres)))[:-1]
    return np.split(rows[np.argsort(cell, kind="stable")], ends)


def link_between(compared: Compared, from_row: int, to_row: int, similarity: float) -> CrossLink:
    """The link of two passages of this cosine, with its boosts."""
    first, second = compared.passage(from_row), compared.passage(to_row)
    ends = {"from_passage_id": first.id, "to_passage_id": second.id, "similarity": min(1.0, similarity)}
    if first.source_kind == second.source_kind:
        return CrossLink.model_validate({**ends, "type": "SEMANTICALLY_SIMILAR"})
    boosts = {
        "name_boost": NAME_BOOST if compared.named(from_row) & compared.named(to_row) else 0.0,
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
