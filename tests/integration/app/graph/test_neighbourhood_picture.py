from __future__ import annotations

from app.graph.export import as_graphml, standalone_html
from app.graph.in_words import description, entity_table, relation_table
from app.graph.picture import picture
from core.discovery.pipeline import DiscoveryPipeline
from core.exploring.drawing import Drawing, DrawnEdge, DrawnEntity
from core.exploring.neighbourhood import neighbourhood
from core.ontology import Ontology

HOSTILE = '</script><img src=x onerror="window.ran=1"> href'


def node(identifier: str, name: str, *, root: bool = False, kind: str = "company") -> DrawnEntity:
    return DrawnEntity(
        id=identifier, type=kind, name_zh=name, name_en=name, country="", root=root, relations=3, walk=0.5, further=2
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
    drawn = Drawing(
        entities=(node("a", "A", root=True), node("b", "B")),
        relations=(edge("1", "supplies", "a", "b"), edge("2", "competitor", "a", "b"), edge("3", "supplies", "b", "a")),
    )
    edges = picture(drawn, ontology, "en").content["edges"]
    assert [each["id"] for each in edges] == ["1", "2", "3"]
    assert edges[0]["smooth"] is False
    assert 0 < edges[1]["smooth"]["roundness"] < edges[2]["smooth"]["roundness"]
    assert [each["arrows"] for each in edges] == ["to", "", "to"]


def test_what_does_not_touch_a_root_is_faint_and_roots_stand_out(ontology: Ontology) -> None:
    drawn = Drawing(
        entities=(node("a", "A", root=True, kind="product"), node("b", "B"), node("c", "C")),
        relations=(edge("1", "supplies", "a", "b"), edge("2", "supplies", "b", "c")),
    )
    content = picture(drawn, ontology, "en").content
    near, far = content["edges"]
    assert near["color"]["opacity"] > far["color"]["opacity"]
    assert near["width"] > far["width"]
    root, *others = content["nodes"]
    assert root["size"] > max(each["size"] for each in others)
    assert root["color"] not in {each["color"] for each in others}
    assert "x" not in root  # the browser lays it out


def test_colour_is_never_the_only_cue(ontology: Ontology) -> None:
    styles = [(kind.colour, kind.dash) for kind in ontology.types.values()]
    assert len(set(styles)) == len(styles)
    shapes = [kind.shape for kind in ontology.entity_types.values()]
    assert len(set(shapes)) == len(shapes)


def test_legend_names_exactly_what_is_drawn(document_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    drawn = neighbourhood(document_pipeline.base.knowledge_base, document_pipeline.engine, ["公司A"], hops=1)
    content = picture(drawn, ontology, "zh").content
    assert [item["label"] for item in content["legend"]] == ["竞争", "供货给"]
    assert [item["label"] for item in content["shapes"]] == ["公司"]
    assert content["colours"] == []


def test_at_most_six_line_styles_are_drawn_and_every_relation_is_counted(ontology: Ontology) -> None:
    kinds = [kind for kind in ontology.types if kind != "licenses_to"]
    relations = [edge(f"{kind}{number}", kind, "a", "b") for kind in kinds for number in range(2)]
    drawn = Drawing(
        entities=(node("a", "A", root=True), node("b", "B")),
        relations=(*relations, edge("1", "licenses_to", "a", "b")),
    )
    content = picture(drawn, ontology, "en", first=["licenses_to"]).content
    assert len({(line["color"]["color"], str(line["dashes"])) for line in content["edges"]}) == 6
    legend = {entry["kind"]: entry for entry in content["legend"]}
    assert len(legend) == 6
    assert legend["licenses_to"]["count"] == 1
    assert sum(entry["count"] for entry in legend.values()) == len(drawn.relations)
    assert sum(held["count"] for held in legend["~other"]["holds"]) == legend["~other"]["count"]
    held = {each["kind"] for each in legend["~other"]["holds"]}
    assert held | set(legend) - {"~other"} == set(ontology.types)


def test_the_tables_hold_everything_that_is_drawn(document_pipeline: DiscoveryPipeline, ontology: Ontology) -> None:
    base = document_pipeline.base.knowledge_base
    drawn = neighbourhood(base, document_pipeline.engine, ["公司A"], hops=1, max_nodes=2)
    assert len(entity_table(drawn, ontology, "en")) == len(drawn.entities) == 2
    assert "Community" not in entity_table(drawn, ontology, "en")  # nobody has one: no empty column
    assert len(relation_table(drawn, ontology, "en")) == len(drawn.relations)
    assert drawn.left_out > 0
    assert f"The 2 strongest nodes are drawn; {drawn.left_out} more" in description(drawn, "en")
    file = as_graphml(drawn, base).decode()
    assert file.count("<node ") == 2
    assert file.count("<edge ") == len(drawn.relations)


def test_the_standalone_file_holds_hostile_text_only_as_data(ontology: Ontology) -> None:
    drawn = Drawing(
        entities=(node("a", HOSTILE, root=True), node("b", HOSTILE)), relations=(edge("1", "supplies", "a", "b"),)
    )
    html = standalone_html(picture(drawn, ontology, "en"), HOSTILE, HOSTILE, "en")
    assert "<img src=x" not in html
    assert html.count("</script>") == 2
    assert "default-src 'none'" in html
    assert "drawLegend(" in html  # the one of the pages
