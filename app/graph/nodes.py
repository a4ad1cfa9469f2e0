"""Nodes of a picture: entities by the shape of their type, clusters, and passages as boxes."""

from __future__ import annotations

from collections.abc import Mapping
from math import log1p, sqrt

from pyvis.network import Network

from app.graph.groups import OTHERS_COLOUR, Group, community_name
from core.domain.records import Passage
from core.exploring.drawing import Drawing, DrawnEntity, DrawnPassages
from core.exploring.view import View
from core.messages import Language, translate, translated_or_itself
from core.ontology import EntityType, Ontology

CLUSTER, PASSAGE = "cluster:", "passage:"
"""Of node ids, so that no cluster and no passage is taken for an entity."""
COMPANY_COLOUR = "#56789C"
ROOT_COLOUR = "#E08E0B"
BRIDGE_COLOUR = "#8A94A0"
PINNED = "◎"
_PAPER, _INK = "#F4EFE4", "#5B5345"
_SMALLEST, _LARGEST = 8.0, 24.0  # radii in the picture of a view
_LABEL_LENGTH, _TITLE_LENGTH, _SHOWN_TEXT = 18, 16, 280


def add_entities(
    model: Network,
    drawing: Drawing,
    grouped: Mapping[str, Group],
    view: View | None,
    ontology: Ontology,
    reads: Language,
) -> None:
    """Everything drawn one by one: plain-text labels and hover texts, the type by shape, the group by colour."""
    sizes = _sizes(drawing, view) if view else {}
    for entity in drawing.entities:
        kind, group = ontology.entity_type(entity.type), grouped.get(entity.id)
        own = ROOT_COLOUR if entity.root else BRIDGE_COLOUR if kind.bridge else COMPANY_COLOUR
        mark = f" · {group.mark}" if group and group.mark else ""
        model.add_node(
            entity.id,
            label=f"{PINNED + ' ' if entity.pinned else ''}{_cut(entity.name(reads), _LABEL_LENGTH)}{mark}",
            title=_entity_hover(entity, kind, group, reads),
            color=group.colour if group else own,
            shape=kind.shape,
            size=sizes.get(entity.id, 26 if entity.root else 10 if kind.bridge else 13),
            borderWidth=3 if entity.root or entity.pinned else 1,
        )


def add_clusters(model: Network, drawing: Drawing, reads: Language) -> None:
    """What stands in for too many."""
    for cluster in drawing.clusters:
        name = community_name(drawing, cluster.community, reads)
        count = translate("explore.cluster_holds", reads, count=len(cluster.members))
        model.add_node(
            CLUSTER + cluster.id,
            label=f"{_cut(name, _LABEL_LENGTH)} · {count}",
            title=f"{name}\n{count}\n{translate('explore.cluster_opens', reads)}",
            color={"background": "rgba(138, 148, 160, 0.25)", "border": OTHERS_COLOUR},
            shape="dot",
            size=min(40.0, 14 + 2.2 * sqrt(len(cluster.members))),
            borderWidth=3,
            shapeProperties={"borderDashes": [6, 4]},
        )


def add_passages(model: Network, drawn: DrawnPassages, reads: Language) -> None:
    """Passages, which bear their titles inside."""
    for passage in drawn.passages:
        model.add_node(
            PASSAGE + passage.id,
            label=_cut(passage.title or passage.id, _TITLE_LENGTH),
            title=_passage_hover(passage, reads),
            color={"background": _PAPER, "border": _INK},
            font={"color": _INK, "size": 10},
            shape="box",
        )


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


def _entity_hover(entity: DrawnEntity, kind: EntityType, group: Group | None, reads: Language) -> str:
    """Both names, the type, the group, and how many neighbours are not drawn; a line each."""
    names = dict.fromkeys((entity.name(reads), entity.name_zh, entity.name_en))
    further = translate("graph.node_more", reads, count=entity.further) if entity.further else ""
    return "\n".join(filter(None, (*names, kind.label.text(reads), group.name if group else "", further)))


def _passage_hover(passage: Passage, reads: Language) -> str:
    kind = translated_or_itself(f"source_kind.{passage.source_kind}", passage.source_kind, reads)
    return "\n".join(filter(None, [passage.title, f"{kind} {passage.date}".strip(), _cut(passage.text, _SHOWN_TEXT)]))


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
