"""The picture of the first screen: colours without letters, faint lines, no legend."""

from __future__ import annotations

from app.graph.picture import picture
from core.discovery.pipeline import DiscoveryPipeline
from core.exploring.view import View
from core.exploring.view_drawing import draw_view


def test_a_plain_picture_has_the_same_nodes_and_lines_but_no_letters_and_no_legend(
    sample_pipeline: DiscoveryPipeline,
) -> None:
    base = sample_pipeline.base
    ids = [base.knowledge_base.entity_ids[node] for node in base.knowledge_base.best_connected_companies(20)]
    view = View(roots=tuple(ids), colour_by="community")
    drawing = draw_view(base.knowledge_base, sample_pipeline.engine, view, damping=0.85, max_hops=2)
    plain, whole = (picture(drawing, base.ontology, "en", view, plain=each).content for each in (True, False))
    assert [node["color"] for node in plain["nodes"]] == [node["color"] for node in whole["nodes"]]
    assert [edge["id"] for edge in plain["edges"]] == [edge["id"] for edge in whole["edges"]]
    assert any(" · " in node["label"] for node in whole["nodes"])
    assert not any(" · " in node["label"] for node in plain["nodes"])
    assert (plain["plain"], whole["plain"]) == (True, False)  # the browser draws the legend by it
    assert {edge["color"]["opacity"] for edge in plain["edges"]} == {0.4}
