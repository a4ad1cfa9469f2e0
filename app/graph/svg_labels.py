"""Where names stand in a picture for paper: no name covers another; where two cannot both stand the stronger stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import east_asian_width

FONT_SIZE = 12
_LINE = 15  # units of a line's height
_WIDE, _NARROW, _BOLD = FONT_SIZE, 7.2, 1.1  # units of a letter's width, rather too much than too little
_GAP = 4  # units between a node and its name
_Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Named:
    """A node with its name: its centre, its radius and how much it counts. Units are those of the picture."""

    id: str
    text: str
    x: float
    y: float
    radius: float
    bold: bool


@dataclass(frozen=True)
class Label:
    """Where a name is written: its anchor point, its base line and its box."""

    x: float
    y: float
    anchor: Literal["start", "middle", "end"]
    box: _Box


def label_places(nodes: Sequence[Named], width: float, height: float) -> Mapping[str, Label]:
    """Node id → its label within the frame, without those for which no free place is left.

    The largest nodes choose first, each below, above, right or left of itself: where nothing is covered, else where no
    other name is.
    """
    discs = [(each.x - each.radius, each.y - each.radius, each.x + each.radius, each.y + each.radius) for each in nodes]
    found: dict[str, Label] = {}
    for node in sorted(nodes, key=lambda each: (not each.bold, -each.radius)):
        taken = [label.box for label in found.values()]
        others = [disc for disc, each in zip(discs, nodes, strict=True) if each is not node]
        free = [label for label in _around(node, width, height) if not _covers(label.box, taken)]
        if free:
            found[node.id] = next((label for label in free if not _covers(label.box, others)), free[0])
    return found


def _around(node: Named, width: float, height: float) -> list[Label]:
    """The places round a node, each moved as far as the frame asks for."""
    length = sum(_WIDE if east_asian_width(letter) in "WF" else _NARROW for letter in node.text)
    length = min(length * (_BOLD if node.bold else 1.0), width)
    away = node.radius + _GAP
    places: list[tuple[Literal["start", "middle", "end"], float, float]] = [
        ("middle", node.x - length / 2, node.y + away),
        ("middle", node.x - length / 2, node.y - away - _LINE),
        ("start", node.x + away, node.y - _LINE / 2),
        ("end", node.x - away - length, node.y - _LINE / 2),
    ]
    labels = []
    for anchor, wished_left, wished_top in places:
        left = min(max(wished_left, 0.0), width - length)
        top = min(max(wished_top, 0.0), height - _LINE)
        x = {"start": left, "middle": left + length / 2, "end": left + length}[anchor]
        labels.append(Label(x, top + FONT_SIZE, anchor, (left, top, left + length, top + _LINE)))
    return labels


def _covers(box: _Box, others: Sequence[_Box]) -> bool:
    left, top, right, bottom = box
    return any(left < other[2] and other[0] < right and top < other[3] and other[1] < bottom for other in others)
