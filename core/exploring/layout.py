"""Where nodes stand: to begin with, so that the browser has little left to do, or for good, on paper."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, sqrt
from typing import TYPE_CHECKING

from core.exploring.seeded import seeded

if TYPE_CHECKING:
    import igraph

_ITERATIONS = 150
_APART = 2.399963  # radians, the golden angle: points of a spiral that lie evenly
Places = dict[str, tuple[float, float]]


def layout(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> Places:
    """Places by id to begin at, about one unit of length to an edge; the same graph has the same places.

    Fruchterman and Reingold, Graph drawing by force-directed placement, 1991, begun at an even spiral, its chance
    seeded.
    """
    if len(nodes) < 2:
        return dict.fromkeys(nodes, (0.0, 0.0))
    spiral = [
        (sqrt(number) * cos(_APART * number), sqrt(number) * sin(_APART * number)) for number in range(len(nodes))
    ]
    with seeded():
        found = _graph(nodes, edges).simplify().layout_fruchterman_reingold(seed=spiral, niter=_ITERATIONS, grid=False)
    return _places(nodes, found)


def paper_layout(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> Places:
    """Places by id for paper, evenly apart; the same graph has the same places.

    Kamada and Kawai, An algorithm for drawing general undirected graphs, 1989: starts from a circle, no chance in it.
    """
    if len(nodes) < 2:
        return dict.fromkeys(nodes, (0.0, 0.0))
    return _places(nodes, _graph(nodes, edges).layout_kamada_kawai())


def _graph(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> igraph.Graph:
    import igraph

    place = {node: number for number, node in enumerate(nodes)}
    return igraph.Graph(n=len(nodes), edges=[(place[source], place[target]) for source, target in edges])


def _places(nodes: Sequence[str], found: igraph.Layout) -> Places:
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, found, strict=True)}
