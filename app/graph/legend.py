"""What lines, shapes and colours of a picture mean: only what is drawn, in the order of the ontology."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from app.graph.groups import BRIDGE_COLOUR, COMPANY_COLOUR, ROOT_COLOUR, Group
from app.graph.line_styles import LineStyle
from core.exploring.drawing import Drawing
from core.exploring.view import View
from core.messages import Language, translate
from core.ontology import Ontology


def legend(
    drawing: Drawing,
    view: View | None,
    grouped: Mapping[str, Group],
    styles: Collection[LineStyle],
    ontology: Ontology,
    language: Language,
) -> dict[str, object]:
    """What a picture says of its lines, shapes and, where it was drawn of a view, colours."""
    return {
        "legend": [style.content() for style in styles],
        "legendHelp": translate("graph.legend_help", language),
        "shapes": _shapes(drawing, ontology, language),
        "colours": _colours(drawing, view, grouped, ontology, language) if view else [],
    }


def _shapes(drawing: Drawing, ontology: Ontology, language: Language) -> list[dict[str, str]]:
    """Label and shape of every entity type, then of clusters and passages."""
    present = {entity.type for entity in drawing.entities}
    drawn: list[tuple[str, str]] = [
        (kind.label.text(language), kind.shape) for kind in ontology.entity_types.values() if kind.id in present
    ]
    if drawing.clusters:
        drawn.append((translate("explore.cluster", language), "cluster"))
    if drawing.passages.passages:
        drawn.append((translate("graph.passage", language), "box"))
    return [{"label": label, "shape": shape} for label, shape in drawn]


def _colours(
    drawing: Drawing, view: View, grouped: Mapping[str, Group], ontology: Ontology, language: Language
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
            {"label": translate(key, language), "colour": colour, "mark": ""}
            for key, colour, there in meanings
            if there
        ]
    found = sorted(set(grouped.values()), key=lambda group: group.mark or "~")
    return [{"label": group.name, "colour": group.colour, "mark": group.mark} for group in found]
