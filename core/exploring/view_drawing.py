"""The picture of a view of the workbench: what filters leave, the communities in it, and clusters for too many."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.exploring.communities import Community, communities
from core.exploring.drawing import Cluster, ClusterEdge, Drawing, DrawnEdge, NamedCommunity
from core.exploring.gathering import drawn_entities, relations_between
from core.exploring.view import View, renamed
from core.retrieval.pagerank.contract import PersonalizedPageRank, WalkParameters, uniform_influence
from core.storage.knowledge_base import KnowledgeBase

MAX_DRAWN = 300
"""Nodes of a picture, clusters among them."""
MAX_RELATIONS = 1_000
"""Relations of a picture, the strongest."""


@dataclass(frozen=True)
class _Visible:
    """What hidden entities and filters leave, before anything is clustered."""

    nodes: dict[str, int]  # by id, strongest first; pinned ones and roots before all others
    relations: list[DrawnEdge]
    strength: dict[str, float]  # of those with any relation: the summed weights of their relations


def draw_view(
    base: KnowledgeBase,
    engine: PersonalizedPageRank,
    view: View,
    *,
    damping: float = 0.85,
    max_hops: int = 2,
    max_drawn: int = MAX_DRAWN,
    max_relations: int = MAX_RELATIONS,
) -> Drawing:
    """Draw ``view``. What is read grows with the entities shown and their relations, not with the base.

    Every relation between two visible entities is drawn. A filter on relations takes along the entities that it leaves
    without any, unless they were asked for by name or are pinned. Beyond ``max_drawn`` nodes (at least 2) the strongest
    are drawn one by one and the rest of each community as one node. ``damping`` and ``max_hops``: of the walk that
    sizes are measured by.
    """
    asked = len(view.shown)
    view = renamed(view, lambda each: base.entity_ids[base.node_of[each]] if each in base.node_of else None)
    shown = {entity_id: base.node_of[entity_id] for entity_id in view.shown}
    types = {entity_id: base.entity(entity_id).type for entity_id in shown}
    hidden, without = set(view.hidden), set(view.filters.without_entities)
    nodes = {each: node for each, node in shown.items() if each not in hidden and types[each] not in without}
    inside, beyond = relations_between(base, nodes.values(), max_relations)
    visible = _visible(view, nodes, inside)
    found: tuple[Community, ...] = ()
    if view.colour_by == "community" or len(visible.nodes) > max_drawn:
        found = communities(
            list(visible.nodes), [(e.source, e.target, e.weight) for e in visible.relations], _leading(base, visible)
        )
    alone, clusters = _clustered(view, visible, found, max_drawn)
    walk = _walk(base, engine, view, WalkParameters(damping=damping, max_hops=max_hops))
    number = {member: place for place, community in enumerate(found) for member in community.members}
    years = [edge.year for edge in inside if edge.year is not None]
    return Drawing(
        entities=drawn_entities(
            base,
            alone.values(),
            shown.values(),
            roots=view.roots,
            walk=walk,
            pinned=view.pinned,
            communities=number,
        ),
        relations=tuple(edge for edge in visible.relations if {edge.source, edge.target} <= alone.keys()),
        clusters=clusters,
        cluster_edges=_cluster_edges(visible.relations, alone, clusters),
        communities=tuple(_named(base, community) for community in found),
        relation_types=tuple(dict.fromkeys(edge.type for edge in inside)),
        entity_types=tuple(dict.fromkeys(types[each] for each in shown if each not in hidden)),
        years=(min(years), max(years)) if years else None,
        hidden=len(hidden & shown.keys()),
        filtered=len(shown.keys() - hidden) - len(visible.nodes),
        filtered_relations=len(inside) - len(visible.relations),
        clustered=len(visible.nodes) - len(alone),
        relations_beyond=beyond,
        unknown=asked - len(shown),
    )


def _visible(view: View, nodes: dict[str, int], inside: Sequence[DrawnEdge]) -> _Visible:
    filters = view.filters
    kept = [
        edge
        for edge in inside
        if edge.type not in filters.without_relations
        and edge.weight >= filters.least_strength
        and filters.keeps_year(edge.year)
    ]
    strength: dict[str, float] = {}
    for edge in kept:
        for end in (edge.source, edge.target):
            strength[end] = strength.get(end, 0.0) + edge.weight
    staying = {each: number for number, each in enumerate(dict.fromkeys((*view.pinned, *view.roots)))}
    left = [each for each in nodes if each in staying or each in strength or not filters.on_relations]
    left.sort(key=lambda each: (staying.get(each, len(staying)), -strength.get(each, 0.0), each))
    return _Visible({each: nodes[each] for each in left}, kept, strength)


def _leading(base: KnowledgeBase, visible: _Visible) -> list[str]:
    """Who leads: companies first, by their relations in the picture."""
    nodes, strength = visible.nodes, visible.strength
    return sorted(nodes, key=lambda each: (not base.is_company[nodes[each]], -strength.get(each, 0.0), each))


def _named(base: KnowledgeBase, community: Community) -> NamedCommunity:
    strongest = [base.entity(member) for member in community.members[:2]]
    names = tuple((entity.name_zh, entity.name_en) for entity in strongest)
    return NamedCommunity(members=community.members, strongest=names)


def _clustered(
    view: View, visible: _Visible, found: Sequence[Community], limit: int
) -> tuple[dict[str, int], tuple[Cluster, ...]]:
    """Entities to be drawn one by one, and the rest by community; together at most ``limit``.

    Opened communities come before the strongest of the others. Who is in no community, or in one of those too many to
    be drawn, is not drawn where there is no room.
    """
    if len(visible.nodes) <= limit:
        return visible.nodes, ()
    opened = {member for community in found if community.leader in view.opened for member in community.members}
    staying = {*view.pinned, *view.roots}
    order = sorted(visible.nodes, key=lambda each: (each not in staying, each not in opened))  # stable: by strength
    reserved = min(len(found), limit // 2)
    drawn = set(order[: limit - reserved])
    clusters = []
    for place, community in enumerate(found[:reserved]):
        rest = tuple(member for member in community.members if member not in drawn)
        if len(rest) == 1:
            drawn.update(rest)
        elif rest:
            clusters.append(Cluster(id=community.leader, community=place, members=rest))
    return {each: node for each, node in visible.nodes.items() if each in drawn}, tuple(clusters)


def _cluster_edges(
    relations: Sequence[DrawnEdge], alone: Collection[str], clusters: Sequence[Cluster]
) -> tuple[ClusterEdge, ...]:
    cluster_of = {member: cluster.id for cluster in clusters for member in cluster.members}
    counted: dict[tuple[str, bool, str, bool], int] = {}
    for edge in relations:
        ends = sorted((cluster_of.get(end, end), end in cluster_of) for end in (edge.source, edge.target))
        drawn = all(clustered or end in alone for end, clustered in ends)
        if not drawn or ends[0] == ends[1] or not any(clustered for _, clustered in ends):
            continue
        key = (*ends[0], *ends[1])
        counted[key] = counted.get(key, 0) + 1
    return tuple(
        ClusterEdge(source=first, source_is_cluster=one, target=second, target_is_cluster=other, relations=count)
        for (first, one, second, other), count in sorted(counted.items())
    )


def _walk(
    base: KnowledgeBase, engine: PersonalizedPageRank, view: View, parameters: WalkParameters
) -> dict[int, float]:
    """The walk from the chosen company, by node; nothing where none is chosen."""
    start = base.node_of[view.walk_from] if view.walk_from is not None and view.walk_from in base.node_of else None
    if view.size_by != "walk" or start is None:
        return {}
    scores = engine.walk(base.graph, uniform_influence(base.graph), {start: 1.0}, parameters).scores
    nodes = [base.node_of[each] for each in view.shown]
    return dict(zip(nodes, scores[nodes].tolist(), strict=True))
