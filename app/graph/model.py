"""A neighbourhood as a pyvis Network: relation types by colour and dash, entity types by shape."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from typing import Any

from pyvis.network import Network

from core.exploring.neighbourhood import DrawnEdge, DrawnNode, Neighbourhood
from core.messages import Language, translate
from core.ontology import EntityType, Ontology

COMPANY_COLOUR = "#56789C"
CENTRE_COLOUR = "#E08E0B"
BRIDGE_COLOUR = "#8A94A0"
_LABEL_LENGTH = 18

OPTIONS: dict[str, Any] = {
    "layout": {"randomSeed": 7, "improvedLayout": True},
    "physics": {
        "solver": "forceAtlas2Based",
        "forceAtlas2Based": {"gravitationalConstant": -60, "springLength": 85, "centralGravity": 0.02, "damping": 0.6},
        "stabilization": {"iterations": 300, "fit": True},
    },
    "nodes": {"scaling": {"label": {"drawThreshold": 3}}},
    "interaction": {"hover": True, "tooltipDelay": 120, "keyboard": {"enabled": False}, "multiselect": False},
    "edges": {
        "smooth": False,
        "arrows": {"to": {"scaleFactor": 0.5}},
        "font": {"size": 11, "align": "middle"},
    },
}


def network(drawn: Neighbourhood, ontology: Ontology, language: Language) -> Network:
    """The pyvis model: plain-text labels and hover texts, direction as arrows, weight as width."""
    model = Network(directed=True, cdn_resources="in_line")
    names = {}
    for node in drawn.nodes:
        names[node.id] = node.name_zh if language == "zh" else node.name_en
        _add_node(model, node, names[node.id], ontology.entity_type(node.type), language)
    centres = {node.id for node in drawn.nodes if node.centre}
    beside: Counter[frozenset[str]] = Counter()
    for edge in drawn.edges:
        pair = frozenset((edge.source, edge.target))
        add_relation(model, edge, names, ontology, language, faint=not pair & centres, bend=beside[pair])
        beside[pair] += 1
    model.set_options(json.dumps(OPTIONS))
    return model


def _add_node(model: Network, node: DrawnNode, name: str, kind: EntityType, language: Language) -> None:
    other = node.name_en if language == "zh" else node.name_zh
    lines = [name, *([other] if other != name else []), kind.label.text(language)]
    if node.hidden:
        lines.append(translate("graph.node_more", language, count=node.hidden))
    company = CENTRE_COLOUR if node.centre else COMPANY_COLOUR
    model.add_node(
        node.id,
        label=short(name),
        title="\n".join(lines),
        color=BRIDGE_COLOUR if kind.bridge else company,
        shape=kind.shape,
        size=26 if node.centre else 10 if kind.bridge else 13,
        borderWidth=3 if node.centre else 1,
    )


def short(name: str) -> str:
    """A name as it stands beside its node."""
    return name if len(name) <= _LABEL_LENGTH else name[: _LABEL_LENGTH - 1] + "…"


def add_relation(
    model: Network,
    edge: DrawnEdge,
    names: dict[str, str],
    ontology: Ontology,
    language: Language,
    *,
    faint: bool,
    bend: int,
) -> None:
    """Draw a relation between two drawn nodes: away from the centre faint; parallel ones bend apart (``bend`` counts
    those already drawn)."""
    kind = ontology[edge.type]
    reads = f"{names[edge.source]} {kind.reads(language, forward=True)} {names[edge.target]}"
    evidence = edge.evidence_zh if language == "zh" else edge.evidence_en
    model.add_edge(
        edge.source,
        edge.target,
        id=edge.id,
        title=f"{reads}\n{evidence}".strip(),
        color={"color": kind.colour, "highlight": kind.colour, "hover": kind.colour, "opacity": 0.4 if faint else 1.0},
        dashes=list(kind.dash) or False,
        width=1.0 if faint else 1.5 + 1.5 * edge.weight,
        smooth={"enabled": True, "type": "curvedCW", "roundness": 0.12 * bend} if bend else False,
        arrows="" if kind.symmetric else "to",
    )


def legend_items(drawn: Neighbourhood, ontology: Ontology, language: Language) -> list[dict[str, object]]:
    """One entry per relation type drawn (label, colour, dash), in ontology order."""
    return relation_lines({edge.type for edge in drawn.edges}, ontology, language)


def relation_lines(present: Collection[str], ontology: Ontology, language: Language) -> list[dict[str, object]]:
    """One entry per relation type (label, colour, dash), in ontology order."""
    return [
        {"label": kind.label.text(language), "colour": kind.colour, "dash": list(kind.dash)}
        for kind in ontology.types.values()
        if kind.id in present
    ]


def shape_items(drawn: Neighbourhood, ontology: Ontology, language: Language) -> list[dict[str, str]]:
    """One entry per entity type drawn (label, shape)."""
    return entity_shapes({node.type for node in drawn.nodes}, ontology, language)


def entity_shapes(present: Collection[str], ontology: Ontology, language: Language) -> list[dict[str, str]]:
    """One entry per entity type (label, shape), in ontology order."""
    return [
        {"label": kind.label.text(language), "shape": kind.shape}
        for kind in ontology.entity_types.values()
        if kind.id in present
    ]
