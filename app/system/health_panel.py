"""The parts of the process side by side: each with a word and a shape for its state, and one next step if need be."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.runtime.services import Services
from app.shell.starting import offer_rebuild
from app.state.view_state import page_language
from app.system.connection_test import connection_button, current_test
from app.system.parts import (
    Part,
    State,
    api_part,
    disk_part,
    embedding_part,
    knowledge_base_part,
    language_model_part,
    reranker_part,
)
from core.messages import translate

_SHAPES: dict[State, str] = {
    "working": "✔",
    "busy": "◔",
    "off": "○",
    "untested": "◇",
    "attention": "▲",
    "failed": "✖",
}
_COLOURS: dict[State, str] = {
    "working": "green",
    "busy": "blue",
    "off": "gray",
    "untested": "gray",
    "attention": "orange",
    "failed": "red",
}
_COLUMNS = 3


@stands_alone
def health_panel(shared: Services) -> None:
    """Every part as it is at this moment."""
    language = page_language()
    st.header(translate("system.health", language))
    test = current_test()
    answered, fault, testing = test.value is not None, test.error, test.running
    parts = (
        knowledge_base_part(shared, language),
        embedding_part(shared, language),
        language_model_part(shared.settings, answered, fault, testing, language),
        reranker_part(shared, language),
        api_part(shared.api, shared.settings, language),
        disk_part(shared, language),
    )
    for start in range(0, len(parts), _COLUMNS):
        for column, part in zip(st.columns(_COLUMNS), parts[start : start + _COLUMNS], strict=True):
            with column:
                _card(part, shared)


def _card(part: Part, shared: Services) -> None:
    language = page_language()
    with st.container(border=True, key=f"part-{part.name}", height="stretch"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.markdown(f"**{translate(f'system.part.{part.name}', language)}**", width="content")
            word = translate(f"system.state.{part.state}", language)
            st.markdown(f":{_COLOURS[part.state]}[{_SHAPES[part.state]}] {word}", width="content")
        for fact in part.facts:
            st.caption(plain(fact))
        if part.next_step:
            st.markdown(plain(translate("system.next", language, step=part.next_step)))
        if part.name == "knowledge_base" and shared.pipeline is None and shared.error is not None:
            offer_rebuild(shared, shared.error)
        if part.name == "language_model" and shared.pipeline is not None and shared.pipeline.model is not None:
            connection_button(shared.pipeline.model.endpoint)
