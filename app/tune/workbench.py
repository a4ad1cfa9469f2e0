"""The controls beside what they do to the quality of the lists; a fragment, so that only that moves."""

from __future__ import annotations

import streamlit as st

from app.runtime.markdown import plain
from app.runtime.page_parts import stands_alone
from app.state.relabelled import relabelled
from app.state.sliders import chosen_settings, fusion_controls, walk_controls
from app.state.tuning_state import reset_tuning
from app.state.view_parameters import LARGEST_K
from app.state.view_state import page_language, save_to_url, settle
from app.tune.bench import Bench
from app.tune.figures import curve_panel, figures
from app.tune.outcomes_panel import outcomes_panel
from core.domain.requests import FusionMode
from core.messages import translate
from core.retrieval.base import Base
from core.workspace.presets import Presets
from core.workspace.tuned_settings import TunedSettings


@st.fragment
@stands_alone
def workbench(base: Base, bench: Bench, presets: Presets) -> None:
    """Controls at the left, figures at the right."""
    settle()
    controls, results = st.columns([4, 9], gap="large")
    with controls:
        _controls()
    with results:
        against, reference = _reference(base, presets)
        current = chosen_settings(base.settings)
        if bench.searched((current.walk, reference.walk)):
            _results(base, bench, current, reference, against)
        else:
            _searching(bench)
    save_to_url()


def _controls() -> None:
    language = page_language()
    fusion_controls(answered=False)
    if st.session_state["mode"] == FusionMode.RRF:
        st.number_input(
            translate("tune.k", language),
            1,
            LARGEST_K,
            key="k",
            persist_state="session",
            help=translate("tune.k_help", language),
        )
    walk_controls(None)
    st.button(translate("tuning.reset", language), on_click=reset_tuning, width="stretch")


def _reference(base: Base, presets: Presets) -> tuple[str, TunedSettings]:
    """What the figures are compared with, and its name: the settings in force, or a preset."""
    language = page_language()
    if st.session_state["against"] not in presets.names:
        st.session_state["against"] = ""
    in_force = translate("tune.in_force", language)
    st.selectbox(
        translate("tune.reference", language),
        ["", *presets.names],
        key=relabelled("against"),
        persist_state="session",
        format_func=lambda name: name or in_force,
        help=translate("tune.reference_help", language),
    )
    name: str = st.session_state["against"]
    if not name:
        return in_force, TunedSettings.of(base.settings)
    return name, presets.named(name).tuned


def _results(base: Base, bench: Bench, current: TunedSettings, reference: TunedSettings, against: str) -> None:
    scores, compared_with = bench.scores(current), bench.scores(reference)
    figures(scores, compared_with, against)
    curve_panel(bench, current, scores)
    outcomes_panel(base.knowledge_base, (current, scores), (reference, compared_with))


def _searching(bench: Bench) -> None:
    """How far it is, and a way to end it; what went wrong, and a way to begin again."""
    language, running = page_language(), bench.searching
    if running is None or running.work is None:
        return
    if running.cancelled:
        st.info(translate("tune.cancelled", language))
    elif running.work.error is not None:
        st.error(plain(running.work.error.message(language)))
    else:
        _follow(bench)
        return
    st.button(translate("tune.search_again", language), on_click=bench.begin_again, type="primary")


@st.fragment(run_every=0.5)
def _follow(bench: Bench) -> None:
    language, running = page_language(), bench.searching
    if running is None or running.work is None:
        st.rerun()
    running.work.look()
    if not running.work.running:
        st.rerun()
    said = translate("tune.searching", language, done=running.done, total=running.total)
    st.progress(running.done / max(1, running.total), said)
    if st.button(translate("tune.cancel", language)):
        running.cancel()
        st.rerun()
