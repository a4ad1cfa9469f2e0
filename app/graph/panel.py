"""The neighbourhood beside the results: the picture, what is selected in it, and the same data as a table."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import streamlit as st

from app.graph import graph_component
from app.graph.drawn_relations import relation_table
from app.graph.model import legend_items, network, shape_items
from app.graph.passages import PREFIX, add_passages, passage_legend, passage_shapes
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_state import language, look_at
from app.widgets.entity_facts import entity_head
from app.widgets.page_links import link_to_company
from app.widgets.subject import is_topic
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.results import Discovery
from core.exploring.drawn_passages import drawn_passages
from core.exploring.neighbourhood import Neighbourhood, neighbourhood
from core.messages import Language, translate, translated_or_itself
from core.retrieval.base import Base
from core.retrieval.hybrid import RETRIEVAL_FAULTS
from core.retrieval.linked_passages import link_sentence, linked_passages

KEY = "graph"
_log = logging.getLogger("guanxi")


@dataclass(frozen=True)
class Drawing:
    """One neighbourhood and its picture in one language; shared between sessions, never modified."""

    neighbourhood: Neighbourhood
    picture: graph_component.Picture


@st.cache_resource(show_spinner=False, max_entries=128)
def drawing(
    _pipeline: DiscoveryPipeline,
    build_id: str,  # noqa: ARG001 - stands for _pipeline in the cache key
    centres: tuple[str, ...],
    hops: int,
    opened: tuple[str, ...],
    reads: Language,
    texts: bool,
    max_nodes: int,
) -> Drawing:
    """What lies around ``centres``; ``texts``: with the passages that name them."""
    found = neighbourhood(
        _pipeline.base.knowledge_base, _pipeline.engine, centres, hops=hops, expanded=opened, max_nodes=max_nodes
    )
    model = network(found, _pipeline.base.ontology, reads)
    legend = legend_items(found, _pipeline.base.ontology, reads)
    shapes = shape_items(found, _pipeline.base.ontology, reads)
    if texts:
        passages = drawn_passages(_pipeline.base.knowledge_base, centres, {node.id for node in found.nodes})
        add_passages(model, passages, reads)
        legend += passage_legend(passages, reads)
        shapes += passage_shapes(passages, reads)
    return Drawing(found, graph_component.picture(model, legend, shapes))


def current_drawing(pipeline: DiscoveryPipeline, centres: tuple[str, ...]) -> Drawing:
    """What is drawn around ``centres`` at the chosen depth, with what the person has expanded."""
    build_id = pipeline.base.knowledge_base.manifest.build_id
    return drawing(
        pipeline,
        build_id,
        centres,
        st.session_state["depth"],
        st.session_state["open"],
        language(),
        st.session_state["texts"],
        pipeline.base.settings.graph_max_nodes,
    )


@stands_alone
def graph_panel(pipeline: DiscoveryPipeline, discovery: Discovery, centres: tuple[str, ...]) -> None:
    """The picture around ``centres`` with its controls, the selected entity, and the table."""
    reads = language()
    if not centres:
        st.info(translate("graph.empty", reads))
        return
    _controls(reads)
    try:
        shown = current_drawing(pipeline, centres)
    except RETRIEVAL_FAULTS:
        _log.exception("the graph could not be drawn")
        st.warning(translate("graph.failed", reads))
        return
    drawn = shown.neighbourhood
    graph_component.draw(
        shown.picture,
        key=KEY,
        memory=f"{'~'.join(centres)}:{st.session_state['depth']}",
        selected=st.session_state["sel"],
        description=translate("graph.description", reads, nodes=len(drawn.nodes), edges=len(drawn.edges)),
        on_select=_select,
        on_expand=_expand,
    )
    if is_topic(discovery):
        st.caption(translate("graph.around_results", reads, count=len(centres)))
    st.caption(_hint(drawn, reads))
    _selected_card(pipeline.base, reads)
    table = st.expander(translate("graph.as_table", reads), key="graph-table", on_change="rerun")
    if table.open:
        names = {node.id: node.name_zh if reads == "zh" else node.name_en for node in drawn.nodes}
        rows = relation_table(drawn.edges, names, pipeline.base.ontology, reads)
        table.dataframe(rows, hide_index=True, width="stretch")


def _controls(reads: Language) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.segmented_control(
            translate("graph.depth", reads),
            [1, 2],
            format_func=lambda hops: translate(f"graph.hops.{hops}", reads),
            key="depth",
            persist_state="session",
            required=True,
            label_visibility="collapsed",
        )
        st.toggle(
            translate("graph.texts", reads),
            key="texts",
            persist_state="session",
            help=translate("graph.texts_help", reads),
        )
        if st.session_state["open"]:
            st.button(translate("graph.collapse", reads), on_click=_collapse)


def _select() -> None:
    st.session_state["sel"] = st.session_state[KEY]["select"]


def _expand() -> None:
    opened = st.session_state[KEY]["expand"]
    st.session_state["open"] = tuple(dict.fromkeys((*st.session_state["open"], opened)))
    st.session_state["sel"] = opened


def _collapse() -> None:
    st.session_state["open"] = ()


def _hint(drawn: Neighbourhood, reads: Language) -> str:
    hint = translate("graph.hint", reads)
    if not drawn.left_out:
        return hint
    return f"{translate('graph.left_out', reads, drawn=len(drawn.nodes), count=drawn.left_out)} {hint}"


def _selected_card(base: Base, reads: Language) -> None:
    selected = st.session_state["sel"]
    if selected is not None and selected.startswith(PREFIX):
        _selected_passage(base, selected.removeprefix(PREFIX), reads)
        return
    if selected is None or selected not in base.knowledge_base.node_of:
        return
    entity = base.knowledge_base.entity(selected)
    with st.container(border=True, key="selected-card"):
        entity_head(base, entity, reads)
        with st.container(horizontal=True, vertical_alignment="center"):
            label = translate("graph.ask" if base.ontology.is_bridge(entity.type) else "graph.explore", reads)
            st.button(label, on_click=look_at, args=(selected,))
            link_to_company(entity.id)
            st.button(translate("graph.unselect", reads), on_click=_unselect)


def _selected_passage(base: Base, passage_id: str, reads: Language) -> None:
    """Its whole text, and what it is linked to."""
    if not base.knowledge_base.has_passage(passage_id):
        return
    passage = base.knowledge_base.passage(passage_id)
    with st.container(border=True, key="selected-card"):
        kind = translated_or_itself(f"source_kind.{passage.source_kind}", passage.source_kind, reads)
        st.markdown(f"**{plain(passage.title or passage.id)}**")
        st.caption(plain(" · ".join(filter(None, [kind, passage.date, passage.publisher, passage.origin]))))
        st.text(passage.text)
        for linked in linked_passages(base.knowledge_base, [passage_id]):
            st.caption(plain(link_sentence(linked, passage_id, reads)))
        st.button(translate("graph.unselect", reads), on_click=_unselect)


def _unselect() -> None:
    st.session_state["sel"] = None
