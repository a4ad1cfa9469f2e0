"""The sliders: how the parts of the score are weighed, how far the graph is walked, what is listed."""

from __future__ import annotations

import streamlit as st

from app.view_state import language, reset_tuning
from core.domain.requests import FusionMode, FusionSettings, RelevanceLevel
from core.messages import translate
from core.settings import Settings


def tuning_panel(settings: Settings) -> None:
    """All controls, for the sidebar. Their values live in the session under the names of the view state."""
    reads = language()
    st.subheader(translate("tuning.fusion", reads))
    st.segmented_control(
        translate("tuning.mode", reads),
        [mode.value for mode in FusionMode],
        format_func=lambda mode: translate(f"tuning.mode.{mode}", reads, k=settings.rrf_k),
        key="mode",
        required=True,
    )
    _share("wg", 1.0)
    _share("wv", 1.0)
    if st.session_state["wg"] == st.session_state["wv"] == 0:
        st.caption(translate("tuning.both_zero", reads))
    with st.expander(translate("tuning.advanced", reads)):
        st.caption(translate("tuning.advanced_help", reads))
        for part in ("text", "relation", "keyword"):
            _share(part, 2.0)
    st.subheader(translate("tuning.walk", reads))
    st.slider(
        translate("tuning.damping", reads), 0.05, 0.95, step=0.05, key="damping",
        help=translate("tuning.damping_help", reads),
    )  # fmt: skip
    st.slider(translate("tuning.hops", reads), 1, 6, key="hops", help=translate("tuning.hops_help", reads))
    st.subheader(translate("tuning.list", reads))
    st.slider(translate("tuning.results", reads), 1, 50, key="n")
    st.segmented_control(
        translate("tuning.minimum", reads),
        [level.value for level in RelevanceLevel],
        format_func=lambda level: translate(f"level.{level}", reads),
        key="min",
        required=True,
    )
    st.button(translate("tuning.reset", reads), on_click=reset_tuning, width="stretch")


def _share(name: str, highest: float) -> None:
    st.slider(
        translate(f"tuning.{name}", language()), 0.0, highest, step=0.05, key=name,
        help=translate(f"tuning.{name}_help", language()),
    )  # fmt: skip


def chosen_fusion(settings: Settings) -> FusionSettings:
    """The fusion as the controls stand."""
    state = st.session_state
    return FusionSettings(
        mode=state["mode"],
        graph_weight=state["wg"],
        vector_weight=state["wv"],
        text_share=state["text"],
        relation_share=state["relation"],
        keyword_share=state["keyword"],
        rrf_k=settings.rrf_k,
        max_results=state["n"],
        min_relevance=state["min"],
    )
