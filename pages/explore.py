"""Explore: the graph workbench – put companies on the table, expand, filter, find paths, share what was found."""

import streamlit as st

from app.explore import state
from app.explore.canvas import canvas, current_graph
from app.explore.card import selected_panel
from app.explore.expanding import ask_about_hub
from app.explore.looks import filters_popover, look_popover
from app.explore.path_panel import path_panel
from app.explore.sharing import download_popover, share_popover
from app.explore.start import add_picker, empty_table, take_over_address, unknown_name
from app.graph.layout_control import layout_control
from app.runtime.markdown import plain
from app.runtime.services import services
from app.state.view_state import page_language
from app.widgets.pickers import language_switch
from app.widgets.source_viewer.source_viewer import opened_source, source_just_opened
from core.messages import translate
from core.operations.context import Context

language = page_language()
pipeline = services().opened_pipeline
base = pipeline.base


def page() -> None:
    """The title, and the workbench, which runs by itself."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(translate("explore.title", language), width="content")
        language_switch()
    take_over_address(base)
    opened_source(Context(services().opened))
    workbench()


@st.fragment
def workbench() -> None:
    """Only this runs again on a click, so that nothing else flickers."""
    if source_just_opened():
        st.rerun()
    damaged = state.damaged_link()
    if damaged is not None:
        st.error(plain(damaged.message(language)))
    first, second = st.columns([4, 8], vertical_alignment="bottom")
    with first:
        add_picker(base)
    shown = state.current_view().shown
    graph = current_graph(pipeline)
    with second, st.container(horizontal=True, vertical_alignment="bottom", key="explore-toolbar"):
        if shown or state.steps_back():
            st.button(translate("explore.undo", language), on_click=state.undo_step, disabled=not state.steps_back())
        if shown:
            st.button(translate("explore.start_over", language), on_click=state.start_over)
            filters_popover(base, graph.drawing)
            look_popover(base, graph.drawing)
            layout_control(language)
            download_popover(base, graph)
        share_popover(base)
    unknown_name(base)
    if not shown:
        empty_table(base)
        path_panel(base)
        state.save()
        return
    drawn, beside = st.columns([8, 4], gap="medium")
    with drawn:
        canvas(base, graph)
    with beside:
        selected_panel(base, graph.drawing)
        path_panel(base)
    ask_about_hub(base)
    state.save()


page()
