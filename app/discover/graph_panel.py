"""The neighbourhood beside the results: the picture, what is selected in it, and the same data as a table."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from app.discover.answer_in_graph import AnswerInGraph, answer_in_graph
from app.discover.unreviewed_panel import unreviewed_groups, with_unreviewed
from app.graph.graph_component import show_graph
from app.graph.in_words import graph_tables
from app.graph.layout_control import layout_control, unplaced_line
from app.graph.picture import PASSAGE
from app.graph.shown import Shown, shown_around, shown_paths
from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.view_parameters import LAYOUT
from app.state.view_state import look_at, page_language
from app.widgets.entity_facts import entity_head
from app.widgets.page_links import link_to_company
from app.widgets.subject import is_topic
from core.discovery.pipeline import DiscoveryPipeline
from core.discovery.understood import Understood
from core.domain.results import Discovery
from core.exploring.layouts.layout_table import BY_FORCES
from core.messages import Language, translate, translated_or_itself
from core.retrieval.base import Base
from core.retrieval.linked_passages import link_sentence, linked_passages

KEY = "graph"
_TOOLS = ("fit", "fullscreen")
_BESIDE = Path(__file__).with_name("beside_the_list.css")


def current_graph(pipeline: DiscoveryPipeline, centres: tuple[str, ...], answer: AnswerInGraph) -> Shown | None:
    """What is drawn around ``centres`` at the chosen depth, with the answer and what the person has expanded."""
    around_it = st.session_state["open"] or st.session_state["texts"] or st.session_state["depth"] > 1
    if answer.paths and st.session_state[LAYOUT] == BY_FORCES and not around_it:
        return shown_paths(pipeline, answer.paths, answer.day)
    ranks = dict(answer.emphasis.ranks)
    for each in answer.wanted:  # who answers but is not listed comes after those that are
        ranks.setdefault(each, len(ranks) + 1)
    return shown_around(
        pipeline,
        centres,
        hops=st.session_state["depth"],
        opened=st.session_state["open"],
        wanted=answer.wanted,
        first_types=answer.types,
        texts=st.session_state["texts"],
        layout=st.session_state[LAYOUT],
        ranks=ranks,
        max_nodes=pipeline.base.settings.graph_max_nodes,
        day=answer.day,
    )


@stands_alone
def graph_panel(
    pipeline: DiscoveryPipeline, discovery: Discovery, understood: Understood, centres: tuple[str, ...]
) -> None:
    """The picture around ``centres`` with its controls, the selected entity, and the table."""
    st.html(_BESIDE)
    with st.container(key="graph-panel"):
        _panel(pipeline, discovery, understood, centres)


def _panel(pipeline: DiscoveryPipeline, discovery: Discovery, understood: Understood, centres: tuple[str, ...]) -> None:
    language = page_language()
    if not centres:
        st.info(translate("graph.empty", language))
        return
    _controls(language)
    answer = answer_in_graph(discovery, understood)
    shown = current_graph(pipeline, centres, answer)
    if shown is None:
        return
    shown = with_unreviewed(shown, unreviewed_groups(discovery, pipeline.base), pipeline.base)
    show_graph(
        shown,
        key=KEY,
        memory=f"{'~'.join(centres)}:{st.session_state['depth']}",
        selected=st.session_state["sel"],
        emphasis=answer.emphasis,
        hint=translate("graph.hint", language),
        tools={tool: translate(f"explore.tool.{tool}", language) for tool in _TOOLS},
        on_select=_select,
        on_expand=_expand,
    )
    unplaced_line(shown, pipeline.base.ontology, language)
    if is_topic(discovery):
        st.caption(translate("graph.around_results", language, count=len(centres)))
    _selected_card(pipeline.base, language)
    graph_tables(shown.drawing, pipeline.base.ontology, language, "graph-table")


def _controls(language: Language) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="graph-controls"):
        st.segmented_control(
            translate("graph.depth", language),
            [1, 2],
            format_func=lambda hops: translate(f"graph.hops.{hops}", language),
            key="depth",
            persist_state="session",
            required=True,
            label_visibility="collapsed",
        )
        layout_control(language)
        st.toggle(
            translate("graph.texts", language),
            key="texts",
            persist_state="session",
            help=translate("graph.texts_help", language),
        )
        if st.session_state["open"]:
            st.button(translate("graph.collapse", language), on_click=_collapse)


def _select() -> None:
    st.session_state["sel"] = st.session_state[KEY]["select"]


def _expand() -> None:
    opened = st.session_state[KEY]["expand"]
    st.session_state["open"] = tuple(dict.fromkeys((*st.session_state["open"], opened)))
    st.session_state["sel"] = opened


def _collapse() -> None:
    st.session_state["open"] = ()


def _selected_card(base: Base, language: Language) -> None:
    selected = st.session_state["sel"]
    if selected is not None and selected.startswith(PASSAGE):
        _selected_passage(base, selected.removeprefix(PASSAGE), language)
        return
    if selected is None or selected not in base.knowledge_base.node_of:
        return
    entity = base.knowledge_base.entity(selected)
    with st.container(border=True, key="selected-card"):
        entity_head(base, entity, language)
        with st.container(horizontal=True, vertical_alignment="center"):
            label = translate("graph.ask" if base.ontology.is_bridge(entity.type) else "graph.explore", language)
            st.button(label, on_click=look_at, args=(selected,))
            link_to_company(entity.id)
            st.button(translate("graph.unselect", language), on_click=_unselect)


def _selected_passage(base: Base, passage_id: str, language: Language) -> None:
    """Its whole text, and what it is linked to."""
    if not base.knowledge_base.has_passage(passage_id):
        return
    passage = base.knowledge_base.passage(passage_id)
    with st.container(border=True, key="selected-card"):
        kind = translated_or_itself(f"source_kind.{passage.source_kind}", passage.source_kind, language)
        st.markdown(f"**{plain(passage.title or passage.id)}**")
        st.caption(plain(" · ".join(filter(None, [kind, passage.date, passage.publisher, passage.origin]))))
        st.text(passage.text)
        for linked in linked_passages(base.knowledge_base, [passage_id]):
            st.caption(plain(link_sentence(linked, passage_id, language)))
        st.button(translate("graph.unselect", language), on_click=_unselect)


def _unselect() -> None:
    st.session_state["sel"] = None
