"""A drawing of the workbench as a pyvis model with its legend."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from math import log1p, sqrt
from typing import Any

from pyvis.network import Network

from app.explore.groups import OTHERS_COLOUR, Group, community_name, entity_names, groups
from app.graph.graph_component import Picture, picture
from app.graph.model import (
    BRIDGE_COLOUR,
    CENTRE_COLOUR,
    COMPANY_COLOUR,
    OPTIONS,
    add_relation,
    entity_shapes,
    relation_lines,
    short,
)
from core.exploring.drawing import Cluster, Drawing, DrawnEntity
from core.exploring.layout import layout
from core.exploring.view import View
from core.messages import Language, translate
from core.ontology import Ontology

CLUSTER = "cluster:"
"""Of node ids, so that no cluster is taken for the entity that leads it."""
PINNED = "◎"
_SMALLEST, _LARGEST = 8.0, 24.0  # radii
_MANY_RELATIONS = 600  # in the picture, from which they are drawn faint
_EDGE_LENGTH = 110  # pixels at full size


def explore_picture(drawing: Drawing, view: View, ontology: Ontology, reads: Language) -> Picture:
    """The picture of ``drawing``, which is that of ``view``."""
    model = Network(directed=True, cdn_resources="in_line")
    names = entity_names(drawing, reads)
    grouped = groups(drawing, view.colour_by, reads)
    sizes = _sizes(drawing, view)
    for entity in drawing.entities:
        _add_entity(model, entity, names[entity.id], grouped.get(entity.id), sizes[entity.id], ontology, reads)
    for cluster in drawing.clusters:
        _add_cluster(model, drawing, cluster, reads)
    _add_relations(model, drawing, names, ontology, reads)
    _add_cluster_edges(model, drawing, reads)
    _place(model)
    model.set_options(json.dumps(_options(len(drawing.relations))))
    lines = relation_lines({edge.type for edge in drawing.relations}, ontology, reads)
    shapes = entity_shapes({entity.type for entity in drawing.entities}, ontology, reads)
    if drawing.cluster_edges:
        lines.append({"label": translate("explore.bundle", reads), "colour": OTHERS_COLOUR, "dash": []})
    if drawing.clusters:
        shapes.append({"label": translate("explore.cluster", reads), "shape": "cluster"})
    return picture(model, lines, shapes, _colours(drawing, view, grouped, ontology, reads))


def _options(relations: int) -> dict[str, Any]:
    """Laid out already, the picture needs only the last touch; many lines are not drawn while it is dragged."""
    many = relations > _MANY_RELATIONS
    physics = OPTIONS["physics"]
    forces = {**physics["forceAtlas2Based"], "gravitationalConstant": -110, "springLength": _EDGE_LENGTH}
    return {
        **OPTIONS,
        "layout": {"randomSeed": 7, "improvedLayout": False},
        "physics": {**physics, "forceAtlas2Based": forces, "stabilization": {"iterations": 40 if many else 100}},
        "interaction": {**OPTIONS["interaction"], "hideEdgesOnDrag": many, "hideEdgesOnZoom": many},
    }


def _place(model: Network) -> None:
    """Give every node the place where it begins."""
    places = layout([node["id"] for node in model.nodes], [(edge["from"], edge["to"]) for edge in model.edges])
    for node in model.nodes:
        x, y = places[node["id"]]
        node["x"], node["y"] = round(_EDGE_LENGTH * x, 1), round(_EDGE_LENGTH * y, 1)


def _sizes(drawing: Drawing, view: View) -> dict[str, float]:
    """Radius by id: areas grow with the share of the walk, radii with the logarithm of the relations. Where the walk
    starts is as large as the largest of the others, which it would dwarf."""
    if view.size_by == "walk":
        values = {each.id: sqrt(each.walk) for each in drawing.entities}
        values[view.walk_from or ""] = max((values[each] for each in values if each != view.walk_from), default=0.0)
    else:
        values = {each.id: log1p(each.relations) for each in drawing.entities}
    largest = max(values.values(), default=0.0) or 1.0
    return {each: round(_SMALLEST + (_LARGEST - _SMALLEST) * value / largest, 1) for each, value in values.items()}


def _add_entity(
    model: Network,
    entity: DrawnEntity,
    name: str,
    group: Group | None,
    size: float,
    ontology: Ontology,
    reads: Language,
) -> None:
    kind = ontology.entity_type(entity.type)
    other = entity.name_en if reads == "zh" else entity.name_zh
    lines = [name, *([other] if other != name else []), kind.label.text(reads)]
    lines += [group.name] if group else []
    lines += [translate("graph.node_more", reads, count=entity.further)] if entity.further else []
    own = CENTRE_COLOUR if entity.root else BRIDGE_COLOUR if kind.bridge else COMPANY_COLOUR
    mark = f" · {group.mark}" if group and group.mark else ""
    model.add_node(
        entity.id,
        label=f"{PINNED + ' ' if entity.pinned else ''}{short(name)}{mark}",
        title="\n".join(lines),
        color=group.colour if group else own,
        shape=kind.shape,
        size=size,
        borderWidth=3 if entity.root or entity.pinned else 1,
    )


def _add_cluster(model: Network, drawing: Drawing, cluster: Cluster, reads: Language) -> None:
    name = community_name(drawing, cluster.community, reads)
    count = translate("explore.cluster_holds", reads, count=len(cluster.members))
    model.add_node(
        CLUSTER + cluster.id,
        label=f"{short(name)} · {count}",
        title=f"{name}\n{count}\n{translate('explore.cluster_opens', reads)}",
        color={"background": "rgba(138, 148, 160, 0.25)", "border": OTHERS_COLOUR},
        shape="dot",
        size=min(40.0, 14 + 2.2 * sqrt(len(cluster.members))),
        borderWidth=3,
        shapeProperties={"borderDashes": [6, 4]},
    )


def _add_relations(
    model: Network, drawing: Drawing, names: Mapping[str, str], ontology: Ontology, reads: Language
) -> None:
    beside: Counter[frozenset[str]] = Counter()
    faint = len(drawing.relations) > _MANY_RELATIONS
    for edge in drawing.relations:
        pair = frozenset((edge.source, edge.target))
        add_relation(model, edge, dict(names), ontology, reads, faint=faint, bend=beside[pair])
        beside[pair] += 1


def _add_cluster_edges(model: Network, drawing: Drawing, reads: Language) -> None:
    for edge in drawing.cluster_edges:
        source = CLUSTER + edge.source if edge.source_is_cluster else edge.source
        target = CLUSTER + edge.target if edge.target_is_cluster else edge.target
        model.add_edge(
            source,
            target,
            id=f"{source}→{target}",
            title=translate("explore.bundle_holds", reads, count=edge.relations),
            color={"color": OTHERS_COLOUR, "opacity": 0.6},
            width=round(1 + log1p(edge.relations), 1),
            smooth=False,
            arrows="",
        )


def _colours(
    drawing: Drawing, view: View, grouped: Mapping[str, Group], ontology: Ontology, reads: Language
) -> list[dict[str, str]]:
    """What node colours mean, in the order of their letters."""
    if view.colour_by == "type":
        bridges = [ontology.is_bridge(each.type) for each in drawing.entities if not each.root]
        meanings = [
            ("explore.colour.root", CENTRE_COLOUR, any(each.root for each in drawing.entities)),
            ("explore.colour.company", COMPANY_COLOUR, not all(bridges)),
            ("explore.colour.bridge", BRIDGE_COLOUR, any(bridges)),
        ]
        return [
            {"label": translate(key, reads), "colour": colour, "mark": ""} for key, colour, there in meanings if there
        ]
    found = sorted(set(grouped.values()), key=lambda group: group.mark or "~")
    return [{"label": group.name, "colour": group.colour, "mark": group.mark} for group in found]
