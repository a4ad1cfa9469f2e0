"""A picture laid out: nodes at the places that a layout of core gives them, a map with its land behind them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.exploring.drawing import Drawing
from core.exploring.layouts.along_paths import GROUP as STEP
from core.exploring.layouts.along_paths import along_paths
from core.exploring.layouts.layers import below
from core.exploring.layouts.layout_table import BY_FORCES, LAYOUTS, MAP
from core.exploring.layouts.to_place import Places, Spot, Tie, ToPlace
from core.exploring.layouts.world_map import projected
from core.ontology import Ontology

_WORLD = Path(__file__).with_name("world.json")
_RANKED, _RANKED_ON_THE_MAP = 17.0, 12.0  # radii in pixels: room for a number
_LARGEST_ON_THE_MAP = 14.0
_ROOM_OF_A_PASSAGE = (150.0, 50.0)  # pixels, to the right and down
_FROM_THE_TARGET = {"depends_on"}  # what is depended on gives to who depends


@dataclass(frozen=True)
class Arrangement:
    """A ``layout`` by its name; ``ranks``: of who answers; ``seats``: id → latitude and longitude, for the map.

    ``steps``: of paths, from each entity to the next as they are told: drawn in that order where the layout is by
    forces. ``marks``: id → words before a name.
    """

    layout: str = BY_FORCES
    ranks: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    seats: Mapping[str, tuple[float, float]] = field(default_factory=lambda: MappingProxyType({}))
    steps: tuple[tuple[str, str], ...] = ()
    marks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def along(self) -> bool:
        """Whether paths are drawn step by step."""
        return bool(self.steps) and self.layout == BY_FORCES

    @property
    def is_computed(self) -> bool:
        """Whether all places are given, and the browser moves nothing."""
        return self.along or LAYOUTS[self.layout] is not None


def arrange(
    nodes: list[dict[str, Any]], drawing: Drawing, ontology: Ontology, arrangement: Arrangement
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Nodes with their places, those alone that the layout has one for, and what the browser is to know of it.

    Args:
        nodes: As vis-network draws them.
        drawing: What they were made of.
        ontology: Of its relation types.
        arrangement: Which layout, and what it goes by.

    Returns:
        The nodes to draw, and further content of the picture; the nodes as they are where the browser lays them out.
    """
    nodes = [{**node, "label": arrangement.marks.get(node["id"], "") + node["label"]} for node in nodes]
    layout = along_paths if arrangement.along else LAYOUTS[arrangement.layout]
    if layout is None:
        return nodes, {}
    on_the_map = arrangement.layout == MAP
    if on_the_map:
        nodes = [{**node, "size": min(node.get("size", 0), _LARGEST_ON_THE_MAP)} for node in nodes]
    ranked = _RANKED_ON_THE_MAP if on_the_map else _RANKED
    places = layout(_to_place(nodes, drawing, ontology, arrangement, ranked))
    if not on_the_map:
        places |= _passages_below([node["id"] for node in nodes if node["id"] not in places], places)
    placed = [
        {**node, "x": round(places[node["id"]][0], 1), "y": round(places[node["id"]][1], 1)}
        for node in nodes
        if node["id"] in places
    ]
    return placed, {"placed": True, "rankedSize": ranked, "outline": _outline() if on_the_map else []}


def _to_place(
    nodes: Sequence[Mapping[str, Any]], drawing: Drawing, ontology: Ontology, arrangement: Arrangement, ranked: float
) -> ToPlace:
    entities = {entity.id: entity for entity in drawing.entities}
    roots = {entity.id for entity in drawing.entities if entity.root}
    if arrangement.along:  # the other end has its place by the steps
        roots = {arrangement.steps[0][0]}
    spots = [
        Spot(
            node["id"],
            radius=max(float(node.get("size", 0)), ranked if node["id"] in arrangement.ranks else 0.0),
            root=node["id"] in roots,
            rank=arrangement.ranks.get(node["id"], 0),
            strength=entities[node["id"]].walk if node["id"] in entities else 0.0,
        )
        for node in nodes
        if node["shape"] != "box"  # passages stand below
    ]
    ties = [_tie(edge.source, edge.target, edge.type, ontology) for edge in drawing.relations]
    steps = [Tie(first, second, STEP) for first, second in arrangement.steps]
    return ToPlace(tuple(spots), (*ties, *steps), arrangement.seats)


def _tie(source: str, target: str, relation_type: str, ontology: Ontology) -> Tie:
    """Who gives or owns comes first."""
    kind = ontology[relation_type]
    turned = kind.id in _FROM_THE_TARGET or (kind.holding is not None and kind.holding.owner == "target")
    first, second = (target, source) if turned else (source, target)
    return Tie(first, second, "" if kind.symmetric else kind.display_group or "")


def _passages_below(ids: Sequence[str], places: Places) -> Places:
    bottom = max((y for _, y in places.values()), default=0.0)
    across = [x for x, _ in places.values()] or [0.0]
    return below(ids, max(across) - min(across), bottom + 2 * _ROOM_OF_A_PASSAGE[1], _ROOM_OF_A_PASSAGE)


@cache
def _outline() -> list[list[list[float]]]:
    """The land as polygons in the pixels of the map."""
    land: list[list[tuple[float, float]]] = json.loads(_WORLD.read_text(encoding="utf-8"))
    return [[[round(each, 1) for each in projected(lat, lon)] for lon, lat in polygon] for polygon in land]
