"""What lines, shapes and colours of a picture mean: only what is drawn, in the order of the ontology."""

from __future__ import annotations

from collections.abc import Mapping

from app.graph.groups import BRIDGE_COLOUR, COMPANY_COLOUR, OTHERS_COLOUR, ROOT_COLOUR, Group
from core.exploring.drawing import Drawing
from core.exploring.view import View
from core.messages import Language, translate
from core.ontology import Ontology

MENTION_COLOUR, LINK_COLOUR = "#B5AB99", "#7A5C00"
MENTION_DASH, LINK_DASH = [1, 4], [6, 3]

NO_LEGEND: Mapping[str, object] = {"legend": [], "shapes": [], "colours": []}


def legend(
    drawing: Drawing, view: View | None, grouped: Mapping[str, Group], ontology: Ontology, reads: Language
) -> dict[str, object]:
    """What a picture says of its lines, shapes and, where it was drawn of a view, colours."""
    return {
        "legend": _lines(drawing, ontology, reads),
        "shapes": _shapes(drawing, ontology, reads),
        "colours": _colours(drawing, view, grouped, ontology, reads) if view else [],
    }


def _lines(drawing: Drawing, ontology: Ontology, reads: Language) -> list[dict[str, object]]:
    """Label, colour and dash of every relation type, then of the lines to clusters and passages."""
    present = {edge.type for edge in drawing.relations}
    drawn = [
        (kind.label.text(reads), kind.colour, list(kind.dash)) for kind in ontology.types.values() if kind.id in present
    ]
    if drawing.cluster_edges:
        drawn.append((translate("explore.bundle", reads), OTHERS_COLOUR, []))
    if drawing.passages.mentions:
        drawn.append((translate("graph.mentions", reads), MENTION_COLOUR, MENTION_DASH))
    if drawing.passages.links:
        drawn.append((translate("graph.links", reads), LINK_COLOUR, LINK_DASH))
    return [{"label": label, "colour": colour, "dash": dash} for label, colour, dash in drawn]


def _shapes(drawing: Drawing, ontology: Ontology, reads: Language) -> list[dict[str, str]]:
    """Label and shape of every entity type, then of clusters and passages."""
    present = {entity.type for entity in drawing.entities}
    drawn: list[tuple[str, str]] = [
        (kind.label.text(reads), kind.shape) for kind in ontology.entity_types.values() if kind.id in present
    ]
    if drawing.clusters:
        drawn.append((translate("explore.cluster", reads), "cluster"))
    if drawing.passages.passages:
        drawn.append((translate("graph.passage", reads), "box"))
    return [{"label": label, "shape": shape} for label, shape in drawn]


def _colours(
    drawing: Drawing, view: View, grouped: Mapping[str, Group], ontology: Ontology, reads: Language
) -> list[dict[str, str]]:
    """What node colours mean, in the order of their letters."""
    if view.colour_by == "type":
        bridges = [ontology.is_bridge(each.type) for each in drawing.entities if not each.root]
        meanings = [
            ("explore.colour.root", ROOT_COLOUR, any(each.root for each in drawing.entities)),
            ("explore.colour.company", COMPANY_COLOUR, not all(bridges)),
            ("explore.colour.bridge", BRIDGE_COLOUR, any(bridges)),
        ]
        return [
            {"label": translate(key, reads), "colour": colour, "mark": ""} for key, colour, there in meanings if there
        ]
    found = sorted(set(grouped.values()), key=lambda group: group.mark or "~")
    return [{"label": group.name, "colour": group.colour, "mark": group.mark} for group in found]
