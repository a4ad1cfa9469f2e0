"""Where the nodes of a small drawing stand when nobody can move them: on paper."""

from __future__ import annotations

import igraph

from core.exploring.neighbourhood import Neighbourhood


def positions(drawn: Neighbourhood) -> dict[str, tuple[float, float]]:
    """Place of each node in the unit square, the same in every run.

    Kamada & Kawai (1989), An algorithm for drawing general undirected graphs: starts from a circle, no chance in it.
    """
    place = {node.id: number for number, node in enumerate(drawn.nodes)}
    graph = igraph.Graph(len(place), [(place[edge.source], place[edge.target]) for edge in drawn.edges])
    found = graph.layout_kamada_kawai().coords if len(place) > 1 else [[0.0, 0.0]] * len(place)
    lows = [min((point[axis] for point in found), default=0.0) for axis in (0, 1)]
    spans = [max((point[axis] for point in found), default=0.0) - lows[axis] or 1.0 for axis in (0, 1)]
    return {
        node: ((found[number][0] - lows[0]) / spans[0], (found[number][1] - lows[1]) / spans[1])
        for node, number in place.items()
    }
