"""A standalone HTML file of a graph: opens anywhere, makes no request, treats every text as text."""

from __future__ import annotations

import json
from pathlib import Path

from jinja2 import Environment
from pyvis.network import Network

from app.graph.view import LIBRARY
from core.messages import Language

_TEMPLATE = Path(__file__).with_name("standalone.html")


def standalone_html(
    model: Network, heading: str, note: str, legend: list[dict[str, object]], language: Language
) -> str:
    """The picture with vis-network inside. Data enters as JSON with ``<`` escaped, the heading autoescaped."""
    nodes, edges, _, _, _, options = model.get_network_data()
    settings = json.loads(options) if isinstance(options, str) else options
    template = Environment(autoescape=True).from_string(_TEMPLATE.read_text(encoding="utf-8"))
    return template.render(
        language=language,
        heading=heading,
        note=note,
        library=LIBRARY.read_text(encoding="utf-8").replace("</script", "<\\/script"),
        picture={"nodes": nodes, "edges": edges, "options": settings, "legend": legend},
    )
