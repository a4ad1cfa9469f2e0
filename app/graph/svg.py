"""A picture as SVG for paper: the colours, dashes and shapes of the page, nothing that runs."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import cos, hypot, pi, sin
from typing import Any

from app.graph.picture import Picture
from app.graph.svg_labels import FONT_SIZE, Label, Named, label_places
from core.exploring.layout import paper_layout

WIDTH, HEIGHT = 1000, 620
_MARGIN = 70
_SCALE = 0.6  # of sizes on the page
_Place = tuple[float, float]
_Item = Mapping[str, Any]
_CORNERS = {  # how many, turned by how much, and how far every other one is from the middle
    "square": (4, pi / 4, 1.0),
    "box": (4, pi / 4, 1.0),
    "diamond": (4, 0.0, 1.0),
    "triangle": (3, 0.0, 1.0),
    "triangleDown": (3, pi, 1.0),
    "hexagon": (6, pi / 6, 1.0),
    "star": (10, 0.0, 0.5),
}


def as_svg(picture: Picture, description: str) -> str:
    """An SVG element of 1000 × 620 units; every text is escaped. ``description`` is its name for screen readers."""
    nodes, edges = picture.content["nodes"], picture.content["edges"]
    places = _within_frame(paper_layout([node["id"] for node in nodes], [(edge["from"], edge["to"]) for edge in edges]))
    drawn = [_line(edge, places[edge["from"]], places[edge["to"]]) for edge in edges]
    drawn += [_node(node, *places[node["id"]]) for node in nodes]
    named = [_named(node, *places[node["id"]]) for node in nodes]
    labels = label_places(named, WIDTH, HEIGHT)
    drawn += [_name(node, labels[node.id]) for node in named if node.id in labels]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(description)}" font-family="sans-serif">{"".join(drawn)}</svg>'
    )


def _within_frame(places: Mapping[str, _Place]) -> dict[str, _Place]:
    """The same places, stretched to the frame within its margin."""
    lows = [min((place[axis] for place in places.values()), default=0.0) for axis in (0, 1)]
    spans = [max((place[axis] for place in places.values()), default=0.0) - lows[axis] or 1.0 for axis in (0, 1)]
    x_scale, y_scale = (WIDTH - 2 * _MARGIN) / spans[0], (HEIGHT - 2 * _MARGIN) / spans[1]
    return {
        node: (_MARGIN + (x - lows[0]) * x_scale, _MARGIN + (y - lows[1]) * y_scale) for node, (x, y) in places.items()
    }


def _colour(item: _Item, part: str) -> str:
    colour = item["color"]
    return escape(colour if isinstance(colour, str) else colour[part])


def _line(edge: _Item, start: _Place, end: _Place) -> str:
    colour, dashes = _colour(edge, "color"), edge.get("dashes")
    opacity = 0.35 if edge["width"] <= 1 else 0.9
    dashed = f' stroke-dasharray="{" ".join(map(str, dashes))}"' if dashes else ""
    drawn = (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" stroke="{colour}" '
        f'stroke-width="{1 if edge["width"] <= 1 else 2}" opacity="{opacity}"{dashed}/>'
    )
    length = hypot(end[0] - start[0], end[1] - start[1])
    if not edge["arrows"] or length < 1.0:
        return drawn
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    tip = (end[0] - 14 * along[0], end[1] - 14 * along[1])
    left = (tip[0] - 9 * along[0] - 4 * along[1], tip[1] - 9 * along[1] + 4 * along[0])
    right = (tip[0] - 9 * along[0] + 4 * along[1], tip[1] - 9 * along[1] - 4 * along[0])
    return f'{drawn}<polygon points="{_points((tip, left, right))}" fill="{colour}" opacity="{opacity}"/>'


def _node(node: _Item, x: float, y: float) -> str:
    radius = _SCALE * node.get("size", 12)
    painted = f'fill="{_colour(node, "background")}" stroke="{_colour(node, "border")}"'
    if node["shape"] not in _CORNERS:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {painted}/>'
    count, turned, inner = _CORNERS[node["shape"]]
    corners = [
        (x + away * sin(angle), y - away * cos(angle))
        for number in range(count)
        for away, angle in [(1.2 * radius * (inner if number % 2 else 1.0), turned + 2 * pi * number / count)]
    ]
    return f'<polygon points="{_points(corners)}" {painted}/>'


def _named(node: _Item, x: float, y: float) -> Named:
    return Named(node["id"], node["label"], x, y, _SCALE * node.get("size", 12), node.get("borderWidth", 1) > 1)


def _name(node: Named, label: Label) -> str:
    return (
        f'<text x="{label.x:.1f}" y="{label.y:.1f}" text-anchor="{label.anchor}" font-size="{FONT_SIZE}" '
        f'font-weight="{700 if node.bold else 400}" fill="#0b1220" stroke="#fff" stroke-width="3" paint-order="stroke">'
        f"{escape(node.text)}</text>"
    )


def _points(corners: Any) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
