"""Where nodes begin: a layout computed once, so that the browser has little left to do."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin, sqrt

import igraph

from core.exploring.seeded import seeded

_ITERATIONS = 150
_APART = 2.399963  # radians, the golden angle: points of a spiral that lie evenly


def layout(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, tuple[float, float]]:
    """Places by id, about one unit of length to an edge; the same graph has the same places.

    Fruchterman and Reingold, Graph drawing by force-directed placement, 1991, begun at an even spiral, its chance
    seeded.
    """
    if not nodes:
        return {}
    place = {node: number for number, node in enumerate(nodes)}
    graph = igraph.Graph(n=len(nodes), edges=[(place[source], place[target]) for source, target in edges])
    spiral = [
        (sqrt(number) * cos(_APART * number), sqrt(number) * sin(_APART * number)) for number in range(len(nodes))
    ]
    with seeded():
        found = graph.simplify().layout_fruchterman_reingold(seed=spiral, niter=_ITERATIONS, grid=False)
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, found, strict=True)}
