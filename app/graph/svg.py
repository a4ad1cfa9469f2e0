"""A neighbourhood as an SVG picture for paper: the colours, dashes and shapes of the page, nothing that runs."""

from __future__ import annotations

from html import escape
from math import hypot

from core.exploring.force_layout import positions
from core.exploring.neighbourhood import DrawnNode, Neighbourhood
from core.messages import Language
from core.ontology import Ontology

WIDTH, HEIGHT = 1000, 620
_MARGIN = 70
_RADIUS = {True: 13.0, False: 8.0}
_FILL = {True: "#E08E0B", False: "#56789C"}
_BRIDGE = "#8A94A0"
_LABEL = 20  # characters


def as_svg(drawn: Neighbourhood, ontology: Ontology, language: Language, description: str) -> str:
    """An SVG element of 1000 × 620 units; every text is escaped. ``description`` is its name for screen readers."""
    inner = (WIDTH - 2 * _MARGIN, HEIGHT - 2 * _MARGIN)
    places = {node: (_MARGIN + x * inner[0], _MARGIN + y * inner[1]) for node, (x, y) in positions(drawn).items()}
    centres = {node.id for node in drawn.nodes if node.centre}
    lines = []
    for edge in drawn.edges:
        kind = ontology[edge.type]
        faint = not centres & {edge.source, edge.target}
        lines.append(_line(places[edge.source], places[edge.target], kind.colour, kind.dash, faint, kind.symmetric))
    nodes = [_node(node, places[node.id], ontology, language) for node in drawn.nodes]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(description)}" font-family="sans-serif">{"".join(lines + nodes)}</svg>'
    )


def _line(
    start: tuple[float, float],
    end: tuple[float, float],
    colour: str,
    dash: tuple[int, ...],
    faint: bool,
    symmetric: bool,
) -> str:
    dashes = f' stroke-dasharray="{" ".join(map(str, dash))}"' if dash else ""
    opacity = 0.35 if faint else 0.9
    drawn = (
        f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}" stroke="{escape(colour)}" '
        f'stroke-width="{1 if faint else 2}" opacity="{opacity}"{dashes}/>'
    )
    length = hypot(end[0] - start[0], end[1] - start[1])
    if symmetric or length < 1.0:
        return drawn
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    tip = (end[0] - 14 * along[0], end[1] - 14 * along[1])
    left = (tip[0] - 9 * along[0] - 4 * along[1], tip[1] - 9 * along[1] + 4 * along[0])
    right = (tip[0] - 9 * along[0] + 4 * along[1], tip[1] - 9 * along[1] - 4 * along[0])
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, left, right))
    return f'{drawn}<polygon points="{points}" fill="{escape(colour)}" opacity="{opacity}"/>'


def _node(node: DrawnNode, place: tuple[float, float], ontology: Ontology, language: Language) -> str:
    x, y = place
    radius, bridge = _RADIUS[node.centre], ontology.is_bridge(node.type)
    fill = _BRIDGE if bridge else _FILL[node.centre]
    name = node.name_zh if language == "zh" else node.name_en
    label = name if len(name) <= _LABEL else f"{name[: _LABEL - 1]}…"
    shape = (
        f'<rect x="{x - radius:.1f}" y="{y - radius:.1f}" width="{2 * radius}" height="{2 * radius}" fill="{fill}"/>'
        if bridge
        else f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}"/>'
    )
    weight, below = ("700" if node.centre else "400"), y + radius + 13
    return (
        f'{shape}<text x="{x:.1f}" y="{below:.1f}" text-anchor="middle" font-size="12" font-weight="{weight}" '
        f'fill="#0b1220" stroke="#fff" stroke-width="3" paint-order="stroke">{escape(label)}</text>'
    )
