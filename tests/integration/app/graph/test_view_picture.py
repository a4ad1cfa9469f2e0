from __future__ import annotations

from collections.abc import Callable

import pytest

from app.graph.groups import groups
from app.graph.in_words import description, entity_table, not_drawn
from app.graph.picture import CLUSTER, picture
from core.discovery.pipeline import DiscoveryPipeline
from core.exploring.drawing import Drawing
from core.exploring.view import View, add, expand, hide, look, pin
from core.exploring.view_drawing import draw_view
from core.ontology import Ontology

Draw = Callable[..., Drawing]


@pytest.fixture
def draw(sample_pipeline: DiscoveryPipeline) -> Draw:
    return lambda view, **limits: draw_view(sample_pipeline.base.knowledge_base, sample_pipeline.engine, view, **limits)


def around_catl(pipeline: DiscoveryPipeline) -> View:
    base = pipeline.base.knowledge_base
    others = [base.entity_ids[node] for node in dict.fromkeys(base.relations_of(base.node_of["catl"])[1].tolist())]
    return expand(add(View(), ["catl"]), "catl", others)


def test_every_node_has_a_place_a_name_and_a_shape(
    sample_pipeline: DiscoveryPipeline, draw: Draw, ontology: Ontology
) -> None:
    view = pin(around_catl(sample_pipeline), "byd")
    content = picture(draw(view), ontology, "en", view).content
    nodes = {node["id"]: node for node in content["nodes"]}
    assert set(nodes) == set(view.shown)
    assert len({(node["x"], node["y"]) for node in nodes.values()}) == len(nodes)
    assert nodes["byd"]["label"] == "◎ BYD"
    assert nodes["catl"]["borderWidth"] == 3
    assert {shape["label"] for shape in content["shapes"]} >= {"Company", "Product"}
    assert len({edge["id"] for edge in content["edges"]}) == len(content["edges"])


@pytest.mark.parametrize("colour_by", ["community", "country"])
def test_each_colour_has_a_letter_that_stands_behind_the_names(
    sample_pipeline: DiscoveryPipeline, draw: Draw, ontology: Ontology, colour_by: str
) -> None:
    view = look(around_catl(sample_pipeline), colour_by, "degree", None)  # type: ignore[arg-type]
    content = picture(draw(view), ontology, "zh", view).content
    marks = {colour["colour"]: colour["mark"] for colour in content["colours"]}
    assert len(marks) > 2
    assert len(set(marks.values())) == len(marks) == len(content["colours"])
    for node in content["nodes"]:
        mark = marks[node["color"]]
        assert node["label"].endswith(f" · {mark}") if mark else " · " not in node["label"]


def test_groups_beyond_the_eighth_share_a_colour(sample_pipeline: DiscoveryPipeline, draw: Draw) -> None:
    base = sample_pipeline.base.knowledge_base
    view = add(View(), [base.entity_ids[node] for node in base.company_nodes.tolist()[:250]])
    found = set(groups(draw(view), "country", "en").values())
    assert len(found) == 9
    assert [group.mark for group in sorted(found, key=lambda group: group.mark)] == ["", *"ABCDEFGH"]


def test_clusters_are_drawn_as_such_and_told(
    sample_pipeline: DiscoveryPipeline, draw: Draw, ontology: Ontology
) -> None:
    view = hide(around_catl(sample_pipeline), "byd")
    drawing = draw(view, max_drawn=12)
    content = picture(drawing, ontology, "en", view).content
    clusters = [node for node in content["nodes"] if str(node["id"]).startswith(CLUSTER)]
    assert len(clusters) == len(drawing.clusters) > 0
    assert {"label": "Cluster", "shape": "cluster"} in content["shapes"]
    ends = {end for edge in content["edges"] for end in (edge["from"], edge["to"])}
    assert ends <= {node["id"] for node in content["nodes"]}
    assert any("stand in the clusters" in said for said in not_drawn(drawing, "en"))
    assert "Hidden nodes: 1." in description(drawing, "en")
    table = entity_table(drawing, ontology, "en")
    assert len(table) == len(drawing.entities) + len(drawing.clusters)


def test_where_a_walk_starts_does_not_dwarf_the_rest(
    sample_pipeline: DiscoveryPipeline, draw: Draw, ontology: Ontology
) -> None:
    view = look(around_catl(sample_pipeline), "type", "walk", "catl")
    sizes = {node["id"]: node["size"] for node in picture(draw(view), ontology, "en", view).content["nodes"]}
    others = [size for node, size in sizes.items() if node != "catl"]
    assert sizes["catl"] == max(others)
    assert len(set(others)) > 5
