"""Communities of what is drawn: groups with more relations inside than chance would have it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.exploring.seeded import seeded


@dataclass(frozen=True)
class Community:
    """At least two entities, the strongest first: the first leads the community and names it."""

    members: tuple[str, ...]

    @property
    def leader(self) -> str:
        """The strongest member."""
        return self.members[0]


def communities(
    entities: Sequence[str], edges: Sequence[tuple[str, str, float]], leading: Sequence[str]
) -> tuple[Community, ...]:
    """The communities of a graph by the Leiden algorithm, the largest first.

    ``edges``: two entities and a weight > 0; ``leading`` lists entities by strength, strongest first. Maximises
    modularity until nothing improves (Traag, Waltman, van Eck: From Louvain to Leiden, 2019). Seeded, and the order of
    ``entities`` and ``edges`` does not count: the same graph has the same communities. Who is alone is in none.
    """
    import igraph

    names = sorted(entities)
    place = {name: number for number, name in enumerate(names)}
    summed: dict[tuple[int, int], float] = {}
    for source, target, weight in sorted(edges):
        first, second = sorted((place[source], place[target]))
        if first != second:
            summed[first, second] = summed.get((first, second), 0.0) + weight
    graph = igraph.Graph(n=len(names), edges=list(summed))
    with seeded():
        found = graph.community_leiden("modularity", weights=list(summed.values()) or None, n_iterations=-1)
    rank = {name: number for number, name in enumerate(leading)}
    groups = [sorted((names[node] for node in group), key=rank.__getitem__) for group in found if len(group) > 1]
    return tuple(Community(tuple(group)) for group in sorted(groups, key=lambda each: (-len(each), rank[each[0]])))
