"""A graph as files: standalone HTML that opens anywhere and makes no request, and GraphML."""

from __future__ import annotations

from jinja2 import Environment

from app.graph.graph_component import ASSETS
from app.graph.picture import Picture
from app.graph.vis_network import LIBRARY
from core.curation.exporting import graphml
from core.exploring.drawing import Drawing
from core.messages import Language
from core.storage.knowledge_base import KnowledgeBase


def standalone_html(picture: Picture, heading: str, note: str, language: Language) -> str:
    """The picture with vis-network inside and the legend of the pages. Every text is treated as text: data enters as
    JSON with ``<`` escaped, the heading autoescaped."""
    template = Environment(autoescape=True).from_string((ASSETS / "standalone.html").read_text(encoding="utf-8"))
    return template.render(
        language=language,
        heading=heading,
        note=note,
        library=LIBRARY.replace("</script", "<\\/script"),
        legend=(ASSETS / "legend.js").read_text(encoding="utf-8"),
        outline=(ASSETS / "outline.js").read_text(encoding="utf-8"),
        picture=picture.content,
    )


def as_graphml(drawing: Drawing, base: KnowledgeBase) -> bytes:
    """What is recorded of the entities and relations drawn, with the sources of these."""
    relations = [base.relation(base.relation_row(edge.id)) for edge in drawing.relations]
    referred = {each.source_id for each in relations}
    return graphml(
        (base.entity(each.id) for each in drawing.entities),
        relations,
        (each for each in base.fact_sources() if each.id in referred),
    )
