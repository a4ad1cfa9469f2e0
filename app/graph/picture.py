"""A drawing as a picture: the one translation of what is drawn into what vis-network draws."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyvis.network import Network

from app.graph.edges import add_bundles, add_passage_lines, add_relations
from app.graph.groups import groups
from app.graph.legend import colours, lines, shapes
from app.graph.nodes import add_clusters, add_entities, add_passages
from core.exploring.drawing import Drawing
from core.exploring.layout import layout
from core.exploring.view import View
from core.messages import Language
from core.ontology import Ontology

_MANY_RELATIONS = 600  # in the picture of a view, from which they are drawn faint
_EDGE_LENGTH = 110  # pixels at full size, in the picture of a view
_FORCES = {"gravitationalConstant": -60, "springLength": 85, "centralGravity": 0.02, "damping": 0.6}
_PHYSICS = {
    "solver": "forceAtlas2Based",
    "forceAtlas2Based": _FORCES,
    "stabilization": {"iterations": 300, "fit": True},
}
_OPTIONS: dict[str, Any] = {
    "layout": {"randomSeed": 7, "improvedLayout": True},
    "physics": _PHYSICS,
    "nodes": {"scaling": {"label": {"drawThreshold": 3}}},
    "interaction": {"hover": True, "tooltipDelay": 120, "keyboard": {"enabled": False}, "multiselect": False},
    "edges": {
        "smooth": False,
        "arrows": {"to": {"scaleFactor": 0.5}},
        "font": {"size": 11, "align": "middle"},
    },
}


@dataclass(frozen=True)
class Picture:
    """Nodes, edges, options and legend, ready to be sent; ``signature`` changes whenever anything drawn changes."""

    content: Mapping[str, Any]
    signature: str


def picture(drawing: Drawing, ontology: Ontology, reads: Language, view: View | None = None) -> Picture:
    """The picture of ``drawing``, of ``view`` where it was drawn of one.

    The view says what colours and sizes mean, and every node begins where the layout puts it. Without one the drawing
    is of a neighbourhood: roots are large and what does not touch them is faint, and the browser lays it out.
    """
    model = Network(directed=True, cdn_resources="in_line")
    grouped = groups(drawing, view.colour_by, reads) if view else {}
    add_entities(model, drawing, grouped, view, ontology, reads)
    add_clusters(model, drawing, reads)
    add_passages(model, drawing.passages, reads)
    roots = {entity.id for entity in drawing.entities if entity.root}
    many = view is not None and len(drawing.relations) > _MANY_RELATIONS
    add_relations(
        model, drawing, ontology, reads, is_faint=lambda edge: many if view else not roots & {edge.source, edge.target}
    )
    add_bundles(model, drawing, reads)
    add_passage_lines(model, drawing.passages, reads)
    if view:
        _place(model)
    content = {
        "nodes": model.nodes,
        "edges": model.edges,
        "options": _view_options(many) if view else _OPTIONS,
        "legend": lines(drawing, ontology, reads),
        "shapes": shapes(drawing, ontology, reads),
        "colours": colours(drawing, view, grouped, ontology, reads) if view else [],
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return Picture(content, hashlib.sha256(text.encode()).hexdigest())


def _view_options(many: bool) -> dict[str, Any]:
    """Laid out already, the picture needs only the last touch; many lines are not drawn while it is dragged."""
    forces = {**_FORCES, "gravitationalConstant": -110, "springLength": _EDGE_LENGTH}
    return {
        **_OPTIONS,
        "layout": {"randomSeed": 7, "improvedLayout": False},
        "physics": {**_PHYSICS, "forceAtlas2Based": forces, "stabilization": {"iterations": 40 if many else 100}},
        "interaction": {**_OPTIONS["interaction"], "hideEdgesOnDrag": many, "hideEdgesOnZoom": many},
    }


def _place(model: Network) -> None:
    """Give every node the place where it begins."""
    places = layout([node["id"] for node in model.nodes], [(edge["from"], edge["to"]) for edge in model.edges])
    for node in model.nodes:
        x, y = places[node["id"]]
        node["x"], node["y"] = round(_EDGE_LENGTH * x, 1), round(_EDGE_LENGTH * y, 1)
