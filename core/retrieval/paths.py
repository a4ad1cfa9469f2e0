"""The strongest short paths between the query and a result, for "Why?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.domain.results import GraphPath, PathStep
from core.ontology import Ontology
from core.retrieval.pagerank.contract import uniform_influence, usable_influence
from core.retrieval.tenses import in_force, tense_of
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray

MAX_PATHS = 3
_WIDEST = 200


@dataclass(frozen=True)
class _Walk:
    nodes: tuple[int, ...]
    rows: tuple[int, ...]
    strength: float
    now: bool


@dataclass(frozen=True, eq=False)
class _Steps:
    """Steps over relations out of some nodes: column k leaves ``start[k]`` over ``row[k]`` to ``end[k]``; ``now[k]``:
    it is in force."""

    start: IntArray
    row: IntArray
    end: IntArray
    share: FloatArray
    now: NDArray[np.bool_]


class PathFinder:
    """Paths from one query. The first two steps are laid out once, so that each result costs little.

    The strength of a path is the probability that a walk starting at the query takes exactly these steps: the
    product of edge weight over the summed edge weights of the node left, each times the ``influence`` of its type on
    the walk, shape (types,), all alike by default; steps without influence are none. At a node with more than 200
    relations only the 200 strongest are followed. Nothing planned or
    denied is a step; ``day``: of eight digits, as of which the steps are told.
    """

    def __init__(
        self,
        knowledge_base: KnowledgeBase,
        ontology: Ontology,
        query_ids: Sequence[str],
        day: int,
        influence: FloatArray | None = None,
    ) -> None:
        self._knowledge_base, self._ontology, self._day = knowledge_base, ontology, day
        graph = knowledge_base.graph
        self._influence = uniform_influence(graph) if influence is None else usable_influence(graph, influence)
        self._queries = [knowledge_base.node_of[query_id] for query_id in query_ids]
        self._first = [self._steps(np.array([query], dtype=np.int64)) for query in self._queries]
        self._second = [self._steps(np.unique(first.end)) for first in self._first]

    def to(self, company_id: str) -> tuple[GraphPath, ...]:
        """At most three simple paths of at most three relations to ``company_id``: those of which all is in force
        first, then the strongest."""
        target = self._knowledge_base.node_of[company_id]
        walks: list[_Walk] = []
        for query, first, second in zip(self._queries, self._first, self._second, strict=True):
            walks += self._walks(query, first, second, target)
        best: dict[tuple[int, ...], _Walk] = {}
        for walk in sorted(walks, key=lambda found: (not found.now, -found.strength, found.rows)):
            best.setdefault(walk.nodes, walk)
        return tuple(self._path(walk) for walk in list(best.values())[:MAX_PATHS])

    def _steps(self, nodes: IntArray) -> _Steps:
        graph = self._knowledge_base.graph
        followed = [self._knowledge_base.strongest_relations(node, _WIDEST) for node in nodes.tolist()]
        rows, ends = [row for row, _ in followed], [end for _, end in followed]
        start = np.repeat(nodes, [len(row) for row in rows])
        row = np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)
        end = np.concatenate(ends) if ends else np.zeros(0, dtype=np.int64)
        weight = graph.weight[row] * self._influence[graph.edge_type[row]]
        taken = (weight > 0) & self._knowledge_base.relation_facts.at(row).asserted
        start, row, end, weight = start[taken], row[taken], end[taken], weight[taken]
        strength = graph.walk.type_strength[graph.walk.rank_of[start]] @ self._influence
        now = in_force(self._knowledge_base, self._ontology, row, self._day)
        return _Steps(start, row, end, weight / strength, now)

    def _walks(self, query: int, first: _Steps, second: _Steps, target: int) -> list[_Walk]:
        """Walks of one, two and – where these are fewer than three – three steps from ``query`` to ``target``."""
        opening: dict[int, list[_Walk]] = {}
        parts = (first.row.tolist(), first.end.tolist(), first.share.tolist(), first.now.tolist())
        for row, end, share, now in zip(*parts, strict=True):
            opening.setdefault(end, []).append(_Walk((query, end), (row,), share, now))
        found = list(opening.get(target, []))
        found += _continued(opening, second, second.end == target)
        if len(found) < MAX_PATHS:
            last = self._steps(np.array([target]))
            two_steps: dict[int, list[_Walk]] = {}
            for walk in _continued(opening, second, np.isin(second.end, last.end)):
                two_steps.setdefault(walk.nodes[-1], []).append(walk)
            third = self._steps(np.array(sorted(two_steps), dtype=np.int64))
            found += _continued(two_steps, third, third.end == target)
        return found

    def _path(self, walk: _Walk) -> GraphPath:
        graph, ids = self._knowledge_base.graph, self._knowledge_base.entity_ids
        steps = []
        for position, row in enumerate(walk.rows):
            node = walk.nodes[position]
            steps.append(
                PathStep(
                    from_id=ids[node],
                    to_id=ids[walk.nodes[position + 1]],
                    relation_id=self._knowledge_base.relation(row).id,
                    relation_type=self._knowledge_base.manifest.edge_types[graph.edge_type[row]],
                    forward=int(graph.source[row]) == node,
                    tense=tense_of(self._knowledge_base, self._ontology, row, self._day),
                )
            )
        return GraphPath(steps=tuple(steps), strength=min(1.0, walk.strength))


def _continued(walks: dict[int, list[_Walk]], steps: _Steps, chosen: NDArray[np.bool_]) -> list[_Walk]:
    """``walks`` (by last node), each lengthened by the chosen steps out of that node; no node is visited twice."""
    longer = []
    for place in np.flatnonzero(chosen).tolist():
        end, row, share = int(steps.end[place]), int(steps.row[place]), float(steps.share[place])
        now = bool(steps.now[place])
        longer += [
            _Walk((*walk.nodes, end), (*walk.rows, row), walk.strength * share, walk.now and now)
            for walk in walks.get(int(steps.start[place]), [])
            if end not in walk.nodes
        ]
    return longer
