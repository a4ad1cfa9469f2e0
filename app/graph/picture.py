"""A drawing as a picture: the one translation of what is drawn into what vis-network draws."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from math import log1p, sqrt
from typing import Any

from app.graph.arrangement import Arrangement, arrange
from app.graph.groups import (
    BRIDGE_COLOUR,
    COMPANY_COLOUR,
    OTHERS_COLOUR,
    ROOT_COLOUR,
    Group,
    community_name,
    groups,
)
from app.graph.legend import legend
from app.graph.line_styles import (
    BUNDLE,
    LINK,
    LINK_COLOUR,
    LINK_DASH,
    MENTION,
    MENTION_COLOUR,
    MENTION_DASH,
    LineStyle,
    by_kind,
    line_styles,
)
from app.graph.vis_network import Network
from core.domain.records import Passage
from core.exploring.drawing import Drawing, DrawnEdge, DrawnEntity, DrawnPassages
from core.exploring.layout import layout
from core.exploring.view import View
from core.messages import Language, translate, translated_or_itself
from core.ontology import EntityType, Ontology
from core.retrieval.linked_passages import LinkedPassage, link_sentence
from core.retrieval.terms import label_in_tense

Periods = Mapping[str, tuple[int | None, int | None]]
"""Id of a relation → the first and the last year in which it held; None where that is open."""
CLUSTER, PASSAGE = "cluster:", "passage:"
"""Of node ids, so that no cluster and no passage is taken for an entity."""
PINNED = "◎"
_PAPER, _INK = "#F4EFE4", "#5B5345"
_SMALLEST, _LARGEST = 8.0, 24.0  # radii in the picture of a view
_LABEL_LENGTH, _TITLE_LENGTH, _SHOWN_TEXT = 18, 16, 280
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


def picture(
    drawing: Drawing,
    ontology: Ontology,
    language: Language,
    view: View | None = None,
    first: Collection[str] = (),
    *,
    plain: bool = False,
    arrangement: Arrangement = Arrangement(),  # noqa: B008 - frozen
    periods: Periods | None = None,
) -> Picture:
    """The picture of ``drawing``, of ``view`` where it was drawn of one. ``plain``: faint lines, and neither letters
    behind names nor a legend shown.

    The view says what colours and sizes mean, and every node begins where the layout puts it. Without one the drawing
    is of a neighbourhood: roots are large and what does not touch them is faint, and the browser lays it out. Relation
    types that are ``first`` have a line style of their own. ``arrangement``: places instead of both. ``periods``: the
    years from and until which relations hold.
    """
    model = Network(directed=True, cdn_resources="in_line")
    grouped = groups(drawing, view.colour_by, language) if view else {}
    if plain:
        grouped = {entity: replace(group, mark="") for entity, group in grouped.items()}
    _add_entities(model, drawing, grouped, view, ontology, language)
    _add_clusters(model, drawing, language)
    _add_passages(model, drawing.passages, language)
    roots = {entity.id for entity in drawing.entities if entity.root}
    many = plain or (view is not None and len(drawing.relations) > _MANY_RELATIONS)
    styles = line_styles(drawing, ontology, language, first)
    _add_relations(
        model,
        drawing,
        ontology,
        by_kind(styles),
        language,
        is_faint=lambda edge: many if view else not roots & {edge.source, edge.target},
    )
    _add_bundles(model, drawing, language)
    _add_passage_lines(model, drawing.passages, language)
    if view and not arrangement.is_computed:
        _place(model)
    nodes, laid_out = arrange(model.nodes, drawing, ontology, arrangement)
    options = _view_options(many) if view else _OPTIONS
    there = {node["id"] for node in nodes}
    content = {
        "nodes": nodes,
        "edges": [
            {**edge, "period": (periods or {}).get(edge.get("id", ""))}
            for edge in model.edges
            if edge["from"] in there and edge["to"] in there
        ],
        "options": {**options, "physics": {"enabled": False}} if laid_out else options,
        **legend(drawing, view, grouped, styles, ontology, language),
        **laid_out,
        "plain": plain,
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


def _add_entities(
    model: Network,
    drawing: Drawing,
    grouped: Mapping[str, Group],
    view: View | None,
    ontology: Ontology,
    language: Language,
) -> None:
    """Everything drawn one by one: plain-text labels and hover texts, the type by shape, the group by colour."""
    sizes = _sizes(drawing, view) if view else {}
    for entity in drawing.entities:
        kind, group = ontology.entity_type(entity.type), grouped.get(entity.id)
        own = ROOT_COLOUR if entity.root else BRIDGE_COLOUR if kind.bridge else COMPANY_COLOUR
        mark = f" · {group.mark}" if group and group.mark else ""
        model.add_node(
            entity.id,
            label=f"{PINNED + ' ' if entity.pinned else ''}{_cut(entity.name(language), _LABEL_LENGTH)}{mark}",
            title=_entity_hover(entity, kind, group, language),
            color=group.colour if group else own,
            shape=kind.shape,
            size=sizes.get(entity.id, 26 if entity.root else 10 if kind.bridge else 13),
            borderWidth=3 if entity.root or entity.pinned else 1,
        )


def _add_clusters(model: Network, drawing: Drawing, language: Language) -> None:
    """What stands in for too many."""
    for cluster in drawing.clusters:
        name = community_name(drawing, cluster.community, language)
        count = translate("explore.cluster_holds", language, count=len(cluster.members))
        model.add_node(
            CLUSTER + cluster.id,
            label=f"{_cut(name, _LABEL_LENGTH)} · {count}",
            title=f"{name}\n{count}\n{translate('explore.cluster_opens', language)}",
            color={"background": "rgba(138, 148, 160, 0.25)", "border": OTHERS_COLOUR},
            shape="dot",
            size=min(40.0, 14 + 2.2 * sqrt(len(cluster.members))),
            borderWidth=3,
            shapeProperties={"borderDashes": [6, 4]},
        )


def _add_passages(model: Network, drawn: DrawnPassages, language: Language) -> None:
    """Passages, which bear their titles inside."""
    for passage in drawn.passages:
        model.add_node(
            PASSAGE + passage.id,
            label=_cut(passage.title or passage.id, _TITLE_LENGTH),
            title=_passage_hover(passage, language),
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


def _entity_hover(entity: DrawnEntity, kind: EntityType, group: Group | None, language: Language) -> str:
    """Both names, the type, the group, and how many neighbours are not drawn; a line each."""
    names = dict.fromkeys((entity.name(language), entity.name_zh, entity.name_en))
    further = translate("graph.node_more", language, count=entity.further) if entity.further else ""
    return "\n".join(filter(None, (*names, kind.label.text(language), group.name if group else "", further)))


def _passage_hover(passage: Passage, language: Language) -> str:
    kind = translated_or_itself(f"source_kind.{passage.source_kind}", passage.source_kind, language)
    return "\n".join(filter(None, [passage.title, f"{kind} {passage.date}".strip(), _cut(passage.text, _SHOWN_TEXT)]))


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _add_relations(
    model: Network,
    drawing: Drawing,
    ontology: Ontology,
    styles: Mapping[str, LineStyle],
    language: Language,
    is_faint: Callable[[DrawnEdge], bool],
) -> None:
    """Direction as arrows, weight as width; parallel relations bend apart."""
    names = drawing.names(language)
    beside: Counter[frozenset[str]] = Counter()
    for edge in drawing.relations:
        pair = frozenset((edge.source, edge.target))
        kind, faint, bend = ontology[edge.type], is_faint(edge), beside[pair]
        label = label_in_tense(kind.reads(language, forward=True), edge.tense, language)
        said = f"{names[edge.source]} {label} {names[edge.target]}"
        style = styles[kind.id]
        colour = dict.fromkeys(("color", "highlight", "hover"), style.colour)
        model.add_edge(
            edge.source,
            edge.target,
            id=edge.id,
            title=f"{said}\n{edge.evidence(language)}".strip(),
            color={**colour, "opacity": 0.4 if faint else 1.0},
            dashes=list(style.dash) or False,
            kind=kind.id,
            width=1.0 if faint else 1.5 + 1.5 * edge.weight,
            smooth={"enabled": True, "type": "curvedCW", "roundness": 0.12 * bend} if bend else False,
            arrows="" if kind.symmetric else "to",
        )
        beside[pair] += 1


def _add_bundles(model: Network, drawing: Drawing, language: Language) -> None:
    """One line for all relations between a cluster and another node."""
    for edge in drawing.cluster_edges:
        source = CLUSTER + edge.source if edge.source_is_cluster else edge.source
        target = CLUSTER + edge.target if edge.target_is_cluster else edge.target
        model.add_edge(
            source,
            target,
            id=f"{source}→{target}",
            title=translate("explore.bundle_holds", language, count=edge.relations),
            color={"color": OTHERS_COLOUR, "opacity": 0.6},
            kind=BUNDLE,
            width=round(1 + log1p(edge.relations), 1),
            smooth=False,
            arrows="",
        )


def _add_passage_lines(model: Network, drawn: DrawnPassages, language: Language) -> None:
    """Passages joined to what they name and to what they explain."""
    by_id = {passage.id: passage for passage in drawn.passages}
    for mention in drawn.mentions:
        model.add_edge(
            PASSAGE + mention.passage_id,
            mention.entity_id,
            title=translate(f"mention.{mention.role}", language, weight=f"{mention.weight:.2f}"),
            color=MENTION_COLOUR,
            kind=MENTION,
            width=1,
            dashes=MENTION_DASH,
            arrows="",
        )
    for link in drawn.links:
        seen = LinkedPassage(link=link, confidence=link.confidence, passage=by_id[link.to_passage_id])
        model.add_edge(
            PASSAGE + link.from_passage_id,
            PASSAGE + link.to_passage_id,
            title=link_sentence(seen, link.from_passage_id, language),
            color=LINK_COLOUR,
            kind=LINK,
            width=1 + 2 * link.confidence,
            dashes=LINK_DASH,
            arrows="to",
        )
