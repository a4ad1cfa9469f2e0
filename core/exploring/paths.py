"""The way from one company to another over recorded relations: the shortest, or the strongest."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from core.domain.partial_dates import today
from core.domain.results import PathStep, Result
from core.ontology import Ontology
from core.retrieval.tenses import in_force, tense_of
from core.storage.knowledge_base import KnowledgeBase
from core.storage.relation_graph import FloatArray, IntArray

if TYPE_CHECKING:
    import igraph

PathKind = Literal["shortest", "strongest"]
PATH_KINDS: tuple[PathKind, ...] = ("shortest", "strongest")
_HOP_COST: dict[PathKind, float] = {"shortest": 10_000.0, "strongest": 1e-6}


class FoundPath(Result):
    """A path of at least one step; ``strength`` in (0, 1] is the product of its relations' weights × confidences."""

    steps: tuple[PathStep, ...] = Field(min_length=1)
    strength: float = Field(ge=0.0, le=1.0)

    @property
    def entities(self) -> tuple[str, ...]:
        """Every entity on it, in order."""
        return (self.steps[0].from_id, *(step.to_id for step in self.steps))


class RelationPaths:
    """Paths over the relations of one knowledge base, walked in either direction; mentions and passages take no part.
    Those that are in force come first: where they make no path, those that have ended or are still to begin are stepped
    on too, and the steps say so. Nothing planned or denied is a step.

    Building it lays the relations out for igraph, once: keep it as long as the build. A search then costs at most one
    pass of Dijkstra over the relations. Thread-safe.
    """

    def __init__(self, base: KnowledgeBase, ontology: Ontology) -> None:
        self._base = base
        self._ontology = ontology
        graph = base.graph
        self._every_row = np.arange(graph.relations)
        self._loss: FloatArray = -np.log(graph.weight[: graph.relations])

    def find(
        self,
        from_id: str,
        to_id: str,
        kind: PathKind,
        *,
        companies_only: bool = False,
        without_types: Collection[str] = (),
        without: Collection[str] = (),
        day: int | None = None,
    ) -> FoundPath | None:
        """The path, or None where there is none or both ends are one.

        ``strongest`` maximises the product of the weights × confidences w in (0, 1]: Dijkstra's algorithm over
        −ln w, whose sum is smallest where the product is largest (the maximum reliability path: Ahuja, Magnanti and
        Orlin, Network Flows, 1993, chapter 4). A hop costs 10⁻⁶ on top, so that of paths equally strong up to about
        one millionth the one with fewer hops is taken. ``shortest`` has the fewest hops, and of those the strongest: a
        hop costs 10⁴ on top, more than the −ln w of 700 hops can sum up to. ``companies_only``: products, people,
        places and the like are not stepped on, and are no ends. Neither relations ``without_types`` nor entities
        ``without`` are stepped on. ``day``: as of which, of eight digits; today by default. Raises KeyError for an
        unknown id.
        """
        start, end = self._base.node_of[from_id], self._base.node_of[to_id]
        if start == end:
            return None
        rows = self._company_rows if companies_only else self._every_row
        graph = self._company_graph if companies_only else self._graph
        if companies_only and not (self._base.is_company[start] and self._base.is_company[end]):
            return None
        as_of = today() if day is None else day
        left_out = self._left_out(rows, without_types, without) | ~self._base.relation_facts.at(rows).asserted
        not_so = ~in_force(self._base, self._ontology, rows, as_of)
        for closed in (left_out | not_so, left_out):
            cost = self._loss[rows] + _HOP_COST[kind]
            cost[closed] = np.inf  # igraph steps on no such edge
            if graph.distances(start, end, weights=cost.tolist())[0][0] < np.inf:
                edges = graph.get_shortest_paths(start, end, weights=cost.tolist(), output="epath")[0]
                return self._path(start, rows[edges], as_of)
        return None

    def _left_out(self, rows: IntArray, types: Collection[str], entities: Collection[str]) -> NDArray[np.bool_]:
        graph, names = self._base.graph, self._base.manifest.edge_types
        kinds = [place for place, name in enumerate(names) if name in types]
        nodes = [self._base.node_of[each] for each in entities]
        by_entity = np.isin(graph.source[rows], nodes) | np.isin(graph.target[rows], nodes)
        return np.isin(graph.edge_type[rows], kinds) | by_entity

    @cached_property
    def _graph(self) -> igraph.Graph:
        return self._arranged(self._every_row)

    @cached_property
    def _company_rows(self) -> IntArray:
        graph, company = self._base.graph, self._base.is_company
        return np.flatnonzero(company[graph.source[: graph.relations]] & company[graph.target[: graph.relations]])

    @cached_property
    def _company_graph(self) -> igraph.Graph:
        return self._arranged(self._company_rows)

    def _arranged(self, rows: IntArray) -> igraph.Graph:
        import igraph

        graph = self._base.graph
        ends = np.column_stack((graph.source[rows], graph.target[rows]))
        return igraph.Graph(n=graph.entities, edges=ends.tolist())

    def _path(self, start: int, rows: IntArray, day: int) -> FoundPath:
        graph, ids = self._base.graph, self._base.entity_ids
        steps, node = [], start
        for row in rows.tolist():
            forward = int(graph.source[row]) == node
            other = int(graph.target[row] if forward else graph.source[row])
            steps.append(
                PathStep(
                    from_id=ids[node],
                    to_id=ids[other],
                    relation_id=self._base.relation(row).id,
                    relation_type=self._base.manifest.edge_types[graph.edge_type[row]],
                    forward=forward,
                    tense=tense_of(self._base, self._ontology, row, day),
                )
            )
            node = other
        return FoundPath(steps=tuple(steps), strength=float(np.exp(-self._loss[rows].sum())))
