"""What one does with an answer: copy its link, download it, see how it was found."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from pyvis.network import Network

from app import downloads
from app.graph.export import standalone_html
from app.graph.model import legend_items
from app.graph_panel import drawn_neighbourhood
from app.view_state import language
from core.domain.results import Discovery
from core.messages import translate
from core.pipeline import DiscoveryPipeline

_copy_link = st.components.v2.component(
    "guanxi_copy_link",
    html='<button type="button"></button><span role="status"></span>',
    css=Path(__file__).with_name("copy_link.css").read_text(encoding="utf-8"),
    js=Path(__file__).with_name("copy_link.js").read_text(encoding="utf-8"),
)


def toolbar(pipeline: DiscoveryPipeline, discovery: Discovery, model: Network) -> None:
    """Copy link, downloads, timings – in one row."""
    reads = language()
    with st.container(horizontal=True, vertical_alignment="center", key="toolbar"):
        with st.container(width=150, key="copy-link"):
            _copy_link(
                key="copy",
                data={"label": translate("toolbar.copy", reads), "done": translate("toolbar.copied", reads)},
            )
        with st.popover(translate("toolbar.download", reads)):
            _downloads(pipeline, discovery, model)
        with st.popover(translate("toolbar.how", reads)):
            _stages(discovery)


def _downloads(pipeline: DiscoveryPipeline, discovery: Discovery, model: Network) -> None:
    reads = language()
    name = "guanxi-" + "-".join(discovery.query_companies)[:60]
    query = ", ".join(pipeline.knowledge_base.entity(i).name(reads) for i in discovery.query_companies)

    # The files are made when asked for, outside any session: everything they need is looked up here.
    drawn = drawn_neighbourhood(pipeline, discovery.query_companies)

    def graph_file() -> str:
        legend = legend_items(drawn, pipeline.ontology, reads)
        heading = translate("export.heading", reads, company=query)
        return standalone_html(model, heading, translate("export.note", reads), legend, reads)

    st.download_button(
        translate("toolbar.csv", reads), lambda: downloads.as_csv(discovery, pipeline.ontology, reads),
        f"{name}.csv", "text/csv", on_click="ignore", width="stretch",
    )  # fmt: skip
    st.download_button(
        translate("toolbar.json", reads), lambda: downloads.as_json(discovery),
        f"{name}.json", "application/json", on_click="ignore", width="stretch",
    )  # fmt: skip
    st.download_button(
        translate("toolbar.html", reads), graph_file, f"{name}.html", "text/html", on_click="ignore", width="stretch"
    )


def _stages(discovery: Discovery) -> None:
    reads = language()
    st.caption(translate("toolbar.how_help", reads))
    lines = []
    for timing in discovery.timings:
        label = translate(f"stage.{timing.stage}", reads)
        lines.append(f"| {label} | {timing.milliseconds:.1f} ms | {timing.size} |")
    head = f"| {translate('stage.head', reads)} | {translate('stage.time', reads)} | {translate('stage.size', reads)} |"
    st.markdown("\n".join([head, "|:--|--:|--:|", *lines]))
