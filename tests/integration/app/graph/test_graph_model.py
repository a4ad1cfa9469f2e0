from __future__ import annotations

from app.graph.export import standalone_html
from app.graph.graph_component import picture
from app.graph.model import legend_items, network, shape_items
from core.discovery.pipeline import DiscoveryPipeline
from core.exploring.neighbourhood import DrawnEdge, DrawnNode, Neighbourhood, neighbourhood
from core.ontology import Ontology

HOSTILE = '</script><img src=x onerror="window.ran=1"> href'


def node(identifier: str, name: str, *, centre: bool = False) -> DrawnNode:
    return DrawnNode(
        id=identifier, type="company", name_zh=name, name_en=name, country="", centre=centre, score=0.5, hidden=2
    )


def edge(identifier: str, kind: str, source: str, target: str) -> DrawnEdge:
    return DrawnEdge(
        id=identifier,
        source=source,
        target=target,
        type=kind,
        weight=1.0,
        year=None,
        evidence_zh=HOSTILE,
        evidence_en=HOSTILE,
    )


def test_parallel_relations_stay_apart_and_bend(ontology: Ontology) -> None:
    drawn = Neighbourhood(
        nodes=(node("a", "A", centre=True), node("b", "B")),
        edges=(edge("1", "supplies", "a", "b"), edge("2", "competitor", "a", "b"), edge("3", "supplies", "b", "a")),
        left_out=0,
    )
    edges = network(drawn, ontology, "en").edges
    assert [each["id"] for each in edges] == ["1", "2", "3"]
    assert edges[0]["smooth"] is False
    assert 0 < edges[1]["smooth"]["roundness"] < edges[2]["smooth"]["roundness"]
    assert [each["arrows"] for each in edges] == ["to", "", "to"]


def test_colour_is_never_the_only_cue(ontology: Ontology) -> None:
    styles = [(kind.colour, kind.dash) for kind in ontology.types.values()]
    assert len(set(styles)) == len(styles)
    shapes = [kind.shape for kind in ontology.entity_types.values()]
    assert len(set(shapes)) == len(shapes)


def test_legend_names_exactly_what_is_drawn(document_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    drawn = neighbourhood(document_pipeline.base.knowledge_base, document_pipeline.engine, ["公司A"], hops=1)
    assert [item["label"] for item in legend_items(drawn, ontology, "zh")] == ["竞争", "供货给"]
    assert [item["label"] for item in shape_items(drawn, ontology, "zh")] == ["公司"]


def test_the_standalone_file_holds_hostile_text_only_as_data(ontology: Ontology) -> None:
    drawn = Neighbourhood(
        nodes=(node("a", HOSTILE, centre=True), node("b", HOSTILE)),
        edges=(edge("1", "supplies", "a", "b"),),
        left_out=0,
    )
    shown = picture(
        network(drawn, ontology, "en"), legend_items(drawn, ontology, "en"), shape_items(drawn, ontology, "en")
    )
    html = standalone_html(shown, HOSTILE, HOSTILE, "en")
    assert "<img src=x" not in html
    assert html.count("</script>") == 2
    assert "default-src 'none'" in html
