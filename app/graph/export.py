"""A standalone HTML file of a graph: opens anywhere, makes no request, treats every text as text."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment

from app.graph.graph_component import LIBRARY, Picture
from core.messages import Language

_TEMPLATE = Path(__file__).with_name("standalone.html")


def standalone_html(picture: Picture, heading: str, note: str, language: Language) -> str:
    """The picture with vis-network inside. Data enters as JSON with ``<`` escaped, the heading autoescaped."""
    template = Environment(autoescape=True).from_string(_TEMPLATE.read_text(encoding="utf-8"))
    return template.render(
        language=language,
        heading=heading,
        note=note,
        library=LIBRARY.read_text(encoding="utf-8").replace("</script", "<\\/script"),
        picture=picture.content,
    )
